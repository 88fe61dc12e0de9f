#!/usr/bin/env bash
# The server from outside: its console, signals, sockets and ports, options, and what it does when
# something runs out.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh

gm_fine() { # COMMAND...
    gm "$@"
    ends 0
    [ -z "$err" ] || wrong "gm $*: complains: $err"
}

gm_refuses() { # COMMAND... -- TEXT of the complaint
    local words=()
    while [ "$1" != -- ]; do words+=("$1") && shift; done
    gm "${words[@]}"
    ends 1
    complains
    complains_of "$2"
}

# Sends bytes to the console and prints what comes back.
console() { # BYTES
    printf "$1" | timeout 20 nc -N -U "$sock"
}

test_where() {
    start_server --db :memory: || return
    [ "$port" -gt 0 ] && [ "$http_port" -gt 0 ] || wrong "no ports: $(<"$where")"
    grep -q '^Game master: tilewright gm$' "$where" || wrong "no game master: $(<"$where")"
    [ "$(stat -c %a "$sock")" = 600 ] || wrong "others may open the socket: $(stat -c %a "$sock")"
    [ "$(stat -c %a "${sock%/*}")" = 700 ] || wrong "others may look into the folder of the socket"
    run gm status </dev/null # the socket is found without being told
    ends 0
    says "terminals at port $port, browsers at port $http_port"
    kill -TERM "$server"
    server_ends
    [ ! -e "$sock" ] || wrong 'the socket is still there'
    start_server --db :memory: --gm-sock "$scratch/other/gm" || return
    grep -q "^Game master: tilewright gm --gm-sock $scratch/other/gm$" "$where" || wrong "no game master: $(<"$where")"
    fine gm --gm-sock "$scratch/other/gm" stop
    server_ends
}

test_commands() {
    start_server --db :memory: --virs 30 --tick 250 || return
    gm_fine status
    says 'the server runs, newcomers may come in'
    says 'virs 30, tick 250 ms'
    says '0 members, 0 in rounds'
    gm_fine players
    says 'nobody is here'
    gm_fine rooms
    says 'there is no room'
    gm_fine restrict
    gm_fine status
    says 'newcomers must stay outside'
    gm_fine accept
    gm_fine status
    says 'newcomers may come in'
    gm_fine set virs 84
    gm_fine get virs
    [ "$out" = 'virs 84' ] || wrong "get virs: $out"
    gm_fine set tick 20
    gm_fine get tick
    [ "$out" = 'tick 20' ] || wrong "get tick: $out"
    gm_fine say hello, all of you
    gm_fine stats
    says 'consoles connected               1'
    says 'memory'
    gm_fine help
    names=$(sed 's/ .*//' <<<"$out" | sort)
    offered=$("$tilewright" completion words -- gm '' | cut -f 1 | sort)
    [ "$names" = "$offered" ] || wrong "help lists other commands than completion: $names, $offered"
    gm_fine stop
    server_ends
}

test_refused_commands() {
    start_server --db :memory: || return
    gm_refuses start -- 'nobody is in a room'
    gm_refuses start 1 -- 'there is no room of this number'
    gm_refuses start x -- "ROOM must be a number, as 'rooms' lists them"
    gm_refuses start 1 2 -- 'nothing more must follow'
    gm_refuses end -- 'no round is played'
    gm_refuses end now -- 'no round is played'
    gm_refuses end 7 now -- 'there is no room of this number'
    gm_refuses end 'falls 2' -- "ROOM must be a number, as 'rooms' lists them"
    gm_refuses end 7 soon -- 'nothing more must follow'
    gm_refuses set virs 97 -- 'from 1 to 84'
    gm_refuses set virs 0 -- 'from 1 to 84'
    gm_refuses set virs 99999999999999 -- 'from 1 to 84'
    gm_refuses set virs -- 'must follow'
    gm_refuses set tick 19 -- 'from 20 to 10000'
    gm_refuses set tick fast -- 'from 20 to 10000'
    gm_refuses set speed 3 -- 'must follow'
    gm_refuses set -- 'must follow'
    gm_refuses get -- 'must follow'
    gm_refuses get speed -- 'must follow'
    gm_refuses kick -- 'a NAME must follow'
    gm_refuses kick nobody -- 'nobody'
    gm_refuses kick nobody with a reason -- ''
    gm_refuses kick '"no body"' reason -- 'called no body.'
    gm_refuses kick "'no body'" reason -- 'called no body.'
    gm_refuses say -- 'a TEXT must follow'
    gm_refuses say "$(printf '%0500d' 0)" -- 'must be shorter'
    gm_refuses players now -- 'nothing more'
    gm_refuses accept all -- 'nothing more'
    gm_refuses restrict all -- 'nothing more'
    gm_refuses stats all -- 'nothing more'
    gm_refuses help me -- 'nothing more'
    gm_refuses stop soon -- "nothing or 'now' must follow"
    gm_refuses jump -- "there is no command 'jump'"
    gm_refuses $'\e[31m' -- 'must be text'
    gm_fine get virs
    [ "$out" = 'virs 28' ] || wrong "a number that was refused is kept: $out"
    refuses gm --gm-sock "$sock" $'say a\nsay b'
    refuses gm --gm-sock "$sock" "$(printf '%05000d' 0)"
    gm_fine stop now
    server_ends
    gm players
    ends 1
    complains_of 'no server can be reached'
}

# gm reads lines, too.
test_lines() {
    start_server --db :memory: || return
    run gm --gm-sock "$sock" < <(printf 'get virs\n\nset virs 31\nget virs')
    ends 0
    [ "$out" = $'virs 28\nvirs is 31 from the next round on\nvirs 31' ] || wrong "gm of lines: $out"
    run gm --gm-sock "$sock" < <(printf 'jump\nget virs\n')
    ends 1
    says 'virs 31'
    run gm --gm-sock "$sock" < <(printf '%09000d\nget virs\n' 0)
    ends 1
    complains_of 'at most'
    says 'virs 31'
    run gm --gm-sock "$sock" < <(printf 'stop\nget virs\nget virs\nget virs\n' && sleep 1 && echo status)
    ends 1
    complains_of 'the server is gone'
    server_ends
}

# What is sent in pieces, at once, without an end, too long, or as no text at all.
test_raw() {
    start_server --db :memory: || return
    [ "$(console 'get virs\nget tick\n')" = $'  virs 28\nok\n  tick 400\nok' ] || wrong 'two lines at once'
    [ "$(console '  get   virs  \r\n\n\n')" = $'  virs 28\nok' ] || wrong 'spaces'
    [ "$( (printf 'get v' && sleep 0.3 && printf 'irs\n') | nc -N -U "$sock")" = $'  virs 28\nok' ] ||
        wrong 'a line in two pieces'
    [ "$(console "%09000d\nget virs\n" 2>/dev/null)" = $'error: a line must have at most 4095 bytes\n  virs 28\nok' ] ||
        wrong 'a line that is too long'
    [ "$(console 'get\0virs\n')" = 'error: a command must be text in one line' ] || wrong 'a NUL'
    for bytes in 'stop now' 'set virs 5' 'k' '\377\000'; do
        [ -z "$(console "$bytes")" ] || wrong "'$bytes' without an end is answered"
    done
    for ((i = 0; i < 20; i++)); do printf 'help\nplayers\nstat' | socat -u - UNIX-CONNECT:"$sock"; done
    gm_fine get virs
    [ "$out" = 'virs 28' ] || wrong "half a command was obeyed: $out"
    head -c 100000 /dev/urandom | timeout 20 nc -N -U "$sock" >/dev/null
    gm_fine status
    gm_fine stop
    server_ends
}

# Several consoles at once; one of them does not read, and many more come.
test_several() {
    local i fds=()
    start_server --db :memory: || return
    for i in 1 2 3; do
        mkfifo "$scratch/in$i"
        nc -N -U "$sock" <"$scratch/in$i" >"$scratch/out$i" &
        exec {fd}>"$scratch/in$i"
        fds+=("$fd")
    done
    (yes help | head -n 20000) | (timeout 60 socat -u - UNIX-CONNECT:"$sock" 2>/dev/null || true) &
    for i in 1 2 3; do echo "set virs 4$i" >&"${fds[i - 1]}"; done
    for i in 1 2 3; do
        await grep -q "virs is 4$i" "$scratch/out$i" || wrong "console $i is not answered: $(<"$scratch/out$i")"
    done
    for ((i = 0; i < 100; i++)); do console 'status\n' >/dev/null & done
    echo 'get tick' >&"${fds[1]}"
    await grep -q 'tick 400' "$scratch/out2" || wrong 'a console is not answered while many come'
    for fd in "${fds[@]}"; do exec {fd}>&-; done
    await gm status
    gm_fine stop now
    server_ends
    wait
}

test_signals() {
    for signal in TERM INT; do
        start_server --db :memory: || return
        kill -USR1 "$server"
        logs 'no round was started: nobody is in a room'
        kill -HUP "$server"
        kill -PIPE "$server"
        gm_fine status
        rm -f "$scratch/heard"
        hear "$port" 20 >"$scratch/heard" &
        await sh -c "test -s '$scratch/heard'"
        kill -"$signal" "$server"
        server_ends
        wait
        grep -aq 'The server ends' "$scratch/heard" || wrong "no farewell: $(cat -v "$scratch/heard")"
    done
}

# A person at nc who comes in and opens a room: keys are written to $keys, what is seen is in $seen.
come_in() { # NAME
    keys=$scratch/keys-$1 seen=$scratch/seen-$1
    rm -f "$keys" && mkfifo "$keys"
    nc 127.0.0.1 "$port" <"$keys" >"$seen" &
    exec {hand}>"$keys"
    printf '%s\r' "$1" >&"$hand"
    await has_member "$1" || wrong "$1 cannot come in: $(cat -v "$seen")"
    await press_until_room || wrong "$1 finds no room: $(cat -v "$seen")"
}

has_member() { # NAME
    gm players
    case $out in *"$1 "*) ;; *) false ;; esac
}

