#!/usr/bin/env bash
# Lines on a real screen: cells by their names, by arrows and by mouse; undoing does not change the luck.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh

test_play() {
    begin play lines --seed monday
    wait_for 'turn 0'
    see_lines 1 9 <<'END'
 lines  0 points, turn 0
╭─ Board ───────────────────────────────╮╭─ Next balls ────────────────────────╮
│    a   b   c   d   e   f   g   h   i  ││  C   G   R                          │
│ 1                                     ││ ▀▀▀ ▀▀▀ ▀▀▀                         │
│   ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ │╰─────────────────────────────────────╯
│ 2            ▐ G ▌                    │╭─ The goal ──────────────────────────╮
│   ▀▀▀ ▀▀▀ ▀▀▀▝▀▀▀▘▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ││ Get as many points as you can       │
│ 3          M                          ││ before the board is full: five or   │
│   ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀ ││ more balls of a colour in a line    │
END
    type_text d2
    wait_for 'Esc back'
    type_text e5
    wait_for 'Green moves from d2 to e5'
    keys Enter
    wait_for 'turn 1'
    see_line 12 '5                ▐ G ▌'
}

test_undo() {
    local after
    after=$(screen | sed -n '2,22p')
    keys u
    wait_for 'turn 0'
    keys U
    wait_for 'turn 1'
    keys u
    wait_for 'turn 0'
    type_text d2
    wait_for 'Esc back'
    type_text e5
    wait_for 'd2 to e5'
    keys Enter
    wait_for 'turn 1'
    [ "$(screen | sed -n '2,22p')" = "$after" ] || wrong "the same move meets other luck: $(screen)"
}

test_mouse() {
    click 21 12 # e5
    wait_for 'Enter play'
    click 21 20 # e9
    wait_for 'turn 2'
    see_line 20 '9  G             ▐ G ▌'
}

# h is a column; H asks for a hint.
test_hint() {
    click 21 20
    wait_for 'Enter play'
    keys Escape
    wait_gone 'Enter play'
    keys H
    wait_for '╭─ Hint'
    wait_for 'points'
    wait_for '│ It '
    keys Escape
    wait_gone '╭─ Hint'
}

test_leave() {
    see_help 'Get as many points'
    see_sizes 'Next balls'
    keys q
    is_over 0
}

test_resume() {
    begin
    wait_for 'Go on: lines, 2 moves'
    keys Enter
    wait_for 'turn 2'
    keys u
    wait_for 'turn 1'
    keys q
    wait_for 'Go on: lines, 1 move'
    keys q
    is_over 0
}

test_watch() {
    begin watch 1 --speed 16
    wait_for 'move 1 of 1'
    see_line 23 'Green moves from d2 to e5'
    keys Home
    wait_for 'move 0 of 1'
    keys End p
    wait_for 'turn 1'
    wait_gone 'move 1 of 1'
    keys q
    wait_for 'move 1 of 1'
    keys q
    is_over 0
}

open_terminal 80 24
for part in play undo mouse hint leave resume watch; do "test_$part"; done
exit "$bad"
