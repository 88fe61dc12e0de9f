#!/usr/bin/env bash
# 20,000 mostly damaged lines into the engine, under the sanitizers, or 50,000 in `make test-slow`: see tests/storm.c.
set -eu
cd "$(dirname "$0")/.."
# What was freed and is kept back to be watched would look like growth.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1:thread_local_quarantine_size_kb=64
# The storm makes its own cancels: their answers come out of order.
mapfile -t requests < <(printf '%s\n' tests/corpus/fuzz_engine/* | grep -v /cancel)
lines=20000
[ -z "${TILEWRIGHT_SLOW-}" ] || lines=50000
exec build/asan/tests/storm build/asan/tilewright "${1:-$lines}" "${requests[@]}"
