#!/usr/bin/env bash
# The program as its user meets it, from --help to make install: what is said, where, and the exit status.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

commands='play results replay best games check match perft engine completion help'
tools='solve scenario patterns build-db' # of slide

test_help() {
    fine --help
    overview=$out
    for command in $commands; do says "  $command "; done
    for command in $commands; do
        fine "$command" --help
        page=$out
        says "usage: tilewright $command"
        fine help "$command"
        [ "$out" = "$page" ] || wrong "help $command is not $command --help"
        fine "$command" -h
        [ "$out" = "$page" ] || wrong "$command -h is not $command --help"
    done
    for ask in -h help; do
        fine $ask
        [ "$out" = "$overview" ] || wrong "$ask is not --help"
    done
    fine --version
    says "tilewright $(sed -n 's/^#define TW_VERSION "\(.*\)"/\1/p' include/tilewright.h),"
    run
    ends 2
    [ "$out" = "$overview" ] || wrong 'no command at all does not bring the overview'
}

# Pages fit into 80 columns, but for what is to be copied: an example of the protocol.
test_width() {
    "$tilewright" --help | sed -n 's/^  \([a-z].*[a-z]\)   *[a-z].*/\1/p' >"$scratch/pages"
    for page in best 'azul scenario' 'slide build-db'; do
        grep -q "^$page *$" "$scratch/pages" || wrong "the overview has no $page"
    done
    while read -r page; do
        read -r -a words <<<"$page"
        fine "${words[@]}" --help </dev/null
        case $out in *'usage: tilewright '*) ;; *) wrong "tilewright $said: no usage: $out" ;; esac
        [ "$(grep -v '^In the protocol: ' <<<"$out" | wc -L)" -le 80 ] || wrong "tilewright $said: wider than 80 columns: $out"
    done <"$scratch/pages"
}

test_refusals() {
    refuses nonsense
    refuses ''
    refuses --nonsense
    refuses help nonsense
    refuses help play games
    refuses games chess
    refuses games slide slide
    refuses games --all
    refuses perft
    refuses perft slide
    refuses perft chess 3
    refuses perft slide three
    refuses perft slide 3x
    refuses perft slide ''
    refuses perft slide 1001
    refuses perft slide -1
    refuses perft slide 3 rows
    refuses perft slide 3 rows=
    refuses perft slide 3 rows=x
    refuses perft slide 3 rows=3x
    refuses perft slide 3 rows=1
    refuses perft slide 3 cols=17
    refuses perft slide 3 cols=99999999999999999999
    refuses perft slide 3 height=3
    refuses perft slide 3 row=3
    refuses perft slide 3 =3
    refuses perft slide 3 --seed
    refuses perft slide 3 --seed a --seed b
    refuses perft slide 3 --divide=1
    refuses perft slide 3 --div
    refuses engine now
    refuses engine --fast
    refuses completion
    refuses completion tcsh
    refuses completion bash bash
    refuses check
    refuses check --all
    refuses check "$scratch/absent"
    refuses check "$scratch"
    refuses check /dev/null
}

# Complaints name what is wrong and what is expected.
test_complaints() {
    refuses perft slide three
    complains_of "DEPTH must be a whole number from 0 to 1000, not 'three'"
    refuses perft slide 3 rows=1
    complains_of "rows must be a whole number from 2 to 16, not '1'"
    refuses perft slide 3 rows
    complains_of "'rows' must be PARAM=VALUE"
    refuses perft slide 3 rows=3 cols=3 rows=4
    complains_of "'rows' is given twice"
    refuses perft slide 3 height=3
    complains_of "slide has no param 'height'"
    refuses games slide extra
    complains_of "unexpected operand 'extra'"
    refuses check /dev/null
    complains_of '/dev/null must hold a state or a record'
    refuses nonsense
    complains_of "there is no command 'nonsense'"
    refuses $'non\033[31msense\n'
    complains_of "there is no command 'non\\u001b[31msense\\u000a'"
    refuses check "$scratch/"$'absent\x9b\xc2\x9b'
    complains_of 'absent\x9b\u009b: No such file'
    refuses games "$(printf '%09000d' 0)"
    complains_of '0000...'
}

test_games() {
    fine games
    says 'slide '
    fine games slide
    for param in rows cols blank_first difficulty; do says "  $param "; done
    says 'from 2 to 16, standard 4'
    says 'A move pushes a tile next to the blank into it.'
}

# One move from the goal of 2x2 there are always two moves, and behind the goal none: counted by hand.
test_perft() {
    local depth=0
    for leaves in 1 2 2 4 6 12; do
        fine perft slide $depth rows=2 cols=2 difficulty=1
        says "$leaves leaves at depth $depth,"
        depth=$((depth + 1))
    done
    fine perft slide 5 rows=2 cols=2 difficulty=1 --divide --seed monday
    [ "$(awk 'NR <= 2 { sum += $2 } END { print sum }' <<<"$out")" = 12 ] || wrong "perft --divide: $out"
    fine perft --seed=monday slide -- 5 rows=2 cols=2 difficulty=1
    says '12 leaves at depth 5,'
}

