#!/usr/bin/env bash
# A new game costs one folder and one line: Nim is added to a scratch copy that way, and at once it
# conforms, is in the program and in the protocol, and its tool is found.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
read -r -a compile <build/asan/flags

cp -r src include tests "$scratch"
cp -r tests/nim "$scratch/src/games"
echo 'GAME(nim)' >>"$scratch/src/games/list.h"

mapfile -t library < <(tr ' ' '\n' <build/sources | sed -n '/^src\/games\/games.c/!s|\.c$||p')
others=("${library[@]/#/$PWD/build/asan/}")
others=("${others[@]/%/.o}")
support=("$PWD"/build/asan/tests/support/*.o "$PWD/build/asan/tests/conform.o")

cd "$scratch"
objects=()
for source in src/games/games.c src/games/nim/nim.c src/games/nim/tools/solve.c; do
    "${compile[@]}" -I. -c -o "${source##*/}.o" "$source"
    objects+=("${source##*/}.o")
done
mapfile -t rooms < <(printf '%s\n' "${others[@]}" | grep -v /src/cli/)
"${compile[@]}" -o conform "${objects[@]}" "${rooms[@]}" "${support[@]}" -lcmocka -lm -pthread
"${compile[@]}" -o tilewright "${objects[@]}" "${others[@]}" -lm -pthread

./conform golden nim 40 heaps=9 sticks=9 >src/games/nim/golden.txt
./conform nim >log 2>&1 || { cat log && exit 1; }
grep -q 'OK \] nim play largest' log
grep -q 'OK \] nim tools' log

expect() { # TEXT COMMAND...: its output has the text
    "${@:2}" >out 2>&1 || true
    grep -qF -- "$1" out || { echo "no '$1' in the output of ${*:2}:" && cat out && exit 1; }
}
ask() { # REQUEST
    echo "$1" | ./tilewright engine
}
expect 'nim ' ./tilewright games
expect '"ruleset_id":"nim_v1"' ask '{"cmd":"new","game":"nim"}'
nim='"state":{"state_version":1,"ruleset_id":"nim_v1","turn":0,"heaps":[3,5,7]}'
expect '"effects":[{"kind":"TAKE","seat":0,"spots":[2],"text":"Player 1 takes 1 from heap 1"}]' \
    ask "{\"cmd\":\"apply\",$nim,\"action\":{\"heap\":0,\"take\":1},\"effects\":true}"
expect '"areas":[{"class":"heaps","title":"Heaps","row":0,"col":0,"rows":3,"cols":9}]' ask "{\"cmd\":\"scene\",$nim}"
expect '"action":{"heap":2,"take":4}' ask "{\"cmd\":\"parse\",$nim,\"words\":\"4 from heap 3\"}"
expect '"action":{"heap":0,"take":1}' ask "$(./tilewright nim solve --help | sed -n 's/^In the protocol: //p')"
expect '{"code":"UNSOLVABLE"' ask '{"cmd":"solve","state":{"state_version":1,"ruleset_id":"nim_v1","turn":0,"heaps":[1,1]}}'
expect 'take 1 from heap 1' ./tilewright nim solve 3 5 7
expect 'no move wins' ./tilewright nim solve 2 2
expect "say 'slide solve' or 'nim solve'" ./tilewright solve 3 5 7
expect "say 'slide solve' or 'nim solve'" ./tilewright solve --help
expect 'make a board' ./tilewright scenario --help
printf '1 from heap 1\n2 from heap 1\n' | ./tilewright play nim heaps=1 sticks=3 | grep -q .
