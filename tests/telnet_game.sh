#!/usr/bin/env bash
# A whole game of two rounds by telnet, nc and socat, with an agent: the scores of all screens agree
# and add up, and so does what the server has kept.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh
# shellcheck source=tests/support/visitors.sh
source tests/support/visitors.sh

players='anna ben cleo'
declare -A first=() total=() # points of the first round and of both

open_room() {
    at anna
    keys n
    wait_for 'a new room'
    keys Down Down Down Down Left
    wait_for '‹ 2 ›'
    keys Enter
    wait_for 'Round 1 of 2'
    type_text a
    wait_for 'an agent for the room'
    keys Enter
    wait_for ' agent '
    for name in ben cleo; do
        at "$name"
        play_now
        wait_for "$name "
    done
}

see_round() { # NUMBER
    for name in $players; do
        at "$name"
        wait_for "round $1 of 2   0:"
    done
}

# Everybody moves: somebody must have acted for a game to be kept.
move() {
    at anna && keys Left Left Up
    at ben && type_text 'ss' && keys Enter
    at cleo && keys Right
    for name in $players $players $players $players; do at "$name" && drop_all; done
}

# Lets capsules fall, which pile up, so that the round is soon over.
drop_all() {
    case $(screen) in *'any key: ready'*) return ;; esac
    type_text ffff
    enter_line
}

# Asks whether all see the result. A round that only the agent goes on with is skipped.
see_result() {
    local seen=0
    for name in $players; do
        at "$name"
        case $(screen) in
        *'any key: ready'*) ;;
        *'skip to the result'*) type_text f && seen=1 ;;
        *) seen=1 ;;
        esac
    done
    return $seen
}

end_round() { # TEXT
    wait_until see_result
    for name in $players; do
        at "$name"
        wait_for 'any key: ready'
        wait_for "$1"
    done
}

# All screens show the same points; they are a whole number for each.
see_same_scores() {
    local seen other
    at anna
    seen=$(for name in $players; do echo "$name $(score_of "$name" 1) $(score_of "$name" 2)"; done)
    for visitor in $players; do
        other=$(for name in $players; do echo "$name $(score_of "$name" 1) $(score_of "$name" 2)"; done)
        [ "$seen" = "$other" ] || wrong "$visitor sees $other where anna sees $seen"
    done
    [[ $seen =~ ^(([a-z]+ -?[0-9]+ -?[0-9]+)[[:space:]]*){3}$ ]] || wrong "no scores: $seen"$'\n'"$(screen)"
}

test_game() {
    open_room
    for name in $players; do at "$name" && get_ready; done
    see_round 1
    move
    end_round 'wins the round'
    see_same_scores
    for name in $players; do
        first[$name]=$(score_of "$name" 1)
        [ "$(score_of "$name" 2)" = "${first[$name]}" ] || wrong "$name has another total after one round"
    done
    for name in $players; do at "$name" && play_again; done
    see_round 2
    move
    end_round 'the game'
    see_same_scores
    for name in $players; do
        sum=$((${first[$name]} + $(score_of "$name" 1)))
        total[$name]=$(score_of "$name" 2)
        [ "${total[$name]}" = $sum ] || wrong "$name: ${first[$name]} and $(score_of "$name" 1) are not ${total[$name]}"
    done
}

# The server kept both rounds, with the same points.
test_kept() {
    local name sum
    fine results --db "$scratch/db" recent
    [ "$(grep -c ' falls ' <<<"$out")" = 2 ] || wrong "not two games: $out"
    for name in $players; do
        sum=$(grep -oE "[0-9]\. $name -?[0-9]+" <<<"$out" | awk '{ sum += $3 } END { print sum }')
        [ "$sum" = "${total[$name]}" ] || wrong "$name has ${total[$name]} points, but $sum are kept: $out"
    done
    gm stats
    case $out in *'games kept '*' 2'*) ;; *) wrong "not two games kept: $out" ;; esac
    case $out in *'games not kept '*' 0'*) ;; *) wrong "games not kept: $out" ;; esac
}

# All leave, each in another way, and their terminals are as before.
test_leave() {
    at anna && wait_until hears && keys C-c C-c C-c C-c && has_left Goodbye
    at ben && leave_room && type_text qq && keys Enter && has_left Goodbye
    at cleo && wait_until hears && keys C-d C-d C-d q && has_left Goodbye
}

start_server --db "$scratch/db" --tick 50 --virs 2 || exit
visit anna telnet
visit ben nc
visit cleo socat 100 30
for part in game kept leave; do "test_$part"; done
kill -TERM "$server"
server_ends
exit "$bad"
