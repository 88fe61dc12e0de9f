#!/usr/bin/env bash
# `tilewright match`: results, records, what is refused and how, and being stopped.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
terminal=build/asan/tests/terminal
export TERM=xterm

# Results as JSON, without the times, which differ.
results() { # ARG...
    fine match "$@" --json
    out=$(sed -E 's/"ms_(per_act|p99)":[^,}]*//g' <<<"$out")
}

test_results() {
    fine match azul greedy:50n random --games 9 --seed monday
    says $'azul for 2 players: against each other\n10 games each, in groups of 2 with the same luck; ± is the 95 % interval'
    for heading in agent won drawn lost score acts ms/act p99; do says "$heading"; done
    says 'greedy:50n '
    says '% of the points, Elo '
    [ "$(awk 'length > 80' <<<"$out")" = '' ] || wrong "wider than 80 columns: $out"
    fine match slide random solver:1000n rows=2 cols=2 --games 20 --seed monday
    says $'slide for 1 player: each plays alone\n20 games each, in groups of 2 games, one of each agent, with the same luck;\n± is the 95 % interval\n'
    [ "$(awk 'length > 80' <<<"$out")" = '' ] || wrong "wider than 80 columns: $out"
    says 'points more than random.'
    fine match lines random --games 1 --seed monday
    says $'lines for 1 player\n1 game each\n'
    fine match azul random random random --games 2
    says $'azul for 3 players: all at one table; players=2 for a round robin of pairs\n3 games each'
    says 'Each against all others:'
    fine match azul random random random --games 2 players=3
    says $'azul for 3 players: all at one table\n'
    fine match azul random random random --games 2 players=2
    says $'azul for 2 players: a round robin of pairs\n4 games each, in groups of 6'
    fine match falls random random --games 2
    says 'falls for 2 players: against each other; players=1 for each alone'
    fine match falls random random --param viruses=1 --param players=1 --games 2 --acts-per-tick 1
    says $'falls for 1 player: each plays alone\n'
    fine match slide random --games 1 --seed monday
    says $'1 game of random did not end within 20000 acts without a higher score; the\nscores so far count.'
    fine match azul random random --games 4000 --sprt 300,500 --seed monday
    says $'The test takes H0, Elo 300, not H1, Elo 500.\nIts log likelihood ratio is -'
    says ', beyond -2.94.'
    fine match azul random random --games 4000 --sprt=-500,-300 --seed monday
    says $'The test takes H1, Elo -300, not H0, Elo -500.\nIts log likelihood ratio is '
    says ', beyond 2.94.'
    fine match azul random random --games 34 --sprt 0,1 --seed monday
    says $'The test between Elo 0 and 1 is open.\nIts log likelihood ratio is '
    says ', between -2.94 and 2.94.'
    fine match azul random random --games 30 --sprt 0,1 --seed monday
    says 'The test between Elo 0 and 1 is open: it needs at least 16 groups of games.'
    fine match azul rollout:2000n random --games 32 --sprt 0,100 --seed monday
    says 'The test takes H1, Elo 100, not H0, Elo 0.'
}

lacks() { # TEXT: it is nowhere in the output
    case $out in *"$1"*) wrong "tilewright $said: says '$1': $out" ;; esac
}

test_few_games() {
    fine match azul rollout:2000n random --games 2 --seed monday
    says 'Too few games to tell: rollout:2000n has 100.0 % of the points.'
    lacks Elo
    lacks ±
    fine match azul rollout:2000n random --games 4 --seed monday
    says 'Too few games to tell: rollout:2000n has 100.0 % of the points.'
    lacks Elo
    fine match azul rollout:2000n random --games 20 --seed monday
    says 'rollout:2000n beats random: 100.0 % of the points, Elo > +'
    fine match azul rollout:2000n random greedy --games 3 --seed monday
    says 'Too few games to tell which is the strongest.'
    [ "$(grep -c ' unknown$' <<<"$out")" = 3 ] || wrong "Elo of a single group: $out"
    fine match slide random solver:1000n rows=2 cols=2 --games 1 --seed monday
    says 'Too few games to tell: solver:1000n scores '
}

# Scores of who plays alone: the median of two lies between them, and what is not sure is said so.
test_scores() {
    fine match lines random rollout:300n rows=5 cols=5 match_length=3 --games 2 --seed monday
    says ' 38      52    66 '
    says $'\nNo significant difference: the scores differ by 52.00 ± '
    fine match lines random rollout:300n greedy rows=5 cols=5 match_length=3 --games 2 --seed monday
    says $'\nNo significant difference: the scores of rollout:300n and random differ by '
    results lines rollout:300n rows=5 cols=5 match_length=3 --games 4 --seed monday
    says ',"median_score":49,'
}

