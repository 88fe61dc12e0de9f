# Driving the real program in a terminal of tmux: keys are typed, and the screen is read. What a test
# waits for must come within $patience seconds; nothing else depends on time.
# shellcheck shell=bash
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
command -v tmux >/dev/null || { echo 'tmux is not installed' && exit 77; }
patience=20
program=$PWD/$tilewright
terminal() { tmux -L "tilewright-test-$$" -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
export XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config
games_folder=$XDG_DATA_HOME/tilewright/games
mkdir -p "$XDG_CONFIG_HOME/tilewright"
unset NO_COLOR COLORFGBG
export TERM=tmux-256color COLORTERM=truecolor LC_ALL=C.UTF-8 TZ=UTC PS1='ready> '

# Opens a terminal with a shell in it.
open_terminal() { # COLS ROWS
    terminal kill-server 2>/dev/null
    terminal new-session -d -x "$1" -y "$2" bash --norc --noprofile
    wait_for 'ready>'
}

screen() { terminal capture-pane -p; }
line() { screen | sed -n "$1p"; } # NUMBER, from 1

# Waits until a text is on the screen; and until it is gone. If not, the rest would fail, too.
wait_for() { # TEXT
    local i
    for ((i = 0; i < patience * 20; i++)); do
        case $(screen) in *"$1"*) return 0 ;; esac
        sleep 0.05
    done
    wrong "'$1' does not come:"$'\n'"$(screen)"
    exit 1
}

wait_gone() { # TEXT
    local i
    for ((i = 0; i < patience * 20; i++)); do
        case $(screen) in *"$1"*) sleep 0.05 ;; *) return 0 ;; esac
    done
    wrong "'$1' stays:"$'\n'"$(screen)"
    exit 1
}

wait_until() { # COMMAND...
    local i
    for ((i = 0; i < patience * 20; i++)); do
        "$@" && return 0
        sleep 0.05
    done
    wrong "this does not become true: $*"$'\n'"$(screen)"
    exit 1
}

see_not() { # TEXT
    case $(screen) in *"$1"*) wrong "'$1' is on the screen:"$'\n'"$(screen)" ;; esac
}

see_line() { # NUMBER TEXT, somewhere in that line
    case $(line "$1") in *"$2"*) ;; *) wrong "line $1 has no '$2':"$'\n'"$(screen)" ;; esac
}

# Compares the chosen lines of the screen, less the spaces at their ends, with the input.
see_lines() { # FROM TO
    local seen expected
    expected=$(cat)
    seen=$(screen | sed -n "$1,$2p" | sed 's/ *$//')
    [ "$seen" = "$expected" ] || wrong "lines $1 to $2 are"$'\n'"$seen"$'\n'"not"$'\n'"$expected"
}

keys() { terminal send-keys "$@"; }      # as tmux names them
type_text() { terminal send-keys -l "$1"; } # as it is
click() { type_text $'\e'"[<0;$1;$2M"$'\e'"[<0;$1;$2m"; } # COLUMN ROW, from 1
resize() { terminal resize-window -x "$1" -y "$2"; }      # COLS ROWS

# Runs the program on the terminal, below a line that must be there again when it is over.
begin() { # ARG...
    keys -R
    terminal clear-history
    type_text "clear; echo above; '$program'$([ $# = 0 ] || printf ' %q' "$@")"
    keys Enter
}

# The program has ended: the shell is back, with its screen as it was, and the status.
is_over() { # STATUS
    wait_for 'ready>'
    type_text "echo status \$?"
    keys Enter
    wait_for "status $1"
    see_line 1 above
}

# Drives the same things in every game: help, sizes, watching, going on.
see_help() { # TEXT
    keys '?'
    wait_for "$1"
    wait_for 'Esc back'
    keys Escape
    wait_gone 'Esc back'
}

see_sizes() { # TEXT that each size shows
    resize 150 50
    wait_for "$1"
    resize 20 6
    wait_for 'The window is too'
    resize 80 24
    wait_gone 'The window is too'
    wait_for "$1"
}

records_count() { find "$games_folder" -name '*.jsonl' 2>/dev/null | wc -l; }
