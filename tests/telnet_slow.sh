#!/usr/bin/env bash
# Ends of patience at the port of the terminals, which take minutes: who gives no name, who does not
# read what is sent, who never stops sending.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh
trap 'kill $(jobs -p) 2>/dev/null; kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT

value_of() { # NAME
    gm stats
    sed -n "s/^$1 *//p" <<<"$out"
}

# Waits for longer than usual.
await_long() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt "$end" ] || return 1
        sleep 1
    done
}

has_dropped() { [ "$(value_of 'connections dropped')" -ge "$1" ]; } # COUNT

# Each line is answered by a whole picture; nobody reads them. What waits stays small.
test_no_reader() {
    local i before after # who has a seat keeps it for a minute
    exec 5<>"/dev/tcp/127.0.0.1/$port"
    printf 'nora\n' >&5
    for ((i = 0; i < 3000; i++)); do
        printf '?\n' >&5
        ((i % 10)) || sleep 0.01
    done
    sleep 3
    before=$(value_of 'bytes sent')
    printf '\n' >&5
    sleep 3
    after=$(value_of 'bytes sent')
    [ $((after - before)) -lt 100000 ] || wrong "it goes on sending: $before, then $after"
    await_long 100 has_dropped 1 || wrong 'who does not read is not dropped'
    gm players
    says 'connection lost'
    exec 5>&-
}

test_flood() {
    nc 127.0.0.1 "$port" </dev/zero >"$scratch/flood" &
    await_long 120 has_dropped 2 || wrong 'who sends without end is not dropped'
    await grep -q 'Too much was sent' "$scratch/flood" || wrong 'it is not told why'
}

test_no_name() {
    timeout 150 nc 127.0.0.1 "$port" <"$scratch/quiet" >"$scratch/nameless"
    grep -q 'No name was given in time' "$scratch/nameless" || wrong "the nameless may stay: $(tail -c 300 "$scratch/nameless")"
}

start_server --db :memory: || exit
mkfifo "$scratch/quiet"
sleep 160 >"$scratch/quiet" &
test_no_name &
nameless=$!
test_no_reader
test_flood
wait "$nameless"
grep -q 'No name was given in time' "$scratch/nameless" || wrong 'the nameless may stay'
kill -TERM "$server"
server_ends
exit "$bad"
