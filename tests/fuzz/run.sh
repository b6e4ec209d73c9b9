#!/bin/bash
# Fuzz all targets, or the ones named, one after the other:
#
#     tests/fuzz/run.sh HOURS [TARGET...]          tests/fuzz/run.sh 0.5 onnx query
#
# Builds the preset fuzz, makes the seeds, divides HOURS among the targets, and prints for each what was run and found, and how many
# lines of its sources the corpus covers. Corpora stay in build/fuzz/fuzzing/corpus and grow from run to run; inputs that crash,
# leak, take 60 s or too much memory are kept in build/fuzz/fuzzing/found. Exit code 1 if something was found. HOURS 0: only the
# coverage of the corpora. JOBS=N builds with N processes (2). Needs clang-16, llvm-16 and libclang-rt-16-dev.
set -euo pipefail
cd "$(dirname "$0")/../.."

# TARGET | longest input | sources that it is for
targets=(
    "wire|65536|model/onnx/wire_index.cpp model/onnx/wire_reader.cpp model/onnx/wire_schema.cpp"
    "onnx|65536|model/onnx/parser.cpp model/onnx/graph_reader.cpp model/onnx/attribute_reader.cpp model/onnx/tensor_reader.cpp
        model/onnx/messages.cpp model/onnx/draft.cpp model/onnx/name_resolver.cpp model/onnx/node_order.cpp model/onnx/operators.cpp
        model/onnx/sniff.cpp model/onnx/weights.cpp model/checks model/inference"
    "test_data|16384|model/onnx/tensor_file.cpp"
    "npy|16384|model/npy.cpp"
    "json|16384|model/support/json.cpp model/support/utf8.cpp"
    "profile|131072|profiler/file/encoding.cpp profiler/file/thrift.cpp profiler/file/parquet_footer.cpp profiler/file/parquet_reader.cpp
        profiler/file/profile_reader.cpp profiler/file/profile_json.cpp profiler/file/device_json.cpp profiler/file/load_json.cpp
        profiler/file/processor_json.cpp"
    "importers|131072|profiler/importers"
    "xml|32768|profiler/attribution/xml_reader.cpp profiler/attribution/openvino_graph.cpp"
    "images|32768|engine/image"
    "query|512|model/query"
    "edit|4096|model/edit/operation.cpp model/edit/operations model/edit/editing.cpp"
    "kernels|512|engine/reference"
)
readers="wire onnx test_data npy json profile importers xml images query" # the parser and readers

hours=${1:?how many hours? see the head of this file}
shift
chosen=("$@")
build=build/fuzz
work=$build/fuzzing
programs=$build/tests/fuzz
mkdir -p "$work"/{corpus,found,coverage,log,seeds}

names() { for line in "${targets[@]}"; do echo "${line%%|*}"; done; }
for name in "${chosen[@]}"; do
    names | grep -qx "$name" || { echo "no target '$name'; there are: $(names | tr '\n' ' ')" >&2; exit 2; }
