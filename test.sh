#!/usr/bin/env bash
# Installs missing packages, builds preset ci (warnings are errors) and runs all tests. Passes arguments to ctest: -R layers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

if [ "${1:-}" = -h ] || [ "${1:-}" = --help ]; then
    echo "Usage: ./test.sh [--with-cuda] [CTEST-ARGUMENT...]"
    sed -n '2s/^# //p' "$0"
    echo "--with-cuda builds the GPU plugin too, if the CUDA toolkit is found: building its kernels takes a third of the time of the rest."
    exit 0
fi
cuda=OFF
if [ "${1:-}" = --with-cuda ]; then
    cuda=AUTO
    shift
fi

packaging/install-deps.sh --tests
cmake --preset ci -DOPSCOPE_CUDA=$cuda
cmake --build --preset ci --parallel "$(nproc)"
ctest --preset ci --parallel "$(nproc)" "$@"
