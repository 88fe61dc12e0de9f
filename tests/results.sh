#!/usr/bin/env bash
# tilewright results: top lists, players, games and records of a server's database, which is only read.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
export XDG_DATA_HOME=$scratch/data TZ=UTC LC_ALL=C.UTF-8
db=$XDG_DATA_HOME/tilewright/tilewright.db

test_none() {
    refuses results
    complains_of "there is no database $db: no server has kept a game there"
    refuses results top azul --db "$scratch/absent"
    complains_of "$scratch/absent: it cannot be opened: No such file"
    [ ! -e "$scratch/absent" ] && [ ! -e "$XDG_DATA_HOME" ] || wrong 'results makes files'
    (
        unset XDG_DATA_HOME HOME
        run results
        ends 1
        complains_of 'HOME or XDG_DATA_HOME must be set'
        exit "$bad"
    ) || bad=1
}

test_recent() {
    fine results
    [ "$(sed -n 2,3p <<<"$out")" = ' 5  2026-03-01 18:08  falls       5:07  1. Anna -28, 1. red\u001b[31m -28, 1. random: (agent) -28
 4  2026-03-01 18:06  slide race  4:06  1. Ben -4000' ] || wrong "results: $out"
    [ "$(wc -l <<<"$out")" = 6 ] || wrong "results: not 6 lines: $out"
    local all=$out
    fine results recent
    [ "$out" = "$all" ] || wrong 'results is not results recent'
    fine results recent azul
    [ "$(wc -l <<<"$out")" = 3 ] || wrong "results recent azul: $out"
    says '1. Anna 16, 2. coach:200ms (agent) 3'
    fine results recent slide --json
    [ "$out" = '{"id":4,"game":"slide","time":"2026-03-01T18:06:40Z","seconds":246,"race":true,"seats":[{"name":"Ben","agent":false,"points":-4000,"rank":1}]}' ] ||
        wrong "results recent slide --json: $out"
}

test_top() {
    fine results top azul
    [ "$out" = '   player               game  rating  +/-  games  wins  last played
1  Anna                 azul    1807  464      2     2  2026-03-01 18:03
2  Ben                  azul    1411  502      1     0  2026-03-01 18:03
3  Änne                 azul    1411  502      1     0  2026-03-01 18:03
4  coach:200ms (agent)  azul    1338  581      1     0  2026-03-01 18:01' ] || wrong "results top azul: $out"
    fine results top slide
    says 'Nobody has a rating in slide yet'
    fine results top slide --json
    [ -z "$out" ] || wrong "results top slide --json: $out"
    fine results top falls --json
    says '{"name":"random:","agent":true,"game":"falls","rating":1500,"deviation":253.4'
    says '"name":"red\\u001b[31m"'
}

test_player() {
    local name
    for name in Anna aNNA; do
        fine results player "$name"
        [ "$(wc -l <<<"$out")" = 5 ] || wrong "results player $name: $out"
        says '1  Anna    falls    1500  507      1     0  2026-03-01 18:08'
        says '4  Anna    azul     1662  581      1     1  2026-03-01 18:01'
    done
    fine results player äNNE --json
    says '{"name":"Änne","agent":false,"game":"azul","rating":1410.6'
    fine results player 'Nobody'$'\033[2J'
    says "There is no rated game of 'Nobody\\u001b[2J'."
}

# What is printed is a record as any other.
test_record() {
    local id over
    for id in 1 2 3 4 5; do
        fine results record $id
        printf '%s\n' "$out" >"$scratch/record"
        over=', the game is over'
        [ $id != 4 ] || over=
        fine check "$scratch/record"
        [ "${out#*record is sound}" = "$over" ] || wrong "results record $id: $out"
        fine replay "$scratch/record"
    done
    fine results record 1
    says '{"game":"azul","params":{"players":2,"max_rounds":50},"seats":["Anna","coach:200ms"]}'
    fine results record 3 --seat 2
    says '"seats":["Anna"]}'
    local second=$out
    fine results record 3
    says '"seats":["Ben"]}'
    [ "$out" != "$second" ] || wrong 'both seats of a race have one record'
    refuses results record 3 --seat 3
    complains_of '--seat must be a whole number from 1 to 2'
    refuses results record 1 --seat 1
    complains_of '--seat is for races'
    refuses results record 6
    complains_of 'there is no game 6'
    local bad_id
    for bad_id in 0 x 1x '' ' 1' 99999999999999999999; do refuses results record "$bad_id"; done
}

test_wrong() {
    refuses results eat
    complains_of 'top, player, recent or record'
    refuses results top
    refuses results top chess
    complains_of "there is no game 'chess'"
    refuses results player
    refuses results recent chess
    refuses results record
    refuses results top azul azul
    refuses results top azul --seat 1
    printf 'my diary' >"$scratch/diary"
    refuses results --db "$scratch/diary"
    complains_of "$scratch/diary: it is not a database of Tilewright"
    [ "$(cat "$scratch/diary")" = 'my diary' ] || wrong 'results touches what is not ours'
    refuses results --db "$scratch"
    complains_of 'it must be a file'
    : >"$scratch/empty"
    refuses results --db "$scratch/empty"
    complains_of 'it is empty'
}

sql() { # WORDS: changes a copy of the database
    cp "$db" "$scratch/copy.db"
    sqlite3 "$scratch/copy.db" "$1"
}

# A database that somebody wrote by hand: it is shown, or refused in one line.
test_hostile() {
    sql "PRAGMA user_version = 2"
    refuses results --db "$scratch/copy.db"
    complains_of 'a newer Tilewright wrote it: its version is 2'
    sql "UPDATE journals SET events = x'ffffffffffffff' WHERE game_id = 1"
    run results record 1 --db "$scratch/copy.db"
    ends 1
    complains_of 'the record cannot be read: the journal is damaged'
    sql "UPDATE journals SET events = x'0101010101'; UPDATE games SET params = '2147483648,-5,x,,,' WHERE id = 2"
    for id in 1 2 3 4 5; do
        run results record $id --db "$scratch/copy.db"
        ends 1
        complains
    done
    sql "UPDATE games SET game = 'chess', ended = 9e18, seconds = 9e999 WHERE id = 1; DELETE FROM journals WHERE game_id = 2;
        UPDATE players SET name = CAST(x'41ff1b5b324a' AS TEXT) || hex(zeroblob(200)) WHERE name = 'Ben';
        UPDATE ratings SET rating = 9e999, deviation = -9e999, games = 9e18;
        UPDATE seats SET points = -9e18, place = 9e18 WHERE game_id = 5"
    run results record 1 --db "$scratch/copy.db"
    ends 1
    complains_of "does not know the game 'chess'"
    run results record 2 --db "$scratch/copy.db"
    ends 1
    complains_of 'has no record'
    fine results --db "$scratch/copy.db"
    says '1. A\xff\u001b[2J0000'
    says 'chess'
    fine results --json --db "$scratch/copy.db"
    says '"seconds":null'
    says '"time":"?"'
    fine results top azul --db "$scratch/copy.db"
    says '?'
    case $out in *$'\033'*) wrong 'results: a name steers the terminal' ;; esac
    head -c 20000 "$db" >"$scratch/cut.db"
    run results --db "$scratch/cut.db"
    [ "$status" != 0 ] || wrong 'results: half a database is fine'
    complains
}

# A server has the file open and goes on after it was read.
test_while_a_server_runs() {
    local answer
    coproc build/asan/tests/store_fill "$scratch/live.db" wait
    local pid=$COPROC_PID
    read -r -t 60 answer <&"${COPROC[0]}" || wrong 'store_fill keeps nothing'
    fine results --db "$scratch/live.db"
    [ "$(wc -l <<<"$out")" = 6 ] || wrong "results while a server runs: $out"
    eval "exec ${COPROC[1]}>&-"
    wait "$pid" || wrong 'store_fill does not end well'
    fine results --db "$scratch/live.db"
    [ "$(wc -l <<<"$out")" = 6 ] || wrong "results after a server ran: $out"
}

test_none
build/asan/tests/store_fill "$db" || wrong 'store_fill fails'
cp "$db" "$scratch/before"
for part in recent top player record wrong hostile while_a_server_runs; do "test_$part"; done
cmp "$db" "$scratch/before" || wrong 'results changes the database'
exit "$bad"
