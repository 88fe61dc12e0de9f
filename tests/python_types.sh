#!/usr/bin/env bash
# The Python package, its tests and its examples pass mypy's strict checks, and no file is above 600 lines.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
python_packages
export MYPYPATH=$PWD/python:$PWD/python/tests
"$python" -m mypy --config-file python/pyproject.toml --cache-dir build/venv/mypy \
    python/tilewright python/tests python/examples python/setup.py bench/python.py
long=$(tools/sources '*.py' | xargs -r -d '\n' wc -l | awk '$1 > 600 && $2 != "total"')
[ -z "$long" ] || { echo "files must have at most 600 lines: $long" && exit 1; }