# If another agent thinks in place of one that cannot judge such positions, that is told.
test_others() {
    fine match lines rank:1n rank:2n greedy rows=5 cols=5 --games 2 --seed monday
    says $'\nrollout thought in place of rank:1n, which cannot judge such positions.\n'
    says $'\nrollout thought in place of rank:2n, which cannot judge such positions.\n'
    lacks 'in place of greedy'
    results lines rank:1n greedy rows=5 cols=5 --games 2 --seed monday
    [ "$(grep -o '"instead":"rollout"' <<<"$out" | wc -l)" = 1 ] || wrong "instead, not once: $out"
    fine match slide random greedy rows=2 cols=2 --games 1 --seed monday
    lacks 'in place of'
}

# Agents that are the same are told apart.
test_same_agents() {
    fine match azul greedy random greedy greedy:5n --games 4 --seed monday
    for name in 'greedy #1 ' 'random  ' 'greedy #2 ' 'greedy:5n '; do says $'\n'"$name"; done
    lacks 'greedy #3'
    fine match lines random random --games 3 --seed monday
    says 'random #2 scores the same as random #1.'
    lacks 'No significant difference'
    fine match azul random random --games 30 --seed monday
    says 'No significant difference: random #'
}

# Games are cut once a player acted so often; a score so far counts, but between players such a game is drawn.
test_cut() {
    fine match lines greedy --games 3 --acts 12 --seed monday
    says '3 games of greedy did not end within 12 acts; the scores so far count.'
    fine match azul greedy random --games 2 --acts 3 --seed monday --json
    says '"acts":3,"seed":"monday"'
    [ "$(grep -o '"draws":2,"losses":0,"unfinished":2,"mean_score":0,"ci95":[^,]*,"mean_acts":2.5,' <<<"$out" | wc -l)" = 2 ] || wrong "not cut: $out"
    fine match azul greedy random --games 2 --acts 1000000 --seed monday
    lacks 'did not end'
    for acts in 0 -1 1000001 x; do
        refuses match lines greedy --acts "$acts"
        complains_of "--acts must be a whole number from 1 to 1000000, not '$acts'"
    done
}

# A seed that was drawn is told, and plays the same match.
test_seeds() {
    local seed first
    fine match azul random greedy --games 4
    seed=$(sed -n 's/^To play this match again: --seed //p' <<<"$out")
    first=$(grep '^random' <<<"$out" | cut -c1-40)
    fine match azul random greedy --games 4 --seed "${seed:?}"
    [ "$(grep '^random' <<<"$out" | cut -c1-40)" = "$first" ] || wrong "not the same match: $out"
    lacks --seed
    fine match azul random greedy:1ms --games 2
    says 'The same luck again, but times decide the moves: --seed '
    lacks 'this match again'
    results azul random greedy --games 4
    first=$out seed=$(sed -n 's/.*"seed":"\([0-9a-f]*\)".*/\1/p' <<<"$out")
    results azul random greedy --games 4 --seed "${seed:?}"
    [ "$out" = "$first" ] || wrong "not the same match: $out, not $first"
    fine match azul random random --games 2 --json --seed $'a"\né'
    says '"seed":"a\"\né"'
    for seed in $'\xff' "$(printf 'x%.0s' {1..1025})"; do
        refuses match azul random random --games 2 --seed "$seed"
        complains_of '--seed must be text in UTF-8 of at most 1024 bytes'
    done
    fine match azul random random --games 2 --json --seed "$(printf '\001%.0s' {1..1024})"
}

# The results are no record, and nobody takes them for one.
test_results_are_no_record() {
    fine match azul random random --games 2 --json
    printf '%s\n' "$out" >"$scratch/results"
    run check "$scratch/results"
    ends 1
    says 'must be a state (ruleset_id), a record (game) or an event (who)'
    refuses replay "$scratch/results"
    refuses best "$scratch/results"
}

# Records of a match tell who played; what others wrote into a head is only told if it makes sense.
test_replay() {
    fine match azul random greedy:50n --games 2 --seed monday --records "$scratch/told"
    fine replay "$scratch/told"
    says $'Game 1: player 1 is random, player 2 is greedy:50n\nazul: '
    says $'Game 2: player 1 is greedy:50n, player 2 is random\nazul: '
    fine replay - <<<'{"game":"slide","number":6,"agents":["a\u001b[2J"]}'
    says $'Game 7: player 1 is a\\u001b[2J\nslide: '
    for head in '"number":1' '"agents":["x"]' '"number":-1,"agents":["x"]' '"number":1,"agents":[]' \
        '"number":1,"agents":"x"' '"number":1,"agents":[7]' '"number":2147483647,"agents":["x"]' \
        '"number":1,"agents":["1","2","3","4","5","6","7","8","9"]' \
        "\"number\":1,\"agents\":[\"$(printf 'x%.0s' {1..64})\"]"; do
        fine replay - <<<"{\"game\":\"slide\",$head}"
        lacks 'Game '
    done
    fine replay - <<<$'{"game":"slide","number":6,"agents":["x"]}\n{"game":"slide"}'
    [ "$(grep -c 'Game 7' <<<"$out")" = 1 ] || wrong "the agents of another game: $out"
}

