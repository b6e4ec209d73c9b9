#!/usr/bin/env bash
# Installs missing packages that building Opscope needs. Names are those of Debian 12 and Ubuntu 24.04.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: packaging/install-deps.sh [--headless] [--tests] [--list]

Installs missing packages with apt-get. Asks for sudo only if something is missing and you are not root.

  --headless  only what opscope-cli needs: no Qt
  --tests     also what some tests use
  --list      print the packages that are missing, install nothing
TEXT
}

headless=no tests=no list=no
for argument in "$@"; do
    case "$argument" in
        --headless) headless=yes ;;
        --tests) tests=yes ;;
        --list) list=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done

# package, then how to check for it on a system without dpkg: a command, a header, a pkg-config module or a file.
build='
g++                 command c++
cmake               command cmake
ninja-build         command ninja
pkg-config          command pkg-config
protobuf-compiler   command protoc
libprotobuf-dev     header google/protobuf/message_lite.h
libxxhash-dev       header xxhash.h
libre2-dev          header re2/re2.h
zlib1g-dev          header zlib.h
libzstd-dev         header zstd.h
libssl-dev          header openssl/evp.h
libsqlite3-dev      header sqlite3.h
libxsimd-dev        header xsimd/xsimd.hpp
libcli11-dev        header CLI/CLI.hpp
rapidjson-dev       header rapidjson/reader.h'

gui='
qt6-base-dev        module Qt6Widgets
qt6-l10n-tools      file /usr/lib/qt6/bin/lrelease'

# Opscope also builds without these, with fewer features. It is no error if a distribution does not have them.
optional='
ccache              command ccache
libdnnl-dev         header oneapi/dnnl/dnnl.hpp
libgraphviz-dev     header graphviz/gvc.h
libjpeg-dev         module libjpeg
libpng-dev          module libpng
libtiff-dev         module libtiff-4
libwebp-dev         module libwebp
libopenjp2-7-dev    module libopenjp2'

# Of the window.
optional_gui='
libmimalloc-dev     file /usr/lib/x86_64-linux-gnu/libmimalloc.so'

extras='
libonnx-testdata    file /usr/share/libonnx-testdata/data
binutils            command readelf'

have_dpkg() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

present() { # package kind name
    if have_dpkg; then
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
        return
    fi
    case "$2" in
        command) command -v "$3" >/dev/null ;;
        header) echo "#include <$3>" | c++ -E -x c++ - >/dev/null 2>&1 ;;
        module) pkg-config --exists "$3" ;;
        file) [ -e "$3" ] ;;
    esac
}

missing_of() { # table
    local package kind name
    while read -r package kind name; do
        if [ -n "$package" ] && ! present "$package" "$kind" "$name"; then
            echo "$package"
        fi
    done <<<"$1"
}

required_table=$build
optional_table=$optional
if [ "$headless" = no ]; then
    required_table+=$gui
    optional_table+=$optional_gui
fi
[ "$tests" = no ] || optional_table+=$extras

mapfile -t required < <(missing_of "$required_table")
mapfile -t wanted < <(missing_of "$optional_table")

if [ "$list" = yes ]; then
    [ $((${#required[@]} + ${#wanted[@]})) = 0 ] || printf '%s\n' "${required[@]}" "${wanted[@]}" | sed '/^$/d'
    exit 0
fi
if [ $((${#required[@]} + ${#wanted[@]})) = 0 ]; then
    exit 0
fi

if ! have_dpkg; then
    if [ ${#wanted[@]} != 0 ]; then
        echo "Not found, Opscope is built without them (Debian's names): ${wanted[*]}" >&2
    fi
    if [ ${#required[@]} != 0 ]; then
        echo "Not found, and this system has no apt-get to install them (Debian's names): ${required[*]}" >&2
        exit 1
    fi
    exit 0
fi

as_root=()
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Missing: ${required[*]} ${wanted[*]}" >&2
        [ ${#required[@]} != 0 ] || exit 0
        echo "Run as root: apt-get install --no-install-recommends ${required[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

# Output goes to stderr, because stdout is for the data of the calling program.
run_apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" </dev/null >&2; }

echo "Missing packages: ${required[*]} ${wanted[*]}" >&2
[ ${#as_root[@]} = 0 ] || echo "Installing them needs sudo." >&2
run_apt update -q || echo "apt-get update failed, going on with the package lists that are here" >&2

available=()
for package in "${wanted[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then
        available+=("$package")
    else
        echo "This distribution has no $package, Opscope is built without it" >&2
    fi
done

echo "Installing: ${required[*]} ${available[*]}" >&2
if ! run_apt install -y -q --no-install-recommends "${required[@]}" "${available[@]}"; then
    [ ${#required[@]} != 0 ] || exit 0
    echo "Installing failed; on Ubuntu the component \"universe\" must be enabled" >&2
    exit 1
fi
