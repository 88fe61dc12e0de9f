# Runs a test of tests/node with what it needs: npm's packages, installed once for each package-lock.json
# into build/node. They begin in the repository's root.
# shellcheck shell=bash
export TILEWRIGHT_ROOT=$PWD

node_packages() { # sets $packages
    local key
    key=$(cat tests/node/package.json tests/node/package-lock.json | sha256sum | cut -c 1-16)
    packages=$PWD/build/node/$key
    mkdir -p build/node
    (
        flock 9
        [ ! -e "$packages/done" ] || exit 0
        rm -rf "$packages" && mkdir -p "$packages"
        cp tests/node/package.json tests/node/package-lock.json tests/node/.npmrc "$packages"
        (cd "$packages" && npm ci --no-audit --no-fund --ignore-scripts) >"$packages/log" 2>&1 ||
            { cat "$packages/log" && exit 1; }
        touch "$packages/done"
    ) 9>build/node/lock
}

# Node finds packages beside a file or above it: the tests are run from a copy there.
node_run() { # FILE [ARG...]
    local scratch status=0
    node_packages || return
    scratch=$(mktemp -d "$packages/run.XXXXXX")
    cp tests/node/*.mjs "$scratch"
    timeout -k 5 "${limit:-300}" node "$scratch/$1" "${@:2}" || status=$?
    rm -rf "$scratch"
    return "$status"
}
