# A bare Debian or Ubuntu in a folder, for the scripts of this folder, which source this file.
#   suite, mirror  which system; keep=yes leaves it
#   OPSCOPE_FRESH_BASE, OPSCOPE_FRESH_CCACHE of the environment: see check.sh
# make_fresh_system sets $work (a temporary folder) and $system (the root of the system), and removes both at the end.

suite=${suite:-bookworm} mirror=${mirror:-} keep=${keep:-no} xvfb=
[ "$(id -u)" = 0 ] || { echo "needs root, for chroot and mount" >&2; exit 1; }

leave_fresh_system() {
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

host_has_suite() { [ "$(. /etc/os-release && echo "${ID:-} ${VERSION_CODENAME:-}")" = "debian $suite" ]; }

unpack_system() {
    mkdir -p "$system"
    if [ -n "${OPSCOPE_FRESH_BASE:-}" ] && [ -f "$OPSCOPE_FRESH_BASE" ]; then
        tar -xpf "$OPSCOPE_FRESH_BASE" -C "$system"
        return
    fi
    command -v debootstrap >/dev/null || { echo "needs debootstrap: apt-get install debootstrap" >&2; return 1; }
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
    local name
    for name in /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
        [ ! -f "$name" ] || cp "$name" "$system/etc/pip.conf"
    done
}

make_fresh_system() {
    work=$(mktemp -d "${TMPDIR:-/tmp}/opscope-fresh.XXXXXX")
    system=$work/system
    trap leave_fresh_system EXIT
    unpack_system
    use_host_packages
    mount -t proc proc "$system/proc"
    mkdir -p "$system/dev/shm" "$system/root/empty"
    mount -t tmpfs tmpfs "$system/dev/shm"
    if [ -n "${OPSCOPE_FRESH_CCACHE:-}" ]; then
        mkdir -p "$OPSCOPE_FRESH_CCACHE" "$system/root/.cache/ccache"
        mount --bind "$OPSCOPE_FRESH_CCACHE" "$system/root/.cache/ccache"
    fi
}

inside() { # environment assignments and a command
    local settings=() name
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL PIP_TRUSTED_HOST PIP_EXTRA_INDEX_URL PIP_CERT \
        SSL_CERT_FILE; do
        [ -z "${!name:-}" ] || settings+=("$name=${!name}")
    done
    chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "${settings[@]}" "$@"
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
open_window() { # command of the system, file for a picture
    local display=:97
    Xvfb "$display" -screen 0 1280x800x24 >"$work/xvfb.log" 2>&1 &
    xvfb=$!
    local program=
    inside DISPLAY="$display" /bin/sh -c "cd /root/empty && exec $1" &
    program=$!
    local waited
    for waited in $(seq 60); do
        sleep 1
        kill -0 "$program" 2>/dev/null || { echo "the program has ended"; return 1; }
        # Qt has a hidden window of this name, too.
        if DISPLAY=$display xwininfo -root -tree 2>/dev/null | grep -i opscope | grep -v 'Selection Owner'; then
            sleep 4
            ! command -v import >/dev/null || import -display "$display" -window root "$2"
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

# The same on Wayland. The compositor has no screen, so the picture is its own.
open_wayland_window() { # command of the system, file for a picture
    local runtime=$system/root/wayland socket=wayland-opscope compositor program waited
    mkdir -m 700 "$runtime"
    XDG_RUNTIME_DIR=$runtime weston --backend=headless-backend.so --use-pixman --debug --width=1280 --height=800 --socket=$socket \
        --idle-time=0 >"$work/weston.log" 2>&1 &
    compositor=$!
    inside QT_QPA_PLATFORM=wayland XDG_RUNTIME_DIR=/root/wayland WAYLAND_DISPLAY=$socket WAYLAND_DEBUG=1 /bin/sh -c \
        "sleep 1; cd /root/empty && exec $1" >"$work/wayland.txt" 2>&1 &
    program=$!
    local result=1
    for waited in $(seq 60); do
        sleep 1
        kill -0 "$program" 2>/dev/null || { echo "the program has ended:"; tail -5 "$work/wayland.txt"; break; }
        # It has a title, and a picture was given to the compositor.
        if grep -q 'set_title(".*Opscope")' "$work/wayland.txt" && grep -q 'wl_surface@[0-9]*\.attach(wl_buffer@' "$work/wayland.txt"; then
            sleep 4
            ! command -v weston-screenshooter >/dev/null || (cd "$runtime" && XDG_RUNTIME_DIR=$runtime WAYLAND_DISPLAY=$socket weston-screenshooter \
                && mv wayland-screenshot-*.png "$2") || true
            echo "a window is open after $waited s"
            result=0
            break
        fi
    done
    kill "$program" "$compositor" 2>/dev/null || true
    wait "$program" "$compositor" 2>/dev/null || true
    return $result
}
