#!/usr/bin/env bash
# Falls on a real screen, in real time: keys, the clock, pause, agents in the other bottles. The clock is
# slow where a picture is compared, so that no tick comes between.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh

test_play() {
    begin play falls --seed monday --tick 10000
    wait_for 'viruses'
    see_lines 2 6 <<'END'
╭─ You ──────────╮╭Viruses╮╭─ The goal ────────────────────────────────────────╮
│· · · R╶╴B· · · ││ >< 10 ││ Remove all viruses from your field: four or more  │
│· · · · · · · · ││ oo 10 ││ tiles of a colour in a row or a column vanish. Of │
│· · · · · · · · ││ ^^  8 ││ several players, the first without viruses wins.  │
│· · · r b · · · │╰── 28 ─╯│                                                   │
END
    keys h
    wait_for '╭─ Hint'
    wait_for 'Then '
    keys Left s
    wait_for '│· R╶╴B· · · · · ││ >< 10'
    keys Down
    wait_for '│· · · · · · · · ││ >< 10'
    keys Up
    wait_for '│· · R╷· · · · · ││ >< 10'
    keys f
    wait_for '│· · · R╶╴R· · · ││ >< 10'
}

test_undo() {
    keys u
    wait_for 'Paused'
    wait_for '│· · R╷· · · · · ││ >< 10'
    keys U
    wait_for '│· · · R╶╴R· · · ││ >< 10'
}

test_pause() {
    see_line 1 'Paused'
    keys p
    wait_gone 'Paused'
    keys p
    wait_for 'Paused'
    see_help 'Remove all viruses'
    see_sizes 'Viruses'
    keys q
    is_over 0
}

# The clock runs: without a key, the capsule falls.
test_clock() {
    begin play falls --seed monday --tick 40 --no-record
    wait_for 'The end'
    keys q
    is_over 0
}

test_resume() {
    begin
    wait_for 'Go on: falls'
    keys Enter
    wait_for 'Paused'
    wait_for '│· · · R╶╴R· · · ││ >< 10'
    keys q
    wait_for 'Go on'
    keys q
    is_over 0
}

# The newest record tells of some ticks.
ticked() {
    local record
    record=$(find "$games_folder" -name '*.jsonl' | sort | tail -n 1)
    [ "$(grep -c '"who":"clock"' "$record")" -ge 12 ]
}

test_agents() {
    begin play falls --seed monday --players 3 --vs steady,novice --tick 400
    wait_for 'steady'
    wait_for 'novice'
    keys Left Down Down
    wait_until ticked
    keys p
    wait_for 'Paused'
    keys q
    is_over 0
}

test_watch() {
    begin watch 1
    wait_for 'Paused' # it ran to its end
    keys g 5 Enter
    wait_for 'step 5 of'
    keys Space
    wait_gone 'step 5 of'
    keys q
    is_over 0
    begin watch --live falls --players 2 --vs novice --seed a --speed 16
    wait_for 'novice 2'
    keys Space
    wait_for 'Paused'
    keys Left
    wait_for 'step '
    keys p
    wait_for 'You'
    keys q
    wait_for 'step '
    keys q
    wait_gone 'step '
    keys q
    is_over 0
}

open_terminal 80 24
for part in play undo pause clock resume agents watch; do "test_$part"; done
exit "$bad"
