# A server for a test, on free ports, with a folder of its own: after support/program.sh.
# shellcheck shell=bash disable=SC2034,SC2154
export XDG_DATA_HOME=$scratch/data XDG_RUNTIME_DIR=$scratch/runtime XDG_CONFIG_HOME=$scratch/config
mkdir -p "$XDG_RUNTIME_DIR"
sock=$XDG_RUNTIME_DIR/tilewright/gm.sock
server='' starts=0
trap 'kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT

# Waits until something holds, for 20 seconds at most.
await() { # COMMAND...
    local end=$((SECONDS + 20))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.05
    done
}

# Starts it and waits until it listens: then $server is its process, $port and $http_port its ports.
# The log is $log, what it prints $where.
start_server() { # ARG...
    starts=$((starts + 1)) log=$scratch/log$starts where=$scratch/where$starts
    # shellcheck disable=SC2086
    "$tilewright" serve --listen "${listen-127.0.0.1}" ${ports---port -1 --http-port -1} "$@" >"$where" 2>"$log" &
    server=$!
    if ! await grep -q 'ends the server' "$where"; then
        wrong "tilewright serve $*: does not start: $(<"$log")"
        return 1
    fi
    read_ports
}

read_ports() {
    port=$(sed -n 's/^Terminals: telnet [^ ]* \([0-9]*\)$/\1/p' "$where")
    http_port=$(sed -n 's|^Browsers: http://.*:\([0-9]*\)/$|\1|p' "$where")
}

# Waits for its end, which must be clean.
server_ends() { # [STATUS]
    local status=0
    await is_gone "$server" || wrong "the server does not end: $(tail -n 3 "$log")"
    wait "$server" || status=$?
    server=''
    [ "$status" = "${1-0}" ] || wrong "the server ends with $status, not ${1-0}: $(tail -n 30 "$log")"
    ! grep -q Sanitizer "$log" || wrong "the server: $(<"$log")"
}

is_gone() { # PID: it ended, though nobody may have waited for it yet
    local state
    read -r _ _ state _ 2>/dev/null <"/proc/$1/stat" || return 0
    [ "$state" = Z ]
}

logs() { # TEXT
    await grep -qF -- "$1" "$log" || wrong "the log does not tell '$1' but: $(<"$log")"
}

# What a connection gets until it is closed, or for some seconds. It says nothing.
hear() { # PORT [SECONDS]
    timeout "${2-5}" nc -d 127.0.0.1 "$1" </dev/null
}

gm() { # COMMAND...: as run, with the server's socket
    run gm --gm-sock "$sock" "$@" </dev/null
}