board='{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[1,2,0,3]}'
record='{"game":"slide","params":{"rows":2,"cols":2,"difficulty":1}}
{"who":"chance","action":{"blank":"Up"}}
{"who":0,"action":{"blank":"Down"}}'

test_engine() {
    fine engine < <(printf '{"cmd":"check","state":%s}\n\nnonsense\r\n{"id":7,"cmd":"games"}' "$board")
    [ "$(wc -l <<<"$out")" = 4 ] || wrong "the engine answers 4 lines with: $out"
    [ "$(head -n 1 <<<"$out")" = '{"id":null,"ok":true,"valid":true}' ] || wrong "the engine checks: $out"
    [ "$(grep -c BAD_JSON <<<"$out")" = 2 ] || wrong "the engine refuses: $out"
    case $(tail -n 1 <<<"$out") in '{"id":7,"ok":true,'*'"name":"slide"'*) ;; *) wrong "the last line: $out" ;; esac
    fine engine </dev/null
    [ -z "$out" ] || wrong "the engine answers nothing with: $out"
    run_without_input engine
    ends 1
    complains
    # A line is answered before the next is there.
    coproc "$tilewright" engine
    local pid=$COPROC_PID
    echo '{"cmd":"games"}' >&"${COPROC[1]}"
    read -r -t 20 answer <&"${COPROC[0]}" || wrong 'the engine waits for more before it answers'
    case ${answer-} in '{"id":null,"ok":true,'*) ;; *) wrong "the engine answers at once: ${answer-}" ;; esac
    eval "exec ${COPROC[1]}>&-"
    wait "$pid" || wrong 'the engine does not end well'
}

file() { # NAME TEXT
    printf '%s\n' "$2" >"$scratch/$1"
}

test_check() {
    file good "$board"
    file pretty "${board//,/,$'\n  '}"
    file bad "${board/,3]/,2]}"
    file record "$record"
    file one "$(tr '\n' ' ' <<<'{"game":"slide","params":{"rows":2,"cols":2,"difficulty":1},"events":[
        {"who":"chance","action":{"blank":"Up"}},{"blank":"Down"}]}')"
    file late "$record"$'\n{"who":0,"action":{"blank":"Up"}}\n{"who":0,"action":{"blank":"Up"}}'
    file lines "$board"$'\n\n'"$record"$'\n'"$board"

    fine check "$scratch/good"
    says "$scratch/good: slide state is sound"
    fine check "$scratch/pretty"
    says 'slide state is sound'
    fine check "$scratch/record"
    says 'slide record is sound, the game is over'
    fine check "$scratch/one" "$scratch/good"
    says 'record is sound, the game is over'
    says 'state is sound'
    fine check - <"$scratch/lines"
    [ "$(cut -d ' ' -f 1-3 <<<"$out" | tr '\n' ';')" = \
        'input:1: slide state;input:3: slide record;input:6: slide state;' ] || wrong "check - of lines: $out"
    run check "$scratch/bad"
    ends 1
    says "$scratch/bad: /tiles/3: "
    run check "$scratch/late"
    ends 1
    says "late:4: "
    [ "$(wc -l <<<"$out")" = 1 ] || wrong "a broken record is refused more than once: $out"
    run check "$scratch/bad" "$scratch/good"
    ends 1
    says 'slide state is sound'
}

# Keys and names of files are shown, not obeyed; a place that is too long is cut.
test_check_shows() {
    local name=$scratch/$'red\033[31m'
    printf '%s' "${board/\{/\{\"a\\u001b[31m\\u009b\\u0000b\":1,}" >"$name"
    run check "$name"
    ends 1
    says 'red\u001b[31m: /a\u001b[31m\u009b\u0000b: '
    run check - <<<"${board/\{/\{\"$(printf '%02000d' 0)\":1,}"
    ends 1
    says '0000...: '
}

# Blank lines take linear time: of 4 MiB, a moment; in quadratic time, minutes.
test_check_blank() {
    head -c 4M /dev/zero | tr '\0' '\n' >"$scratch/blank"
    err=$(ulimit -t 30 && "$tilewright" check "$scratch/blank" 2>&1)
    status=$? said='check of blank lines'
    ends 2
    complains_of 'must hold a state or a record'
    printf '%s\n' "$board" "$board" >>"$scratch/blank"
    out=$(ulimit -t 30 && "$tilewright" check "$scratch/blank" 2>&1)
    says 'blank:4194305: slide state is sound'
}

