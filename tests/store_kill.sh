#!/usr/bin/env bash
# kill -9 loses no game that was told as kept, and leaves none half: at every call that changes a
# file while the database is made and the first games are kept, then at random moments.
set -u
cd "$(dirname "$0")/.." || exit
program=build/asan/tests/store_kill
rounds=${TILEWRIGHT_SLOW:+15} && rounds=${1:-${rounds:-6}}
[ -w /dev/shm ] && memory=/dev/shm || memory=/tmp # a kill leaves the same on any file system
scratch=$(mktemp -d -p $memory)
trap 'rm -rf "$scratch"' EXIT
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0 # what is killed leaks
file=$scratch/data/results.db
ids=$scratch/ids

check() { # WHEN
    timeout 60 "$program" check "$file" "$ids" && return
    echo "after a kill $1" && exit 1
}

# Each call in turn, until one is never reached.
call=0 status=137
while [ $status = 137 ]; do
    call=$((call + 1))
    rm -rf "$scratch/data" "$ids"
    { timeout -k 5 60 "$program" keep "$file" 1 3 $call >"$ids"; } 2>"$scratch/err"
    status=$?
    check "in call $call"
done
cat "$scratch/err"
[ $status = 0 ] || { echo "keep ends with $status" && exit 1; }
[ $call -gt 20 ] || { echo "only $call calls" && exit 1; }

kept() { wc -l <"$ids"; }

# One database through all rounds, killed a moment after some games more were told as kept.
rm -rf "$scratch/data" && : >"$ids"
for ((round = 1; round <= rounds; round++)); do
    "$program" keep "$file" $((round + 1)) 100000 >>"$ids" &
    pid=$! enough=$(($(kept) + RANDOM % 16))
    while [ "$(kept)" -lt $enough ] && kill -0 $pid; do sleep 0.01; done
    sleep "0.00$((RANDOM % 10))"
    kill -9 $pid
    wait $pid 2>/dev/null
    check "in round $round"
done
[ "$(kept)" -gt $((3 * rounds)) ] || { echo "only $(kept) games were kept" && exit 1; }
echo "$call calls, $rounds rounds, $(kept) games told as kept"
