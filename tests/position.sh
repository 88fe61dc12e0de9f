#!/usr/bin/env bash
# Positions of azul as text, as a person uses them: typed, from a file, into `best`, and in the
# protocol. What texts mean is tested beside the code.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

text=azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY

is() { # TEXT: all that was printed
    [ "$out" = "$1" ] || wrong "tilewright $said: prints '$out', not '$1'"
}

test_pages() {
    fine azul
    says 'tilewright azul position '
    fine azul position --help
    says 'usage: tilewright azul position [--json] [--text] [--bag N] TEXT|FILE'
    says 'In the protocol: {"cmd":"position","game":"azul"'
    fine help azul position
    # What the page shows can be typed.
    typed=$(sed -n 's/^  \(azul2.* _ .*\)/\1/p' <<<"$out")
    [ -n "$typed" ] || wrong 'the page has lost its example'
    fine azul position --text "$typed"
    is "$text"
}

test_there_and_back() {
    fine azul position "$text"
    says '{"state_version":1,"ruleset_id":"azul_v1_2p",'
    echo "$out" >"$scratch/state.json"
    fine check "$scratch/state.json"
    fine azul position "$scratch/state.json"
    is "$text"
    fine azul position - <"$scratch/state.json"
    is "$text"
    (cd "$scratch" && cp state.json state) && fine azul position "$scratch/state"
    is "$text"
    fine azul position --text 'AZUL2 R3 P1 _ kybb-0-wrwr _ 2yk _ 24-3yy1b-2b1ry-t _ 17-2k-1yb'
    is "$text"
    fine azul position --text --bag 40 -- "$text"
    is "${text}_lid7B6Y9R9K9W"
}

# From a real table to a move, and from a game to a text.
test_use() {
    "$tilewright" azul position "$text" | "$tilewright" best - --budget 500n >"$scratch/best" ||
        wrong 'best does not take the state'
    grep -q '^Best move: ' "$scratch/best" || wrong "no move: $(<"$scratch/best")"
    printf '%s\n' json quit | "$tilewright" play azul --seed monday |
        sed -n 's/^\([^{]*> \)\{0,1\}\({"state_version".*\)/\2/p' >"$scratch/play.json"
    fine azul position "$scratch/play.json"
    is azul2-r1-p1_YRRW-BYYK-YYRW-BBRW-RRKW
}

test_refusals() {
    refuses azul position
    refuses azul position "$text" "$text"
    refuses azul position --bag "$text"
    refuses azul position --bag many "$text"
    refuses azul position --json --text "$text"
    refuses azul position "$scratch/absent"
    refuses azul position absent.json
    refuses azul position "$scratch"
    refuses azul position /dev/null
    for typed in '' azul azul2_q 'azul2_b_0_0-1by' absent; do
        run azul position "$typed" </dev/null
        ends 1
        complains
        complains_of 'column '
        [ -z "$out" ] || wrong "tilewright $said: prints $out"
    done
    head -c 100000 /dev/zero >"$scratch/zeros.bin"
    run azul position "$scratch/zeros.bin"
    ends 1
    complains
    run azul position - <docs/games/azul.jsonl
    ends 1
    complains
    complains_of 'line 1: this must be a state'
}

test_protocol() {
    out=$(printf '%s\n' \
        '{"cmd":"position","game":"azul","text":"azul2_bbyk"}' \
        '{"cmd":"position","game":"slide","text":"azul2_bbyk"}' \
        '{"cmd":"position","text":"azul2_bbyk"}' \
        '{"cmd":"position","game":"azul","text":"azul2_q"}' \
        "{\"cmd\":\"position\",\"state\":$(sed 's/"bag":{[^}]*},"lid":{[^}]*},//' "$scratch/state.json")}" \
        "{\"cmd\":\"check\",\"state\":$(sed 's/"bag":{[^}]*},"lid":{[^}]*},//' "$scratch/state.json")}" |
        "$tilewright" engine)
    said=engine
    says '"text":"azul2-r1-p1_BBYK"}'
    says "slide does not have the command 'position'"
    says 'state or game must be given'
    says '"at":"/text"}}'
    says "\"text\":\"$text\"}"
    says '"code":"BAD_STATE"'
}

test_pages
test_there_and_back
test_use
test_refusals
test_protocol

exit $bad