test_check_refusals() {
    local line
    while IFS= read -r line; do
        run check - <<<"$line"
        ends 1
        [ "$(wc -l <<<"$out$err")" = 1 ] || wrong "check - of $line: $out$err"
    done <<'END'
nonsense
7
[]
{}
{"who":0,"action":{"blank":"Up"}}
{"game":"chess"}
{"game":"slide\u0000"}
{"game":"slide","params":{"rows":1}}
{"game":"slide","events":7}
{"game":"slide","events":[{"who":0,"action":{"blank":"Up"}}]}
{"ruleset_id":"chess_v1"}
{"ruleset_id":"slide_v1"}
END
    run check - <<<"$record"$'\nnonsense\n{"who":0,"action":{"blank":"Up"}}'
    ends 1
    [ "$(wc -l <<<"$out")" = 1 ] || wrong "a record with nonsense in it: $out"
    # A record that was broken off is one all the same; a bad head refuses what follows it.
    run check - <<<'{"game":"chess"}'$'\n{"who":0,"action":{}}\n'"$board"
    ends 1
    [ "$(wc -l <<<"$out")" = 2 ] || wrong "a bad head: $out"
    says 'input:3: slide state is sound'
    fine check - <<<'{"game":"slide"}'
}

# Output that cannot be written is said in a line, and is a failure.
test_full() {
    [ -w /dev/full ] || return 0
    for line in '' --help --version 'play --help' games 'perft slide 2' 'completion bash' 'completion words' engine \
        'play slide' 'check -'; do
        # shellcheck disable=SC2086 # a list of arguments
        "$tilewright" $line >/dev/full 2>"$scratch/err" <<<"$board"
        status=$? err=$(<"$scratch/err") said="$line >/dev/full"
        ends 1
        complains
    done
}

client='#include <tilewright.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    size_t length = 0;
    struct tw_engine *engine = tw_open();
    const char *answer = tw_request(engine, "{\"cmd\":\"games\"}", 15, &length);
    int fine = strcmp(tw_version(), TW_VERSION) == 0 && length == strlen(answer) &&
               strncmp(answer, "{\"id\":null,\"ok\":true,", 21) == 0;
    puts(answer);
    tw_close(engine);
    return !fine;
}'

builds() { # LANGUAGE COMPILER ARGUMENT...: a client of the library, which then runs with $libraries
    local language=$1
    shift
    "$@" -x "$language" - -x none -o "$scratch/client" -L"$libraries" -ltilewright <<<"$client" 2>"$scratch/err" ||
        wrong "a client in $language: $(<"$scratch/err")"
    LD_LIBRARY_PATH=$libraries "$scratch/client" >"$scratch/out" || wrong "the client in $language fails"
    grep -q '"name":"slide"' "$scratch/out" || wrong "the client in $language says: $(<"$scratch/out")"
}

test_library() {
    libraries=build
    builds c "${CC:-gcc}" -std=c99 -pedantic -Wall -Wextra -Werror -Iinclude
    command -v g++ >/dev/null && builds c++ g++ -pedantic -Wall -Wextra -Werror -Iinclude
}

# Every target is listed, and what can be set.
test_make_help() {
    out=$(make -s help) said='(make help)'
    for target in $(sed -n 's/^\.PHONY: \(.*\) deps-test FORCE$/\1/p' Makefile) MARCH= CFLAGS= PREFIX=; do
        case $'\n'$out in *$'\n'"$target "*) ;; *) wrong "make help does not tell of $target" ;; esac
    done
}

# Installed under a root of its own, everything is there and works.
test_install() {
    local root=$scratch/root prefix=$scratch/root/usr
    make -s install DESTDIR="$root" PREFIX=/usr >"$scratch/err" 2>&1 ||
        { wrong "make install: $(<"$scratch/err")" && return; }
    for file in bin/tilewright include/tilewright.h lib/libtilewright.so lib/pkgconfig/tilewright.pc \
        share/man/man1/tilewright.1 share/doc/tilewright/README.md share/doc/tilewright/LICENSE \
        share/bash-completion/completions/tilewright share/zsh/site-functions/_tilewright \
        share/fish/vendor_completions.d/tilewright.fish; do
        [ -s "$prefix/$file" ] || wrong "make install does not bring $file"
    done
    tilewright=$prefix/bin/tilewright
    fine --version
    libraries=$prefix/lib
    builds c "${CC:-gcc}" -I"$prefix/include"
    make -s uninstall DESTDIR="$root" PREFIX=/usr >/dev/null 2>&1 || wrong 'make uninstall fails'
    [ -z "$(find "$root" ! -type d)" ] || wrong "make uninstall leaves $(find "$root" ! -type d)"
}

test_help
test_refusals
test_complaints
test_games
test_perft
test_engine
test_check
test_check_shows
test_check_blank
test_check_refusals
test_full
test_library
test_make_help
test_install

exit $bad
