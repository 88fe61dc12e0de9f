#!/usr/bin/env bash
# What games can do besides being played, as its user meets it: pages, files, the progress bar, and
# being stopped. The tables of 5x5 are made once, by the released program.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
limit=600 # making tables takes seconds, but not on a busy machine
released=build/tilewright
terminal=build/asan/tests/terminal
cache=$XDG_CACHE_HOME/tilewright
export TERM=xterm

hard3='8 6 7 / 2 5 4 / 3 0 1'
hard5='0 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1'

same() { # ARG...: says what was said last
    local page=$out before=$said
    fine "$@"
    [ "$out" = "$page" ] || wrong "tilewright $said is not $before"
}

# Whether only one game has a tool, so that the game may be left out.
is_alone() { # TOOL
    [ "$("$tilewright" --help | grep -cE "^  [a-z]+ $1 ")" = 1 ]
}

test_pages() {
    fine slide
    for tool in solve scenario patterns build-db; do says "tilewright slide $tool "; done
    says 'tilewright practice slide '
    says ': tilewright --help'
    same slide --help
    same slide -h
    same help slide
    fine azul
    says 'tilewright play azul'
    for tool in solve scenario patterns build-db; do
        fine slide "$tool" --help
        says "usage: tilewright slide $tool "
        same help slide "$tool"
        is_alone "$tool" || continue
        fine "$tool" --help
        says "usage: tilewright $tool "
        same help "$tool"
        same "$tool" -h
    done
    fine --help
    [ "$(sed -nE 's/^(  [^ ]+( [^ ]+)?  +)[^ ].*/\1/p' <<<"$out" | awk '{ print length }' | sort -u | wc -l)" = 1 ] ||
        wrong "the columns do not line up: $out"
    for tool in solve scenario patterns build-db; do says "  slide $tool "; done
}

test_refusals() {
    echo "$hard3" >"$scratch/board"
    refuses slide nonsense
    refuses slide --nonsense
    refuses azul solve
    refuses help slide nonsense
    refuses help slide solve nonsense
    ! is_alone solve || refuses help solve nonsense
    refuses slide solve
    refuses slide solve "$scratch/absent"
    refuses slide solve "$scratch"
    refuses slide solve /dev/null
    refuses slide solve "$scratch/board" "$scratch/board"
    refuses slide solve --nonsense "$scratch/board"
    refuses slide solve --time
    refuses slide solve --time soon "$scratch/board"
    refuses slide solve --fast=1 "$scratch/board"
    refuses slide patterns --max-cost many
    refuses slide build-db 9x9
    refuses slide scenario --rows 1
    refuses slide scenario --length 0
    refuses slide scenario --length many
    refuses slide scenario 4x4
}

test_solve() {
    fine slide solve "$scratch/board"
    says '31 optimal '
    ! is_alone solve || same solve "$scratch/board"
    fine slide solve - <"$scratch/board"
    says '31 optimal '
    fine slide solve --fast -- - <"$scratch/board"
    run slide solve - <<<'1 2 3 / 4 5 6 / 8 7 0'
    ends 1
    complains
    [ -z "$out" ] || wrong "unsolvable, but: $out"
    fine slide scenario --rows 3 --cols 3 --length 22 --seed monday
    same slide scenario --rows=3 --cols=3 --length=22 --seed=monday
    fine slide solve - <<<"$out"
    says '22 optimal '
    run slide scenario --rows 2 --cols 2 --length 7 # no board of this size needs so many
    ends 1
    complains
    fine slide patterns --max-cost 6
    says 'patterns of up to 6 moves'
    fine slide patterns "$scratch/board"
    case $out in *$'\033'* | *$'\r'*) wrong "no colours and no bar in a pipe: $out" ;; esac
}

test_full() {
    [ -w /dev/full ] || return 0
    for line in slide 'slide solve --help' 'slide solve -' 'slide patterns'; do
        # shellcheck disable=SC2086 # a list of arguments
        "$tilewright" $line >/dev/full 2>"$scratch/err" <<<"$hard3"
        status=$? err=$(<"$scratch/err") said="$line >/dev/full"
        ends 1
        complains
    done
}

