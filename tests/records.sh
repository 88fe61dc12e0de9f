#!/usr/bin/env bash
# tilewright records and watch without a screen: the list, one game, deleting, and clear refusals.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
export XDG_DATA_HOME=$scratch/data TZ=UTC LC_ALL=C.UTF-8
folder=$XDG_DATA_HOME/tilewright/games

record() { # NAME TIME GAME AGENT...
    local file=$folder/$1.jsonl when=$2
    shift 2
    fine match "$@" --games 1 --seed a --records "$file"
    touch -d "$when" "$file"
}

fill() {
    rm -rf "$folder"
    mkdir -p "$folder"
    record 2026-03-01-180522-azul '2026-03-01 18:05' azul random greedy
    record 2026-03-01-180623-lines '2026-03-01 18:06' lines random
    echo '{"game":"slide","params":{"rows":2,"cols":2}}' >"$folder/2026-02-01-000000-slide.jsonl"
    printf 'nonsense \033[2J' >"$folder/2026-01-01-000000-odd.jsonl"
    touch -d '2026-02-01' "$folder/2026-02-01-000000-slide.jsonl"
    touch -d '2026-01-01' "$folder/2026-01-01-000000-odd.jsonl"
}

count() { find "$folder" -name '*.jsonl' | wc -l; }

test_empty() {
    fine records
    says "Nothing is recorded in $folder."
    fine records --json
    [ -z "$out" ] || wrong "records --json: prints without a record: $out"
    fine records path
    [ "$out" = "$folder" ] || wrong "records path: $out"
    refuses records show 1
    complains_of 'none at all'
}

test_list() {
    fill
    fine records
    [ "$(sed -n 2p <<<"$out")" = "1  2026-03-01 18:06  lines  random          0 points            26  2026-03-01-180623-lines.jsonl" ] ||
        wrong "records: $out"
    says '2  2026-03-01 18:05  azul   greedy, random  greedy won'
    says '3  2026-02-01 00:00  slide'
    says 'cannot be read'
    fine records list
    says '2026-03-01-180522-azul.jsonl'
    [ "$(wc -l <<<"$out")" = 5 ] || wrong "records: not 5 lines: $out"
}

test_json() {
    fill
    fine records --json
    [ "$(wc -l <<<"$out")" = 4 ] || wrong "records --json: not 4 lines: $out"
    says '{"number":1,"name":"2026-03-01-180623-lines.jsonl","time":"2026-03-01T18:06:00Z","readable":true,"game":"lines","players":["random"],"over":true,"moves":26,'
    says '"winners":[0]}'
    says '{"number":4,"name":"2026-01-01-000000-odd.jsonl","time":"2026-01-01T00:00:00Z","readable":false}'
    fine records show 2 --json
    says '"name":"2026-03-01-180522-azul.jsonl"'
    [ "$(wc -l <<<"$out")" = 1 ] || wrong "records show --json: not a line: $out"
}

# A game goes by its number, by its name, and by its name without the ending.
test_show() {
    local asked
    fill
    for asked in 1 2026-03-01-180623-lines.jsonl 2026-03-01-180623-lines; do
        fine records show "$asked"
        says '2026-03-01 18:06: random; 0 points'
        says 'lines: '
        says 'The game is over, with '
    done
    refuses records show 9
    complains_of 'the number must be from 1 to 4'
    refuses records show 0
    refuses records show 99999999999999999999999
    refuses records show azul
    complains_of "there is no record 'azul'"
    refuses records show ../games/2026-03-01-180623-lines.jsonl
    refuses records show
    refuses records show 1 2
    run records show 4
    ends 2
    complains
}

test_delete() {
    fill
    refuses records delete
    refuses records delete 1
    complains_of '--yes'
    [ "$(count)" = 4 ] || wrong 'records delete: deletes without being sure'
    refuses records delete 1 9 --yes
    [ "$(count)" = 4 ] || wrong 'records delete: deletes some, although one is wrong'
    fine records delete 1 2026-03-01-180623-lines 3 --yes # the first two are the same
    [ "$(count)" = 2 ] || wrong "records delete: $(count) are left, not 2"
    says 'Deleted 2026-03-01-180623-lines.jsonl.'
    says 'Deleted 2026-02-01-000000-slide.jsonl.'
    fine records list
    says '1  2026-03-01 18:05'
}

# On a terminal it asks.
test_asks() {
    fill
    for answer in n y; do
        out=$(timeout "$limit" build/asan/tests/terminal '[y/N] ' "$answer"$'\n' -- "$tilewright" records delete 1 2>&1)
        case $out in *2026-03-01-180623-lines.jsonl*) ;; *) wrong "records delete: does not say what: $out" ;; esac
        [ "$answer" = y ] || [ "$(count)" = 4 ] || wrong "records delete: deletes in spite of n"
    done
    [ "$(count)" = 3 ] || wrong "records delete: does not delete: $out"
}

test_wrong() {
    fine records --help
    says 'only by --record'
    refuses records eat
    complains_of 'list, show, delete or path'
    refuses records list 1
    refuses records path 1
    (
        unset XDG_DATA_HOME HOME
        run records
        ends 1
        complains_of 'HOME or XDG_DATA_HOME must be set'
        exit "$bad"
    ) || bad=1
}

# Where there is no terminal, watch says what to use.
test_watch() {
    fill
    refuses watch 1
    complains_of "'replay' tells a game in words"
    refuses watch - </dev/null
    refuses watch --live azul
    complains_of "'match'"
    refuses watch
    refuses watch 1 2
    refuses watch 1 --speed 0
    complains_of 'from 0.25 to 16'
    refuses watch 1 --speed nan
    refuses watch 1 --speed fast
    refuses watch 1 --game 0
    complains_of "--game must be a whole number from 1 on, not '0'"
    refuses watch 1 --vs coach
    complains_of '--live'
    refuses watch 1 --seed x
    refuses watch --live azul --game 1
    refuses watch --live nothing
    refuses watch --live azul players=9
    refuses watch --live azul --vs nobody
    complains_of "azul has no agent 'nobody'"
    refuses watch --live azul --vs greedy,greedy,greedy
    complains_of 'one agent, or 2'
}

# A game is named in the same ways wherever a record is read; a file of that name comes first.
test_reading() {
    fill
    for command in replay 'review --budget 1n' 'best --budget 1n --at 1'; do
        # shellcheck disable=SC2086 # words of a command
        fine $command "$folder/2026-03-01-180623-lines.jsonl"
        local whole=$out
        for name in 1 2026-03-01-180623-lines 2026-03-01-180623-lines.jsonl; do
            # shellcheck disable=SC2086
            fine $command "$name"
            [ "$(without_times <<<"$out")" = "$(without_times <<<"$whole")" ] || wrong "$command $name: $out"
        done
        # shellcheck disable=SC2086
        refuses $command 9
        complains_of "there is no file 9, nor a recorded game of that name or number; 'tilewright records' lists them"
    done
    cp "$folder/2026-03-01-180522-azul.jsonl" "$scratch/1"
    (here=$PWD && cd "$scratch" && "$here/$tilewright" replay 1 | grep -q actory) ||
        wrong 'replay 1: not the file of that name'
}
without_times() { sed -E 's/[0-9.]+ s\b//g'; }

for part in empty list json show delete asks wrong watch reading; do "test_$part"; done
exit "$bad"
