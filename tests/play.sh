#!/usr/bin/env bash
# A game at the prompt, as a person plays it: what is said, kept and read again. tests/play_record.sh is about
# the record's file, tests/play_terminal.sh about terminals. Words are the parts to try, all by default.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh

silent() { # TEXT, nowhere in the output
    case $out in *"$1"*) wrong "tilewright $said: says '$1': $out" ;; esac
}

count_of() { # TEXT: of the lines of the output that have it
    grep -cF -- "$1" <<<"$out"
}

json_lines() { # the states that `json` printed
    grep '^{"state_version"' <<<"$out"
}

a_move() { # GAME: the words of a legal move
    "$tilewright" play "$1" --seed monday <<<moves | sed -n '/tick/d; s/^  \([A-Za-z0-9].*\)/\1/p' | tail -n 1
}

test_refusals() {
    refuses play chess
    refuses play slide difficulty=1001
    refuses play slide --record
    refuses play slide --color
    refuses play slide -x
    refuses play -- slide --seed
    refuses replay
    refuses replay a b
    refuses replay "$scratch/absent"
    refuses replay /dev/null
    refuses play --from
    refuses play --from "$scratch/absent"
    refuses play --from "$scratch"
    refuses play --from /dev/null
    complains_of '/dev/null must hold a state or a record'
    refuses play --from -
    complains_of 'moves come from standard input'
    refuses play slide --from /dev/null
    complains_of '--from must stand without a GAME'
}

# The scramble of a game, backwards: the words that solve it.
solution() { # RECORD
    sed -n 's/.*"chance".*"blank":"\(.*\)".*/\1/p' "$1" | tac |
        sed 's/Up/down/; t; s/Down/up/; t; s/Left/right/; t; s/Right/left/'
}

test_play() {
    local game=(play slide rows=3 cols=3) words
    for difficulty in 1 2; do
        for seed in monday tuesday wednesday; do
            rm -f "$scratch/game"
            fine "${game[@]}" difficulty=$difficulty --seed $seed --record "$scratch/game" < <(echo quit)
            says '0 moves,'
            words=$(solution "$scratch/game")
            rm "$scratch/game"
            fine "${game[@]}" difficulty=$difficulty --seed $seed --record "$scratch/game" <<<"$words"
            says "solved in $difficulty move"
            says 'The game is over, and won.'
            fine "${game[@]}" difficulty=$difficulty --seed=$seed < <(cut -c 1 <<<"$words" | tr '[:lower:]' '[:upper:]')
            says "solved in $difficulty move"
            fine check "$scratch/game"
            says 'slide record is sound, the game is over'
        done
    done
}

test_talk() {
    local game=(play slide rows=2 cols=2 difficulty=1 --seed monday)
    fine "${game[@]}" < <(printf 'help\nmoves\n\nundo\nfly away\nt\nmoves\nboard\njson\nq\nleft\n')
    says 'Type a move'
    says 'There is no move to undo.'
    says "'fly away' is not a move;"
    says "'t' could be:"
    says '"ruleset_id":"slide_v1"'
    [ "$(grep -c '^  Up$\|^  Down$\|^  Left$\|^  Right$' <<<"$out")" = 4 ] || wrong "two moves, asked twice: $out"
    [ "$(count_of '0 moves')" = 2 ] || wrong "the board at first and when asked: $out"
    case $out in *'1 move'* | *$'\033'*) wrong "quit, and no colours in a file: $out" ;; esac
    # The tiles beside the blank take turns; undo brings the board back.
    fine "${game[@]}" < <(printf '3\nundo\n2\nundo\n%0300d\n' 0)
    says '0 moves,'
    # What is said last needs no end of line.
    fine "${game[@]}" < <(printf 'fly\r\njson')
    says "'fly' is not a move;"
    says '"ruleset_id":"slide_v1"'
    run_without_input "${game[@]}"
    ends 0
    says '0 moves,'
}

# Without a game it asks, until one is named.
test_choice() {
    fine play < <(printf 'chess\n\n SL \nquit\n')
    [ "$(grep -c 'Which game?' <<<"$out")" = 3 ] || wrong "asked until a game is named: $out"
    says 'Type the name of a game'
    says '0 moves,'
    fine play </dev/null
    fine play < <(echo Quit)
    silent moves
}

