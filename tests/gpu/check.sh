#!/usr/bin/env bash
# Checks the CUDA engine and the profile of GPU work on a machine with an NVIDIA GPU, in at most 10 minutes, without network, Qt,
# oneDNN or Graphviz. Takes the programs that pack.sh made (.gpu/), or builds them here. docs/gpu.md says what each stage does.
set -uo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/check.sh [--programs DIR] [--stages A,B,...] [--budget SECONDS]

  --programs DIR     a folder with bin/opscope-cli and bin/gpu_kernel_suite, instead of .gpu
  --stages A,B,...   only these
  --budget SECONDS   no stage begins after that time (default: 560)
  --limits           prints the most seconds of each stage, and ends

Writes gpu-check.json, gpu-check.txt, raw.tar.gz and replay files (*.ocb) into $OUT (default: ./gpu-check).
Exit code: 0 all passed; 1 something failed or was not reached; 2 wrong usage.
GPU_CHECK_EMULATED=1: the kernel suite runs on its emulated device; for tests of this script.
TEXT
}

stages='env build refusals kernels edges conformance models verify truth graphs overhead record memcheck ceilings libraries tuning questions'
limit_of() { # seconds; "fallback" is the build here, before any stage. Together less than 10 minutes.
    case "$1" in
        fallback) echo 140 ;; env) echo 25 ;; build) echo 10 ;; refusals) echo 33 ;; kernels) echo 20 ;; edges) echo 16 ;;
        conformance) echo 30 ;;
        models) echo 40 ;; verify) echo 18 ;; truth) echo 34 ;; graphs) echo 25 ;; overhead) echo 45 ;; record) echo 15 ;;
        memcheck) echo 22 ;; ceilings) echo 12 ;; libraries) echo 50 ;; tuning) echo 24 ;; questions) echo 41 ;;
    esac
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

# Of one command of a stage: what it said and how it ended, for check_report.py.
keep() { # name command...
    local name=$1 code
    shift
    echo "$name" >"$dir/now"
    "$@" >"$dir/$name.out" 2>"$dir/$name.err"
    code=$?
    echo "$code" >"$dir/$name.rc"
    rm -f "$dir/now"
    return "$code"
}

cli() { "$programs/bin/opscope-cli" "$@"; }
suite() { "$programs/bin/gpu_kernel_suite" ${GPU_CHECK_EMULATED:+--emulated} "$@"; }

# Runs that are measured; an emulated device is slow, and its times mean nothing.
runs() { # how many on a GPU
    if [ -n "${GPU_CHECK_EMULATED:-}" ]; then echo 5; else echo "$1"; fi
}

# Programs of this folder start on this machine.
start_here() { # folder
    [ -x "$1/bin/opscope-cli" ] && "$1/bin/opscope-cli" --version >"$dir/start.out" 2>"$dir/start.err"
}

