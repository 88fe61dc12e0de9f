#!/usr/bin/env bash
# 100,000 mostly damaged lines into the engine, under the sanitizers: see tests/storm.c.
set -eu
cd "$(dirname "$0")/.."
exec build/asan/tests/storm build/asan/tilewright "${1:-100000}" tests/corpus/fuzz_engine/*
