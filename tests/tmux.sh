#!/usr/bin/env bash
# The program on a real screen, whatever the game: the menu, the records, watching, looks, and that the
# terminal is as it was afterwards.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh
config=$XDG_CONFIG_HOME/tilewright/config

test_menu() {
    begin
    wait_for 'Quit'
    see_line 1 ' Tilewright '
    see_not 'Recorded games'
    keys '?'
    wait_for 'open the game that begins'
    keys Escape
    wait_gone 'open the game that begins'
    resize 30 9
    wait_gone 'Quit'
    keys End
    wait_for 'Quit'
    resize 80 24
    wait_for 'azul'
    keys Enter
    is_over 0
}

# Makes some records without a screen.
fill_archive() {
    mkdir -p "$games_folder"
    play_record 2026-03-01-180522-azul '2026-03-01 18:05' azul random greedy
    play_record 2026-03-01-180623-lines '2026-03-01 18:06' lines random
    echo 'not a record' >"$games_folder/2026-02-01-000000-odd.jsonl"
    touch -d '2026-02-01' "$games_folder/2026-02-01-000000-odd.jsonl"
}

play_record() { # NAME TIME GAME AGENT...
    local file=$games_folder/$1.jsonl when=$2
    shift 2
    fine match "$@" --games 1 --seed a --records "$file"
    touch -d "$when" "$file"
}

test_records() {
    fill_archive
    begin
    wait_for 'Recorded games'
    keys Down Down Down Down Enter
    wait_for '3 games'
    see_line 2 'Date              Game    Players'
    see_line 3 '2026-03-01 18:06  lines   random'
    see_line 4 '2026-03-01 18:05  azul    greedy, random'
    see_line 5 'cannot be read'
    keys Down Down Enter
    wait_for 'The game cannot be read'
    keys d
    wait_for 'Delete 2026-02-01-000000-odd.jsonl?'
    keys n
    wait_gone 'Delete 2026'
    [ "$(records_count)" = 3 ] || wrong 'n deletes'
    keys d
    wait_for 'Delete 2026'
    keys y
    wait_for '2 games'
    [ "$(records_count)" = 2 ] || wrong 'y does not delete'
    keys p
    wait_for 'This game is over'
    keys Enter
    wait_for ' of 66'
    keys End
    wait_for 'The end'
    keys p
    wait_for 'The game is over here'
    keys Left p
    wait_for 'Your turn'
    keys q
    wait_for 'move '
    keys v
    wait_for 'looks at every move'
    keys q
    wait_for 'move 65 of 66'
    keys q
    wait_for 'Recorded games'
    keys q
    wait_for 'Quit'
    keys q
    is_over 0
}

# The record comes from a pipe, and the keys from the terminal.
test_pipe() {
    type_text "clear; echo above; cat '$games_folder'/2026-03-01-180522-azul.jsonl | '$program' watch -"
    keys Enter
    wait_for ' of 66'
    keys Space Home Right
    wait_for 'move 1 of'
    keys q
    is_over 0
}

test_live() {
    begin watch --live azul --vs random --seed a --speed 16
    wait_for 'random 1'
    wait_for 'The end'
    see_not 'Paused'
    keys Left
    wait_for 'move '
    keys q
    wait_gone 'move '
    keys n
    wait_for 'Round 1'
    keys q
    is_over 0
}

# Without colours and beyond ASCII, nothing is lost.
test_looks() {
    echo 'glyphs = ascii' >"$config"
    type_text "export NO_COLOR=1"
    keys Enter
    begin play azul --seed monday --no-record
    wait_for 'Your turn'
    wait_for '[ Y ]'
    case $(screen) in *[![:ascii:]]*) wrong "not only ASCII:"$'\n'"$(screen)" ;; esac
    case $(terminal capture-pane -e -p) in *$'\e['[34][0-8]*m*) wrong 'colours in spite of NO_COLOR' ;; esac
    keys q
    is_over 0
    type_text "unset NO_COLOR"
    keys Enter
    rm "$config"
}

test_wrong_settings() {
    echo 'tick = soon' >"$config"
    begin play slide --no-record
    wait_for 'tick must be a whole number'
    keys q
    is_over 0
    rm "$config"
}

# A signal ends the program, and the screen is as it was.
test_signal() {
    begin play azul --seed monday --no-record
    wait_for 'Your turn'
    kill -TERM "$(pgrep -P "$(terminal display-message -p '#{pane_pid}')")"
    wait_for 'ready>'
    type_text 'echo status $?'
    keys Enter
    wait_for 'status 143'
    see_line 1 above
    type_text 'stty -a | grep -o " echo "'
    keys Enter
    wait_for ' echo'
}

open_terminal 80 24
for part in menu records pipe live looks wrong_settings signal; do "test_$part"; done
exit "$bad"
