#!/usr/bin/env bash
# Rooms at real terminals, when things go wrong or change at the wrong moment: nobody there, a lost
# connection, the last one leaves, a window changes its size, a key comes as a phase ends.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh
# shellcheck source=tests/support/visitors.sh
source tests/support/visitors.sh

rooms_are() { # TEXT
    gm rooms
    case $out in *"$1"*) return 0 ;; esac
    return 1
}

test_nobody() {
    gm start
    kill -USR1 "$server"
    logs 'no round was started: nobody is in a room'
    gm status
    ends 0
    says '0 members'
}

# Everybody sits down in the same room, and is ready.
begin_round() { # NAME...
    for visitor in "$@"; do play_now; done
    for visitor in "$@"; do get_ready; done
    for visitor in "$@"; do wait_for 'round 1 of 3   0:'; done
}

has_in_line() { # NUMBER TEXT
    case $(line "$1") in *"$2"*) return 0 ;; esac
    return 1
}

# The window is followed in a round; there is always a whole picture.
test_resize() {
    begin_round anna ben
    at anna
    resize 120 40
    wait_until has_in_line 40 'q leave'
    resize 30 8
    wait_for 'The window is too'
    resize 80 24
    wait_until has_in_line 24 'q leave'
    see_line 1 'round 1 of 3'
}

# A connection is lost in a round: the others play on, and the code brings back to the seat.
test_return() {
    at ben
    keys C-] # telnet's own prompt
    wait_for 'telnet>'
    type_text quit
    keys Enter
    wait_for 'Connection closed'
    at anna
    wait_for 'ben away'
    keys Left
    at ben
    keys -R
    keys Enter
    wait_for 'ready>'
    connect socat
    type_text "$code"
    keys Enter
    wait_for 'round 1 of 3   0:'
    at anna
    wait_gone 'ben away'
    gm players
    says 'ben '
}

# The code also takes a member over from a connection that still lives.
test_take_over() {
    seat second 80 24
    connect raw
    type_text "$code"
    keys Enter
    wait_for 'round 1 of 3   0:'
    at ben
    has_left 'another connection'
}

# Keys that come as the round ends are no answer to its card.
test_late_keys() {
    at anna
    keys Left Right
    gm end
    keys Left Right Down Up Space
    wait_for 'ended the round'
    wait_for 'any key: ready'
    at second
    keys Left
    wait_for 'any key: ready'
    wait_until hears
    at anna
    wait_for 'any key: ready'
}

# Who comes late watches; the last player leaves in the middle of a round.
test_last_leaves() {
    at anna && play_again
    at second && play_again
    for visitor in anna second; do wait_for 'round 2 of 3   0:'; done
    visit cleo nc
    type_text 9w # the first room
    keys Enter
    wait_for 'watch'
    at second
    keys q q
    wait_for 'Tilewright  lobby'
    at anna
    keys C-c C-c
    wait_for 'Tilewright  lobby'
    keys C-c C-c
    has_left Goodbye
    at cleo
    wait_gone 'round 2 of 3   0:'
    gm status
    ends 0
    says '0 in rounds'
}

start_server --db :memory: --tick 1000 || exit
test_nobody
visit anna telnet
visit ben telnet
play_now && code=$(screen | grep -oE '([0-9a-f]{4}-){7}[0-9a-f]{4}')
leave_room
for part in resize return take_over late_keys last_leaves; do "test_$part"; done
kill -TERM "$server"
server_ends
exit "$bad"