test_same_on_any_threads() {
    local game first
    for game in 'azul greedy random' 'falls greedy random' 'lines greedy random --param rows=5 --param cols=5'; do
        # shellcheck disable=SC2086 # a list of arguments
        for threads in 1 2 3 64; do
            results $game --games 12 --seed monday --threads $threads
            [ $threads = 1 ] && first=$out
            [ "$out" = "$first" ] || wrong "match $game on $threads threads: $out"
        done
    done
    # The protocol's match is the same.
    results azul greedy random --games 6 --seed monday
    first=$out
    out=$(printf '{"cmd":"match","game":"azul","agents":["greedy","random"],"games":6,"seed":"monday"}\n' |
        "$tilewright" engine | sed -E 's/"ms_(per_act|p99)":[^,}]*//g; s/"id":null,"ok":true,//')
    [ "$out" = "$first" ] || wrong "the protocol's match: $out, not $first"
}

test_records() {
    local file=$scratch/records
    fine match azul greedy:50n random --games 6 --seed monday --records "$file" --threads 1
    [ "$(wc -l <"$file")" = 6 ] || wrong "6 games are $(wc -l <"$file") records"
    fine check "$file"
    [ "$(grep -c 'azul record is sound, the game is over' <<<"$out")" = 6 ] || wrong "the records: $out"
    for i in 0 1 2 3 4 5; do
        case $(sed -n $((i + 1))p "$file") in
        *'"number":'$i',"agents":["greedy:50n","random"],"events":['*) [ $((i % 2)) = 0 ] || wrong "seats of game $i" ;;
        *'"number":'$i',"agents":["random","greedy:50n"],"events":['*) [ $((i % 2)) = 1 ] || wrong "seats of game $i" ;;
        *) wrong "record $i: $(sed -n $((i + 1))p "$file" | head -c 200)" ;;
        esac
    done
    fine replay "$file"
    says 'Player 1'
    cp "$file" "$scratch/first"
    refuses match azul greedy random --games 2 --records "$file"
    complains_of "$file exists; --records must name a new file"
    cmp -s "$file" "$scratch/first" || wrong 'an existing file was changed'
    rm "$file"
    fine match azul greedy:50n random --games 6 --seed monday --records "$file" --threads 3
    cmp -s "$file" "$scratch/first" || wrong 'records on three threads are others'
    for game in slide lines falls; do
        rm -f "$file"
        fine match $game random --games 2 --seed monday --records "$file"
        fine check "$file"
        [ "$(wc -l <<<"$out")" = 2 ] || wrong "two records of $game: $out"
    done
}

test_records_that_cannot_be_written() {
    refuses match azul random random --records "$scratch/absent/file"
    complains_of "$scratch/absent/file: No such file"
    # A full disk, as far as a program can tell: whole records stay.
    out=$(ulimit -f 100 && timeout "$limit" build/tilewright match azul random random --games 200 --seed monday \
        --records "$scratch/short" 2>"$scratch/err")
    status=$? err=$(<"$scratch/err") said='match on a full disk'
    ends 1
    complains
    complains_of "the records in $scratch/short are not complete: File too large"
    says '200 games each'
    fine check "$scratch/short"
    [ "$(grep -c 'the game is over' <<<"$out")" -ge 3 ] || wrong "on a full disk there are: $out"
    # A wrong command line makes no file.
    refuses match azul random --records "$scratch/none"
    [ ! -e "$scratch/none" ] || wrong 'a file for a match that is refused'
}

wait_for_records() { # FILE
    for ((i = 0; i < 600; i++)); do
        [ -e "$1" ] && [ "$(wc -l <"$1")" -ge 5 ] && return
        sleep 0.1
    done
    wrong "no records in $1"
}

