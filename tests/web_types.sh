#!/usr/bin/env bash
# The page's JavaScript passes TypeScript's strict checks, by the types in its comments.
set -eu
cd "$(dirname "$0")/.."
. tests/support/node.sh
node_packages
for config in web/tsconfig*.json; do
    node "$packages/node_modules/typescript/bin/tsc" -p "$config"
done
