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
[ "$(id -u)" = 0 ] || { echo "needs root, for chroot and mount" >&2; exit 1; }

work=$(mktemp -d "${TMPDIR:-/tmp}/opscope-wheel.XXXXXX")
system=$work/system
cleanup() {
    local mounted
    for mounted in dev/shm proc; do
        ! mountpoint -q "$system/$mounted" || umount -l "$system/$mounted"
    done
    grep -q " $system/" /proc/mounts || rm -rf --one-file-system "$work"
}
trap cleanup EXIT

mkdir -p "$system"
if [ -n "${OPSCOPE_FRESH_BASE:-}" ]; then
    tar -xpf "$OPSCOPE_FRESH_BASE" -C "$system"
else
    debootstrap --variant=minbase bookworm "$system" >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; exit 1; }
fi
cp -L /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null || true
cp /etc/hosts "$system/etc/hosts"
cp -r /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
for name in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
    [ ! -f "$name" ] || cp "$name" "$system/etc/pip.conf"
done
if [ "$(. /etc/os-release && echo "$VERSION_CODENAME")" = "$(. "$system/etc/os-release" && echo "$VERSION_CODENAME")" ]; then
    rm -f "$system/etc/apt/sources.list"
    cp -r /etc/apt/sources.list.d/. "$system/etc/apt/sources.list.d/"
    [ ! -f /etc/apt/sources.list ] || cp /etc/apt/sources.list "$system/etc/apt/sources.list"
fi
mount -t proc proc "$system/proc"
mkdir -p "$system/dev/shm" "$system/root/work"
mount -t tmpfs tmpfs "$system/dev/shm"

inside() {
    local settings=() name
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL PIP_TRUSTED_HOST PIP_EXTRA_INDEX_URL PIP_CERT SSL_CERT_FILE; do
        [ -z "${!name:-}" ] || settings+=("$name=${!name}")
    done
    chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${settings[@]}" "$@"
}

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
export DEBIAN_FRONTEND=noninteractive
inside /bin/sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-venv >/dev/null'
# After the packages: one of them may write this file.
if [ -n "${PIP_CERT:-}" ]; then
    mkdir -p "$system$(dirname "$PIP_CERT")"
    cp -L "$PIP_CERT" "$system$PIP_CERT"
fi
before=$(inside dpkg-query -W | wc -l)
inside /bin/sh -c "cd /root/work && python3 -m venv venv && venv/bin/pip install -q ./*.whl && venv/bin/python3 try.py && venv/bin/opscope-cli --version && ls -l report.html"
echo "packages of the system before and after: $before, $(inside dpkg-query -W | wc -l)"