# Every game can be begun and played by the words it lists itself; what each move does is told.
test_each_game() {
    local words
    for game in $games; do
        words=$(a_move $game)
        [ -n "$words" ] || wrong "$game lists no moves"
        fine play $game --seed monday </dev/null
        grep -q '^  [A-Z]' <<<"$out" && wrong "$game: the setup is told: $out"
        fine play $game --seed monday <<<"$words"
        grep -q '^  [A-Z]' <<<"$out" || wrong "$game: nothing is told of '$words': $out"
        fine play $game --seed monday < <(printf '%s\nundo\nundo\n' "$words")
        says 'There is no move to undo.'
    done
}

# Help has the goal and examples of the game, its keys, all commands, and where the rules are.
test_help() {
    for game in $games; do
        fine play $game --seed monday < <(printf 'help\n')
        says 'for example:'
        for command in 'moves [WORDS]' 'undo [N]' 'redo [N]' restart 'new [SEED]' board json quit; do
            says "  $command "
        done
        says "docs/rules-$game.md"
        [ -f "docs/rules-$game.md" ] || wrong "there is no docs/rules-$game.md"
        [ "$(wc -L <<<"$out")" -le 80 ] || wrong "$game: help is wider than 80 columns: $out"
        sed -n '/for example:/,/^[A-Z]/p' <<<"$out" | grep -q '^  ' || wrong "$game: no examples: $out"
    done
    fine play falls --seed monday < <(printf '?\n')
    says 'Capsules of two coloured halves fall into your field'
    says 's: left'
    says 'space: '
    silent 'at once'
    fine play falls players=2 --seed monday < <(printf 'HELP\n')
    says "'2: MOVE' is a move of player 2"
}

# A list of moves is cut to 20 lines without a terminal; a word of those left out shows more of them.
test_moves() {
    local word more
    fine play azul --seed monday < <(printf 'moves\n')
    word=$(sed -n "s/.*type 'moves \(.*\)' to see some of them$/\1/p" <<<"$out")
    more=$(sed -n 's/^  \.\.\. and \([0-9]*\) more;.*/\1/p' <<<"$out")
    [ "$(grep -c '^  [0-9]* [A-Z]' <<<"$out")" = 19 ] || wrong "19 moves and a line: $out"
    fine perft azul 1 --seed monday
    says "$((19 + more)) leaves"
    [ -n "$word" ] || wrong 'no word to see other moves by'
    fine play azul --seed monday < <(printf 'MOV %s\n' "$word")
    [ "$(grep -ci "^  [0-9]* $word" <<<"$out")" -gt 1 ] || wrong "moves $word: $out"
    fine play azul --seed monday < <(printf 'moves blue line 1\n')
    [ "$(grep -c '^  [0-9]* Blue from .* to line 1$' <<<"$out")" = "$(grep -c '^  [0-9]* [A-Z]' <<<"$out")" ] ||
        wrong "moves blue line 1: $out"
    silent 'more;'
    fine play azul --seed monday < <(printf 'moves purple\nmoves from\n')
    says "No legal move matches 'purple'."
    says 'add a word to see fewer'
}

# Words that fit several moves name some of them.
test_ambiguity() {
    fine play azul --seed monday < <(printf 'blue 4\n')
    says "'blue 4' could be:"
    says '  1 Blue from factory 2 to line 4'
    says '  2 Blue from factory 4 to line 1'
    says "or 3 more; 'moves blue 4' lists them"
    [ "$(grep -c '^  . Blue' <<<"$out")" = 4 ] || wrong "four candidates: $out"
    fine play slide rows=2 cols=2 --seed monday < <(printf 'tile\n')
    [ "$(count_of '  tile ')" = 2 ] || wrong "both candidates: $out"
    silent 'more'
}

