#!/usr/bin/env bash
# A game at a terminal: prompts, colours, the height of the screen, the end of the input and of a game.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
export TERM=xterm-256color
unset NO_COLOR
end=$'\004' # Ctrl-D

on_terminal() { # [TEXT KEYS]... -- ARG...: KEYS are typed when TEXT is there
    local script=()
    while [ "$1" != -- ]; do script+=("$1" "$2") && shift 2; done
    shift
    said="$* on a terminal"
    out=$(timeout "$limit" build/asan/tests/terminal "${script[@]}" -- "$tilewright" "$@" 2>&1 && echo .)
    status=$? err=
    out=${out%.}
    out=${out//$'\r'/}
}

# The prompt tells whose turn it is, where there are several.
test_prompts() {
    on_terminal $'\n> ' "$end" -- play --plain slide
    ends 0
    says "Type a move, such as '"
    on_terminal 'player 1> ' $'blue 4 2\n' 'player 2> ' "$end" -- play --plain azul --seed monday
    ends 0
    on_terminal 'players 1 and 2> ' "$end" -- play --plain falls players=2
    ends 0
    on_terminal 'players 1, 2 and 3> ' "$end" -- play --plain falls players=3
    ends 0
    on_terminal 'Which game? ' $'sl\n' $'\n> ' "$end" -- play --plain
    ends 0
}

# The end of the input ends the line, too.
test_end() {
    for ask in 'Which game? ' '> '; do
        case $ask in '> ') set -- slide ;; *) set -- ;; esac
        on_terminal "$ask" "$end" -- play --plain "$@"
        ends 0
        case $out in *"$ask"$'\n') ;; *) wrong "no end of line after '$ask': $(tail -n 2 <<<"$out" | cat -A)" ;; esac
    done
}

test_colours() {
    local plain
    on_terminal '> ' "$end" -- play --plain slide
    says $'\033['
    for plain in TERM=dumb TERM= NO_COLOR=1; do
        out=$(env "$plain" build/asan/tests/terminal '> ' "$end" -- "$tilewright" play --plain slide 2>&1)
        case $out in *$'\033'*) wrong "colours with $plain" ;; esac
    done
    out=$(env -u TERM build/asan/tests/terminal '> ' "$end" -- "$tilewright" play --plain slide 2>&1)
    case $out in *$'\033'*) wrong 'colours without TERM' ;; esac
}

# Lists fit the screen.
test_height() {
    TERMINAL_ROWS=12 on_terminal 'player 1> ' $'moves\n' 'to see some of them' "$end" -- play --plain azul --seed monday
    ends 0
    [ "$(grep -c '^  [0-9]* [A-Z]' <<<"$out")" = 8 ] || wrong "8 moves and a line: $out"
    TERMINAL_ROWS=200 on_terminal 'player 1> ' $'moves\n' 'player 1> ' "$end" -- play --plain azul --seed monday
    case $out in *'more;'*) wrong "a high screen shows all moves: $out" ;; esac
    # A long row of moves: the board and the prompt stay on the screen.
    # What scores is left out last: a column of four vanishes in the second capsule's fall.
    TERMINAL_ROWS=24 on_terminal '> ' $'dd lf\n' '> ' $'sss lf\n' '26 viruses left' "$end" -- play --plain falls --seed monday
    says '2 viruses'
    says '... and '
    TERMINAL_ROWS=14 on_terminal '> ' $'dlurdlurdlur\n' '12 moves' "$end" -- play --plain slide --seed monday
    says ' more'
    [ "$(grep -c '^  [A-Z]' <<<"$out")" = 5 ] || wrong "five lines of news: $out"
}

# A drawn seed has 128 bits and gives the same game again, at the start and for `new`.
test_seeds() {
    local seed board
    on_terminal '> ' "$end" -- play --plain slide
    seed=$(sed -n 's/^To play this game again: --seed \([0-9a-f]*\)$/\1/p' <<<"$out")
    [ ${#seed} = 32 ] || wrong "the seed '$seed'"
    board=$(grep -B 4 'to place' <<<"$out")
    on_terminal '> ' "$end" -- play --plain slide --seed "$seed"
    [ "$(grep -B 4 'to place' <<<"$out")" = "$board" ] || wrong "--seed $seed gives another game"
    on_terminal '> ' $'new\n' "starts it again" '' '> ' "$end" -- play --plain slide
    seed=$(sed -n "s/^A new game; 'new \([0-9a-f]*\)' starts it again.$/\1/p" <<<"$out")
    [ ${#seed} = 32 ] || wrong "the seed of new '$seed'"
    board=$(grep -B 4 'to place' <<<"$out" | tail -n 5)
    on_terminal '> ' "$end" -- play --plain slide --seed "$seed"
    [ "$(grep -B 4 'to place' <<<"$out")" = "$board" ] || wrong "new's seed $seed gives another game"
    # The system may give its bytes one by one.
    gcc -shared -fPIC -O1 -o "$scratch/disk.so" tests/play/disk.c -ldl || wrong 'tests/play/disk.c'
    out=$(build/asan/tests/terminal '> ' "$end" -- /usr/bin/env LD_PRELOAD="$scratch/disk.so" build/tilewright play --plain slide)
    says '--seed 000102030405060708090a0b0c0d0e0f'
}

# At the end of a game a person is asked for another one; whoever pipes moves in is not.
test_again() {
    local game=(play --plain slide rows=2 cols=2 difficulty=1 --seed monday) word
    "$tilewright" "${game[@]}" --record "$scratch/game" </dev/null >/dev/null
    word=$(sed -n 's/.*"blank":"\(.*\)".*/\1/p' "$scratch/game" |
        sed 's/Up/down/; t; s/Down/up/; t; s/Left/right/; t; s/Right/left/')
    fine "${game[@]}" <<<"$word"
    says 'The game is over, and won.'
    case $out in *Again*) wrong "asked, but nobody is there: $out" ;; esac
    on_terminal '> ' "$word"$'\n' 'Again? (y/n) ' $'n\n' -- "${game[@]}"
    ends 0
    says 'The game is over, and won.'
    on_terminal '> ' "$word"$'\n' 'Again? (y/n) ' $'Y\n' '0 moves' '' '> ' "$end" -- "${game[@]}"
    ends 0
    says 'A new game;'
    on_terminal '> ' "$word"$'\n' 'Again? (y/n) ' $'up\n' 'The game is over; ' '' 'Again? (y/n) ' $'und\n' \
        'Undone: ' '' '> ' "$word"$'\n' 'Again? (y/n) ' "$end" -- "${game[@]}"
    ends 0
    [ "$(grep -c 'The game is over, and won.' <<<"$out")" = 2 ] || wrong "won twice: $out"
    case $out in *'Again? (y/n) '$'\n') ;; *) wrong "no end of line after the question: $out" ;; esac
}

# What is typed is shown harmlessly, although the terminal echoes it, too.
test_odd_lines() {
    on_terminal '> ' $'x\x16\x1b[31m\n' 'is not a move' "$end" -- play --plain slide
    ends 0
    says "'x\\u001b[31m' is not a move"
}

test_prompts
test_end
test_colours
test_height
test_seeds
test_again
test_odd_lines

exit $bad
