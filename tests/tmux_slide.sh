#!/usr/bin/env bash
# Slide on a real screen: arrows push tiles, a click on a far tile moves a chain.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh

test_play() {
    begin play slide --rows 3 --cols 3 --seed monday
    wait_for '0 moves'
    see_lines 1 6 <<'END'
 slide  0 moves, 8 to place
╭─ Board ─────────────────╮╭─ The goal ────────────────────────────────────────╮
│                         ││ Bring the tiles into order, row by row, with as   │
│    8               4    ││ few moves as you can. The blank ends bottom       │
│                         ││ right, or top left if you choose so.              │
│ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀ ││                                                   │
END
    keys Up
    wait_for '1 move,'
    see_line 4 '8   ▕   6   ▏   4'
    wait_for 'Tile 6 moves up'
    keys Down
    wait_for '2 moves'
    keys Down
    wait_for 'Not possible'
    see_line 1 '2 moves'
}

# A click on the lowest tile of the middle column moves both tiles above it.
test_mouse() {
    click 13 12
    wait_for '4 moves'
    see_line 4 '6'
    see_line 8 '5'
}

test_undo() {
    keys BSpace
    wait_gone '4 moves'
    keys C-y
    wait_for '4 moves'
    keys C-r
    wait_for '0 moves'
    keys h
    wait_for '╭─ Hint'
    wait_for 'Then '
}

test_leave() {
    see_help 'Bring the tiles into order'
    see_sizes 'Board'
    keys Up
    wait_for '1 move,'
    keys q
    is_over 0
}

test_resume() {
    begin
    wait_for 'Go on: slide, 1 move'
    keys Enter
    wait_for '1 move,'
    keys q
    wait_for 'Go on'
    keys q
    is_over 0
}

test_watch() {
    begin watch 1
    wait_for 'move 1 of 1'
    wait_for 'Paused'
    see_line 23 'Tile 6 moves up'
    keys q
    is_over 0
}

open_terminal 80 24
for part in play mouse undo leave resume watch; do "test_$part"; done
exit "$bad"
