#!/usr/bin/env bash
# `tilewright practice` in lines: questions, answers, what is refused and how, and the sum.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

slide=(practice slide rows=3 cols=3 length=16 --seed monday --budget 20000n)

answered() { # ARG...: all is well, with $lines as the input
    printf '%s\n' "${lines[@]}" >"$scratch/lines"
    run "$@" <"$scratch/lines"
    ends 0
    [ -z "$err" ] || wrong "tilewright $said: complains: $err"
    case $out in *' '$'\n'*) wrong "tilewright $said: spaces at the end of a line: $out" ;; esac
    [ "$(wc -L <<<"$out")" -le 80 ] || wrong "tilewright $said: wider than a screen: $out"
}

test_answers() {
    lines=(right right)
    answered "${slide[@]}"
    says 'Question 1. The position: length 16, manhattan 12.'
    says 'What would you play?'
    says $'Excellent\nYours is the best move. Proven.'
    says '1.    16  Right (yours)'
    says 'Question 2.'
    says $'Okay -2\nBest: '
    says '2 answers, accuracy 79 %, 2 points lost.'
    says '  Okay        1 ###############'
    says $'The same positions again:\n  tilewright practice slide rows=3 cols=3 length=16 --seed monday'
    local before=$out
    answered "${slide[@]}"
    [ "$out" = "$before" ] || wrong "the same seed asks something else: $out"
}

test_commands() {
    lines=(help moves next quit right)
    answered "${slide[@]}"
    says 'list the legal moves'
    says $'  Up\n  Right'
    says 'Question 2.'
    case $out in *Question\ 3* | *answer,*) wrong "goes on after quit: $out" ;; esac
    lines=('' '   ' m q)
    answered "${slide[@]}"
    says $'  Up\n  Right'
}

test_refusals() {
    lines=(down left nonsense $'\a' "$(printf 'x%.0s' {1..3000})" right)
    answered "${slide[@]}"
    says "Not 'down': "
    says "'nonsense' is not a move; 'moves' lists them"
    says "'\\u0007' is not a move"
    says 'That line is too long'
    says 'Excellent'
    lines=(blue)
    answered practice azul --seed monday --budget 2000n
    says "'blue' may mean:"
}

test_games() {
    lines=('blue center 1')
    answered practice azul --stage mid --seed monday --budget 2000n
    says 'Question 1, you are player 2. The position: stage mid'
    says '2 Blue from center to line 1 (yours)'
    says 'The best play: player 2: '
    lines=('left, left' f)
    answered practice falls --seed monday --budget 2000n
    says 'Best: '
    says '1 answer, accuracy '
    lines=(sssf)
    answered practice falls --seed monday --budget 2000n
    says '1 answer, accuracy '
    lines=(moves 'MOVES  b1' 'moves nonsense')
    answered practice lines --seed monday --budget 2000n
    [ "$(grep -c '^  [a-i][1-9] ' <<<"$out")" = $((19 + 19)) ] || wrong "not 19 moves and a line, twice: $out"
    says " more; type 'moves "
    says ' more; add a word to see fewer'
    says "No legal move matches 'nonsense'."
}

test_command_line() {
    refuses practice
    complains_of 'practice needs GAME'
    refuses practice chess
    refuses practice azul --stage noon
    complains_of 'stage must be EARLY, MID or LATE'
    refuses practice azul length=3
    complains_of "positions of azul have no option 'length'"
    refuses practice azul early
    complains_of "'early' must be NAME=VALUE"
    refuses practice lines --stage mid
    complains_of "positions of lines have no option 'stage': they come from play"
    refuses practice lines rows=1000
    refuses practice azul --budget soon
    refuses practice azul --seed "$(printf 'x%.0s' {1..60})"
    complains_of 'seed must'
    fine practice --help
    says 'find the best move'
}

for test in $(compgen -A function test_); do "$test"; done
exit "$bad"