# Commands in any case, with spaces around them, and their beginnings. A move, legal or not, is never taken for
# the beginning of a command.
test_commands() {
    local game=(play slide --seed monday)
    fine "${game[@]}" < <(printf 'l\n  UNDO  \nl\nUnd\nundo 1 \nrestart\nrest\nn\nn a1\nb f9 1\nmov l\nquit now\nundo x\nundo 0\nundo -1\nQ\nl\n')
    [ "$(count_of 'Undone: ')" = 2 ] || wrong "undone twice: $out"
    [ "$(count_of 'There is no move to undo.')" = 1 ] || wrong "undo has nothing to undo: $out"
    says 'This is the beginning of the game.'
    # What ends a game must be written in full, and a mistyped move is no command.
    for line in rest n 'n a1' 'b f9 1'; do says "'$line' is not a move;"; done
    [ "$(grep -c '^  Left$' <<<"$out")" = 1 ] || wrong "mov l lists a move: $out"
    says "'quit' must stand alone."
    [ "$(count_of 'must be a whole number from 1 on')" = 3 ] || wrong "numbers to undo: $out"
    for quit in q exit ' QUIT' e; do
        fine "${game[@]}" < <(printf '%s\nl\n' "$quit")
        silent '1 move,'
    done
    fine "${game[@]}" < <(printf 'u\nu\nu\nu\nu\n')
    silent Undone
    says 'off the board'
}

# Several moves in a line, up to the first that is refused; the rest is named.
test_several() {
    local game=(play slide --seed monday) # the blank is top right
    fine "${game[@]}" < <(printf 'left, down;right , up\n')
    says '4 moves,'
    [ "$(grep -c 'to place' <<<"$out")" = 2 ] || wrong "one board for a line: $out"
    fine "${game[@]}" < <(printf 'd, d, r, l, u\n')
    says '2 moves,'
    says "Not 'r': "
    says "Left out: 'l, u'."
    fine "${game[@]}" < <(printf 'DLUR\n d l ur\n')
    says '8 moves,'
    fine "${game[@]}" < <(printf 'dduu\nlllllr, d\n')
    says '7 moves,'
    says "Not 'l': "
    says "Left out: 'lr, d'."
    fine "${game[@]}" < <(printf 'd, undo, fly, d\n')
    says "'fly' is not a move;"
    says "Left out: 'd'."
    says '0 moves,'
    fine "${game[@]}" < <(printf ',,; ;\nd,;,d\n')
    says '2 moves,'
    # What the end of the game leaves out is said, too.
    fine play slide rows=2 cols=2 difficulty=1 --seed monday --record "$scratch/short" </dev/null
    fine play slide rows=2 cols=2 difficulty=1 --seed monday < <(printf '%s, up\n' "$(solution "$scratch/short")")
    says 'The game is over; '
    says "Left out: 'up'."
    fine play slide rows=2 cols=2 difficulty=1 --seed monday < <(printf '%sud\n' "$(solution "$scratch/short" | cut -c 1)")
    says "Left out: 'ud'."
}

# Keys play one after the other; a player is named where several may move, and stays so in a line.
test_keys() {
    fine play falls players=2 --seed monday < <(printf 'ssssss\n2: ddD, s\nmoves\n3: l\n0: l\n10: s\n2 :S\n1:\n')
    says "Not 's': a settled tile or the edge of the field is in the way."
    says "Left out: 'ss'."
    says '  1: '
    [ "$(count_of 'There is no such player: the players are 1 to 2.')" = 3 ] || wrong "players 3, 0 and 10: $out"
    says "'1:' is not a move;"
    fine play falls players=2 --seed monday < <(printf '1: left, left, left, left, left\njson\n2: right, left, left\njson\n')
    says "Left out: 'left'."
    json_lines | head -n 1 | grep -q '"capsule":\[0,0\].*"capsule":\[0,3\]' || wrong "player 1 alone moves: $out"
    json_lines | tail -n 1 | grep -q '"capsule":\[0,0\].*"capsule":\[0,2\]' || wrong "player 2 alone moves: $out"
    fine play falls players=2 --seed monday < <(printf '2: right\nleft, left, left\nleft\nSd\nDs\njson\n')
    json_lines | grep -q '"capsule":\[0,0\].*"capsule":\[0,4\]' || wrong "unnamed moves are player 1's: $out"
    [ "$(count_of 'Not ')" = 2 ] || wrong "player 1 is blocked twice: $out"
    # Of several who may move, the one that moved last is shown, and has no buttons to click on.
    fine play falls players=2 --seed monday < <(printf '2: right\n')
    says 'P2 28 viruses left'
    says 'P1: '
    silent '↺'
    fine play falls --seed monday < <(printf 'moves\n')
    says '  Fall'
    fine play falls --seed monday < <(printf '1: s, tick\n')
    silent 'not a move'
    fine play falls --seed monday <<<ss
    says ' (2 times)'
    fine play falls --seed monday < <(for _ in {1..200}; do echo '     '; done)
    says 'viruses left'
    says 'The game is over, with '
    fine play lines rows=7 --seed monday < <(printf 'hint\n')
    says 'By rollout, in place of deep, which cannot judge this position.'
    fine play azul --seed monday < <(printf '2: blue 4 1\n1: blue 4 1\n1: red\n')
    says 'Player 2 may not move now.'
    says 'Player 2 to draft'
    fine play slide --seed monday < <(printf '2: l\n1: l\n')
    says 'There is only player 1.'
    says '1 move,'
}

