#!/usr/bin/env bash
# `tilewright review`: what is said and drawn, what is refused and how, several games in a file, and
# Ctrl-C; and the ways to a position of a record, `best --at` and `--game`.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

# Right is the way home; Up and Down are two moves too many. The last game goes straight home.
begin='{"game":"slide","params":{"rows":2,"cols":2}}
{"who":"chance","action":{"blank_to":[1,0]}}
{"who":"chance","action":{"tile":1}}'
printf '%s\n{"blank":"Up"}\n{"blank":"Down"}\n{"blank":"Right"}\n' "$begin" >"$scratch/slow"
printf '%s\n{"blank":"Right"}\n' "$begin" >"$scratch/fast"
cat "$scratch/slow" "$scratch/fast" >"$scratch/both"
record() { # GAME AGENTS...: two games of each, in $scratch/GAME
    "$tilewright" match "$@" --games 2 --seed monday --records "$scratch/$1" >/dev/null
}
record azul greedy random
record lines random
record falls novice:20n
"$tilewright" match azul greedy random random --games 1 --seed monday --records "$scratch/three" >/dev/null

is_screen() { # the output is at most 80 columns wide
    [ "$(wc -L <<<"$out")" -le 80 ] || wrong "tilewright $said: wider than a screen: $out"
    case $out in *' '$'\n'*) wrong "tilewright $said: spaces at the end of a line" ;; esac
}

test_words() {
    fine review "$scratch/slow"
    says 'slide, 3 moves. solver searched'
    says ' s, at most 1000000n a move.'
    says 'The game is over, and won.'
    says 'The score that is expected after each move:'
    says '            85.8 %                  0.67          2      0      1      0       0'
    says 'Turning points, the weightiest first:'
    says '    1     OKAY          2     -3 Up'
    says '                                 better: Right'
    is_screen
    fine review "$scratch/slow" --moves
    says '    2     EXCELLENT     0     -3 Down'
    says '    3     EXCELLENT     0     -3 Right'
    fine review "$scratch/fast"
    says '100.0 %'
    says 'No move lost more than a point.'
    fine review - <"$scratch/fast"
    says 'slide, 1 move.'
    printf '%s\n' "$begin" >"$scratch/unplayed"
    fine review "$scratch/unplayed"
    says 'The game is not over.'
    says 'No move was played.'
    fine review "$scratch/slow" --agent random
    says '3 moves have no grade'
    fine review "$scratch/slow" --budget 50r
    says ' s, at most 50r a move.'
    fine review "$scratch/slow" --agent greedy:5n --objective game --acts-per-tick 3
    says 'greedy searched'
    fine help review
    says 'tilewright review: grade every move of a recorded game'
}

# The picture, dot by dot.
test_chart() {
    fine review "$scratch/slow" --ascii
    says '     -3 |######################################################################'
    says '         ^
         1                      2                      3
         ^ a turning point'
    fine review "$scratch/azul" --game 1 --ascii --budget 100n
    says 'The lead of player 1 that is expected after each move:'
    says '      0 +----------------------------------------------------------------------'
    says "'lead' is that of player 1 after the move."
    grep -q '^ *[0-9]*\*  [12] MISS ' <<<"$out" || wrong "review: no move gave the lead away: $out"
    fine review "$scratch/azul" --game 1 --budget 100n --objective round
    says "The lead of player 1 that is expected after each move, by the objective 'round':"
    for file in slow azul lines falls three; do
        fine review "$scratch/$file" --ascii --moves --budget 10n
        is_screen
        LC_ALL=C grep -q '[^ -~]' <<<"$out" && wrong "review $file --ascii: not plain"
        fine review "$scratch/$file" --moves --budget 10n
        is_screen
    done
    fine review "$scratch/three" --budget 50n
    for player in 1 2 3; do says "The lead of player $player over the best other, after its moves:"; done
    says "'lead' is that of the player after the move."
}

# What is as good as the best has none that is better.
test_excellent() {
    fine review "$scratch/azul" --game 1 --moves --budget 300n
    grep -q '^ *[0-9]* *[12] GOOD .*' <<<"$out" || wrong "review: no move is good: $out"
    grep -A 1 ' EXCELLENT ' <<<"$out" | grep 'better:' && wrong "review: better than excellent: $out"
    grep -A 1 ' GOOD ' <<<"$out" | grep -q 'better:' || wrong "review: nothing is better than good: $out"
}

# Several games in a file: the last, or the one that is asked for.
test_games() {
    fine review "$scratch/both"
    says '1 move.'
    fine review "$scratch/both" --game 1
    says '3 moves.'
    refuses review "$scratch/both" --game 3
    complains_of '--game must be a whole number from 1 to 2'
    fine review "$scratch/azul" --game 2 --budget 20n
    says 'Game 2: player 1 is random, player 2 is greedy'
    fine replay "$scratch/azul" --game 2
    says 'Game 2: player 1 is random'
    case $out in *'Game 1:'*) wrong 'replay --game 2 tells game 1 as well' ;; esac
    refuses replay "$scratch/azul" --game 3
    refuses replay "$scratch/azul" --game 0
    complains_of '--game must be a whole number from 1'
    refuses best "$scratch/azul" --game x
    refuses best "$scratch/azul" --game 3
}

