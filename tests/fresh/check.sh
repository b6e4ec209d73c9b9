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
[ "$(id -u)" = 0 ] || { echo "needs root, for chroot and mount" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "needs debootstrap: apt-get install debootstrap" >&2; exit 1; }
if [ -n "$(git -C "$source_root" status --porcelain)" ]; then
    echo "note: uncommitted changes are not part of the check" >&2
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/opscope-fresh.XXXXXX")
system=$work/system
xvfb=
cleanup() {
    [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
    local mounted
    for mounted in root/.cache/ccache dev/shm proc; do
        ! mountpoint -q "$system/$mounted" || umount -l "$system/$mounted"
    done
    # A mount that is left must not be emptied.
    if grep -q " $system/" /proc/mounts; then
        echo "still mounted below $system, not removed" >&2
    elif [ "$keep" = yes ]; then
        echo "kept: $system" >&2
    else
        rm -rf --one-file-system "$work"
    fi
}
trap cleanup EXIT

host_has_suite() { [ "$(. /etc/os-release && echo "${ID:-} ${VERSION_CODENAME:-}")" = "debian $suite" ]; }

make_system() {
    mkdir -p "$system"
    if [ -n "${OPSCOPE_FRESH_BASE:-}" ] && [ -f "$OPSCOPE_FRESH_BASE" ]; then
        tar -xpf "$OPSCOPE_FRESH_BASE" -C "$system"
        return
    fi
    # Debian's debootstrap has no script for newer releases of Ubuntu; all of Ubuntu's are the same file. Qt is in universe.
    local options=() script=()
    case "$mirror" in
        *ubuntu*) options=(--components=main,universe) script=(gutsy) ;;
    esac
    debootstrap --variant=minbase "${options[@]}" "$suite" "$system" ${mirror:+"$mirror"} "${script[@]}" \
        >"$work/debootstrap.log" 2>&1 || { tail "$work/debootstrap.log"; return 1; }
    if [ -n "${OPSCOPE_FRESH_BASE:-}" ]; then
        tar -cpf "$OPSCOPE_FRESH_BASE" -C "$system" .
    fi
}

use_host_packages() {
    cp -L /etc/resolv.conf "$system/etc/resolv.conf" 2>/dev/null || true
    cp /etc/hosts "$system/etc/hosts"
    cp -r /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
    if host_has_suite; then
        rm -f "$system/etc/apt/sources.list"
        cp -r /etc/apt/sources.list.d/. "$system/etc/apt/sources.list.d/"
        [ ! -f /etc/apt/sources.list ] || cp /etc/apt/sources.list "$system/etc/apt/sources.list"
    fi
}

inside() { # environment assignments and a command
    local proxies=() name
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        [ -z "${!name:-}" ] || proxies+=("$name=${!name}")
    done
    chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "${proxies[@]}" "$@"
}

step() { # name, then what to run
    local name=$1
    shift
    echo "== $name"
    local started=$SECONDS
    if ! "$@" >"$work/$name.log" 2>&1; then
        grep -aE -A4 '^FAIL!|\*\*\*(Failed|Timeout|Exception)|error:' "$work/$name.log" | head -60 || true
        tail -20 "$work/$name.log"
        echo "== $name failed after $((SECONDS - started)) s"
        return 1
    fi
    tail -8 "$work/$name.log"
    echo "== $name passed after $((SECONDS - started)) s"
}

# From outside the bare system, so that the display brings no package into it.
open_window() {
    local display=:97
    Xvfb "$display" -screen 0 1280x800x24 >"$work/xvfb.log" 2>&1 &
    xvfb=$!
    local program=
    inside DISPLAY="$display" /bin/sh -c 'cd /root/empty && exec ../opscope/run.sh' &
    program=$!
    local waited
    for waited in $(seq 60); do
        sleep 1
        kill -0 "$program" 2>/dev/null || { echo "the program has ended"; return 1; }
        if DISPLAY=$display xwininfo -root -tree 2>/dev/null | grep -i opscope; then
            sleep 4
            ! command -v import >/dev/null || import -display "$display" -window root "$source_root/build/fresh-window.png"
            echo "a window is open after $waited s"
            kill "$program"
            wait "$program" 2>/dev/null || true
            return 0
        fi
    done
    kill "$program"
    echo "no window after 60 s"
    return 1
}

make_system
use_host_packages
mount -t proc proc "$system/proc"
mkdir -p "$system/dev/shm" "$system/root/empty"
mount -t tmpfs tmpfs "$system/dev/shm"
if [ -n "${OPSCOPE_FRESH_CCACHE:-}" ]; then
    mkdir -p "$OPSCOPE_FRESH_CCACHE" "$system/root/.cache/ccache"
    mount --bind "$OPSCOPE_FRESH_CCACHE" "$system/root/.cache/ccache"
fi
git clone -q --no-hardlinks "$source_root" "$system/root/opscope"

step test.sh inside /root/opscope/test.sh
step run.sh inside /bin/sh -c 'cd /root/empty && ../opscope/run.sh && ls -l opscope-report.html opscope-report.opscope'
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null; then
    mkdir -p "$source_root/build"
    step window open_window
else
    echo "== window skipped: it needs Xvfb and xwininfo (xvfb, x11-utils) on this machine"
fi
echo "fresh $suite: all passed"