# A model by its name: made on this machine with all its weights, or one that was carried. The networks of the zoo are carried
# without weights, which are random where they could not be made.
weights=(--missing-weights random)
model_file() { # name
    local candidate
    for candidate in "$work/made/$1/$1.onnx" "$data/models/$1/model.onnx" "$root/resources/samples/$1/model.onnx" \
        "$data/zoo/$1.onnx"; do
        if [ -f "$candidate" ]; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

stage_env() {
    keep gpu cli gpu --format json
    keep smi nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.sm,clocks.mem,temperature.gpu,power.draw --format=csv
    keep machine uname -srm
    keep toolkit sh -c 'nvcc --version | tail -2; compute-sanitizer --version | head -1; ncu --version | tail -1'
    [ ! -f "$programs/lib/opscope/libopscope_cuda.so" ] \
        || keep code python3 "$here/module_code.py" "$programs/lib/opscope/libopscope_cuda.so"
    if [ -f "$data/zoo/materialize.py" ]; then
        for name in resnet50 bert_base; do
            mkdir -p "$work/made/$name"
            keep "make_$name" python3 "$data/zoo/materialize.py" make "$name" --no-verify --no-inputs --out "$work/made/$name"
        done
    fi
}

stage_build() {
    # The stage before this one found programs, or built them; this one says how.
    keep version cli --version
    keep how cat "$work/how"
    keep suite suite kernels --filter 'Relu-14(float[33])'
}

# What pack.sh made; nothing where there is none. Not every machine has xz, but Python does.
unpack() { # archive folder
    mkdir -p "$2"
    [ ! -f "$1" ] || tar xJf "$1" -C "$2" 2>/dev/null \
        || python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$1" "$2"
}

# What building here needs besides what was carried; pip has it too, in the folder of NVIDIA's libraries.
missing_tools() {
    local name folder lacking=()
    for folder in ${OPSCOPE_CUDA_LIBS//:/ }; do
        [ ! -x "$folder/nvidia/cu13/bin/nvcc" ] || PATH=$PATH:$folder/nvidia/cu13/bin
    done
    for name in c++ cmake ninja nvcc; do
        command -v "$name" >/dev/null || lacking+=("$name")
    done
    [ -f "$root/.gpu/deps.tar.xz" ] || lacking+=(.gpu/deps.tar.xz)
    [ ${#lacking[@]} = 0 ] || { echo "building here needs what is not here: ${lacking[*]}"; return 1; }
}

build_here() {
    missing_tools || return
    local deps=$work/deps
    mkdir -p "$deps"
    unpack "$root/.gpu/deps.tar.xz" "$deps"
    export LD_LIBRARY_PATH="$deps/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export CMAKE_PREFIX_PATH="$deps/usr" PKG_CONFIG_PATH="$deps/usr/lib/x86_64-linux-gnu/pkgconfig"
    export CPATH="$deps/usr/include:$deps/usr/include/x86_64-linux-gnu" LIBRARY_PATH="$deps/usr/lib/x86_64-linux-gnu"
    export PATH="$PATH:$deps/usr/bin"
    # Code for the GPU that is here alone, and less optimised code of the host: for the compilers' time. The programs find carried
    # libraries by themselves, those that such libraries need too: other programs shall have the machine's.
    local gpu
    gpu=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -1 | tr -d .)
    cmake -S "$root" -B "$work/built" --preset portable -DOPSCOPE_CUDA=ON -DOPSCOPE_CUDA_ARCHITECTURES="${gpu:-90}-real" -DOPSCOPE_CUDA_COMPRESSION= \
        -DCMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
        -DCMAKE_BUILD_RPATH="$deps/usr/lib/x86_64-linux-gnu" -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags \
        && cmake --build "$work/built" --parallel "$(nproc)" --target opscope-cli opscope_cuda gpu_kernel_suite \
        && mkdir -p "$work/programs/bin" \
        && ln -sfn "$work/built/lib" "$work/programs/lib" \
        && ln -sf "$work/built/bin/opscope-cli" "$work/built/tests/gpu/gpu_kernel_suite" "$work/programs/bin/"
}

stage_refusals() {
    local sample=$root/resources/samples/residual-cnn/model.onnx
    keep hidden env CUDA_VISIBLE_DEVICES= "$programs/bin/opscope-cli" gpu --brief --format json
    keep run env CUDA_VISIBLE_DEVICES= "$programs/bin/opscope-cli" run "$sample" --device cuda
    keep noplugin env OPSCOPE_CUDA_PLUGIN=/nowhere/libopscope_cuda.so "$programs/bin/opscope-cli" gpu --brief --format json
    keep cpu env CUDA_VISIBLE_DEVICES= "$programs/bin/opscope-cli" run "$sample" --device cpu --format json
    # More than any device has, but little of the host.
    keep memory timeout 10 "$programs/bin/opscope-cli" run "$root/resources/samples/tiny-decoder/model.onnx" --device cuda \
        --dim batch=1 --dim sequence=150000 --format json
    [ -z "${GPU_CHECK_EMULATED:-}" ] || return 0
    local stub
    for stub in /usr/local/cuda/lib64/stubs/libcuda.so /usr/local/cuda/targets/x86_64-linux/lib/stubs/libcuda.so; do
        [ -f "$stub" ] || continue
        mkdir -p "$work/stub"
        ln -sfn "$stub" "$work/stub/libcuda.so.1"
        keep stub env LD_LIBRARY_PATH="$work/stub${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$programs/bin/opscope-cli" gpu --brief --format json
        break
    done
    refusals_of_others "$sample"
}

# What this user never meets, as others do: another user, an installation without NVIDIA's libraries, code for other GPUs alone,
# and a tool that traces already. Others have to reach programs and models.
refusals_of_others() { # model
    local without=$here/without.sh cli=$programs/bin/opscope-cli profile
    profile=(profile "$work/model.onnx" --device cuda --runs 3 --warmup 1 --recorded-only --limit 2s --format json)
    chmod a+rx "$work"
    cp "$1" "$work/model.onnx"
    keep nodes timeout 5 "$without" nodes "$cli" gpu --brief --format json
    keep user timeout 8 "$without" user "$cli" "${profile[@]}" --counters basic -o "$(mktemp -u)"
    keep libraries timeout 12 "$without" libraries cuBLASLt,cuDNN,NVRTC "$cli" run "$work/model.onnx" --device cuda --format json
    keep tracer timeout 8 "$without" libraries CUPTI "$cli" "${profile[@]}" -o "$work/coarse.opscope"
    # A module that was built here has no text.
    ! python3 "$here/module_code.py" "$programs/lib/opscope/libopscope_cuda.so" 2>/dev/null | grep -q compute_ || keep text timeout 5 env CUDA_FORCE_PTX_JIT=1 "$programs/bin/gpu_kernel_suite" kernels --filter 'Relu-14(float[33])'
    keep nocode timeout 5 env CUDA_FORCE_PTX_JIT=1 CUDA_DISABLE_PTX_JIT=1 "$programs/bin/gpu_kernel_suite" kernels \
        --filter 'Relu-14(float[33])'
    ! command -v ncu >/dev/null || [ $((limit - SECONDS)) -lt 12 ] \
        || keep ncu timeout 10 ncu --target-processes all --kernel-name 'regex:^none of ours$' "$cli" "${profile[@]}" -o "$work/traced.opscope"
}

stage_kernels() { keep suite suite --limit "$((limit - 5))" kernels; }

# Beside what others computed; the checked-in values lie in the sources.
stage_edges() {
    export OPSCOPE_SOURCE_DIR=$root
    keep suite suite --limit "$((limit - 5))" edges
}

stage_conformance() {
    local folders=()
    for folder in "$data/onnx" "$data/conformance"; do
        [ ! -d "$folder" ] || folders+=("$folder")
    done
    if [ ${#folders[@]} = 0 ]; then
        echo "no test folders were carried (.gpu/data.tar.xz)" >"$dir/missing"
        return
    fi
    keep suite suite --limit "$((limit - 5))" --known "$root/tests/engine/onnx_known_failures.txt" conformance "${folders[@]}"
}

stage_models() {
    local folders=("$root"/resources/samples/*/) precisions=f32-strict,tf32,f16,bf16
    [ ! -d "$data/models" ] || folders+=("$data"/models/*/)
    # The other precisions are the libraries' doing, which an emulated device does not have.
    [ -z "${GPU_CHECK_EMULATED:-}" ] || precisions=f32-strict
    keep suite suite --limit "$((limit - 5))" --precisions "$precisions" models "${folders[@]%/}"
}

stage_verify() {
    local name file
    for name in residual-cnn tiny-decoder control-flow light-squeezenet bert-toy; do
        file=$(model_file "$name") || continue
        keep "$name" cli verify "$file" --device cuda --against reference --format json
    done
}

stage_truth() {
    local name file graph
    for name in residual-cnn bert-toy light-resnet50; do
        file=$(model_file "$name") || continue
        for graph in off on; do
            keep "$name.$graph" cli profile "$file" --device cuda --cuda-graph "$graph" --runs "$(runs 20)" --warmup 3 --limit 4s \
                -o "$work/$name.$graph.opscope" --format json
        done
    done
}

stage_graphs() {
    local name file graph
    for name in residual-cnn bert-toy light-resnet50 bert_base; do
        file=$(model_file "$name") || continue
        for graph in off on; do
            keep "$name.$graph" cli run "$file" "${weights[@]}" --device cuda --cuda-graph "$graph" --runs "$(runs 50)" --warmup 5 \
                --format json
        done
    done
}

# Both without CUDA graphs: a run would have one by default, a profile has none. Each command takes about 3 s.
stage_overhead() {
    local name file round options
    for name in resnet50 bert-toy; do
        file=$(model_file "$name") || continue
        options=("${weights[@]}" --device cuda --cuda-graph off --runs "$(runs 20)" --warmup 3 --format json)
        [ "$name" != resnet50 ] || options+=(--dim batch=8)
        for round in 1 2 3; do
            keep "$name.off$round" cli run "$file" "${options[@]}" || break
            keep "$name.on$round" cli profile "$file" "${options[@]}" --recorded-only --limit 2s -o "$work/on.opscope" || break
        done
        keep "$name.off4" cli run "$file" "${options[@]}"
    done
}

# What the decoder's tests replay later: each kind of recording once.
stage_record() {
    local file
    file=$(model_file residual-cnn) || return
    record() { # name model option...
        local name=$1 model=$2
        shift 2
        rm -f "$out/$name.ocb"
        keep "$name" env OPSCOPE_CUPTI_DUMP="$out/$name.ocb" "$programs/bin/opscope-cli" profile "$model" --device cuda --runs 3 \
            --warmup 1 --recorded-only --limit 3s -o "$work/record.opscope" --format json "$@"
        stat -c '%s' "$out/$name.ocb" >"$dir/$name.bytes" 2>/dev/null
        head -c 8 "$out/$name.ocb" 2>/dev/null | od -An -c >"$dir/$name.magic"
    }
    record stream "$file" --cuda-graph off
    record graph "$file" --cuda-graph on
    record decoder "$(model_file tiny-decoder)"
    record control-flow "$(model_file control-flow)"
    file=$(model_file light-resnet50) && record resnet "$file"
}

stage_memcheck() {
    if ! command -v compute-sanitizer >/dev/null; then
        echo "no compute-sanitizer on this machine" >"$dir/missing"
        return
    fi
    local sanitizer=(compute-sanitizer --tool memcheck --error-exitcode 9 --print-limit 5)
    for name in residual-cnn tiny-decoder; do
        keep "$name" timeout 8 "${sanitizer[@]}" "$programs/bin/opscope-cli" run "$(model_file "$name")" --device cuda
    done
    keep race timeout 10 compute-sanitizer --tool racecheck --error-exitcode 9 --print-limit 5 \
        "$programs/bin/gpu_kernel_suite" --limit 6 --filter Softmax kernels
    # As many kernels as there is time for; the sanitizer itself takes some of it.
    local left=$((limit - SECONDS - 2))
    [ "$left" -lt 8 ] || keep kernels timeout "$left" "${sanitizer[@]}" "$programs/bin/gpu_kernel_suite" --limit $((left - 6)) kernels
}

stage_ceilings() { keep probes python3 "$here/gpu_probes.py" ceilings; }

# Sizes that a network is measured with.
sizes_of() { # name
    case "$1" in
        bert_base) echo batch=1 sequence=128 ;;
        resnet50) echo batch=1 ;;
    esac
}

# The program's time of a network beside the sum of the best times of cuDNN and cuBLAS for its convolutions and products.
stage_libraries() {
    local name file precision sizes dims
    for name in resnet50 bert_base; do
        file=$(model_file "$name") || continue
        read -ra sizes <<<"$(sizes_of "$name")"
        dims=()
        for size in "${sizes[@]}"; do dims+=(--dim "$size"); done
        keep "$name" suite products "$file" "${sizes[@]}" || continue
        for precision in f32-strict f16; do
            keep "$name.$precision.ours" cli run "$file" "${dims[@]}" "${weights[@]}" --device cuda --precision "$precision" --runs 50 \
                --warmup 5 --format json
            keep "$name.$precision.theirs" python3 "$here/gpu_probes.py" products "$dir/$name.out" "$precision"
        done
    done
}

# Which of cuDNN and our own kernel is faster for attention and pools, by the program's own timing: what it remembers of each.
stage_tuning() {
    local file name
    python3 "$here/tuning_models.py" "$work/tuned" ${GPU_CHECK_EMULATED:+small} || return
    for file in "$work"/tuned/*.onnx; do
        name=$(basename "$file" .onnx)
        keep "$name" env XDG_CACHE_HOME="$work/tuned/$name" "$programs/bin/opscope-cli" run "$file" --device cuda --precision f16 \
            --tune on --runs 1 --format json
        cat "$work/tuned/$name"/opscope/tune/*.json >"$dir/$name.tune" 2>/dev/null
    done
}

stage_questions() {
    keep tracer python3 "$here/cupti_probes.py" all $((limit / 2))
    keep probes timeout $((limit / 4)) python3 "$here/gpu_probes.py" questions
    keep counters timeout $((limit / 5)) "$programs/bin/opscope-cli" profile "$(model_file residual-cnn)" --device cuda --counters basic --runs 3 \
        --warmup 2 --limit 3s -o "$work/counters.opscope" --format json
    cp /proc/driver/nvidia/params "$dir/params" 2>/dev/null
}

# One stage, in a process of its own that timeout can end.
if [ "${1:-}" = --stage ]; then
    stage_"$2"
    exit 0
fi

programs='' only='' budget=560
while [ $# -gt 0 ]; do
    case "$1" in
        --programs) programs=${2:?--programs needs a folder}; shift 2 ;;
        --stages) only=${2:?--stages needs names}; shift 2 ;;
        --budget) budget=${2:?--budget needs seconds}; shift 2 ;;
        --limits) for name in fallback $stages; do echo "$name $(limit_of "$name")"; done; exit 0 ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
for name in ${only//,/ }; do
    case " $stages " in
        *" $name "*) ;;
        *) echo "check.sh: there is no stage $name; expected some of: $stages" >&2; exit 2 ;;
    esac
done
if ! command -v python3 >/dev/null; then
    echo "check.sh: python3 is needed, which judges what the stages print" >&2
    exit 2
fi

out=${OUT:-$PWD/gpu-check}
mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/gpu-check.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
rows=$work/rows.jsonl
: >"$rows"
dir=$work/start
mkdir -p "$dir"

# Tools of the toolkit and Nsight Compute, where these are not on the PATH.
for folder in /usr/local/cuda/bin /opt/nvidia/nsight-compute/*; do
    [ ! -d "$folder" ] || PATH=$PATH:$folder
done

# NVIDIA's libraries as pip installs them: the folders that python3 sees.
if [ -z "${OPSCOPE_CUDA_LIBS:-}" ]; then
    OPSCOPE_CUDA_LIBS=$(python3 -c '
import os, site, sys
print(":".join(p for p in dict.fromkeys(sys.path + site.getsitepackages()) if os.path.isdir(os.path.join(p, "nvidia"))))' 2>/dev/null)
    export OPSCOPE_CUDA_LIBS
fi

data=$work/data
unpack "$root/.gpu/data.tar.xz" "$data"
[ -z "${GPU_CHECK_DATA:-}" ] || data=$GPU_CHECK_DATA

find_programs() {
    if [ -n "$programs" ]; then
        programs=$(cd "$programs" && pwd)
        echo "programs of $programs" >"$work/how"
        start_here "$programs"
        return
    fi
    programs=$work/packed
    unpack "$root/.gpu/programs.tar.xz" "$programs"
    echo "carried programs" >"$work/how"
    start_here "$programs" && return
    local why paths=${LD_LIBRARY_PATH:-}
    why=$(head -1 "$dir/start.err")
    # The machine's C++ library may be older than theirs.
    export LD_LIBRARY_PATH="$programs/lib/fallback${paths:+:$paths}"
    echo "carried programs with the C++ library beside them" >"$work/how"
    start_here "$programs" && return
    # That library may be too new for this machine, where then no compiler would start with it either.
    if [ -n "$paths" ]; then export LD_LIBRARY_PATH=$paths; else unset LD_LIBRARY_PATH; fi
    echo "built here, since the carried programs do not start ($why)" >"$work/how"
    export work root
    export -f build_here missing_tools unpack
    python3 "$here/run_limited.py" "$(limit_of fallback)" bash -c build_here >"$dir/build.log" 2>&1 \
        || { echo "it ended with code $?: $(tail -20 "$dir/build.log")"; } >>"$work/how"
    programs=$work/programs
    start_here "$programs" && return
    [ ! -x "$programs/bin/opscope-cli" ] || echo "what was built does not start: $(head -1 "$dir/start.err")" >>"$work/how"
    return 1
}
hasprograms=yes
find_programs || hasprograms=no

export programs data work out limit dir
for name in $stages; do
    case ",${only:-${stages// /,}}," in
        *",$name,"*) ;;
        *) continue ;;
    esac
    dir=$work/$name
    limit=$(limit_of "$name")
    [ -z "${GPU_CHECK_EMULATED:-}" ] || limit=$((3 * limit)) # it is slow, and a busy machine of tests more so
    left=$((budget - SECONDS))
    [ "$limit" -le "$left" ] || limit=$left
    mkdir -p "$dir"
    if [ "$hasprograms" = no ]; then
        { echo "no program starts here: $(tr '\n' ' ' <"$work/how")"; } >"$dir/broken"
    elif [ "$limit" -lt 10 ]; then
        echo "no time left: $SECONDS s of $budget s are used" >"$dir/late"
    else
        echo "== $name (at most $limit s)" >&2
        started=$SECONDS
        python3 "$here/run_limited.py" "$limit" "$BASH" "$0" --stage "$name"
        code=$?
        during=$([ ! -f "$dir/now" ] || echo ", in $(cat "$dir/now")")
        if [ "$code" = 124 ]; then
            echo "cut off after $limit s$during" >"$dir/cut"
        elif [ "$code" != 0 ]; then
            echo "the stage ended with code $code$during" >"$dir/cut"
        fi
        echo "$((SECONDS - started))" >"$dir/seconds"
    fi
    python3 "$here/check_report.py" judge "$name" "$dir" >>"$rows"
done

tar czf "$out/raw.tar.gz" -C "$work" --exclude=./deps --exclude=./packed --exclude=./built --exclude=./data --exclude=./made --exclude='*.opscope' . 2>/dev/null
python3 "$here/check_report.py" finish "$rows" "$out" "$SECONDS" ${GPU_CHECK_EMULATED:+emulated}
