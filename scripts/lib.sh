# What the scripts share: installing what is missing, and saying so. To be sourced.

# Prints how to run a command as root: `sudo`, or nothing for root itself. Fails where neither is possible.
root_by() {
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; } && echo sudo
}

# need COMMAND PACKAGE: notes the Debian package if the command is missing. What is `wanted` is installed along with what is missing, if
# this Debian has it, and no reason to install anything by itself.
missing=()
wanted=()
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
    local by
    if ! by=$(root_by); then
        echo "Missing: ${missing[*]}. Installing takes root, and there is no sudo to become it. Please run as root:" >&2
        echo "  apt-get update && apt-get install ${missing[*]}" >&2
        return 1
    fi
    echo "Installing ${missing[*]} ..."
    $by apt-get update -qq
    local package
    for package in "${wanted[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 && missing+=("$package")
    done
    $by env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
    missing=()
}

# Notes what the better sandboxes take: without bubblewrap, only the launcher keeps bots from what is not theirs.
need_sandbox() {
    need bwrap bubblewrap
}

# Notes what the languages with an adapter take.
need_languages() {
    need g++ g++
    need python3 python3
    need ruby ruby
    need javac default-jdk-headless
    need mcs mono-mcs
    need mono mono-runtime
    need_python2
}

# Python 2 submissions are played by a Python 2, or translated by a library that not every Python 3 has any more. Not every version of
# Debian has it either; without it, such submissions alone cannot be played, and `rathaus doctor` says so.
need_python2() {
    command -v python2.7 >/dev/null && return
    python3 -c 'import fissix' 2>/dev/null || python3 -W ignore -c 'import lib2to3' 2>/dev/null && return
    wanted+=(python3-fissix)
}

# Notes what it takes to build the pages of `rathaus serve` and `replay --html`. Without them, all else works.
need_pages() {
    need node nodejs
    need npm npm
}

# Builds the pages into web/dist. Libraries are installed anew only if others are wanted than there are.
build_pages() (
    cd web
    echo "Building the pages ..."
    if ! cmp -s package-lock.json node_modules/.rathaus-lock; then
        npm ci --no-audit --no-fund --loglevel=error
        cp package-lock.json node_modules/.rathaus-lock
    fi
    npm run --silent build -- --logLevel=warn
)

need_cargo() {
    if ! command -v cargo >/dev/null; then
        echo "cargo is missing. Rust's own installer, rustup, is the best way to get it; then try again." >&2
        return 1
    fi
}

# What `cargo build --release` builds, wherever the user has it build.
rathaus=${CARGO_TARGET_DIR:-target}/release/rathaus
