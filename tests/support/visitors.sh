# Visitors of a server at real terminals: each has a screen of tmux with telnet, nc or socat in it.
# `at NAME` says whose screen and keyboard the calls of support/tmux.sh mean. After support/tmux.sh.
# shellcheck shell=bash disable=SC2154
# shellcheck source=tests/support/server.sh
source tests/support/server.sh
command -v telnet >/dev/null && command -v socat >/dev/null || { echo 'telnet or socat is not installed' && exit 77; }
trap 'terminal kill-server 2>/dev/null; kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT

visitor=''
declare -A by_lines=()
at() { visitor=$1; } # NAME
screen() { terminal capture-pane -p -t "$visitor"; }
keys() { terminal send-keys -t "$visitor" "$@"; }
type_text() { terminal send-keys -t "$visitor" -l "$1"; }
resize() { terminal resize-window -t "$visitor" -x "$1" -y "$2"; }

# Opens a screen with a shell.
seat() { # NAME COLS ROWS
    at "$1"
    terminal new-session -d -s "$1" -x "$2" -y "$3" bash --norc --noprofile
    wait_for 'ready>'
}

connect() { # KIND: telnet, nc (line by line), raw (nc, key by key), socat
    by_lines[$visitor]=no
    case $1 in
    telnet) type_text "telnet 127.0.0.1 $port" ;;
    nc) by_lines[$visitor]=yes && type_text "nc 127.0.0.1 $port" ;;
    raw) type_text "stty raw -echo; nc 127.0.0.1 $port; stty sane" ;;
    socat) type_text "socat -,raw,echo=0 tcp:127.0.0.1:$port" ;;
    esac
    keys Enter
    wait_for 'Your name:'
}

# Comes in, up to the lobby.
visit() { # NAME KIND [COLS ROWS]
    seat "$1" "${3-80}" "${4-24}"
    connect "$2"
    type_text "$1"
    keys Enter
    wait_for 'Tilewright  lobby'
}

# Opens the first game's quick room, or sits down in it.
play_now() {
    type_text 1
    keys Enter
    wait_for 'Table talk'
}

# An end card hears no key until none has come for 1.5 seconds, so that late keys do not end it.
hears() {
    case $(screen) in *' in 12 s.'* | *' in 11 s.'*) return 1 ;; esac
}

play_again() {
    wait_for 'any key: ready'
    wait_until hears
    keys Enter
}

get_ready() {
    wait_for 'any key ready'
    sleep 1.7 # keys of the phase before are not heard
    keys Enter
}

# Leaves a room that waits or shows its card, for the lobby.
leave_room() {
    wait_until hears
    type_text qq
    enter_line
    wait_for 'Tilewright  lobby'
}

# Ends a line, for those whose client sends only lines.
enter_line() {
    [ "${by_lines[$visitor]-}" != yes ] || keys Enter
}

# The client has ended: the shell is back on a screen as it was before, below a last line.
has_left() { # LAST LINE
    wait_for "$1"
    wait_until shell_is_back
    see_not 'Your name'
    see_not 'Table talk'
}

shell_is_back() {
    [ "$(screen | grep -v '^$' | tail -n 1)" = 'ready>' ]
}

# The number in a column of the score's row of a player: "1  anna   -3   -6" has points and total.
score_of() { # NAME COLUMN, from 1
    screen | sed -n "s/^.*│ *[0-9]* *$1  *\(-*[0-9][-0-9 +]*\)│.*$/\1/p" | head -n 1 | awk "{ print \$$2 }"
}
