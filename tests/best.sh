#!/usr/bin/env bash
# `tilewright best` and `hint` at the prompt: what is said, what is refused and how, and Ctrl-C.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

head='{"state_version":1,"ruleset_id":"slide_v1","rows":3,"cols":3,"tiles":'
printf '%s[1,2,3,4,0,5,7,8,6]}\n' "$head" >"$scratch/two"       # Right, Down
printf '%s[1,2,3,4,5,6,7,0,8]}\n' "$head" >"$scratch/one"       # Right
printf '%s[1,2,3,4,5,6,8,7,0]}\n' "$head" >"$scratch/never"     # no solution
printf '%s[1,2,3,4,5,6,7,8,0]}\n' "$head" >"$scratch/over"      # solved
printf '{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[null,null,null,null]}\n' >"$scratch/luck"
hard='{"state_version":1,"ruleset_id":"slide_v1","rows":5,"cols":5,"tiles":[0,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1]}'
begin() { # GAME PARAMS
    printf '{"cmd":"new","game":"%s","seed":"monday","params":{%s}}\n' "$1" "$2" | "$tilewright" engine >"$scratch/$1"
}

test_answers() {
    fine best "$scratch/two"
    says 'Best move: Right'
    says 'Value: 2 moves left.'
    says 'proven'
    says '   1       -2       0           1  Right'
    says 'Expected: Right; Down'
    fine best "$scratch/one" --move up
    says 'Your move: Up'
    says 'OKAY: its value is -3; that of the best move is -1, 2 better.'
    fine best "$scratch/one" --move right
    says 'EXCELLENT: it is the best move.'
    fine best "$scratch/one" --move 8 # a tile that one move shifts
    says 'Your move: Right'
    fine best - <"$scratch/one"
    says 'Best move: Right'
}

# Every game, by every agent, within a screen.
test_games() {
    for game in $games; do
        begin "$game" ''
        for agent in $("$tilewright" games "$game" | sed -n '/^agents/,$s/^  \([^ ]*\)  .*/\1/p'); do
            fine best "$scratch/$game" --agent "$agent" --budget 200n
            says 'Best move: '
            says "$agent searched"
            [ "$(wc -l <<<"$out")" -le 24 ] || wrong "tilewright $said: more than a screen"
            [ "$(wc -L <<<"$out")" -le 80 ] || wrong "tilewright $said: wider than a screen"
        done
    done
    fine games slide
    says 'solver'
    says "if none is named, 'best' asks solver"
    fine best "$scratch/azul" --agent greedy
    says 'points ahead of the others'
    fine best "$scratch/azul" --agent random --move 'yellow 2 floor'
    says 'Its value is not known.'
    says 'It has no grade'
}

# How far a value looks is told, and whether it is likely that another move is better.
test_sure() {
    begin lines ''
    fine best "$scratch/lines" --agent rollout --budget 100000n
    says ' more points in 40 moves'
    says 'Another move may well be better: it is less than 1 % sure that none is.'
    fine best "$scratch/lines" --agent greedy
    says ' more points in some moves'
    begin azul ''
    fine best "$scratch/azul" --agent mcts --budget 3000n
    says 'the others in 7 moves each'
    case $out in *' 0 %.'*) wrong "tilewright $said: a chance of 0: $out" ;; esac
}

# If another agent thinks in place of one that cannot judge the position, that is told.
test_others() {
    begin lines '"rows":7,"cols":7'
    fine best "$scratch/lines" --agent rank --budget 300n
    says 'rollout searched '
    says 'By rollout, in place of rank, which cannot judge this position.'
    begin lines ''
    fine best "$scratch/lines" --agent rank --budget 300n
    case $out in *'in place of'*) wrong "tilewright $said: another agent: $out" ;; esac
}

# A chance that is not known is null.
test_chances() {
    begin lines ''
    fine best "$scratch/lines" --agent rank --budget 20n --json
    says '"visits":0,"exact":false,"chance":null}'
    case $out in *'"visits":0,"exact":false,"chance":0'*) wrong "tilewright $said: a chance of what was not searched" ;; esac
    says '"exact":false,"chance":0.'
}

# If a move is asked about, no play is cut, whatever room that takes.
test_plays() {
    "$tilewright" azul scenario --stage MID --seed plays >"$scratch/plays"
    fine best "$scratch/plays" --budget 20000n
    says '; and '
    [ "$(wc -l <<<"$out")" -le 24 ] || wrong "tilewright $said: more than a screen"
    other=$(sed -n 's/^   8 .* %  //p' <<<"$out")
    fine best "$scratch/plays" --budget 20000n --move "$other"
    says 'Expected: player'
    says 'After your move: player'
    case $out in *'; and '[0-9]*) wrong "tilewright $said: a play is cut: $out" ;; esac
    case $out in *$'\n   3 '*) ;; *) wrong "tilewright $said: fewer than three moves: $out" ;; esac
    [ "$(wc -L <<<"$out")" -le 80 ] || wrong "tilewright $said: wider than a screen"
}

