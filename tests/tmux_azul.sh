#!/usr/bin/env bash
# Azul on a real screen: chosen by arrows, by typing and by mouse, with an agent in the other seat.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh

test_play() {
    begin play azul --seed monday --vs drafter:20n
    wait_for 'Your turn'
    see_lines 1 6 <<'END'
 azul  Round 1, 20 tiles left   Your turn                     You 0   drafter 0
╭─ Factories ───────────────────────────────────────╮╭─ Center ────────────────╮
│ 1▐ Y ▌ R  2  B   Y  3  Y   Y  4  B   B  5  R   R  ││  1                      │
│  ▝▀▀▀▘▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀ ││ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ │
│    R   W     Y   K     R   W     R   W     K   W  ││ Bag 17B 15Y 14R 18K 16W │
│   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀ ││ Lid empty               │
END
    keys h
    wait_for '╭─ Hint'
    wait_for ' from '
    keys Escape
    wait_gone '╭─ Hint'
    keys 1 y # the hint moved the cursor
    keys 2
    wait_for 'You take 1 Yellow from factory'
    keys Enter
    wait_for 'u undo'
    wait_for 'Your turn'
    see_line 11 'Y  2>'
    keys u
    wait_for 'U redo'
    see_line 1 '20 tiles left'
    keys U
    wait_gone 'U redo'
    see_line 11 'Y  2>'
}

# What is typed is what is read aloud: the factory and the colour, then the line.
test_typing() {
    type_text '4b'
    wait_for 'Esc back'
    type_text '3'
    wait_for 'to line 3'
    keys Enter
    wait_for 'B   B  3>'
    wait_for 'Your turn'
}

test_mouse() {
    local before
    before=$(line 1)
    [[ $(line 3) =~ ^(.*)[1-9][BYRKW] ]] || wrong "nothing lies in the center: $(line 3)"
    click $((${#BASH_REMATCH[1]} + 1)) 3
    wait_for 'Esc back'
    click 20 19 # a place of the floor line
    wait_gone 'Esc back'
    wait_for 'Your turn'
    [ "$(line 1)" != "$before" ] || wrong "a click plays nothing: $before"
}

test_leave() {
    see_help 'Take tiles of one colour'
    see_sizes 'Factories'
    keys C-s
    wait_for 'Saved as'
    keys q
    is_over 0
    [ "$(records_count)" = 1 ] || wrong "$(records_count) records, not 1"
}

# The menu goes on with it, with the same board.
test_resume() {
    begin
    wait_for 'Go on: azul with drafter:20n'
    keys Enter
    wait_for 'Your turn'
    see_line 11 'Y  2>'
    keys q
    wait_for 'Go on: azul'
    keys q
    is_over 0
}

test_menu() {
    begin
    wait_for 'Go on: azul'
    keys a
    wait_for 'max_rounds'
    keys Enter
    wait_for 'Round 1, 20 tiles left'
    keys q
    wait_for 'max_rounds'
    keys Escape
    wait_for 'Recorded games'
    keys q
    is_over 0
}

test_watch() {
    local record
    record=$(find "$games_folder" -name '*.jsonl' | sort | head -n 1)
    begin watch "$record"
    wait_for ' of 6'
    keys Space
    wait_for 'Paused'
    keys Home Right
    wait_for 'move 1 of'
    see_line 23 'You take 1 Yellow from factory 1 to line 2'
    keys End
    wait_for 'move 6 of 6'
    keys g 2 Enter
    wait_for 'move 2 of 6'
    keys p
    wait_for 'Your turn'
    see_line 11 'Y  2>'
    keys q
    wait_for 'move 2 of 6'
    keys q
    is_over 0
}

open_terminal 80 24
for part in play typing mouse leave resume menu watch; do "test_$part"; done
exit "$bad"
