#!/usr/bin/env bash
# The server with short memory: one allocation after the other fails, of its start and of a short life
# with guests at all doors. It never crashes: it does not start and says why, or it goes on and ends
# cleanly. One allocation is libuv's own, which aborts if its table of handles gets no memory at the start. There are too many to try all at a time. tests/serve_memory_slow.sh [FIRST [STEP]]
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh
tilewright=build/tilewright
gcc -shared -fPIC -O1 -o "$scratch/short.so" tests/memory/short.c || exit

# Guests that come, do something, and go; how they fare does not matter.
visit() {
    (printf 'anna\r' && sleep 0.05 && printf '\r' && sleep 0.05 && printf '\r\r\033[D' && sleep 0.1) |
        timeout 5 nc -N 127.0.0.1 "$port" >/dev/null 2>&1 &
    visitors=($!)
    printf 'GET / HTTP/1.0\r\n\r\n' | timeout 5 nc 127.0.0.1 "$http_port" >/dev/null 2>&1 &
    visitors+=($!)
    (
        printf 'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
        printf 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
        sleep 0.05
        printf '\x81\x9f\0\0\0\0{"cmd":"hall.enter","name":"b"}\x81\x8f\0\0\0\0{"cmd":"games"}'
        sleep 0.1
    ) | timeout 5 nc -N 127.0.0.1 "$http_port" >/dev/null 2>&1 &
    visitors+=($!)
    printf 'status\nplayers\nstart\n' | timeout 5 nc -N -U "$sock" >/dev/null 2>&1
    wait "${visitors[@]}"
}

aborts=0
# libuv's abort: before anything is logged, and for one allocation only.
is_table() { # STATUS
    [ "$1" = 134 ] && [ ! -s "$log" ] && [ $((++aborts)) = 1 ]
}

# A life in which allocation number $1 fails. The exit status must be 0, or 1 with a line.
live() { # ALLOCATION
    local status=0
    log=$scratch/log where=$scratch/where
    rm -f "$where" "$sock" "$scratch"/data/tilewright/*
    : >"$where"
    timeout 30 env SHORT_AT="$1" SHORT_COUNT="$scratch/count" LD_PRELOAD="$scratch/short.so" "$tilewright" serve \
        --listen 127.0.0.1 --port -1 --http-port -1 --threads 2 >"$where" 2>"$log" &
    server=$!
    await eval 'grep -q "ends the server" "$where" || is_gone "$server"'
    read_ports
    if [ -n "$port" ]; then
        visit
        kill -INT "$server" 2>/dev/null
    fi
    wait "$server" || status=$?
    server=''
    [ $status = 0 ] || { [ $status = 1 ] && grep -q ' error ' "$log"; } || is_table $status || {
        wrong "allocation $1 fails: exit status $status: $(tail -n 3 "$log")"
    }
}

live 0
count=$(<"$scratch/count")
step=${2-5} first=${1-$((RANDOM % 5 + 1))}
for ((at = first; at <= count; at += step)); do live "$at"; done
echo "$count allocations, from $first in steps of $step"
exit $bad
