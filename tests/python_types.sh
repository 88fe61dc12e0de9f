#!/usr/bin/env bash
# The Python package, its tests and its examples pass mypy's strict checks, and no file is above 600 lines.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
python_packages
export MYPYPATH=$PWD/python:$PWD/python/tests
check() { "$python" -m mypy --config-file python/pyproject.toml --cache-dir build/venv/mypy "$@"; }
check python/tilewright
check python/tests
check python/examples
check python/setup.py
check bench/python.py
long=$(tools/sources '*.py' | xargs -r -d '\n' wc -l | awk '$1 > 600 && $2 != "total"')
[ -z "$long" ] || { echo "files must have at most 600 lines: $long" && exit 1; }
