#!/usr/bin/env bash
# Installs what is missing, builds preset ci (warnings are errors), and runs all tests. Arguments go to ctest, as in -R layers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if [ "${1:-}" = -h ] || [ "${1:-}" = --help ]; then
    echo "Usage: ./test.sh [CTEST-ARGUMENT...]"
    sed -n '2s/^# //p' "$0"
    exit 0
fi

packaging/install-deps.sh --tests
cmake --preset ci
cmake --build --preset ci --parallel "$(nproc)"
ctest --preset ci --parallel "$(nproc)" "$@"
