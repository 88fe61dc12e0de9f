#!/usr/bin/env bash
# Adding a game takes the four steps of CONTRIBUTING.md and nothing else: Nim is added to a scratch copy
# that way, and what the project asks of a game and of its sources passes there.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tools/sources '*' | tar -c -T - | tar -x -C "$scratch"
find build -name '*.[od]' -o -name flags -o -name config.mk -o -path 'build/web/packed/*' |
    grep -E '^build/(asan/|release/|wasm/|web/|config)' | tar -c -T - | tar -x -C "$scratch" # only what is new is made
cd "$scratch"
build() { # TARGET...
    make -s "$@" >log 2>&1 || { cat log && exit 1; }
}

# Step 1: the folder. Step 2: the line.
cp -r tests/nim src/games
echo 'GAME(nim)' >>src/games/list.h
# Step 3: the golden game.
build build/asan/tests/conform
build/asan/tests/conform golden nim 40 heaps=9 sticks=9 >src/games/nim/golden.txt
# Step 4: its test and mutants are in the folder; its page.
echo '# nim: the rules' >docs/rules-nim.md

build all build/asan/tilewright build/asan/src/games/nim/nim_test
try() { # COMMAND...
    "$@" >log 2>&1 || { [ $? = 77 ] || { echo "$* fails with nim added:" && cat log && exit 1; }; }
}
try build/asan/src/games/nim/nim_test
try build/asan/tests/conform nim
for part in 'golden ' 'effects mixed' 'play largest' 'tools '; do grep -q "OK \] nim $part" log; done
for script in layers names purity docs cli; do try bash "tests/$script.sh"; done
try bash tests/format.sh 'src/games/nim/*.[ch]'
try env games=nim bash tests/play.sh each_game help undo from replay
try bash tests/mutants.sh nim

tilewright=build/asan/tilewright
expect() { # TEXT COMMAND...: its output has the text
    "${@:2}" >out 2>&1 || true
    grep -qF -- "$1" out || { echo "no '$1' in the output of ${*:2}:" && cat out && exit 1; }
}
ask() { # REQUEST
    echo "$1" | $tilewright engine
}
expect 'nim ' $tilewright games
expect '"ruleset_id":"nim_v1"' ask '{"cmd":"new","game":"nim"}'
nim='"state":{"state_version":1,"ruleset_id":"nim_v1","turn":0,"heaps":[3,5,7]}'
expect '"effects":[{"kind":"TAKE","seat":0,"spots":[2],"text":"Player 1 takes 1 from heap 1"}]' \
    ask "{\"cmd\":\"apply\",$nim,\"action\":{\"heap\":0,\"take\":1},\"effects\":true}"
expect '"areas":[{"class":"heaps","title":"Heaps","row":0,"col":0,"rows":3,"cols":9}]' ask "{\"cmd\":\"scene\",$nim}"
expect '"action":{"heap":2,"take":4}' ask "{\"cmd\":\"parse\",$nim,\"words\":\"4 from heap 3\"}"
expect '"action":{"heap":0,"take":1}' ask "$($tilewright nim solve --help | sed -n 's/^In the protocol: //p')"
expect '{"code":"UNSOLVABLE"' ask '{"cmd":"solve","state":{"state_version":1,"ruleset_id":"nim_v1","turn":0,"heaps":[1,1]}}'
expect 'take 1 from heap 1' $tilewright nim solve 3 5 7
expect 'no move wins' $tilewright nim solve 2 2
expect "say 'slide solve' or 'nim solve'" $tilewright solve 3 5 7
expect "say 'slide solve' or 'nim solve'" $tilewright solve --help
expect 'large tables' $tilewright build-db --help
# Its agent tells all that one can.
position='{"state_version":1,"ruleset_id":"nim_v1","turn":0,"heaps":[3,5,7]}'
echo "$position" >position
asked='"objective":"game","action":{"heap":1,"take":5}'
expect '"user":{"action":{"heap":1,"take":5},"value":-1,"delta":2,"stderr":0,"grade":"OKAY","stability":1,"chance":0,"line":[{"heap":1,"take":5},{"heap":2,"take":4},' \
    ask "{\"cmd\":\"best\",\"state\":$position,$asked}"
expect '"feedback":[{"kind":"LOSES","text":"It lets the other player win by 4 from heap 3.","amount":2}]' \
    ask "{\"cmd\":\"best\",\"state\":$position,$asked}"
expect "oracle knows no objective 'round'; it must be one of game, sticks" $tilewright best position --objective round
said() { # TEXT...: all of them in what `best` says of a bad move, on one screen
    $tilewright best position --move '5 heap 2' >out
    for text in "$@"; do grep -qF -- "$text" out || { echo "no '$text' in:" && cat out && exit 1; }; done
    [ "$(wc -l <out)" -le 24 ] && [ "$(wc -L <out)" -le 80 ] || { echo "not a screen:" && cat out && exit 1; }
}
said 'Chance of winning: 100 %. It is proven that no move is better.' 'value   error      visits  chance  move' '100 %  1 from heap 1' \
    'OKAY: its value is -1; that of the best move is 1, 2 better.' 'Chance of winning: 0 %.' \
    'It lets the other player win by 4 from heap 3.' 'After your move: player 1: 5 from heap 2; player 2: 4 from heap 3; '
expect 'Objective: sticks.' $tilewright best position --objective sticks
expect 'Best move: 7 from heap 3' $tilewright best position --objective sticks
cat >game <<'end'
{"game":"nim","params":{"heaps":2,"sticks":2}}
{"heap":0,"take":1}
{"heap":0,"take":1}
{"heap":1,"take":1}
{"heap":1,"take":1}
end
expect '"turning_points":[{"kind":"LEAD","move":1,"who":1,"action":{"heap":0,"take":1},"value":-1,"best":{"heap":1,"take":1},"best_value":1,"delta":2,' \
    $tilewright review game --json
expect '"exact":true,"solved":true,"forced":false,"standing":1,"chance":0,"best_chance":1,"feedback":[{"kind":"LOSES",' $tilewright review game --json
expect 'player 2    57.4 %                  2.00          0      0      1      0       1' $tilewright review game
expect 'It lets the other player win by 2 from heap 2.' $tilewright review game
expect 'chance of winning 0 %, better 100 %' $tilewright review game
$tilewright review game --ascii | sed -n '/^     +1/,/^ *1 .*4$/p' >out
diff -u - out <<'end'
     +1 |                 ##################
        |                 ##################
        |                 ##################
        |                 ##################
        |                 ##################
      0 +----------------------------------------------------------------------
        |#################                  ###################################
        |#################                  ###################################
        |#################                  ###################################
        |#################                  ###################################
     -1 |#################                  ###################################
                          ^                 ^
         1                2                 3                4
end
expect 'Objective: sticks.' $tilewright review game --objective sticks
printf 'hint\n' | $tilewright play --from position | grep -qF 'chance of winning: 100 %, proven)'
printf '1 from heap 1\n2 from heap 1\n' | $tilewright play nim heaps=1 sticks=3 | grep -q .

# It is on the page, too, with no file there about it.
mkdir -p "$root/build/node" && ln -s "$root/build/node" build/node
. tests/support/node.sh
node_run browser_all.mjs nim
