# What the scripts share: finds Rust and installs missing Debian packages. Sourced.
# shellcheck shell=bash

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

# A compiler and linker for Rust and for the SQLite that is built in.
build_packages=(gcc libc6-dev)
# The program is not linked to these but loads them when the window opens: drawing, X11 and Wayland, keyboard, pointer, fonts.
loaded_packages=(libegl1 libfontconfig1 libgl1 libgl1-mesa-dri libwayland-client0 libwayland-egl1 libx11-6 libx11-xcb1
    libxcursor1 libxi6 libxkbcommon-x11-0 libxkbcommon0 libxrandr2 libxrender1)
# Chinese, Japanese and Korean letters.
font_packages=(fonts-noto-cjk)
window_packages=("${loaded_packages[@]}" "${font_packages[@]}")
# A screen without a monitor and hands for it, another Go program, a second reader of Turtle, clocks that jump, a judge
# of HTML, and what fetches and runs Gomill (below).
test_packages=(xvfb xdotool imagemagick gnugo raptor2-utils faketime tidy ca-certificates jython python3-pip)
# A controller of Go programs that others wrote. It wants Python 2, which Debian has as Jython only, and Debian has no
# controller of its own. tests/gtp/controller.rs looks for it in target.
gomill=gomill-0.8.3
gomill_sum=01384dec1d72cf75d6415778b21a72cee83b30981290b4c0a5068951faf8fd28

say() { printf '%s\n' "$*" >&2; }

# missing_packages PACKAGE…: those that are not installed, one a line.
missing_packages() {
    local installed package
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true) # it fails for a name it does not know
    for package in "$@"; do
        grep -qxF -- "$package installed" <<<"$installed" || printf '%s\n' "$package"
    done
}

# need_packages PACKAGE…: installs what is missing, or says what to install and fails.
need_packages() {
    local -a missing as_root quiet=(-qq)
    if ! command -v dpkg-query >/dev/null; then
        say "note: this is no Debian system, so nothing was checked; the Debian packages would be: $*"
        return 0
    fi
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" = 0 ]; then
        as_root=(env)
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null </dev/null; then
        as_root=(sudo -n env)
    elif command -v sudo >/dev/null && [ -t 0 ] && [ -z "${CI:-}" ]; then
        as_root=(sudo env)
    else
        say "Some Debian packages are missing and only an administrator can install them: apt-get install ${missing[*]}"
        return 1
    fi
    say "installing ${missing[*]}"
    # Some of them are large: whoever watches sees how far it is.
    [ ! -t 2 ] || quiet=()
    if ! { "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get update "${quiet[@]}" &&
        "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get install "${quiet[@]}" -y --no-install-recommends "${missing[@]}"; } >&2; then
        say "apt-get could not install them; try it by hand: apt-get install ${missing[*]}"
        return 1
    fi
}

# fetch_gomill: lays Gomill from PyPI into target unless it is there, or says that it could not and fails.
fetch_gomill() {
    local archive
    [ ! -d "$root/target/$gomill" ] || return 0
    archive=$(mktemp -d) || return 1
    say "fetching $gomill"
    if python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$archive" "${gomill/-/==}" &&
        sha256sum --quiet -c - <<<"$gomill_sum  $archive/$gomill.tar.gz" >&2 &&
        tar -xzf "$archive/$gomill.tar.gz" -C "$archive" &&
        mkdir -p "$root/target" && mv -T "$archive/$gomill" "$root/target/$gomill"; then
        rm -r "$archive"
        return 0
    fi
    rm -r "$archive"
    say "$gomill could not be had from PyPI, so no foreign controller plays in tests/gtp; unpack it as target/$gomill by hand"
    return 1
}

# need_rust COMPONENT…: finds cargo, new enough, and these parts of the toolchain, or says where Rust comes from and fails.
need_rust() {
    local component wanted found
    if ! command -v cargo >/dev/null && [ -x "${CARGO_HOME:-$HOME/.cargo}/bin/cargo" ]; then
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    fi
    if ! command -v cargo >/dev/null; then
        say "Rust is missing: install it from https://rustup.rs and try again"
        return 1
    fi
    # An older cargo would complain of an edition or of a lock file that it does not know.
    wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$root/Cargo.toml")
    found=$(rustc --version) || return 1
    found=$(cut -d ' ' -f 2 <<<"$found")
    if ! sort -C -V <<<"$wanted"$'\n'"$found"; then
        say "Rust $found is too old, Fuzeki needs $wanted: 'rustup update', or where Rust is not from rustup, https://rustup.rs"
        return 1
    fi
    for component in "$@"; do
        cargo "${component/rustfmt/fmt}" --version >/dev/null 2>&1 && continue
        if ! { command -v rustup >/dev/null && rustup component add "$component" >&2; }; then
            say "$component is missing in this Rust toolchain: rustup component add $component"
            return 1
        fi
    done
}
