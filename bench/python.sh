#!/usr/bin/env bash
# bench/python.sh [GAME]: steps a second through Python's vector environments beside those of C alone.
# With PYTHON= in the environment that Python is used, which may have envpool and pettingzoo[classic].
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
make -s build/libtilewright.so
[ -n "${PYTHON-}" ] || { python_packages && PYTHON=$python; }
PYTHONPATH=$PWD/python exec "$PYTHON" bench/python.py "$@"
