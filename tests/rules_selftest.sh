#!/usr/bin/env bash
# The rule scripts find what they forbid: each sin is planted alone into a copy of the project, and the
# script must fail and say where. The copy without sins must pass.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tools/sources '*' | tar -c -T - | tar -x -C "$copy"
mkdir "$copy/build"
cp -r build/release build/sources build/libtilewright.so "$copy/build"
cd "$copy"
cp build/libtilewright.so build/good.so
compile="$(cat build/release/flags) -w"
game=$(basename "$(dirname "$(echo src/games/*/ | cut -d ' ' -f 1)x")")
rules=src/games/$game/${game}_rules_planted

passed=0 failed=0
judge() { # WHAT HAPPENED
    [ "$2" = right ] && passed=$((passed + 1)) && return
    failed=$((failed + 1))
    echo "$1: $2"
    sed 's/^/    /' build/said
}

plant() { # FILE, its text comes from the standard input
    mkdir -p "$(dirname "$1")" "build/release/$(dirname "$1")"
    cat >"$1"
    case $1 in src/*.c) $compile -c -o "build/release/${1%.c}.o" "$1" ;; esac
}

uproot() { # FILE
    rm -f "$1" "build/release/${1%.c}.o"
}

link() {
    local objects=build/release/src/*/planted.o
    for source in $(cat build/sources); do
        case $source in src/cli/*) ;; *) objects+=" build/release/${source%.c}.o" ;; esac
    done
    $compile -shared -o build/libtilewright.so $objects
}

# Planting the text makes the script fail, saying SAYS.
catches() { # SCRIPT FILE SAYS TEXT
    plant "$2" <<<"$4"
    case $1 in names) link ;; esac
}
