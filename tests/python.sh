#!/usr/bin/env bash
# The Python package: batches, Gymnasium's and PettingZoo's environments by their own checks, the engine.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
limit=300
python_run -W error -m unittest discover -s python/tests "$@"
