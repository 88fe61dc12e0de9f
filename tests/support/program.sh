# What the tests of the program share; they begin in the repository's root. Each has a cache of its
# own, so that the user's is neither used nor touched.
# shellcheck shell=bash disable=SC2034
tilewright=build/asan/tilewright
limit=60 # seconds, for one run
games=${games:-$(sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h | paste -s -d ' ')}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache

bad=0
wrong() {
    echo "$*"
    bad=1
}

# Runs tilewright: $out, $err and $status tell what came of it. The input is that of the call.
run() { # ARG...
    said=$*
    out=$(timeout "$limit" "$tilewright" "$@" 2>"$scratch/err")
    status=$?
    err=$(<"$scratch/err")
}

run_without_input() { # ARG...: not even an empty one
    said=$*
    out=$(timeout "$limit" "$tilewright" "$@" 2>"$scratch/err" <&-)
    status=$?
    err=$(<"$scratch/err")
}

ends() { # STATUS
    [ "$status" = "$1" ] || wrong "tilewright $said: exit status $status, not $1: $err"
}

says() { # TEXT, somewhere in the output
    case $out in *"$1"*) ;; *) wrong "tilewright $said: does not say '$1' but: $out" ;; esac
}

complains() { # in one line
    case $err in "tilewright: "?*) ;; *) wrong "tilewright $said: no complaint: $err" ;; esac
    [ "$(wc -l <"$scratch/err")" = 1 ] || wrong "tilewright $said: more than a line: $err"
}

complains_of() { # TEXT, somewhere in the complaint
    case $err in *"$1"*) ;; *) wrong "tilewright $said: does not complain of '$1' but: $err" ;; esac
}

fine() { # ARG...: runs, and all is well
    run "$@"
    ends 0
    [ -z "$err" ] || wrong "tilewright $said: complains: $err"
}

refuses() { # ARG...: one line, exit 2 and nothing else
    run "$@" </dev/null
    ends 2
    complains
    [ -z "$out" ] || wrong "tilewright $said: prints, although it refuses: $out"
}