on_terminal() { # TEXT KEYS ARG...: KEYS are typed when TEXT is there
    local text=$1 keys=$2
    shift 2
    said="$* on a terminal"
    out=$(timeout "$limit" "$terminal" "$text" "$keys" -- "$released" "$@" 2>&1)
    status=$? err=
}

kept() { # how many files are in the cache, whole or not
    find "$cache" -type f 2>/dev/null | wc -l
}

# Stopped from the keyboard: a line, the status that shells give, and nothing half-made.
test_interrupt() {
    on_terminal '] ' $'\003' slide build-db 5x5
    ends 130
    says ' %  building'
    says 'tilewright: stopped'
    [ "$(grep -c tilewright <<<"$out")" = 1 ] || wrong "stopped, and more: $out"
    [ "$(kept)" = 0 ] || wrong "stopped, it leaves $(ls "$cache")"
    echo "$hard5" >"$scratch/hard"
    on_terminal '] ' $'\003' slide solve --time 90 "$scratch/hard"
    ends 130
    says 'tilewright: stopped'
    TERM=dumb on_terminal '' '' slide solve --time 0.5 "$scratch/hard"
    ends 0
    case $out in *'['*) wrong "a bar on a terminal that has none: $out" ;; esac
}

# Waits, up to 10 minutes, until so many files are in the cache under their names.
await_files() { # COUNT
    for _ in {1..6000}; do
        [ "$(find "$cache" -type f ! -name '*.new' 2>/dev/null | wc -l)" -ge "$1" ] && return 0
        sleep 0.1
    done
    wrong "there are not $1 files in the cache"
}

# Stopped between tables and started again, it goes on with the next.
test_resume() {
    local pid first
    "$released" slide build-db 5x5 >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    await_files 1
    kill -TERM $pid
    wait $pid 2>/dev/null
    status=$? said='build-db, terminated' err=$(<"$scratch/err")
    ends 143
    complains
    [ -s "$scratch/out" ] && wrong "stopped, it says: $(<"$scratch/out")"
    first=$(kept)
    [ "$first" -ge 1 ] && [ "$first" -lt 4 ] || wrong "stopped after one table, there are $first"
    [ -z "$(find "$cache" -name '*.new')" ] || wrong "it leaves $(ls "$cache")"
    sha256sum "$cache"/* >"$scratch/sums"
    touch -d '2001-01-01' "$cache"/*
    tilewright=$released fine slide build-db 5x5 # its error output is empty: no bar in a pipe
    says '5x5: ready'
    [ "$(kept)" = 4 ] || wrong "the tables of 5x5 are $(kept)"
    sha256sum --quiet -c "$scratch/sums" || wrong 'what was there is made again'
    [ "$(find "$cache" -type f ! -newermt '2001-01-02' | wc -l)" = "$first" ] || wrong 'what was there is written again'
    tilewright=$released fine slide build-db 5x5
}

# A damaged table is told of, done without, and made again.
test_damage() {
    local table
    table=$(find "$cache" -type f | sort | head -n 1)
    printf x | dd of="$table" bs=1 seek=100000 conv=notrunc 2>/dev/null
    tilewright=$released run slide solve --time 0.5 "$scratch/hard"
    ends 0
    complains
    case $err in *"${table##*/}"*'is damaged') ;; *) wrong "which table is damaged? $err" ;; esac
    tilewright=$released run slide build-db 5x5
    ends 0
    tilewright=$released fine slide solve --time 0.5 "$scratch/hard"
}

# No space, or no directory, for a table: one line, and nothing is left.
test_no_space() {
    rm -f "$cache"/*
    said='build-db with files limited'
    out=$(ulimit -f 1000 && "$released" slide build-db 5x5 2>"$scratch/err")
    status=$? err=$(<"$scratch/err")
    ends 1
    complains
    [ "$(kept)" = 0 ] || wrong "without space it leaves $(ls "$cache")"
    said='build-db without a cache'
    out=$(env -u XDG_CACHE_HOME -u HOME "$released" slide build-db 5x5 2>"$scratch/err")
    status=$? err=$(<"$scratch/err")
    ends 1
    complains
}

test_pages
test_refusals
test_solve
test_full
test_interrupt
test_resume
test_damage
test_no_space

exit $bad
