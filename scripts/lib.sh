# What the scripts share: installing what is missing, and saying so. To be sourced.

# Runs a command as root: directly, or with sudo where that is possible.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        sudo "$@"
    else
        echo "This needs root, and there is no sudo to become it. Please run as root:" >&2
        echo "  $*" >&2
        return 1
    fi
}

# need COMMAND PACKAGE: notes the Debian package if the command is missing.
missing=()
need() {
    command -v "$1" >/dev/null || missing+=("$2")
}

# Installs what was noted.
install_missing() {
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "Missing: ${missing[*]} (names of Debian packages). Please install them and try again." >&2
        return 1
    fi
    echo "Installing ${missing[*]} ..."
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
    missing=()
}

need_cargo() {
    if ! command -v cargo >/dev/null; then
        echo "cargo is missing. Rust's own installer, rustup, is the best way to get it; then try again." >&2
        return 1
    fi
}