press_until_room() {
    printf '\r' >&"$hand"
    sleep 0.3
    gm players
    case $out in *', player 1,'*) ;; *) false ;; esac
}

is_in_round() {
    gm rooms
    case $out in *' round, round'*) ;; *) false ;; esac
}

# A round in which nobody did anything is not kept.
act() {
    printf '\033[D' >&"$hand"
    sleep 0.3
}

kept() { # COUNT: so many games are in the database
    local count
    count=$(sqlite3 "$XDG_DATA_HOME/tilewright/tilewright.db" 'SELECT count(*) FROM games')
    [ "$count" = "$1" ] || wrong "$count games are kept, not $1: $(<"$log")"
}

# A round begins by a signal or a command, and ends by a command; who is thrown out hears why.
test_round() {
    rm -rf "$XDG_DATA_HOME"
    start_server --tick 10000 || return
    come_in 'anna b'
    kill -USR1 "$server"
    await is_in_round || wrong "no round by SIGUSR1: $out"
    act
    gm_fine players
    says 'anna b'
    says '127.0.0.1'
    says 'room 1, player 1, round'
    gm_refuses start -- 'no room is waiting'
    gm_fine end 1 now
    says 'rounds ended: 1'
    await eval 'gm stats; [[ $out == *"games kept                       1"* ]]' || wrong "not kept: $out"
    logs 'room 1 (falls): round 1 over, nobody won, record 1, not rated'
    gm_refuses end 1 -- ''
    gm_fine kick "'anna b'" you know why
    await grep -aq 'The game master threw you out: you know why' "$seen" || wrong "no reason: $(cat -v "$seen")"
    await eval 'gm players; [[ $out == *"nobody is here"* ]]' || wrong "still here: $out"
    exec {hand}>&-
    gm_fine stop
    server_ends
    kept 1
}

