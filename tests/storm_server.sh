#!/usr/bin/env bash
# Some seconds of noise and half-right bytes on all doors of a server, under the sanitizers: it must
# still answer and end cleanly. tests/storm_server.sh SECONDS SEED
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh

seconds=${TILEWRIGHT_SLOW:+10} && seconds=${1-${seconds:-5}} seed=${2-$(date +%s)}
limit=$((seconds + 60))
# Without the requests that think long, so that there is more noise than waiting.
mapfile -t requests < <(printf '%s\n' tests/corpus/fuzz_engine/* | grep -v -e /cancel -e /best -e /match -e /review)

# The kernel keeps closed connections for a while; a server that is busy may answer late.
answers() {
    printf 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' |
        timeout 20 nc 127.0.0.1 "$http_port" | grep -aq '^HTTP/1.1 200'
}

greets() {
    hear "$port" 3 | head -c 100 | grep -aq .
}

start_server --tick 100 --log-level warning || exit 1
build/asan/tests/storm_server "$port" "$http_port" "$sock" "$seconds" "$seed" "${requests[@]}" ||
    wrong 'the storm itself failed'
kill -0 "$server" 2>/dev/null || wrong "seed $seed: the server is gone"
await answers || wrong "seed $seed: /healthz is not answered"
await greets || wrong "seed $seed: terminals are not greeted"
gm accept
gm stats
ends 0
echo "$out"
kill -INT "$server"
server_ends
[ $bad = 0 ] || echo "seed $seed; the log ends: $(tail -n 40 "$log")"
exit $bad
