#!/usr/bin/env bash
# Training of the nets of lines, with a real PyTorch, which is large: it stays in build/venv.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
python_packages
torch=$PWD/build/venv/torch
(
    flock 9
    [ -e "$torch/done" ] || {
        rm -rf "$torch"
        "$python" -m pip install --disable-pip-version-check --target "$torch" 'torch==2.11.0' >build/venv/torch.log 2>&1 ||
            { cat build/venv/torch.log && exit 1; }
        touch "$torch/done"
    }
) 9>build/venv/lock
export ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 # virtual machines that do not tell all of AMX kill PyTorch
export OMP_NUM_THREADS=1                   # threads that wait for each other stall beside other tests
PYTHONPATH=$PWD/python:$torch PYTHONDONTWRITEBYTECODE=1 timeout -k 5 600 \
    "$python" -c 'import torch' # a test that is skipped would tell nothing
PYTHONPATH=$PWD/python:$torch PYTHONDONTWRITEBYTECODE=1 timeout -k 5 2400 \
    "$python" -m unittest discover -s python/tests -p 'test_train.py'