# SIGTERM lets the round end, SIGINT and a second SIGTERM do not; each time the game is kept.
test_ends_in_a_round() {
    local kept=0
    rm -rf "$XDG_DATA_HOME"
    for signals in TERM INT 'TERM TERM' 'TERM INT'; do
        [ "$signals" = TERM ] && tick=20 || tick=10000
        start_server --tick $tick --virs 84 || return
        come_in anna
        is_in_round || gm start
        act
        for signal in $signals; do
            kill -"$signal" "$server"
            sleep 0.3
        done
        server_ends
        grep -aq 'The server ends. Thank you' "$seen" || wrong "no farewell after $signals: $(tail -c 300 "$seen" | cat -v)"
        exec {hand}>&-
        kept=$((kept + 1))
        kept $kept
    done
}

# Who says stop twice does not mean now.
test_stop_twice() {
    start_server --db :memory: --tick 10000 || return
    come_in anna
    is_in_round || gm start
    act
    gm_fine stop
    says 'the server ends after the rounds'
    gm_fine stop
    says 'the server ends already'
    gm_fine status
    says 'the server ends after the rounds'
    is_in_round || wrong "the round is over: $out"
    gm_fine stop now
    server_ends
    exec {hand}>&-
}

# Signals that come while the server ends change nothing.
test_many_signals() {
    for ((round = 0; round < 5; round++)); do
        start_server --db :memory: || return
        for ((i = 0; i < 200; i++)); do
            for signal in INT TERM USR1 HUP; do kill -$signal "$server" 2>/dev/null; done
        done
        server_ends
    done
}

