#!/usr/bin/env bash
# The record's file of a game at the prompt: it is new, appended to, cut by undo, and complete after every move,
# whatever happens to the program or the disk.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
record=$scratch/record
slide=(play slide --seed monday --record "$record") # the blank is top right; 15 lines before the first move

check_lines() { # LINES: the record is sound and has so many
    fine check "$record"
    [ "$(wc -l <"$record")" = "$1" ] || wrong "$(wc -l <"$record") lines, not $1: $(<"$record")"
    [ -z "$(find "$scratch" -name '*.new')" ] || wrong 'a record leaves another file behind'
}

moves_in() { # the moves of the record, as letters
    sed -n 's/.*"who":0.*"blank":"\(.\).*/\1/p' "$record" | tr -d '\n'
}

test_file() {
    fine "${slide[@]}" </dev/null
    check_lines 15
    refuses "${slide[@]}"
    complains_of 'exists; --record must name a new file'
    refuses play --record "$record"
    check_lines 15
    rm "$record"
    # Links are not followed.
    ln -s "$scratch/target" "$scratch/link"
    refuses play slide --record "$scratch/link"
    [ ! -e "$scratch/target" ] || wrong 'a link is followed'
    run play slide --record "$scratch/absent/game" </dev/null
    ends 1
    complains
    [ -z "$out" ] || wrong "it plays without its record: $out"
    # Nothing is left if no game begins.
    refuses play slide rows=99 --record "$record"
    fine play --record "$record" <<<quit
    fine play --record "$record" </dev/null
    [ ! -e "$record" ] || wrong 'a record of no game'
    fine play --record "$record" < <(printf 'slide\nquit\n')
    check_lines 15
    rm "$record"
}

