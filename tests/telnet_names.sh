#!/usr/bin/env bash
# The name at real terminals: refused with the reason and asked again, in letters of any language; and
# the ways out before there is one.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/tmux.sh
source tests/support/tmux.sh
# shellcheck source=tests/support/visitors.sh
source tests/support/visitors.sh

# Types a name that is refused, and is asked again.
refused() { # NAME REASON
    type_text "$1"
    keys Enter
    wait_for "$2"
    see_line_with 'Your name:'
}

see_line_with() { # TEXT
    case $(screen) in *"$1"*) ;; *) wrong "'$1' is not on the screen:"$'\n'"$(screen)" ;; esac
}

is_here() { # NAME
    gm players
    says "$1 "
}

# Who has to press Enter after each key is told so.
test_hint() {
    at ben && see_line_with 'Each key needs Enter here.'
    at anna && see_not 'Each key needs Enter'
    at cleo && see_not 'Each key needs Enter'
}

test_refused() {
    at anna
    for name in '' '   ' 'abcdefghijklmnopq'; do
        refused "$name" 'must have 1 to 16 printable characters'
        keys Left # the reason goes with the next key
        wait_gone 'must have'
    done
    gm players
    says 'nobody is here'
}

# Control characters and arrow keys are no part of a name; spaces around it neither.
test_accepted() {
    at anna
    type_text '  an'
    keys C-a Up Left F5 x BSpace
    type_text 'na '
    wait_for 'anna'
    keys Enter
    wait_for 'Tilewright  lobby'
    is_here anna
}

test_taken() {
    at ben
    refused anna 'anna is taken'
    refused ' ANNA ' 'is taken'
    refused 00000000000000000000000000000000 'This code is not known'
    type_text 'Zoë 王'
    keys Enter
    wait_for 'Tilewright  lobby'
    is_here 'Zoë 王'
    at anna
    wait_for 'Zoë 王'
}

test_restricted() {
    gm restrict
    at cleo
    refused cleo 'lets nobody in'
    gm accept
    type_text cleo
    keys Enter
    wait_for 'Tilewright  lobby'
    gm kick cleo 'Too late.'
    has_left 'Too late.'
}

# Who has no name yet may leave, too.
test_leave() {
    at cleo
    connect socat
    keys C-c
    has_left Goodbye
    connect telnet
    keys C-d
    has_left Goodbye
    connect raw
    keys C-d
    has_left Goodbye
}

# Commands of telnet itself; its synch comes as urgent data.
send() { # COMMAND
    keys C-]
    wait_for 'telnet>'
    type_text "send $1"
    keys Enter
}

test_commands() {
    at anna
    send ayt
    wait_for 'Tilewright is here.'
    keys -R
    send nop
    send synch
    keys n
    wait_for 'a new room'
    keys Escape
    wait_for 'lobby'
    keys -R
    send ip
    wait_for 'again leaves the server'
    keys -R
    send ip
    has_left Goodbye
}

# The terminal's type chooses colours and characters.
test_looks() {
    at cleo
    type_text 'export TERM=dumb'
    keys Enter
    connect telnet
    case $(terminal capture-pane -e -p -t "$visitor") in *$'\e['[34][0-8]*m*) wrong 'colours for a dumb terminal' ;; esac
    case $(screen) in *[![:ascii:]]*) wrong "not only ASCII:"$'\n'"$(screen)" ;; esac
    keys C-c
    has_left Goodbye
    type_text 'export TERM=xterm-256color'
    keys Enter
    connect telnet
    case $(terminal capture-pane -e -p -t "$visitor") in *$'\e['*'48;5;'*m*) ;; *) wrong 'not 256 colours' ;; esac
    keys C-c
    has_left Goodbye
}

start_server --db :memory: || exit
seat anna 80 24 && connect telnet
seat ben 80 24 && connect nc
seat cleo 80 24 && connect socat
for part in hint refused accepted taken restricted leave commands looks; do "test_$part"; done
kill -TERM "$server"
server_ends
exit "$bad"