test_stale_socket() {
    start_server --db :memory: || return
    kill -9 "$server"
    wait "$server" 2>/dev/null
    [ -S "$sock" ] || wrong 'kill -9 took the socket away'
    start_server --db :memory: || return
    gm_fine status
    run serve --listen 127.0.0.1 --port -1 --http-port -1 --db :memory: </dev/null
    ends 1
    complaint_of_start 'another server uses it'
    gm_fine status
    gm_fine stop
    server_ends
    echo precious >"$scratch/file"
    run serve --listen 127.0.0.1 --port -1 --http-port -1 --db :memory: --gm-sock "$scratch/file" </dev/null
    ends 1
    complaint_of_start 'there is a file that is no socket'
    [ "$(<"$scratch/file")" = precious ] || wrong 'a file was taken for a socket'
    mkdir -p "$scratch/open" && chmod 777 "$scratch/open"
    run serve --listen 127.0.0.1 --port -1 --http-port -1 --db :memory: --gm-sock "$scratch/open/s" </dev/null
    ends 1
    complaint_of_start 'others may write in its folder'
    run serve --listen 127.0.0.1 --port -1 --http-port -1 --db :memory: --gm-sock /dev/null/s </dev/null
    ends 1
    complaint_of_start '/dev/null/s cannot be used'
}

complaint_of_start() { # TEXT: in the one line that it says
    complains_of "$1"
    case $err in *' error server: '*) ;; *) wrong "tilewright $said: no error: $err" ;; esac
    [ "$(grep -c ' error ' <<<"$err")" = 1 ] || wrong "tilewright $said: more than one error: $err"
    [ -z "$out" ] || wrong "tilewright $said: says where to go, but does not start: $out"
}

test_ports_in_use() {
    start_server --db :memory: || return
    for option in "--port $port --http-port -1" "--port -1 --http-port $port"; do
        # shellcheck disable=SC2086
        run serve --listen 127.0.0.1 --db :memory: --gm-sock '' $option </dev/null
        ends 1
        complaint_of_start "port $port of 127.0.0.1 cannot be used: Address already in use"
    done
    run serve --listen 192.0.2.77 --db :memory: --gm-sock '' </dev/null
    ends 1
    complaint_of_start 'port 2020 of 192.0.2.77 cannot be used'
    gm_fine stop
    server_ends
    run serve --port 0 --http-port 0 --gm-sock '' --db /dev/null/x </dev/null
    ends 1
    complaint_of_start '/dev/null/x'
}

test_doors_left_out() {
    ports='--port 0 --http-port 0' start_server --db :memory: || return
    [ -z "$port$http_port" ] || wrong "a door that nobody wanted is open: $(<"$where")"
    gm_fine stop
    server_ends
    "$tilewright" serve --port 0 --http-port 0 --gm-sock '' --db :memory: >"$scratch/none" 2>&1 &
    server=$! log=$scratch/none
    await grep -q 'ends the server' "$scratch/none"
    kill -INT "$server"
    server_ends
}

# All addresses of the machine are those of IPv4, too, and of IPv6 where there is one.
test_addresses() {
    listen=:: start_server --db :memory: || return
    hear "$port" 2 | grep -aq . || wrong 'IPv4 is not served'
    grep -qE '^Browsers: http://localhost:' "$where" || wrong "where browsers go: $(<"$where")"
    if grep -q '^00000000000000000000000000000001 ' /proc/net/if_inet6 2>/dev/null; then
        timeout 2 nc -d ::1 "$port" </dev/null | grep -aq . || wrong 'IPv6 is not served'
    fi
    gm_fine stop
    server_ends
}

# How many of some connections are told a line.
told() { # TEXT
    cat "$scratch"/guest* | grep -acF "$1"
}

enter() { # COUNT: as many connections, which stay
    guests=()
    for ((i = 0; i < $1; i++)); do
        timeout 60 nc -d 127.0.0.1 "$port" >"$scratch/guest$i" </dev/null &
        guests+=($!)
    done
}

test_limits() {
    start_server --db :memory: --max-connections 3 || return
    enter 5
    await eval '[ "$(told "The server is full")" = 2 ]' || wrong "of 5 connections for 3 $(told 'The server is full') are refused"
    gm_fine stats
    says 'connections refused              2'
    says 'terminals connected              3'
    kill "${guests[@]}" 2>/dev/null
    wait "${guests[@]}" 2>/dev/null
    await eval 'gm stats; [[ $out == *"terminals connected              0"* ]]' || wrong "guests do not leave: $out"
    enter 2
    await eval 'gm stats; [[ $out == *"terminals connected              2"* ]]' || wrong "nobody can come any more: $out"
    kill "${guests[@]}" 2>/dev/null
    wait "${guests[@]}" 2>/dev/null
    gm_fine stop
    server_ends
}

