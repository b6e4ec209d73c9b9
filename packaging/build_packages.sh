#!/usr/bin/env bash
# Builds the Debian packages opscope and opscope-cli (and opscope-cuda where nvcc is) from a release build.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: packaging/build_packages.sh [--build DIR]

Builds the preset `release` and writes packages/*.deb below the build folder.

  --build DIR  take this configured build folder

Needs help2man, dpkg-dev and file. With lintian here, it checks the packages. The same commit gives the same bytes.
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=
while [ $# -gt 0 ]; do
    case "$1" in
        --build) build=$(cd "${2:?}" && pwd); shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
for tool in help2man dpkg-shlibdeps file; do
    command -v "$tool" >/dev/null || { echo "needs $tool: apt-get install help2man dpkg-dev file" >&2; exit 2; }
done
cd "$root"
if [ -z "$build" ]; then
    build=$root/build/release
    cmake --preset release --log-level=NOTICE
fi
cmake --build "$build" --parallel "${OPSCOPE_JOBS:-$(nproc)}"

# Times in the packages are that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
version=$("$build/bin/opscope-cli" --version | sed -n '1s/.* //p')
manual=$build/manual
rm -rf "$manual"

page() { # component, name of the page, program with command, one line
    local folder=$manual/$1/man/man1
    mkdir -p "$folder"
    # whatis takes one word before the dash.
    QT_QPA_PLATFORM=offscreen help2man --no-info --version-string="$version" --name="$4" "$3" \
        | sed "s/^opscope-cli \([a-z]*\) \\\\- /opscope-cli-\1 \\\\- /" | gzip -9n >"$folder/$2.1.gz"
}

papers() { # component, package
    local folder=$manual/$1/doc/$2
    mkdir -p "$folder"
    cp packaging/copyright "$folder/copyright"
    printf 'opscope (%s-1) unstable; urgency=medium\n\n  * Version %s.\n\n -- Opscope maintainers <maintainers@opscope.example>  %s\n' \
        "$version" "$version" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$folder/changelog.Debian.gz"
}

cli=$build/bin/opscope-cli
page cli opscope-cli "$cli" 'runs and profiles ONNX models'
"$cli" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1 \2/p' | while read -r command summary; do
    page cli "opscope-cli-$command" "$cli $command" "$summary"
done
mkdir -p "$manual/cli/bash-completion/completions" "$manual/cli/zsh/vendor-completions"
"$cli" completion bash >"$manual/cli/bash-completion/completions/opscope-cli"
"$cli" completion zsh >"$manual/cli/zsh/vendor-completions/_opscope-cli"
papers cli opscope-cli
if [ -x "$build/bin/opscope" ]; then
    page gui opscope "$build/bin/opscope" 'viewer and profiler for ONNX models'
    papers gui opscope
fi
[ ! -e "$build/lib/opscope/libopscope_cuda.so" ] || papers cuda opscope-cuda

rm -rf "$build/packages"
(cd "$build" && cpack -G DEB >cpack.log) || { cat "$build/cpack.log" >&2; exit 1; }
ls -l "$build"/packages/*.deb
if command -v lintian >/dev/null; then
    lintian --fail-on error --tag-display-limit 0 "$build"/packages/*.deb
fi
