#!/usr/bin/env bash
# Each game in a room, opened from the lobby by telnet, nc and socat: a move each, and the way back.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh
# shellcheck source=tests/support/visitors.sh
source tests/support/visitors.sh

# Opens a room for a game, seats an agent, and begins at once.
begin_game() { # NUMBER IN THE LOBBY, NAME
    wait_for "$1 Play $2 now"
    type_text "$1"
    keys Enter
    wait_for 'any key ready'
    see_line 1 " $2 "
    type_text a
    enter_line
    wait_for 'an agent for the room'
    keys Enter
    wait_for ' agent '
    gm start
    ends 0
    wait_gone ' agent '
    wait_for 'q leave'
}

# Presses keys, each in a line of its own where lines are sent.
press() { # KEY...
    for key in "$@"; do
        keys "$key"
        [ "$key" = Enter ] || enter_line
    done
}

# Leaves the round, which asks whether that is meant.
leave_round() {
    press q
    wait_for 'again leaves the room'
    press q
    wait_for 'Tilewright  lobby'
}

# Moves until a line of the picture has changed: what can be moved depends on luck.
moves_line() { # LINE KEY...
    local number=$1 before
    shift
    before=$(line "$number")
    for try in 1 2 3 4 5 6 7 8; do
        press "$@"
        sleep 0.2
        [ "$(line "$number")" = "$before" ] || return 0
        press Right
    done
    wrong "no move by $*:"$'\n'"$(screen)"
}

play_falls() {
    wait_for '· · · ·'
    press Left Left
    wait_until has_capsule_left
}

# The capsule is two columns further left than where it comes in, whichever row it has reached.
has_capsule_left() {
    screen | grep -qE '^│· [RYB]╶╴[RYB]· · · · · │'
}

play_azul() {
    wait_for 'Your turn'
    moves_line 3 Enter Enter Enter Enter
    wait_for 'Your turn' # what the agent does takes the place of other news
}

has_moved_tile() {
    screen | grep -qE 'Tile [0-9]+ moves'
}

play_slide() {
    wait_for '↑↓←→ move'
    press Up Left Down Right
    wait_until has_moved_tile
}

play_lines() {
    wait_for 'Next balls'
    moves_line 3 Enter Down Enter
}

play() { # VISITOR NUMBER GAME
    at "$1"
    begin_game "$2" "$3"
    "play_$3"
    leave_round
}

start_server --db :memory: --tick 5000 || exit
visit anna telnet
visit ben nc
visit cleo socat 100 30
play anna 1 falls
play ben 1 falls
play cleo 2 azul
play ben 2 azul
play anna 3 slide
play ben 3 slide
play anna 4 lines
play cleo 4 lines
kill -TERM "$server"
server_ends
exit "$bad"