# The same move after undo meets the same luck, and redo gives the same game.
test_undo() {
    local words
    for game in $games; do
        words=$(a_move $game)
        [ $game != falls ] || words='      '
        fine play $game --seed monday < <(printf 'json\n%s\njson\nrestart\njson\n%s\njson\nundo 99\nredo 99\njson\n' \
            "$words" "$words")
        mapfile -t states < <(json_lines)
        [ "${states[0]}" = "${states[2]}" ] || wrong "$game: undo does not bring the state back"
        [ "${states[1]}" != "${states[0]}" ] || wrong "$game: '$words' does nothing"
        [ "${states[1]}" = "${states[3]}" ] || wrong "$game: the same move meets other luck"
        [ "${states[1]}" = "${states[4]}" ] || wrong "$game: redo gives another game"
    done
    fine play slide --seed monday < <(printf 'l,l,l\nundo 2\nredo 5\nredo\nundo 2, d, redo\n')
    says 'Undone: 2 moves'
    [ "$(count_of 'There is no move to redo.')" = 2 ] || wrong "redo has an end, and another move forgets: $out"
    [ "$(count_of '3 moves,')" = 2 ] || wrong "three moves, and three again: $out"
}

# `new` begins another game of the same kind; a seed says which.
test_new() {
    fine play lines rows=7 --seed monday < <(printf 'json\nnew\njson\nnew tues, day\njson\nnew monday\njson\nundo\n')
    mapfile -t states < <(json_lines)
    [ "${states[0]}" != "${states[1]}" ] || wrong 'new brings the same game'
    [ "${states[0]}" = "${states[3]}" ] || wrong 'new monday is not --seed monday'
    says 'There is no move to undo.'
    fine play lines rows=7 --seed 'tues, day' <<<json
    [ "${states[2]}" = "$(json_lines)" ] || wrong 'a seed may have a comma in it'
}

# Hidden colours stay hidden in `json`.
test_hidden() {
    fine play lines show_next_balls=0 --seed monday <<<json
    says '"next_balls":null'
    fine play lines --seed monday <<<json
    silent '"next_balls":null'
}