# A position of the record: what `best` says of it is what the review says.
test_positions() {
    fine best "$scratch/slow" --at 1
    says 'Best move: Right'
    says 'Your move: Up'
    says 'OKAY: its value is -3; that of the best move is -1, 2 better.'
    fine best "$scratch/slow" --at 1 --move right
    says 'EXCELLENT: it is the best move.'
    fine best "$scratch/both" --game 1 --at 3
    says 'Your move: Right'
    refuses best "$scratch/slow" --at 4
    complains_of '--at must be the number of a move'
    refuses best "$scratch/slow" --at 0
    printf '{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[1,2,0,3]}\n' >"$scratch/state"
    refuses best "$scratch/state" --at 1
    complains_of 'must hold a record'
    fine review "$scratch/azul" --game 1 --budget 300n --json
    for move in 0 7 20; do
        delta=$(grep -o "{\"move\":$move,\"who\".*" <<<"$out" | grep -o '"delta":[^,]*' | head -n 1)
        asked=$(timeout "$limit" "$tilewright" best "$scratch/azul" --game 1 --at $((move + 1)) --budget 300n --json)
        case $asked in *"$delta"*) ;; *) wrong "best --at $((move + 1)) has not $delta: $asked" ;; esac
    done
    fine best "$scratch/falls" --at 3 --budget 20n
    says 'Your move: '
}

# The same on any number of threads; --json is the protocol's answer.
test_json() {
    for file in slow azul lines; do
        budget=200n
        [ $file != lines ] || budget=20n # a node is a whole net
        fine review "$scratch/$file" --budget $budget --json --threads 1 --seed x
        first=${out%\"elapsed_ms\"*}
        fine review "$scratch/$file" --budget $budget --json --threads 2 --seed x
        [ "${out%\"elapsed_ms\"*}" = "$first" ] || wrong "review $file: other threads, another answer"
    done
    answer=$(printf '{"cmd":"review","nodes":200,"seed":"x","record":%s}\n' "$(tail -n 1 "$scratch/azul")" | "$tilewright" engine)
    answer=${answer%\"elapsed_ms\"*}
    fine review "$scratch/azul" --budget 200n --json --seed x
    [ "{${answer#\{\"id\":null,\"ok\":true,}" = "${out%\"elapsed_ms\"*}" ] || wrong "review --json is not the protocol's"
}

test_refusals() {
    refuses review
    refuses review "$scratch/slow" "$scratch/fast"
    refuses review "$scratch/absent"
    refuses review /dev/null
    complains_of 'must hold a state or a record'
    printf '{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[1,2,0,3]}\n' >"$scratch/state"
    refuses review "$scratch/state"
    complains_of 'must hold a record, not a state'
    refuses review "$scratch/slow" --agent 'deep thought'
    complains_of "slide has no agent 'deep thought'"
    refuses review "$scratch/slow" --budget 5
    complains_of "the budget '5' must be nodes"
    refuses review "$scratch/slow" --objective round
    complains_of "solver knows no objective 'round'; it must be one of game"
    refuses review "$scratch/slow" --threads 0
    refuses review "$scratch/slow" --acts-per-tick 101
    refuses review "$scratch/slow" --game 99999999999999999999
    # Damaged records: one line, whatever is wrong.
    for damage in 's/Up/Left/' 's/Up/Sideways/' 's/"tile":1/"tile":9/' 's/slide/chess/' '2d' 's/}$//' 's/{/[/' '1d' 's/Up/\x1b[2J/'; do
        sed "$damage" "$scratch/slow" >"$scratch/damaged"
        refuses review "$scratch/damaged"
        case $err in *$'\x1b'*) wrong "review: an escape in the complaint" ;; esac
    done
    printf '\x00\xff\xfe{"game":"slide"}\n\x80' >"$scratch/noise"
    refuses review "$scratch/noise"
}

# Ctrl-C ends it; the moves so far are printed.
test_interrupt() {
    (
        trap - INT # the shell ignores it for what runs in the background
        exec "$tilewright" review "$scratch/azul" --budget 300ms
    ) >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    sleep 2
    kill -INT $pid
    wait $pid
    status=$? said='review, interrupted' out=$(<"$scratch/out") err=$(<"$scratch/err")
    ends 130
    says 'It was stopped after move '
    says 'accuracy'
    complains_of 'stopped'
}

for test in $(compgen -A function test_); do "$test"; done
exit "$bad"