# However it ends, the file holds whole records.
test_stopped() {
    build/tilewright match lines random greedy --games 1000000 --seed monday --records "$scratch/killed" &
    local pid=$!
    wait_for_records "$scratch/killed"
    kill -KILL $pid
    wait $pid 2>/dev/null
    run check "$scratch/killed"
    case $err in *'too large'*) ;; *) ends 0 ;; esac
    build/tilewright match lines random greedy --games 1000000 --seed monday --records "$scratch/stopped" \
        >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    wait_for_records "$scratch/stopped"
    kill -TERM $pid
    wait $pid 2>/dev/null
    status=$? out=$(<"$scratch/out") err=$(<"$scratch/err") said='match that is stopped'
    ends 143
    complains_of 'tilewright: stopped'
    says ' each, in groups of 2'
    local each
    each=$(sed -n 's/^\([0-9]*\) games\? each.*/\1/p' <<<"$out")
    [ "$(wc -l <"$scratch/stopped")" = $((2 * each)) ] || wrong "$each games, but $(wc -l <"$scratch/stopped") records"
}

# Only whole groups count. Before the first there is nothing to tell, and that is said.
test_stopped_early() {
    for json in '' --json; do
        # shellcheck disable=SC2086 # an argument, or none
        out=$(timeout "$limit" "$terminal" '] ' $'\003' -- build/tilewright match slide random rollout:3600s --games 1 \
            --seed monday $json 2>&1)
        status=$? said="match $json that is stopped early"
        ends 130
        says 'tilewright: stopped before a whole group of games was over: no results'
    done
}

test_bar() {
    out=$(timeout "$limit" "$terminal" '] ' $'\003' -- build/tilewright match azul greedy random --games 1000000 --seed monday 2>&1)
    status=$? said='match on a terminal'
    ends 130
    says ' of 1000000 games'
    says 'tilewright: stopped'
    says '% of the points'
}

test_refusals() {
    refuses match
    refuses match azul
    complains_of 'match needs GAME AGENT'
    refuses match azul players=2
    complains_of 'match needs GAME AGENT ...'
    refuses match chess random
    complains_of "there is no game 'chess'"
    refuses match lines98 random
    complains_of "there is no game 'lines98', but a setting of lines: say 'lines lines98=1'"
    refuses match azul random greedi
    complains_of "azul has no agent 'greedi'; it must be one of random, greedy"
    refuses match azul random solver
    refuses match azul random random:
    refuses match azul random random:0n
    complains_of "the budget '0n' must be nodes as 200n"
    refuses match azul random random:2h
    refuses match azul random random:3601s
    refuses match azul random
    complains_of 'azul for 2 players must have from 2 to 16 agents, not 1'
    refuses match azul random random random random players=3
    complains_of 'azul for 3 players must have from 2 to 3 agents, not 4'
    # shellcheck disable=SC2046 # a list of agents
    refuses match slide $(printf 'random %.0s' {1..17})
    complains_of 'a match must have at most 16 agents'
    for games in 0 -1 1000001 1.5 many ''; do
        refuses match azul random random --games="$games"
        complains_of "--games must be a whole number from 1 to 1000000, not '$games'"
    done
    for threads in 0 65 two; do
        refuses match azul random random --threads $threads
        complains_of "--threads must be a whole number from 1 to 64, not '$threads'"
    done
    refuses match falls random --acts-per-tick 101
    complains_of "--acts-per-tick must be a whole number from 1 to 100, not '101'"
    refuses match azul random random --param players=9
    complains_of "players must be a whole number from 2 to 4, not '9'"
    refuses match azul random random --param height=9
    complains_of "azul has no param 'height'"
    refuses match azul random random --param
    refuses match azul random random --param players
    complains_of "'players' must be PARAM=VALUE"
    refuses match azul random random --param=
    complains_of "'' must be PARAM=VALUE"
    refuses match azul random random --games 2 --games 3
    for test in 1 1,1 5,1 0,1001 -1001,0 0,x 0, ,1 0,1,2 0.5,1 ''; do
        refuses match azul random random --sprt="$test"
        complains_of "--sprt must be ELO0,ELO1"
    done
    refuses match lines random random --sprt 0,10
    complains_of 'a sequential test must have two agents that play against each other; in lines for 1 player each plays alone'
    refuses match azul random random random --param players=2 --sprt 0,10
    complains_of 'a sequential test must have two agents that play against each other, not 3'
}

test_full() {
    [ -w /dev/full ] || return 0
    "$tilewright" match slide random rows=2 cols=2 >/dev/full 2>"$scratch/err"
    status=$? err=$(<"$scratch/err") said='match >/dev/full'
    ends 1
    complains
}

test_results
test_few_games
test_scores
test_others
test_same_agents
test_cut
test_seeds
test_results_are_no_record
test_replay
test_same_on_any_threads
test_records
test_records_that_cannot_be_written
test_stopped
test_stopped_early
test_bar
test_refusals
test_full

exit $bad
