#!/usr/bin/env bash
# Makes the folder of window and program that runs on any x86-64 Linux with a C library at least as new as this system's, and packs it.
# Built on Debian 12: glibc 2.36 and the C++ library of GCC 12.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: packaging/build_folder.sh [--build DIR]

Builds the preset `release` and writes opscope-VERSION-x86_64.tar.zst below the build folder: opscope, opscope-cli, and the libraries
and data that they need beside the C and C++ run-time libraries.

  --build DIR  take this configured build folder

Needs patchelf, zstd, qt6-wayland, qt6-translations-l10n, fonts-dejavu-core and xkb-data.
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
plugins=/usr/lib/x86_64-linux-gnu/qt6/plugins
graphviz=/usr/lib/x86_64-linux-gnu/graphviz
fonts=/usr/share/fonts/truetype/dejavu
keyboards=/usr/share/X11/xkb
qt_texts=/usr/share/qt6/translations
for needed in "$(command -v patchelf || echo patchelf)" "$(command -v zstd || echo zstd)" "$plugins/platforms/libqwayland-generic.so" \
    "$fonts/DejaVuSans.ttf" "$keyboards/rules/evdev" "$qt_texts/qtbase_de.qm"; do
    [ -e "$needed" ] || {
        echo "not found: $needed; apt-get install patchelf zstd qt6-wayland qt6-translations-l10n fonts-dejavu-core xkb-data" >&2
        exit 2
    }
done
cd "$root"
if [ -z "$build" ]; then
    build=$root/build/release
    cmake --preset release --log-level=NOTICE
fi
cmake --build "$build" --parallel "${OPSCOPE_JOBS:-$(nproc)}"
version=$("$build/bin/opscope-cli" --version | sed -n '1s/.* //p')
name=opscope-$version-x86_64
stage=$build/folder/$name
libraries=$stage/lib/opscope
rm -rf "$build/folder"
for component in cli gui; do
    cmake --install "$build" --prefix "$stage" --component "$component" --strip >/dev/null
done

# Plug-ins of Qt: X11 and Wayland, drawing without a display, input methods.
for kind in platforms platforminputcontexts platformthemes imageformats wayland-decoration-client wayland-shell-integration \
    wayland-graphics-integration-client; do
    [ -d "$plugins/$kind" ] || continue
    mkdir -p "$libraries/plugins/$kind"
    cp -L "$plugins/$kind"/*.so "$libraries/plugins/$kind/"
done
(cd "$libraries/plugins/platforms" && rm -f libqeglfs.so libqlinuxfb.so libqminimal*.so libqvkkhrdisplay.so libqvnc.so libqwayland-egl.so \
    libqwayland-xcomposite-*.so)
printf '[Paths]\nPrefix=..\nPlugins=lib/opscope/plugins\nTranslations=share/opscope/qt\n' >"$stage/bin/qt.conf"

# Qt's own texts: buttons of dialogs, menus of text fields.
mkdir -p "$stage/share/opscope/qt"
for texts in "$root"/resources/translations/opscope_*.ts; do
    language=$(basename "$texts" .ts)
    cp "$qt_texts/qtbase_${language#opscope_}.qm" "$stage/share/opscope/qt/"
done

# Layouts of Graphviz. Its list of plug-ins names those that are here.
mkdir -p "$libraries/graphviz"
cp -L "$graphviz"/libgvplugin_core.so.6 "$graphviz"/libgvplugin_dot_layout.so.6 "$libraries/graphviz/"
awk '/^[^ \t#}]/ && !/^\}/ { on = /libgvplugin_(core|dot_layout)\.so/ } on' "$graphviz/config6a" >"$libraries/graphviz/config6a"

# A font and keyboards, for systems that have none (app/build/bundled_data.cpp).
mkdir -p "$stage/share/opscope/fonts"
cp "$fonts"/DejaVuSans.ttf "$fonts"/DejaVuSans-Bold.ttf "$fonts"/DejaVuSansMono.ttf "$stage/share/opscope/fonts/"
cat >"$stage/share/opscope/fonts/fonts.conf" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
XML
cp -r "$keyboards" "$stage/share/opscope/xkb"

# Everything that these files load, but the C and C++ run-time libraries, with the licence of its package.
licences=$stage/share/doc/opscope/third_party
elf() { find "$stage/bin" "$libraries" -type f \( -name '*.so*' -o -perm -u+x \); }
licence() { # file
    local package
    package=$( (dpkg -S "$1" || dpkg -S "${1#/usr}") 2>/dev/null | head -1 | cut -d: -f1)
    [ -n "$package" ] && cp -L "/usr/share/doc/$package/copyright" "$licences/$package.txt" && return
    echo "no licence found for $1" >&2
    return 1
}
elf | xargs ldd 2>/dev/null | awk '$3 ~ "^/" && $3 !~ "/opscope/" { print $3 }' | sort -u \
    | grep -vE '/lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s)\.so' | while read -r file; do
    cp -L "$file" "$libraries/"
    licence "$(readlink -f "$file")"
done
for file in "$plugins/platforms/libqxcb.so" "$plugins/platforms/libqwayland-generic.so" "$graphviz/libgvplugin_core.so.6" \
    "$fonts/DejaVuSans.ttf" "$keyboards/rules/evdev" "$qt_texts/qtbase_de.qm"; do
    licence "$(readlink -f "$file")"
done
find "$libraries" -type f -name '*.so*' ! -name 'libopscope_*' | while read -r file; do
    chmod u+w "$file"
    strip --strip-unneeded "$file"
    patchelf --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$file")" "$libraries")" "$file"
done

missing=$(elf | xargs env -i ldd 2>/dev/null | awk '$3 ~ "^/" && $3 !~ "/opscope/" { print $3 }' | sort -u \
    | grep -vE '/lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s)\.so' || true)
[ -z "$missing" ] || { echo "still taken from this system: $missing" >&2; exit 1; }

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
archive=$build/$name.tar.zst
tar -C "$build/folder" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner -cf - "$name" | zstd -q -19 -T0 -f -o "$archive"
ls -l "$archive"
