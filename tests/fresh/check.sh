#!/usr/bin/env bash
# Clones this repository into a bare Debian or Ubuntu and runs ./test.sh and ./run.sh there, so that no package installed by chance hides
# a missing one. Needs root and debootstrap; about 2 GB below $TMPDIR, removed at the end.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/fresh/check.sh [--suite NAME] [--mirror URL] [--keep]

  --suite NAME  release to use (bookworm); noble for Ubuntu 24.04
  --mirror URL  where the packages of the bare system come from, needed for Ubuntu; default: debootstrap's
  --keep        leave the folder for a look inside

Environment:
  OPSCOPE_FRESH_BASE    tar archive of the bare system: unpacked if it exists, else written for the next time
  OPSCOPE_FRESH_CCACHE  folder to keep the compiler's results in between two checks

Packages come from where this machine gets them: its apt sources and proxy settings are used, if it is the same Debian release.
With Xvfb here, the window is opened on it as well; the picture is left in build/fresh-window.png.
TEXT
}

suite=bookworm mirror= keep=no
while [ $# -gt 0 ]; do
    case "$1" in
        --suite) suite=${2:?}; shift ;;
        --mirror) mirror=${2:?}; shift ;;
        --keep) keep=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$source_root/tests/fresh/system.sh"
if [ -n "$(git -C "$source_root" status --porcelain)" ]; then
    echo "note: uncommitted changes are not part of the check" >&2
fi

make_fresh_system
git clone -q --no-hardlinks "$source_root" "$system/root/opscope"

step test.sh inside /root/opscope/test.sh
step run.sh inside /bin/sh -c 'cd /root/empty && ../opscope/run.sh && ls -l opscope-report.html opscope-report.opscope'
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null; then
    mkdir -p "$source_root/build"
    step window open_window ../opscope/run.sh "$source_root/build/fresh-window.png"
else
    echo "== window skipped: it needs Xvfb and xwininfo (xvfb, x11-utils) on this machine"
fi
echo "fresh $suite: all passed"