# Control characters, NULs and bad UTF-8 in typed lines are shown, not sent; each line stands for itself.
test_odd_lines() {
    local game=(play slide --seed monday) odd
    for odd in '\033[31mred' 'a\177b' '\302\233x' '\377' '\342\200\256' 'u\001' '\007,\007' '9: \033'; do
        fine "${game[@]}" < <(printf "$odd\nmoves $odd\njson\n")
        [ -z "$(tr -d '\n\040-\176' <<<"${out//·/}")" ] || wrong "$odd is sent raw: $(cat -v <<<"$out")"
        says '"ruleset_id":"slide_v1"'
    done
    fine "${game[@]}" < <(printf 'fly\0away\nl\n')
    says "'fly\\u0000away' is not a move: it has a NUL in it."
    says '1 move,'
    fine "${game[@]}" < <(printf '\0\n\0l\nl\0\nl\n')
    says '1 move,'
    [ "$(count_of 'has a NUL')" = 3 ] || wrong "three lines with NULs: $out"
    fine "${game[@]}" < <(printf '\tl\t\nund\t1\n')
    says 'Undone: Left'
    fine "${game[@]}" < <(printf '%070000d\nl\n' 0)
    says 'The line is too long: it must have at most 65535 bytes.'
    says '1 move,'
    fine "${game[@]}" < <(for _ in {1..8000}; do printf dlur; done)
    says '32000 moves,'
    says ' more'
    fine "${game[@]}" < <(printf 'fly%09000d\n' 0)
    [ "$(wc -L <<<"$out")" -le 120 ] || wrong 'a long line is not cut'
}

state='{"state_version":1,"ruleset_id":"slide_v1","rows":2,"cols":2,"tiles":[1,2,0,3]}'
record='{"game":"slide","params":{"rows":2,"cols":2,"difficulty":3}}
{"who":"chance","action":{"blank":"Up"}}
{"who":"chance","action":{"blank":"Left"}}
{"who":"chance","action":{"blank":"Down"}}
{"who":0,"action":{"blank":"Up"}}'
whole=$(tr '\n' ' ' <<<'{"game":"slide","params":{"rows":2,"cols":2,"difficulty":1},"events":[
    {"who":"chance","action":{"blank":"Up"}},{"who":0,"action":{"blank":"Left"}}]}')

file() { # NAME TEXT
    printf '%s\n' "$2" >"$scratch/$1"
}

# Goes on from a state or a record, of both kinds; of several games in a file, from the last.
test_from() {
    local kept
    file state "$state"
    file record "$record"
    file whole "$whole"
    file several "$state"$'\n\n'"$record"$'\n'"$whole"
    fine play --from "$scratch/state" < <(printf 'undo\nr\n')
    says 'There is no move to undo.'
    says 'solved in 1 move'
    fine play --from "$scratch/record" < <(printf 'undo 2\nredo 2\nright, down\n')
    says 'Undone: Up'
    says 'solved in 3 moves'
    fine play --from "$scratch/whole" < <(printf 'r,d\n')
    says 'solved in 3 moves'
    fine play --from "$scratch/several" < <(printf 'undo\nd\n')
    says 'solved in 1 move'
    # An answer that has a state will do.
    file answer "{\"id\":1,\"state\":$state}"
    fine play --from "$scratch/answer" < <(printf 'r\n')
    says 'solved in 1 move'
    fine check "$scratch/answer"
    says 'slide state is sound'
    file answer "{\"state\":{\"ruleset_id\":\"slide_v1\",\"state_version\":2}}"
    refuses play --from "$scratch/answer"
    complains_of '/state/state_version: '
    # What `json` shows and `--record` writes can be read, and `new` begins such a game.
    for game in $games; do
        rm -f "$scratch/kept"
        fine play $game --seed monday --record "$scratch/kept" < <(printf '%s\njson\n' "$(a_move $game)")
        json_lines >"$scratch/json"
        for from in kept json; do
            fine play --from "$scratch/$from" --seed tuesday <<<json
            [ "$(json_lines)" = "$(<"$scratch/json")" ] || wrong "$game: from $from it does not go on"
        done
    done
    fine play --from "$scratch/state" < <(printf 'json\nu\nnew\njson\n')
    [ "$(json_lines | uniq | wc -l)" = 1 ] || wrong "new goes back to the state: $out"
    # A record that was broken off in its setup is set up.
    file begun '{"game":"azul"}'
    fine play --from "$scratch/begun" --seed monday <<<json
    says '"active_player_id":0'
    fine play --from "$scratch/record" --record "$scratch/longer" < <(printf 'r\n')
    fine check "$scratch/longer"
    [ "$(wc -l <"$scratch/longer")" = 6 ] || wrong "a record goes on: $(<"$scratch/longer")"
    rm -f "$scratch/none"
    # A game that begins in a state is recorded with it; whatever reads records reads that one.
    for game in $games; do
        rm -f "$scratch/kept"
        fine play $game --seed monday <<<json
        json_lines >"$scratch/json"
        fine play --from "$scratch/json" --record "$scratch/kept" < <(printf '%s\njson\n' "$(a_move $game)")
        [ "$(head -n 1 "$scratch/kept")" = "{\"game\":\"$game\",\"start\":$(<"$scratch/json")}" ] ||
            wrong "$game: $(head -n 1 "$scratch/kept")"
        json_lines >"$scratch/after"
        fine check "$scratch/kept"
        says "$game record is sound"
        fine play --from "$scratch/kept" <<<json
        [ "$(json_lines)" = "$(<"$scratch/after")" ] || wrong "$game: it does not go on from its state"
        fine replay "$scratch/kept"
        says '   1. '
        fine review --budget 50n "$scratch/kept"
        fine best --at 1 --budget 50n "$scratch/kept"
        kept=$(sed '1s/}$/,"events":[/' "$scratch/kept" | sed '3,$s/^/,/' | tr -d '\n')']}'
        printf '{"cmd":"replay","record":%s}\n{"cmd":"review","nodes":50,"record":%s}\n' "$kept" "$kept" \
            >"$scratch/requests"
        fine engine <"$scratch/requests"
        [ "$(grep -c '"ok":true' <<<"$out")" = 2 ] || wrong "$game: $out"
    done
    refuses play --from "$scratch/absent" --record "$scratch/none"
    [ ! -e "$scratch/none" ] || wrong 'a refusal leaves a record'
}

# Bad files are refused with their place.
test_bad_files() {
    local line
    while IFS='|' read -r line place; do
        printf "$line" >"$scratch/bad"
        for command in 'play --from' replay; do
            # shellcheck disable=SC2086 # two arguments
            run $command "$scratch/bad" </dev/null
            ends 2
            complains
            complains_of "$scratch/bad$place"
        done
    done <<'END'
nonsense|:1: expected a value, at byte 0; the file must hold a state or a record, in JSON
7|: must be a state
[]|: must be a state
{}|: must be a state
{"who":0,"action":{"blank":"Up"}}|: an event must come after the head
{"game":"chess"}|: /game: game must name a game
{"game":"slide","params":{"rows":1}}|: /params/rows: rows must be
{"game":"slide","events":7}|: /events: events must be an array
{"game":"slide","events":[{"who":0,"action":{"blank":"Up"}}]}|: /events/0
{"ruleset_id":"chess_v1"}|: /ruleset_id: ruleset_id must
{"ruleset_id":"slide_v1"}|: state_version must be 1
{"game":"azul"}\n{"who":"chance","action":{"draw":"Blue"}}\n\n{"who":"chance","action":{"draw":"Pink"}}\n|:4: /action
{"game":"azul"}\n{"who":"chance","action":{"draw":"Bl|:2: a string must end with a quote, at byte 36
{"game":"azul","events":[]}\n{"who":"chance","action":{"draw":"Blue"}}\n|:2: an event must come
END
}

# A record is told in words, with boards, to its result.
test_replay() {
    local boards
    for game in $games; do
        rm -f "$scratch/told"
        fine play $game --seed monday --record "$scratch/told" < <(printf '%s\n' "$(a_move $game)")
        fine replay "$scratch/told"
        says "$game: "
        silent 'Params:'
        says 'The game is not over: '
        grep -q '^   1\. [A-Z].* .* ' <<<"$out" || wrong "$game: no effects are told: $out"
        case $game in azul) says '   1. Player 1 ' ;; slide | lines) silent 'Player' ;; esac
    done
    fine play slide --seed monday --record "$scratch/many" < <(printf 'dlurdlurdlurdlurdlurd\n')
    fine replay "$scratch/many"
    [ "$(count_of 'to place')" = 4 ] || wrong "boards at the start, after 10 and 20 moves, and at the end: $out"
    says '  21. '
    silent 'Down'
    fine replay --boards "$scratch/many"
    boards=$(count_of 'to place')
    [ "$boards" = 22 ] || wrong "$boards boards of 21 moves"
    fine replay - <<<"$record"$'\n'"$whole"
    [ "$(count_of '   1. ')" = 2 ] || wrong "two games: $out"
    fine replay - <<<'{"game":"slide","params":{"rows":3,"difficulty":7}}'
    says 'Params: rows=3 difficulty=7'
    says 'No move was played.'
    says 'chance may move'
    run replay - <<<"$state"
    ends 2
    complains_of 'must hold a record, not a state'
    # The luck of a turn shares lines.
    fine play lines --seed monday --record "$scratch/balls" < <(printf '%s\n' "$(a_move lines)")
    fine replay "$scratch/balls"
    grep -q '^        [A-Z].*; ' <<<"$out" || wrong "luck in lines of its own: $out"
    # To the end.
    fine play falls --seed monday --record "$scratch/lost" < <(for _ in {1..200}; do echo '     '; done)
    fine replay "$scratch/lost"
    says 'The game is over, with '
    [ "$(wc -L <<<"$out")" -le 120 ] || wrong 'replay is too wide'
}

[ $# -gt 0 ] || set -- refusals play talk choice each_game help moves ambiguity commands several keys undo new hidden odd_lines from bad_files replay
for part in "$@"; do "test_$part"; done

exit $bad