# Undo cuts the record, redo writes it again, another move replaces what was undone.
test_undo() {
    local wanted
    for wanted in 'd,d,l' 'd,d,l;undo:DD' 'd,d,l;undo 2;redo:DD' 'ddl;undo 2;l:DL' 'ddl;restart:' 'ddl;undo 3;redo 3:DDL' \
        'd;undo;d;undo;l;undo;dd;undo:D'; do
        rm -f "$record"
        fine "${slide[@]}" <<<"${wanted%:*}"
        case $wanted in *:*) wanted=${wanted#*:} ;; *) wanted=DDL ;; esac
        [ "$(moves_in)" = "$wanted" ] || wrong "$(moves_in), not $wanted"
        check_lines $((15 + ${#wanted}))
    done
    rm "$record"
}

# Another game is another record of the file; a game without a move is replaced.
test_new() {
    fine "${slide[@]}" < <(printf 'new tuesday\nnew monday\nd,d\nnew monday\nl\nundo\nnew monday\nd,l\n')
    fine check "$record"
    [ "$(grep -c sound <<<"$out")" = 2 ] || wrong "two games: $out"
    [ "$(moves_in)" = DDDL ] || wrong "the moves of both: $(moves_in)"
    [ "$(wc -l <"$record")" = 34 ] || wrong "$(wc -l <"$record") lines of two games"
    fine replay "$record"
    [ "$(grep -c '   1\. ' <<<"$out")" = 2 ] || wrong "replay of two games: $out"
    rm "$record"
}

# Waits, up to 20 s, until a file has so many lines.
await() { # LINES FILE
    for _ in {1..200}; do
        [ -f "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ] && return 0
        sleep 0.1
    done
    wrong "$2 does not come to $1 lines"
}

# Killed in the middle of a game, it leaves the record of all that was played.
test_kill() {
    local pid
    mkfifo "$scratch/keys"
    "$tilewright" "${slide[@]}" <"$scratch/keys" >/dev/null &
    pid=$!
    exec 3>"$scratch/keys"
    await 15 "$record"
    printf 'd\nd\nl\nundo\nu\n' >&3
    await 18 "$record"
    kill -9 $pid
    wait $pid 2>/dev/null
    exec 3>&-
    [ "$(moves_in)" = DDU ] || [ "$(moves_in)" = DDL ] || wrong "a killed game: $(moves_in)"
    check_lines 18
    rm "$record"
}

run_limited() {
    timeout "$limit" "$tilewright" "${slide[@]}" 2>"$scratch/err"
}

# A file that may not grow: play goes on, without a torn line; undo makes room, and at the end it is said.
test_limit() {
    local limited=1024
    out=$(ulimit -f 1 && run_limited < <(for _ in {1..30}; do echo dlur; done))
    status=$? err=$(<"$scratch/err") said='play with a limit'
    ends 1
    says '120 moves,'
    [ "$(grep -c 'the record could not be written: .*; play goes on' "$scratch/err")" = 1 ] || wrong "a warning: $err"
    [ "$(tail -n 1 "$scratch/err" | grep -c 'the record is not complete: ')" = 1 ] || wrong "a complaint: $err"
    [ "$(wc -c <"$record")" -le $limited ] || wrong 'the limit is no limit'
    [ "$(tail -c 1 "$record" | wc -l)" = 1 ] || wrong 'a torn line'
    fine check "$record"
    rm "$record"
    out=$(ulimit -f 1 && run_limited < <(for _ in {1..30}; do echo dlur; done && echo 'undo 118'))
    status=$? err=$(<"$scratch/err") said='play with a limit, and undo'
    ends 0
    [ "$(moves_in)" = DL ] || wrong "undo makes room: $(moves_in)"
    check_lines 17
    rm "$record"
}

disk() { # ARG...: the released program on the disk of tests/play/disk.c
    tilewright=build/tilewright
    export LD_PRELOAD=$scratch/disk.so DISK_COUNT=$scratch/count
    run "$@"
    unset LD_PRELOAD
    tilewright=build/asan/tilewright
}

# Thousands of moves: each is written once, in one call. Time is linear, since nothing is written again.
test_linear() {
    local calls bytes
    gcc -shared -fPIC -O1 -o "$scratch/disk.so" tests/play/disk.c -ldl || wrong 'tests/play/disk.c'
    disk "${slide[@]}" < <(for _ in {1..2000}; do printf 'd\nl\nu\nr\n'; done)
    ends 0
    read -r calls bytes <"$scratch/count"
    [ "$calls" = 8001 ] || wrong "$calls calls write 8000 moves and the setup"
    [ "$bytes" = "$(wc -c <"$record")" ] || wrong "$bytes bytes are written for $(wc -c <"$record")"
    check_lines 8015
    rm "$record"
}

# A disk that is full for a while: one warning, and in the end the record is complete and the same.
test_full() {
    local keys=dlurdlurdlurdlur
    disk "${slide[@]}" <<<"$keys"
    mv "$record" "$scratch/whole"
    for full in 1 2 5 9; do
        for calls in 1 2 7 20; do
            export DISK_FULL=$full DISK_FREE=$((full + calls))
            disk "${slide[@]}" <<<"$keys"
            unset DISK_FULL DISK_FREE
            ends 0
            case $calls in 1) [ -z "$err" ] || wrong "half a write is no failure: $err" ;; 20)
                complains
                complains_of 'the record could not be written: No space left on device; play goes on'
                ;;
            esac
            cmp -s "$record" "$scratch/whole" || wrong "full from $full for $calls calls: another record"
            rm "$record"
        done
    done
    # Full to the end: what was written is sound, and nothing is torn.
    export DISK_FULL=5 DISK_FREE=999
    disk "${slide[@]}" <<<"$keys"
    unset DISK_FULL DISK_FREE
    ends 1
    complains_of 'the record is not complete: '
    check_lines 18
    rm "$record"
    export DISK_FULL=1 DISK_FREE=999
    disk "${slide[@]}" <<<"$keys"
    unset DISK_FULL DISK_FREE
    ends 1
    [ ! -e "$record" ] || wrong 'an empty record stays'
}

test_file
test_undo
test_new
test_kill
test_limit
test_linear
test_full

exit $bad
