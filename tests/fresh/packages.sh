#!/usr/bin/env bash
# Installs the Debian packages in a bare Debian or Ubuntu, tries program, man pages, completion and window there, installs them again as
# an upgrade, and purges them. Needs root and debootstrap.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/fresh/packages.sh [--suite NAME] [--mirror URL] [--keep] FOLDER

FOLDER has opscope_*.deb and opscope-cli_*.deb, and opscope-cuda_*.deb if it was built (packaging/build_packages.sh makes them).
Options and environment are those of check.sh.
TEXT
}

suite=bookworm mirror= keep=no folder=
while [ $# -gt 0 ]; do
    case "$1" in
        --suite) suite=${2:?}; shift ;;
        --mirror) mirror=${2:?}; shift ;;
        --keep) keep=yes ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) folder=$1 ;;
    esac
    shift
done
compgen -G "$folder/opscope_*.deb" >/dev/null || { usage >&2; exit 2; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tests/fresh/system.sh"
make_fresh_system
mkdir "$system/root/packages"
cp "$folder"/opscope_*.deb "$folder"/opscope-cli_*.deb "$system/root/packages/"
! compgen -G "$folder/opscope-cuda_*.deb" >/dev/null || cp "$folder"/opscope-cuda_*.deb "$system/root/packages/"
cp -r "$root/resources/samples/residual-cnn" "$system/root/model"
# minbase leaves documentation out.
rm -f "$system/etc/dpkg/dpkg.cfg.d/docker" "$system/etc/dpkg/dpkg.cfg.d/excludes"

files() { # what the system has beside caches and logs
    (cd "$system" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./root -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt \
        -o -path ./run \) -prune -o -print | sort)
}

install_packages() { inside /bin/sh -c 'apt-get install -y -qq --no-install-recommends /root/packages/*.deb'; }

try_program() {
    inside opscope-cli --version
    inside opscope-cli profile /root/model/model.onnx --runs 3 --sandbox auto -o /root/empty/result.opscope
    inside /bin/bash -c '. /usr/share/bash-completion/completions/opscope-cli && COMP_WORDS=(opscope-cli pro) COMP_CWORD=1 && _opscope_cli && [ "${COMPREPLY[*]}" = profile ]'
    inside test -s /usr/share/man/man1/opscope-cli-profile.1.gz
    inside test -s /usr/share/applications/opscope.desktop
}

try_cuda() { # without a GPU: the plug-in is found and loaded, and the driver is what is missing
    inside /bin/sh -c 'opscope-cli gpu | tee /root/empty/gpu.txt; grep -q "^plugin: .*libopscope_cuda.so" /root/empty/gpu.txt'
}

purge_packages() {
    inside /bin/sh -c 'apt-get purge -y -qq opscope opscope-cli opscope-cuda'
    files >"$work/after"
    local left
    left=$(comm -13 "$work/before" "$work/after" | grep -i opscope || true)
    [ -z "$left" ] || { echo "left after the purge: $left"; return 1; }
}

step update inside apt-get update -qq
files >"$work/before"
step install install_packages
step program try_program
! compgen -G "$folder/opscope-cuda_*.deb" >/dev/null || step cuda try_cuda
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null; then
    step window open_window "opscope /root/model/model.onnx" "$folder/window-$suite.png"
else
    echo "== window skipped: it needs Xvfb and xwininfo (xvfb, x11-utils) on this machine"
fi
step upgrade inside /bin/sh -c 'apt-get install -y -qq --reinstall /root/packages/*.deb && opscope-cli --version'
step purge purge_packages
echo "packages in fresh $suite: all passed"