done
[ ${#chosen[@]} -gt 0 ] || mapfile -t chosen < <(names)
longest() { for line in "${targets[@]}"; do [ "${line%%|*}" = "$1" ] && echo "$line" | cut -d'|' -f2 | head -1; done; true; }
sources() { for line in "${targets[@]}"; do [ "${line%%|*}" = "$1" ] && echo "${line##*|}"; done; true; }

export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
export OPSCOPE_SOURCE_DIR=$PWD OPSCOPE_BUILD_DIR=$PWD/$build XDG_CACHE_HOME=$PWD/$work/cache
symbolizer=$(command -v llvm-symbolizer-16 || true)
export ASAN_SYMBOLIZER_PATH=$symbolizer UBSAN_SYMBOLIZER_PATH=$symbolizer
export LLVM_PROFILE_FILE=/dev/null

[ -e "$build/build.ninja" ] || cmake --preset fuzz >"$work/log/configure.txt"
programs_needed=("${chosen[@]/#/fuzz_}")
case " ${chosen[*]} " in *" edit "* | *" importers "* | *" profile "*) programs_needed+=(fuzz_seeds) ;; esac
cmake --build "$build" --parallel "${JOBS:-2}" --target "${programs_needed[@]}" >"$work/log/build.txt" \
    || { tail -20 "$work/log/build.txt" >&2; exit 2; }
python3 tests/fuzz/make_seeds.py "$programs" "$work/seeds"

# Runs a target for some seconds of the clock. It ends at everything that it finds, and is started again.
fuzz() {
    local name=$1 end=$((SECONDS + $2)) left starts=0
    while left=$((end - SECONDS)); [ $left -gt 0 ] && [ $starts -lt 20 ]; do
        starts=$((starts + 1))
        "$programs/fuzz_$name" "$work/corpus/$name" "$work/seeds/$name" -dict=tests/fuzz/fuzz.dict -max_len="$(longest "$name")" \
            -max_total_time=$left -timeout=60 -rss_limit_mb=2560 -print_final_stats=1 -artifact_prefix="$work/found/$name/" \
            >>"$work/log/$name.txt" 2>&1 || true
    done
}

# Keeps the inputs that are needed for what the corpus reaches.
minimise() {
    local name=$1 new="$work/corpus/$1.new"
    rm -rf "$new" && mkdir "$new"
    if "$programs/fuzz_$name" -merge=1 -max_len="$(longest "$name")" -timeout=60 -rss_limit_mb=2560 -artifact_prefix="$work/found/$name/" \
        "$new" "$work/corpus/$name" "$work/seeds/$name" >"$work/log/$name.merge.txt" 2>&1; then
        rm -rf "$work/corpus/$name" && mv "$new" "$work/corpus/$name"
    fi
}

objects=("$build"/lib/opscope/libopscope_model.so "$build"/lib/opscope/libopscope_engine.so)
# Prints `covered lines percent` of sources: coverage FILES-TARGETS... -- SOURCES...
coverage() {
    local -a data=() binaries=()
    while [ "$1" != -- ]; do
        data+=("$work/coverage/$1.profdata")
        binaries+=(-object "$programs/fuzz_$1")
        shift
    done
    shift
    llvm-profdata-16 merge -o "$work/coverage/all.profdata" "${data[@]}"
    for object in "${objects[@]}"; do [ -e "$object" ] && binaries+=(-object "$object"); done
    llvm-cov-16 report "${binaries[@]:1}" -instr-profile="$work/coverage/all.profdata" "$@" 2>/dev/null >"$work/coverage/report.txt" || true
    awk '$1 == "TOTAL" { printf "%d of %d lines (%.1f %%)", $8 - $9, $8, $8 ? 100 * ($8 - $9) / $8 : 0 }' "$work/coverage/report.txt"
}

measure() {
    local name=$1
    rm -f "$work/coverage/$name".*.profraw
    LLVM_PROFILE_FILE="$work/coverage/$name.%m.profraw" "$programs/fuzz_$name" -runs=0 -timeout=60 -rss_limit_mb=2560 \
        "$work/corpus/$name" >"$work/log/$name.coverage.txt" 2>&1 || echo "$name: its corpus does not run through" >&2
    llvm-profdata-16 merge -o "$work/coverage/$name.profdata" "$work/coverage/$name".*.profraw
    rm -f "$work/coverage/$name".*.profraw
}

seconds=$(awk "BEGIN { print int($hours * 3600 / ${#chosen[@]}) }")
status=0
measured=()
for name in "${chosen[@]}"; do
    mkdir -p "$work/corpus/$name" "$work/found/$name"
    : >"$work/log/$name.txt"
    fuzz "$name" "$seconds"
    minimise "$name"
    measure "$name"
    measured+=("$name")
    runs=$(awk '/stat::number_of_executed_units/ { sum += $2 } END { print sum + 0 }' "$work/log/$name.txt")
    found=$(find "$work/found/$name" -type f -not -name 'slow-unit-*' | wc -l)
    [ "$found" = 0 ] || status=1
    # shellcheck disable=SC2046 # a list of files
    echo "$name: $runs runs in $seconds s, $(find "$work/corpus/$name" -type f | wc -l) inputs, $found found, $(coverage "$name" -- $(sources "$name"))"
done
all=()
paths=""
for name in "${measured[@]}"; do
    case " $readers " in *" $name "*) all+=("$name") && paths="$paths $(sources "$name")" ;; esac
done
# shellcheck disable=SC2086
[ ${#all[@]} = 0 ] || echo "parser and readers: $(coverage "${all[@]}" -- $paths)"
exit $status
