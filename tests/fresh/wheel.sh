#!/usr/bin/env bash
# Installs the wheel of the Python package in a bare Debian or Ubuntu that has Python and nothing else of ours, and profiles a model there.
# Needs root and debootstrap.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/fresh/wheel.sh [--model FILE] [--runs N] WHEEL

  --model FILE  the model that is profiled (a bundled sample)
  --runs N      its measured runs (10)

Environment:
  OPSCOPE_FRESH_BASE  tar archive of a bare system, as tests/fresh/check.sh writes it; without it, debootstrap makes bookworm

Packages of Python come from PyPI, or from where pip.conf of this machine says.
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
model=$root/resources/samples/residual-cnn/model.onnx runs=10 wheel=
while [ $# -gt 0 ]; do
    case "$1" in
        --model) model=${2:?}; shift ;;
        --runs) runs=${2:?}; shift ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) wheel=$1 ;;
    esac
    shift
done
[ -f "$wheel" ] || { usage >&2; exit 2; }
. "$root/tests/fresh/system.sh"
make_fresh_system
mkdir -p "$system/root/work"
cp "$wheel" "$system/root/work/"
cp -r "$(dirname "$model")" "$system/root/work/model" # with its external data
cat >"$system/root/work/try.py" <<'TEXT'
import opscope

model = opscope.open(MODEL)
print(model, model.inputs)
profile = opscope.profile(MODEL, runs=RUNS, threads=2)
print(profile.operators.head(10).to_string())
profile.to_html("report.html")
outputs = opscope.run(MODEL, {}, input={row["name"]: "random" for row in model.inputs})
print({name: array.shape for name, array in outputs.items()})
TEXT
sed -i "s/RUNS/$runs/; s|MODEL|\"model/$(basename "$model")\"|g" "$system/root/work/try.py"
inside /bin/sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-venv >/dev/null'
# After the packages: one of them may write this file.
if [ -n "${PIP_CERT:-}" ]; then
    mkdir -p "$system$(dirname "$PIP_CERT")"
    cp -L "$PIP_CERT" "$system$PIP_CERT"
fi
before=$(inside dpkg-query -W | wc -l)
inside /bin/sh -c "cd /root/work && python3 -m venv venv && venv/bin/pip install -q ./*.whl && venv/bin/python3 try.py && venv/bin/opscope-cli --version && ls -l report.html"
echo "packages of the system before and after: $before, $(inside dpkg-query -W | wc -l)"
