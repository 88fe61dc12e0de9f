#!/usr/bin/env bash
# Bytes of all kinds to the port of the terminals: options of telnet, answered and not, cut short and
# unknown, pipes without a terminal, too much at once, and readers that do not read. Nobody is thrown
# out for a byte, and nobody else notices.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
# shellcheck source=tests/support/server.sh
source tests/support/server.sh
trap 'kill $(jobs -p) 2>/dev/null; kill -9 $server 2>/dev/null; rm -rf "$scratch"' EXIT

iac='\xff' will='\xfb' wont='\xfc' do='\xfd' dont='\xfe' sb='\xfa' se='\xf0'
count=0

# Opens a connection: what is sent by `tell` goes out, and all that comes is in the file $heard.
open_line() { # PROGRAM: nc or socat
    count=$((count + 1))
    heard=$scratch/heard$count
    mkfifo "$scratch/said$count"
    if [ "$1" = nc ]; then
        nc -N 127.0.0.1 "$port" <"$scratch/said$count" >"$heard" &
    else
        socat - "tcp:127.0.0.1:$port" <"$scratch/said$count" >"$heard" &
    fi
    line=$!
    exec 9>"$scratch/said$count"
}

tell() { printf '%b' "$1" >&9; } # BYTES, as printf knows them

# What was heard, as one line of printable characters; escape sequences are taken out.
heard() {
    sed -e 's/\x1b\[[0-9;?]*[A-Za-z]//g' "$heard" | tr -d '\r\n' | tr -c '[:print:]\200-\377' '.'
}

hears() { # TEXT
    heard | grep -qF -- "$1"
}

hears_bytes() { # BYTES as hexadecimal digits
    od -An -v -tx1 "$heard" | tr -d ' \n' | grep -q "$1"
}

wait_to_hear() { # TEXT
    await hears "$1" || wrong "'$1' is not heard, but: $(heard | tail -c 2000)"
}

wait_to_hear_bytes() { # HEX WHAT
    await hears_bytes "$1" || wrong "$2: $1 is not heard, but: $(od -An -v -tx1 "$heard" | head -n 20)"
}

close_line() {
    exec 9>&-
    await is_gone "$line" || wrong 'the client does not end'
    wait "$line" 2>/dev/null
}

is_member() { # NAME
    gm players
    case $'\n'$out in *$'\n'"$1 "*) ;; *) return 1 ;; esac
}

is_no_member() { ! is_member "$1"; } # NAME

# What the server asks for first.
test_greeting() {
    open_line nc
    wait_to_hear_bytes fffb01fffb03fffd03fffb00fffd00fffd1ffffd18 'the options it wants'
    wait_to_hear_bytes 1b371b5b3939393b393939481b5b366e1b38 'the question for the size'
    close_line
}

# A client of telnet by hand: each option is answered as the rules say, the size is followed.
test_options() {
    open_line socat
    tell "$iac${do}\x01$iac${do}\x03$iac${will}\x03$iac${will}\x1f$iac${will}\x18"
    wait_to_hear_bytes fffa1801fff0 'the question for the type'
    tell "$iac${sb}\x18\x00XTERM-DIRECT$iac$se$iac$sb\x1f\x00\x64\x00\x1e$iac$se"
    wait_to_hear 'Your name:'
    wait_to_hear_bytes 1b5b333048 'the 30th line'
    hears_bytes 34383b323b || wrong 'no true colours'
    tell "$iac${will}\x22$iac${do}\x56$iac${do}\x2a$iac${will}\xc9"
    wait_to_hear_bytes fffe22fffc56fffc2afffec9 'refusals of what it does not know'
    tell "otto\r"
    await is_member otto || wrong 'otto is not there'
    tell "$iac\xf6"
    wait_to_hear 'Tilewright is here'
    tell "$iac\xf1$iac\xf2$iac\xf9$iac\xf5$iac\xed$iac\xef"
    tell "$iac$sb\x1f\x00\x50"
    tell "$iac$se"
    tell "$iac$sb\x1f\x00\x50\x00\x18$iac$se"
    tell "$iac${dont}\x01$iac${wont}\x1f$iac${wont}\x18"
    tell "$iac$sb\x27\x00\x00USER\x01root$iac$se$iac$sb\x56$iac$se"
    tell "n"
    wait_to_hear 'a new room'
    tell "\e"
    wait_to_hear 'lobby'
    tell "$iac\xf4$iac\xf4" # interrupt process, twice to be sure
    wait_to_hear 'Goodbye.'
    await is_no_member otto || wrong 'otto is still there'
    close_line
}

# A pipe without a terminal: whole lines, all at once, and the end of it.
test_pipe() {
    heard=$scratch/pipe
    printf 'paul\n\n' | timeout 20 nc -N 127.0.0.1 "$port" >"$heard"
    hears 'Table talk' || wrong "paul has no room: $(heard | tail -c 1000)"
    hears_bytes '1b5b3f313034396c0d1b5b4b476f6f646279652e0d0a$' || wrong "no farewell: $(tail -c 200 "$heard" | od -c)"
    printf 'quinn\n\003\003' | timeout 20 nc 127.0.0.1 "$port" >"$heard"
    wait_to_hear 'Goodbye.'
    printf 'rosa\r\n\004\004' | timeout 20 socat - "tcp:127.0.0.1:$port" >"$heard"
    wait_to_hear 'Goodbye.'
    await is_no_member quinn || wrong 'quinn is still there'
}

# UTF-8 in pieces, and bytes that are none.
test_pieces() {
    open_line nc
    wait_to_hear 'Your name:'
    for byte in '\xc3' '\xa9' '\xff' '\xff' '\xf0' '\x9f' '\x80' '\xfe' 'v' 'e' '\xe2' '\x82' '\r'; do tell "$byte"; done
    await is_member 'éve' || wrong "éve is not there: $out"
    tell '\x1b[A\x1b[B\x1bOA\x1b[999999999;1R\x1b]0;title\x07\x1b[<0;1;1M\x1b[200~q\x03\x1b[201~'
    tell 'n'
    wait_to_hear 'a new room'
    tell '\x03\x04\x04'
    wait_to_hear 'Goodbye.'
    close_line
}

# Random bytes, from several at once. The server lives, and others play on.
test_random() {
    local i
    for i in 1 2 3 4 5 6; do
        { printf 'r%d\r' $i && head -c 12000 /dev/urandom | tr -d '\003\004'; } |
            timeout 10 nc -N 127.0.0.1 "$port" >/dev/null &
        lines[i]=$!
    done
    open_line socat
    tell "sue\r"
    wait_to_hear 'lobby'
    await is_member sue || wrong 'sue is not there'
    for i in 1 2 3 4 5 6; do wait "${lines[i]}"; done
    tell n
    wait_to_hear 'a new room'
    tell '\x03\x03\x03'
    close_line
}

# Who sends far too much is read slowly; others do not notice.
test_flood() {
    timeout 4 nc 127.0.0.1 "$port" </dev/zero >/dev/null &
    local flood=$!
    open_line socat
    tell "tim\r"
    await is_member tim || wrong 'tim is not there'
    tell '\x03\x03'
    close_line
    wait "$flood"
    gm stats
    [ "$(sed -n 's/^bytes received *//p' <<<"$out")" -lt 500000 ] || wrong "the flood was read: $out"
}

start_server --db :memory: || exit
for part in greeting options pipe pieces random flood; do "test_$part"; done
kill -TERM "$server"
server_ends
exit "$bad"
