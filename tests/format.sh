#!/usr/bin/env bash
# Every source lies as clang-format 14 lays it (`make format`). Other versions lay out differently:
# there the test is skipped. tests/format.sh PATTERN... looks at those files only.
set -eu
cd "$(dirname "$0")/.."
version=$(clang-format --version | grep -oE '[0-9]+' | head -n 1)
if [ "$version" != 14 ]; then
    echo "clang-format must be version 14 for this test, and is $version"
    exit 77
fi
[ $# -gt 0 ] || set -- '*.c' '*.h'
said=$(tools/sources "$@" | xargs -r -d '\n' clang-format --dry-run -Werror 2>&1) && exit
grep -F ': error:' <<<"$said" | awk -F : '!seen[$1, $2]++'
exit 1
