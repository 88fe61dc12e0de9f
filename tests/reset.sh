#!/usr/bin/env bash
# Connections that are reset while they become WebSockets are counted no more: else a server would be
# full of nobody.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh

answers() {
    printf 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' |
        timeout 20 nc 127.0.0.1 "$http_port" | grep -aq '^HTTP/1.1 200'
}

start_server --max-connections 8 || exit 1
build/asan/tests/reset "$http_port" "${1-3000}" || wrong 'the client failed'
await answers || wrong 'the server is full of connections that ended'
kill -INT "$server"
server_ends
exit $bad
