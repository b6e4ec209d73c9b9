#!/usr/bin/env bash
# Makes .gpu/: what check.sh takes to a machine that has a GPU and little else. Nothing in it is for redistribution.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/pack.sh [--data DIR] [--build DIR]

  --data DIR   test material (default: $OPSCOPE_TEST_DATA, or shared/data beside the source tree); without it the check has only
               the bundled samples
  --build DIR  take the programs of this build folder as they are, instead of building preset portable

Makes in .gpu/: programs.tar.xz (opscope-cli, the GPU plug-in, gpu_kernel_suite, and the libraries they need), data.tar.xz (ONNX
node tests, small models), deps.tar.xz (headers and libraries to build there, if the programs do not start), PACKED.txt.
TEXT
}

most_bytes=$((64 << 20)) # that travel: this folder and the tracked files
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
data=${OPSCOPE_TEST_DATA:-$root/../shared/data}
build=''
while [ $# -gt 0 ]; do
    case "$1" in
        --data) data=${2:?--data needs a folder}; shift 2 ;;
        --build) build=${2:?--build needs a folder}; shift 2 ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
cd "$root"
out=$root/.gpu
stage=$(mktemp -d)
trap 'chmod -R u+w "$stage"; rm -rf "$stage"' EXIT
gpu=$stage/programs

say() { echo "pack.sh: $*" >&2; }

# Programs, with code for the Hopper GPU and, as text that a driver compiles, for every other.
if [ -z "$build" ]; then
    build=$root/build/portable
    cmake --preset portable --log-level=NOTICE -DOPSCOPE_CUDA=ON -DOPSCOPE_CUDA_ARCHITECTURES='90-real;75-virtual'
    nice cmake --build --preset portable --parallel "${OPSCOPE_JOBS:-$(nproc)}" --target opscope-cli opscope_cuda gpu_kernel_suite
fi
rm -rf "$out"
mkdir -p "$out" "$gpu"
for component in cuda cli gpu_check; do
    cmake --install "$build" --prefix "$gpu" --component "$component" --strip >/dev/null
done
rm -rf "$gpu/share/doc" "$gpu/share/opscope/samples"

# A copy to another machine may not keep links: each library under the name it is asked for by.
find "$gpu/lib" -type l | while read -r link; do
    readlink -f "$link"
    cp -p --remove-destination "$(readlink -f "$link")" "$link"
done | sort -u | xargs -r rm -f

# The C++ library stays the machine's own; should it be older than this one's, check.sh takes these.
mkdir -p "$gpu/lib/fallback"
for name in libstdc++.so.6 libgcc_s.so.1; do
    cp -L "$("${CXX:-c++}" -print-file-name="$name")" "$gpu/lib/fallback/"
done

check_programs() {
    local file missing outside
    for file in "$gpu"/bin/* "$gpu"/lib/opscope/*.so*; do
        [ ! -L "$file" ] || continue
        missing=$(env -i ldd "$file" | grep 'not found' || true)
        [ -z "$missing" ] || { say "$file: $missing"; return 1; }
        outside=$(env -i ldd "$file" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | grep -v "^$gpu/" \
            | grep -vE '/lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so' || true)
        [ -z "$outside" ] || { say "$file needs of this machine: $outside"; return 1; }
    done
    env -i "$gpu/bin/opscope-cli" --version >/dev/null
}
check_programs

newest() { # symbol prefix: the newest version of it that the programs ask for
    objdump -T "$gpu"/bin/* "$gpu"/lib/opscope/*.so* 2>/dev/null | grep -oE "$1_[0-9.]+" | sort -Vu | tail -1
}

# Test material. It only travels: nothing of it becomes part of the project.
mkdir -p "$stage/data/models" "$stage/data/onnx"
for suite in onnx-1.23/node onnx-1.23/pytorch-operator; do
    if [ -d "$data/models/$suite" ]; then
        mkdir -p "$stage/data/onnx/$(dirname "$suite")"
        cp -rL "$data/models/$suite" "$stage/data/onnx/$suite"
    else
        say "no $data/models/$suite: the check runs without these tests"
    fi
done
for name in light-squeezenet light-resnet50 light-shufflenet bert-toy gpt2-past mnist-cntk super-resolution-10 yunet-n-dynamic \
    silero-vad-v5 ultraface-rfb-320; do
    [ ! -f "$data/models/$name/model.onnx" ] || cp -rL "$data/models/$name" "$stage/data/models/$name"
done
if [ -f "$data/zoo/materialize.py" ]; then
    mkdir -p "$stage/data/zoo"
    cp "$data/zoo/materialize.py" "$stage/data/zoo/"
    for name in resnet50 bert_base; do cp "$data/zoo/$name.onnx" "$data/zoo/$name.recipe.json" "$stage/data/zoo/"; done
fi
tar cf - -C "$gpu" . | xz -T0 >"$out/programs.tar.xz"
tar cf - -C "$stage/data" . | xz -T0 >"$out/data.tar.xz"

# To build there: the files of Debian's packages, where these are the machine's.
pack_deps() {
    command -v dpkg-query >/dev/null || { say "no dpkg here: without sources to build from there"; return; }
    local package file
    for package in pkg-config pkgconf pkgconf-bin libpkgconf3 protobuf-compiler libprotobuf-dev libprotobuf-lite32 libprotobuf32 \
        libprotoc32 libxxhash-dev libxxhash0 libre2-dev libre2-9 zlib1g-dev zlib1g libzstd-dev libzstd1 \
        libssl-dev libssl3 libsqlite3-dev libsqlite3-0 libxsimd-dev libcli11-dev rapidjson-dev; do
        dpkg-query -L "$package" 2>/dev/null || say "no package $package here"
    done | grep -E '^/(usr/)?(include|lib|bin)/|^/usr/share/(cmake|pkgconfig)' | grep -vE '\.a$|/python3/|/engines-3/' | sort -u >"$stage/files"
    while read -r file; do
        [ -d "$file" ] && [ ! -L "$file" ] || echo "${file#/}"
    done <"$stage/files" >"$stage/list"
    # Some libraries lie in /lib, which is /usr/lib.
    tar cf - -C / --transform 's,^lib/,usr/lib/,' -T "$stage/list" | xz -T0 >"$out/deps.tar.xz"
}
pack_deps

{
    echo "commit: $(git rev-parse --short HEAD)$([ -z "$(git status --porcelain --untracked-files=no)" ] || echo ' and changes')"
    echo "build: $("$gpu/bin/opscope-cli" gpu --brief --format json | sed -n 's/.*"build": "\(.*\)",*/\1/p')"
    echo "code: $(python3 "$root/tests/gpu/module_code.py" "$gpu/lib/opscope/libopscope_cuda.so")"
    echo "needs: $(newest GLIBC), $(newest GLIBCXX)"
    du -h --apparent-size "$out"/*.xz | sed "s,$out/,,"
} >"$out/PACKED.txt"
cat "$out/PACKED.txt"

tracked=$(git ls-files -z | du -cb --files0-from=- 2>/dev/null | tail -1 | cut -f1)
packed=$(du -sb "$out" | cut -f1)
say "$((packed >> 20)) MiB packed, $((tracked >> 20)) MiB of tracked files"
if [ $((tracked + packed)) -gt "$most_bytes" ]; then
    say "that is more than $((most_bytes >> 20)) MiB together: leave something out"
    exit 1
fi
