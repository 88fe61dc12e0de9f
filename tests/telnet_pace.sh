#!/usr/bin/env bash
# A terminal whose window changes its size without end: it gets pictures, but not one for each
# change, and the last one is of the last size.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh

changes=400 most=3000000

resize() { # ROWS, in octal; always 400 columns
    # shellcheck disable=SC2059
    printf "\377\372\037\001\220\000\\$1\377\360" >&3
}

start_server || exit 1
exec 3<>"/dev/tcp/127.0.0.1/$port"
cat <&3 >"$scratch/heard" &
printf '\377\373\037' >&3
resize 310
sleep 1
printf 'anna\r' >&3
for ((i = 0; i < changes; i++)); do
    resize 307
    resize 310
    sleep 0.005
done
resize 14
bytes() { stat -c %s "$scratch/heard"; }
# The picture of 12 rows stands still at the end, and its last row is written.
shows() { tail -c 2000 "$scratch/heard" | grep -aqF $'\033[12H'; }
await shows || wrong 'the last size is not drawn'
[ "$(bytes)" -lt $most ] || wrong "$changes changes of the size bring $(bytes) bytes"
[ "$(bytes)" -gt 10000 ] || wrong "only $(bytes) bytes came"
exec 3>&-
kill -INT "$server"
server_ends
exit $bad
