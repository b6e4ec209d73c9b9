#!/usr/bin/env bash
# Uses the window at random: opens, runs, cancels, folds, edits, compares, switches tabs, closes, reloads.
# It ends with 1 after a crash, a model that outlives its tab, an event loop that stood still for more than 250 ms, or memory
# that grew by more than 5 % after the first ten minutes. The log names the seed and each action before it begins.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

if [ $# -lt 2 ]; then
    echo "Usage: tests/soak/run.sh MINUTES PRESET [FOLDER...] [-- SOAK-OPTION...]"
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"
    echo "PRESET: release, asan, tsan ... FOLDER: models and profiles to open besides the samples; copies are used."
    echo "SOAK-OPTION: --seed N, --actions N, --no-limits. Uses a screen of its own if xvfb-run is there (package xvfb)."
    echo "tests/soak/delays.py LOG prints the stacks of what held the event loop."
    exit 2
fi
minutes=$1
preset=$2
shift 2

cmake --preset "$preset" -DOPSCOPE_TESTS=ON >/dev/null
cmake --build --preset "$preset" --parallel "$(nproc)" --target soak

files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    cp -r --no-preserve=mode "$1" "$files/"
    shift
done
[ $# -gt 0 ] && shift

# A sanitizer's report of the processes that run models, too.
reports="$PWD/build/$preset/tests/soak/report"
rm -f "$reports".*
export OPSCOPE_SOURCE_DIR="$PWD" OPSCOPE_BUILD_DIR="$PWD/build/$preset" OPSCOPE_CLI="$PWD/build/$preset/bin/opscope-cli"
export OMP_WAIT_POLICY=PASSIVE
export ASAN_OPTIONS="log_path=$reports" UBSAN_OPTIONS="print_stacktrace=1:log_path=$reports"
export TSAN_OPTIONS="ignore_noninstrumented_modules=1:log_path=$reports"
export LSAN_OPTIONS="suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0"
screen=()
if command -v xvfb-run >/dev/null; then
    screen=(xvfb-run --auto-servernum --server-args "-screen 0 1920x1200x24")
else
    export QT_QPA_PLATFORM=offscreen
fi
log="build/$preset/tests/soak/soak.log"
result=0
"${screen[@]}" "build/$preset/tests/soak/soak" --minutes "$minutes" "$@" "$files" >"$log" || result=$?
grep -E "seed|DELAY|HANG|STILL|FAULT|at rest|more widgets|heap:|resident:" "$log" || true
for report in "$reports".*; do
    [ -e "$report" ] && { echo "report of a sanitizer: $report"; result=1; }
done
echo "ended with $result; the log is $log"
exit "$result"
