#!/usr/bin/env bash
# Unpacks the folder of packaging/build_folder.sh in a bare Debian or Ubuntu, installs nothing there, and runs program and window.
# Needs root and debootstrap.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/fresh/folder.sh [--suite NAME] [--mirror URL] [--keep] ARCHIVE

ARCHIVE is opscope-VERSION-x86_64.tar.zst. Options and environment are those of check.sh.
TEXT
}

suite=bookworm mirror= keep=no archive=
while [ $# -gt 0 ]; do
    case "$1" in
        --suite) suite=${2:?}; shift ;;
        --mirror) mirror=${2:?}; shift ;;
        --keep) keep=yes ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) archive=$(realpath "$1") ;;
    esac
    shift
done
[ -f "$archive" ] || { usage >&2; exit 2; }

. "$(dirname "${BASH_SOURCE[0]}")/system.sh"
make_fresh_system
tar -C "$system/root" --zstd -xf "$archive"
mv "$system"/root/opscope-*-x86_64 "$system/root/opscope"
model=/root/opscope/share/opscope/samples/residual-cnn/model.onnx

try_program() {
    inside /root/opscope/bin/opscope-cli --version
    inside /root/opscope/bin/opscope-cli profile "$model" --runs 3 -o /root/empty/result.opscope --report /root/empty/report.html
    inside /root/opscope/bin/opscope-cli draw "$model" -o /root/empty/graph.svg
    inside test -s /root/empty/graph.svg
}

step program try_program
step picture inside QT_QPA_PLATFORM=offscreen timeout 20 /root/opscope/bin/opscope --help
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null; then
    step window open_window "/root/opscope/bin/opscope $model" "${TMPDIR:-/tmp}/folder-$suite.png"
else
    echo "== window skipped: it needs Xvfb and xwininfo (xvfb, x11-utils) on this machine"
fi
if command -v weston >/dev/null; then
    step wayland open_wayland_window "/root/opscope/bin/opscope $model" "${TMPDIR:-/tmp}/folder-$suite-wayland.png"
else
    echo "== wayland skipped: it needs weston on this machine"
fi
du -sh "$system/root/opscope" "$archive"
echo "folder in fresh $suite: all passed"
