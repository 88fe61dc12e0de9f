#!/usr/bin/env bash
# A server with short memory: each allocation while two visitors come, play and leave fails once. The
# server lives on, and whoever has to go is told why.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh
tilewright=build/tilewright ports="--port -1 --http-port 0"
gcc -shared -fPIC -O1 -o "$scratch/short.so" tests/memory/short.c || exit

# Runs a server whose nth allocation fails, with visitors or without; $count is how many there were.
serve() { # ALLOCATION [VISIT]
    SHORT_AT=$1 SHORT_COUNT=$scratch/count LD_PRELOAD=$scratch/short.so start_server --db :memory: \
        --threads 1 || return
    if [ $# = 2 ]; then
        printf '\xff\xfd\x01\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x20\xff\xf0anna\r\r?' | visit anna
        printf 'ben\r1\r' | visit ben
    fi
    kill -INT "$server"
    server_ends
    count=$(<"$scratch/count")
}

visit() { # NAME
    timeout 20 nc -N 127.0.0.1 "$port" >"$scratch/$1" || wrong "$1 is not served when allocation $at fails"
    [ -s "$scratch/$1" ] || wrong "$1 hears nothing when allocation $at fails"
}

at=0
serve 0
before=$count
serve 0 visit
[ "$count" -gt $((before + 20)) ] || wrong "only $((count - before)) allocations"
most=$count
for ((at = before; at <= most; at++)); do serve "$at" visit; done
echo "$((most - before)) allocations"
exit "$bad"
