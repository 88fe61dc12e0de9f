#!/usr/bin/env bash
# No agent advises an illegal act: random positions of each game under the sanitizers, as many as the
# first argument says; see tests/advise.c.
set -eu
cd "$(dirname "$0")/.."
positions=${1:-150}
mapfile -t games < <(sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h)
printf '%s\n' "${games[@]}" | xargs -P 2 -I{} build/asan/tests/advise {} "$positions"
