#!/usr/bin/env bash
# The program with short memory: in each command every allocation, the C library's included, fails
# once. It never crashes; it does its work, with as many lines as ever, or says on standard error why not.
set -u
cd "$(dirname "$0")/.." || exit
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
gcc -shared -fPIC -O1 -o "$scratch/short.so" tests/memory/short.c || exit
most=${TILEWRIGHT_SLOW:+90} && most=${most:-16} # of a command's allocations, the first and last of them

bad=0
run() { # ALLOCATION COMMAND...
    local at=$1 && shift
    rm -f "$scratch"/record*
    timeout 60 env SHORT_AT="$at" SHORT_COUNT="$scratch/count" LD_PRELOAD="$scratch/short.so" "$@" \
        <"$scratch/input" >"$scratch/out" 2>"$scratch/err"
}

starve() { # INPUT COMMAND...
    local status count lines
    printf '%b' "$1" >"$scratch/input" && shift
    run 0 "$@" || { echo "fails with plenty of memory: $*" && bad=1 && return; }
    count=$(cat "$scratch/count")
    lines=$(wc -l <"$scratch/out")
    for ((at = 1; at <= count; at++)); do
        ((at <= most / 2 || at > count - most / 2)) || continue
        run "$at" "$@"
        status=$?
        [ $status = 0 ] && [ "$(wc -l <"$scratch/out")" = "$lines" ] && continue # it did without
        [ $status -lt 124 ] && grep -q '^tilewright: ' "$scratch/err" && continue
        echo "exit status $status when allocation $at of $count fails: $*"
        head -n 3 "$scratch/err"
        bad=1
    done
    echo "$count allocations: $*"
}

program=build/tilewright
export XDG_CACHE_HOME=$scratch
state='{"state_version":1,"ruleset_id":"slide_v1","rows":3,"cols":3,"tiles":[8,6,7,2,5,4,3,0,1]}'
starve '' $program --help
starve '' $program games
starve '' $program completion bash
starve '' $program perft lines 1
starve "$state" $program check -
starve '{"cmd":"games"}\n{"cmd":"new","game":"falls","seed":"x"}\n' $program engine
starve "{\"cmd\":\"solve\",\"state\":$state}\n" $program engine
starve 'l\nr\nu\nundo 2\nredo\nmoves\nnew x\nl\nquit\n' $program play slide --seed monday --record "$scratch/record"
printf '%s\n' '{"game":"slide"}' "$state" >"$scratch/games"
starve 'l\nl\nquit\n' $program play --from "$scratch/games"
starve '{"game":"lines"}\n{"who":"chance","action":{"next":"Red"}}\n' $program replay -
starve '' $program match azul greedy random --games 4 --threads 1 --seed monday --records "$scratch/record"
starve '{"cmd":"match","game":"slide","agents":["random"],"games":2,"params":{"rows":2,"cols":2}}\n' $program engine
starve "$state" $program best --budget 2000n -
moves='{"game":"slide","params":{"rows":2,"cols":2}}\n{"blank_to":[1,0]}\n{"tile":1}\n{"blank":"Up"}\n{"blank":"Down"}\n'
starve "$moves" $program review --budget 100n --moves -
starve "$moves" $program review --budget 100n --json -
starve "$moves" $program best --at 2 --budget 100n -
starve '{"cmd":"review","record":{"game":"slide","params":{"rows":2,"cols":2},"events":[{"blank_to":[1,0]},{"tile":1},{"blank":"Up"}]}}\n' $program engine
starve '{"cmd":"scenario","game":"lines","params":{"rows":5,"cols":5}}\n' $program engine
starve "$(cat tests/corpus/fuzz_engine/merge)\n" $program engine
starve "$state" $program best --agent greedy --move up --json -
starve 'hint\nhint\nquit\n' $program play slide rows=2 cols=2 --seed monday
starve '8 6 7 / 2 5 4 / 3 0 1\n' $program slide solve -
starve '8 6 7 / 2 5 4 / 3 0 1\n' $program slide patterns -
starve '' $program slide scenario --rows 3 --cols 3
starve '13 14 12 11 10 9 8 7 6 5 4 3 2 1 / 15 16 17 18 19 20 21 22 23 24 25 26 27 0\n' \
    $program slide solve --fast --time 0.01 -
build/asan/tests/store_fill "$scratch/results.db" || bad=1
starve '' $program results recent --db "$scratch/results.db"
starve '' $program results record 1 --db "$scratch/results.db"
exit $bad
