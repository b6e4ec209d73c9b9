#!/usr/bin/env bash
# Installs missing packages, builds the release and opens a model; without a display, profiles it.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./run.sh [--with-cuda] [MODEL]

Opens MODEL (an .onnx file; a bundled sample if none is given) in Opscope, after installing missing packages and building
what has changed. Without a display, runs the model instead, and writes opscope-report.opscope and opscope-report.html
to the current folder.

  --with-cuda  build the GPU plugin too, or say what it needs; without this it is built if the CUDA toolkit is found
TEXT
}

with_cuda() {
    local nvcc
    nvcc=$(command -v nvcc || true)
    [ -n "$nvcc" ] || nvcc=${CUDA_PATH:-/usr/local/cuda}/bin/nvcc
    if ! "$nvcc" --version 2>/dev/null | grep -q 'release 1[3-9]'; then
        cat >&2 <<'TEXT'
The GPU plugin needs nvcc of the CUDA toolkit 13, which no Debian or Ubuntu archive has. From NVIDIA (docs/gpu.md):
    https://developer.nvidia.com/cuda-downloads  (Linux, x86_64, your distribution, "deb (network)"), then
    sudo apt-get install cuda-nvcc-13-0 cuda-cudart-dev-13-0 cuda-cccl-13-0 cuda-cupti-dev-13-0
TEXT
        return 1
    fi
}

if [ "${1:-}" = -h ] || [ "${1:-}" = --help ]; then
    usage
    exit 0
fi
cuda=()
if [ "${1:-}" = --with-cuda ]; then
    with_cuda || exit 1
    cuda=(-DOPSCOPE_CUDA=ON)
    shift
fi
if [ $# -gt 1 ]; then
    usage >&2
    exit 2
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bin=$root/build/release/bin

sample() {
    local candidate
    for candidate in "$root"/resources/samples/residual-cnn/model.onnx "$root"/resources/samples/*/model.onnx; do
        if [ -f "$candidate" ]; then
            echo "$candidate"
            return
        fi
    done
    echo "no sample under $root/resources/samples" >&2
    return 1
}

model=${1:-$(sample)}
if [ ! -e "$model" ]; then
    echo "$model: no such file" >&2
    exit 3
fi

# Output of the build goes to stderr, because stdout is for the output of the program.
(
    cd "$root"
    packaging/install-deps.sh
    cmake --preset release --log-level=NOTICE "${cuda[@]}"
    cmake --build --preset release --parallel "$(nproc)"
) >&2

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ] && [ -x "$bin/opscope" ]; then
    exec "$bin/opscope" "$model"
fi

echo "No display: profiling $model" >&2
"$bin/opscope-cli" profile "$model" -o opscope-report.opscope --report opscope-report.html
echo "$PWD/opscope-report.html"