# The same file, the same answer; --json is the protocol's.
test_json() {
    for file in two azul; do
        fine best "$scratch/$file" --json --budget 300n --seed x --threads 1
        first=${out%\"elapsed_ms\"*}
        fine best --threads 2 --seed x --budget 300n "$scratch/$file" --json
        [ "${out%\"elapsed_ms\"*}" = "$first" ] || wrong "best $file: other threads, another answer"
        state=$(<"$scratch/$file")
        case $state in *'"state":'*) state=${state#*\"state\":} && state=${state%,\"rng\"*} ;; esac
        answer=$(printf '{"cmd":"best","nodes":300,"seed":"x","state":%s}\n' "$state" | "$tilewright" engine)
        answer=${answer%\"elapsed_ms\"*}
        [ "{${answer#\{\"id\":null,\"ok\":true,}" = "$first" ] || wrong "best $file --json is not the protocol's: $first, $answer"
    done
}

# Of a record the end is meant; of several games the last.
test_records() {
    printf 'left\ndown\nquit\n' | "$tilewright" play slide rows=3 cols=3 --seed monday --record "$scratch/record" >/dev/null
    fine best "$scratch/record"
    says 'Best move: '
    cat "$scratch/record" "$scratch/one" >"$scratch/both"
    fine best "$scratch/both"
    says 'Game 2 of 2 in the file: slide, player 1.'
    says 'Best move: Right'
    fine best "$scratch/both" --game 1
    case $out in *'in the file'*) wrong "tilewright $said: names the game that was asked for" ;; esac
}

test_refusals() {
    refuses best
    refuses best "$scratch/one" "$scratch/two"
    refuses best "$scratch/absent"
    refuses best /dev/null
    complains_of 'must hold a state or a record'
    refuses best "$scratch/over"
    complains_of 'the game is over'
    refuses best "$scratch/luck"
    complains_of 'chance is to move'
    refuses best "$scratch/one" --agent 'deep thought'
    complains_of "slide has no agent 'deep thought'; it must be one of random, greedy"
    for budget in 5 0n n 1x 1000000000001n 3600001ms 3601s ''; do
        refuses best "$scratch/one" --budget "$budget"
        complains_of "the budget '$budget' must be nodes"
    done
    for who in 0 2 x ''; do
        refuses best "$scratch/one" --who "$who"
        complains_of '--who must be a whole number from 1 to 1'
    done
    refuses best "$scratch/one" --objective round
    complains_of "solver knows no objective 'round'; it must be one of game"
    fine best "$scratch/one" --objective game
    refuses best "$scratch/one" --threads 0
    refuses best "$scratch/one" --threads 100000
    refuses best "$scratch/one" --acts-per-tick 101
    refuses best "$scratch/one" --move jump
    complains_of "'jump' is not a move of slide"
    refuses best "$scratch/one" --move down
    complains_of "not 'down': that is off the board"
    refuses best "$scratch/one" --move 2
    complains_of 'several moves in a row'
    begin azul ''
    refuses best "$scratch/azul" --who 2
    complains_of "player 1 is to move, not player 2"
    refuses best "$scratch/azul" --move '2 yellow f2'
    complains_of "could mean '2 Yellow from factory 2 to line 1', "
    complains_of ' or 3 more'
    begin falls '"players":2'
    refuses best "$scratch/falls"
    complains_of 'several players may move: --who must be given'
    fine best "$scratch/falls" --who 2 --budget 100n
    says 'falls, player 2.'
    run best "$scratch/never"
    ends 1
    complains_of 'no moves lead from this arrangement to the goal'
}

# What speaks for the best move is told where the agent knows it, and no other move is asked about.
test_why() {
    printf '{"state_version":1,"ruleset_id":"lines_v1","board":["RRRR.....","....Y....","........R",%s,"next_balls":["Blue","Cyan","Yellow"]}\n' \
        '".........",".........","...B.....",".........","..G...C..","........."]' >"$scratch/ready"
    why='It makes a line: 5 Red vanish for 10 points.'
    fine best "$scratch/ready" --budget 60n
    says $'Best move: i3 to e1\n'"$why"$'\nValue: '
    fine best "$scratch/ready" --budget 60n --json
    says '"feedback":[],"why":[{"kind":"LINE","text":"'"$why"'","amount":10}]'
    fine best "$scratch/ready" --budget 60n --move 'e2 e1'
    case $out in *"$why"*) wrong "tilewright $said: praises the best move, though another was asked about" ;; esac
    fine best "$scratch/ready" --budget 60r --agent rollout --json
    case $out in *'"why"'*) wrong "tilewright $said: rollout tells why" ;; esac
    fine best "$scratch/ready" --agent net --budget 1000n
    says 's; more time changes nothing.'
    out=$(printf 'hint\n' | "$tilewright" play --from "$scratch/ready") said='hint of a line'
    says "Hint: i3 to e1"
    says "$why"
}

# Ctrl-C ends the search; the best so far is printed.
test_interrupt() {
    printf '%s\n' "$hard" >"$scratch/hard"
    (
        trap - INT # the shell ignores it for what runs in the background
        exec "$tilewright" best "$scratch/hard" --budget 3600s
    ) >"$scratch/out" 2>"$scratch/err" &
    pid=$!
    sleep 1
    kill -INT $pid
    wait $pid
    status=$? said='best, interrupted' out=$(<"$scratch/out") err=$(<"$scratch/err")
    ends 130
    says 'Best move: '
    says 'and was stopped'
    complains_of 'stopped'
}

test_hints() {
    out=$(printf 'hint\nr\nhint\nhint\n' | "$tilewright" play --from "$scratch/two") said=play
    says 'Hint: Right (2 moves left, proven)'
    says 'Hint: Down (1 move left, proven)'
    out=$(printf 'hint\n' | "$tilewright" play --from "$scratch/never")
    says 'There is no hint: no moves lead from this arrangement to the goal.'
    out=$(printf 'hint\n' | "$tilewright" play azul --seed monday | tr '\n' ' ')
    says 'Hint: player 1: '
    says ' the best other player at the end of the game'
    out=$(printf '2: left, hint\n' | "$tilewright" play falls players=3 --seed monday)
    says 'Hint: player 2: '
    out=$(printf 'help\n' | "$tilewright" play slide)
    says '  hint           ask for a good move'
}

for test in $(compgen -A function test_); do "$test"; done
exit "$bad"
