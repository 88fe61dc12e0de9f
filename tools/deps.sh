#!/bin/sh
# tools/deps.sh library|build|test: installs what is missing to build the library, or also all else,
# or also to test; silent when all is there.
set -eu

# The packages among the arguments that are not installed.
missing() {
    for package in "$@"; do
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) printf '%s ' "$package" ;;
        esac
    done
}

apt() {
    root=
    [ "$(id -u)" = 0 ] || root=sudo
    $root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"
}

need() {
    packages=$(missing "$@")
    [ -n "$packages" ] || return 0
    echo "tools/deps.sh: installing $packages" >&2
    # shellcheck disable=SC2086 # one word a package
    set -- install -y --no-install-recommends $packages
    apt "$@" || { apt update && apt "$@"; } && return
    echo "tools/deps.sh: that failed; please run: sudo apt-get $*" >&2
    exit 1
}

# Without dpkg: are the programs there? Libraries show when they are missed.
look_for() {
    for name in "$@"; do
        command -v "$name" >/dev/null || lost="${lost-} $name"
    done
    [ -z "${lost-}" ] && return
    echo "tools/deps.sh: please install:$lost" >&2
    exit 1
}

case ${1-} in library | build | test) ;; *) echo "usage: tools/deps.sh library|build|test" >&2 && exit 2 ;; esac

if ! command -v dpkg-query >/dev/null; then
    [ "$1" = test ] && look_for chromium clang-format fish git nc node npm pkg-config python3 socat sqlite3 telnet tmux zsh
    look_for gcc make
    [ "$1" != library ] || exit 0
    look_for brotli clang wasm-ld
    [ -f /usr/lib/wasm32-wasi/libc.a ] && exit
    echo "tools/deps.sh: please install wasi-libc in /usr/lib/wasm32-wasi and /usr/include/wasm32-wasi" >&2
    exit 1
fi

need gcc libc6-dev make
[ "$1" != library ] || exit 0
need brotli clang libmicrohttpd-dev libsqlite3-dev libtelnet-dev libuv1-dev libwslay-dev lld wasi-libc
# What clang links goes by its version: 1:14.0-55 needs libclang-rt-14-dev-wasm32.
version=$(dpkg-query -W -f '${Version}' clang)
version=${version#*:}
need "libclang-rt-${version%%.*}-dev-wasm32"
if [ "$1" = test ]; then
    need chromium clang-format fish git libcmocka-dev libjansson-dev netcat-openbsd pkg-config python3 python3-pip \
        python3-venv socat sqlite3 telnet tmux zsh
    # Node.js may come with its own npm, which Debian's does not go with.
    command -v node >/dev/null || need nodejs
    command -v npm >/dev/null || need npm
    need "libclang-rt-${version%%.*}-dev"
fi
