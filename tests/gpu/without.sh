#!/usr/bin/env bash
# Runs a command where something of the GPU is closed to it, and nothing else on the machine notices: mounts lie in a namespace of
# the command's own and end with it. Needs root.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: tests/gpu/without.sh user COMMAND...             as a user who is nobody
       tests/gpu/without.sh nodes COMMAND...            the same, who may not open NVIDIA's device nodes
       tests/gpu/without.sh libraries A,B CLI COMMAND...
                                                        without these libraries, wherever "CLI gpu" finds them

Exit code: that of the command; 125 and one line on stderr if this machine does not let it be tried.
TEXT
}

cannot() {
    echo "without.sh: $*" >&2
    exit 125
}

nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
as_nobody() {
    nobody test -x "$(type -P "$1")" || cannot "another user cannot reach $1"
    local code=0
    nobody env HOME=/nonexistent "$@" || code=$?
    exit "$code"
}

# Each time that a library is found its file is covered by an empty one, until it is found nowhere.
cover_libraries() { # names cli
    local found file covered=0
    while found=$("$2" gpu --format json 2>/dev/null | python3 -c '
import json, sys
names = sys.argv[1].split(",")
for library in json.load(sys.stdin).get("libraries", []):
    if library["name"].split()[0] in names and library["path"]:
        print(library["path"])' "$1") && [ -n "$found" ]; do
        [ $((covered += 1)) -le 6 ] || cannot "libraries are found again and again: $found"
        while read -r file; do
            mount --bind "$empty" "$(readlink -f "$file")" 2>&1 || cannot "$file cannot be covered"
        done <<<"$found"
    done
}

# In the namespace.
if [ "${1:-}" = --inside ]; then
    kind=$2 empty=$3
    shift 3
    case "$kind" in
        nodes)
            for node in /dev/nvidia[0-9]* /dev/nvidiactl /dev/nvidia-uvm; do
                [ ! -e "$node" ] || mount --bind "$empty" "$node" || cannot "$node cannot be covered"
            done
            as_nobody "$@"
            ;;
        libraries)
            cover_libraries "$1" "$2" || cannot "libraries cannot be covered"
            shift
            exec "$@"
            ;;
    esac
fi

[ $# -ge 2 ] || { usage >&2; exit 2; }
kind=$1
shift
case "$kind" in
    user | nodes | libraries) ;;
    *) usage >&2; exit 2 ;;
esac
[ "$(id -u)" = 0 ] || cannot "only root can close something to another user"
command -v setpriv >/dev/null && command -v unshare >/dev/null || cannot "no setpriv and unshare here (util-linux)"
[ "$kind" != user ] || as_nobody "$@"
[ "$kind" != nodes ] || [ -e /dev/nvidiactl ] || cannot "there are no device nodes of NVIDIA here"
empty=$(mktemp)
trap 'rm -f "$empty"' EXIT
chmod 000 "$empty"
unshare --mount true 2>/dev/null || cannot "this machine lets nobody make mounts of their own"
code=0
unshare --mount "$BASH" "${BASH_SOURCE[0]}" --inside "$kind" "$empty" "$@" || code=$?
exit "$code"