# With room for six connections it tells the others so and goes on; who comes later is served again.
test_no_files() {
    local used files
    start_server --db :memory: || return
    files=$(($(find "/proc/$server/fd" -mindepth 1 | wc -l) + 6))
    gm_fine stop
    server_ends
    (ulimit -n "$files" && exec "$tilewright" serve --listen 127.0.0.1 --port -1 --http-port -1 --db :memory: \
        >"$scratch/where" 2>"$scratch/log") &
    server=$! log=$scratch/log where=$scratch/where
    await grep -q 'ends the server' "$where" || wrong "does not start with $files files: $(<"$log")"
    read_ports
    logs "the limit on open files is $files"
    enter 40
    await eval '[ "$(told "no room for more")" -ge 30 ]' || wrong "without files $(told 'no room for more') of 40 are refused politely"
    used=$(awk '{ print $14 + $15 }' "/proc/$server/stat")
    sleep 2
    used=$(($(awk '{ print $14 + $15 }' "/proc/$server/stat") - used))
    [ "$used" -lt 100 ] || wrong "without files the server is busy: $used ticks in 2 s"
    gm status
    ends 1
    complains_of 'no room for more'
    kill "${guests[@]}" 2>/dev/null
    wait "${guests[@]}" 2>/dev/null
    await eval 'gm stats; [[ $out == *"terminals connected              0"* ]]' || wrong "guests do not leave: $out"
    gm_fine stop
    server_ends
}

test_options() {
    refuses serve --port 65536
    complains_of "--port must be from 0 to 65535"
    refuses serve --virs 97
    complains_of "--virs must be from 1 to 84, not '97'"
    refuses serve --tick 5
    complains_of '--tick must be from 20 to 10000 milliseconds'
    refuses serve --listen localhost
    complains_of '--listen must be an address'
    refuses serve --log-level loud
    refuses serve --rooms 0
    refuses serve --max-players x
    refuses serve --speed 3
    refuses serve now
    refuses serve --config "$scratch/absent"
    printf 'port = 1\nvirs = 97\n' >"$scratch/bad"
    refuses serve --config "$scratch/bad"
    complains_of "bad, line 2: virs must be from 1 to 84"
    printf 'port = 1\0\n' >"$scratch/bad"
    refuses serve --config "$scratch/bad"
    printf '# for a test\nvirs = 33\ntick = 333\nhttp-port = 0\n' >"$scratch/good"
    start_server --db :memory: --config "$scratch/good" --tick 222 || return
    gm_fine status
    says 'virs 33, tick 222 ms'
    gm_fine stop
    server_ends
}

# The page and the man page tell of all options, commands and numbers.
test_docs() {
    start_server --db :memory: || return
    fine serve --help
    sed -n 's/^ *\(--[a-z-]*\) .*/\1/p' <<<"$out" >"$scratch/names"
    gm help
    sed 's/ .*//' <<<"$out" >>"$scratch/names"
    while read -r name; do
        grep -qE "(^|[^a-z-])\`?$name[^a-z-]" docs/server.md || wrong "docs/server.md does not tell of $name"
        sed 's/\\-/-/g' docs/tilewright.1 | grep -qE "(^|[^a-z-])$name([^a-z-]|$)" || wrong "docs/tilewright.1 does not tell of $name"
    done <"$scratch/names"
    [ "$(wc -l <"$scratch/names")" = 29 ] || wrong "options and commands are not found: $(<"$scratch/names")"
    printf 'GET /metrics HTTP/1.0\r\n\r\n' | timeout 20 nc 127.0.0.1 "$http_port" >"$scratch/metrics"
    sed -n 's/^# TYPE \([a-z_]*\) .*/\1/p' "$scratch/metrics" >"$scratch/names"
    while read -r name; do
        grep -qF "$name" docs/server.md || wrong "docs/server.md does not tell of $name"
    done <"$scratch/names"
    [ "$(wc -l <"$scratch/names")" -ge 20 ] || wrong "there are no metrics: $(<"$scratch/metrics")"
    gm_fine stop
    server_ends
}

test_unit() {
    command -v systemd-analyze >/dev/null || return 0
    sed "s|/usr/local/bin/tilewright|$PWD/$tilewright|" contrib/tilewright.service >"$scratch/tilewright.service"
    local said
    said=$(systemd-analyze verify --man=no "$scratch/tilewright.service" 2>&1 | grep tilewright.service)
    [ -z "$said" ] || wrong "the unit: $said"
}

for test in $(declare -F | sed -n "s/^declare -f \(test_${1-}.*\)/\1/p"); do
    "$test"
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null
    server=''
done
exit $bad
