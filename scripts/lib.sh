# Functions that the other scripts source. Most of them install missing tools.

# Prints the command that runs another one as root: `sudo`, or nothing for root. Fails without both.
root_command() {
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; } && echo sudo
}

# need COMMAND PACKAGE: adds the Debian package to `missing` if there is no such command. The
# packages in `wanted` are optional: they are installed only together with missing ones, if Debian
# has them.
missing=()
wanted=()
need() {
    command -v "$1" >/dev/null || missing+=("$2")
}

install_missing() {
    [ ${#missing[@]} -eq 0 ] && return 0
    if ! command -v apt-get >/dev/null; then
        echo "error: missing programs: ${missing[*]} (names of Debian packages)" >&2
        echo "  help: install them and try again" >&2
        return 1
    fi
    local as_root
    if ! as_root=$(root_command); then
        echo "error: missing packages: ${missing[*]}" >&2
        echo "  help: run as root: apt-get update && apt-get install ${missing[*]}" >&2
        return 1
    fi
    echo "Installing ${missing[*]} ..."
    $as_root apt-get update -qq || return 1
    local package
    for package in "${wanted[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 && missing+=("$package")
    done
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" || return 1
    missing=()
}

# Installs the servers for the tests of tournaments on many machines. The tests start them
# themselves: the services of the packages stay off.
install_cluster() {
    local PATH=$PATH:/usr/sbin as_root service policy=/usr/sbin/policy-rc.d is_installed=yes
    need nats-server nats-server
    need slurmd slurm-wlm
    need munged munge
    [ ${#missing[@]} -eq 0 ] && return 0
    as_root=$(root_command) || policy=""
    # As long as this file exists, Debian starts no services.
    [ ! -e "$policy" ] || policy=""
    [ -z "$policy" ] || printf '#!/bin/sh\nexit 101\n' | $as_root install -m 755 /dev/stdin "$policy"
    install_missing || is_installed=""
    missing=()
    [ -z "$policy" ] || $as_root rm "$policy"
    [ -n "$is_installed" ] || return 1
    for service in nats-server munge slurmctld slurmd; do
        $as_root update-rc.d "$service" disable || true
    done
}

# Without bubblewrap, sandboxes are weaker.
need_sandbox() {
    need bwrap bubblewrap
}

# The tools of the languages that have an adapter.
need_languages() {
    need g++ g++
    need python3 python3
    need ruby ruby
    need javac default-jdk-headless
    need mcs mono-mcs
    need mono mono-runtime
    need_python2
}

# Python 2 submissions need a Python 2, or a library that translates them. Newer versions of Python
# 3 lack that library, and some versions of Debian too. Without it, only such submissions cannot
# play.
need_python2() {
    command -v python2.7 >/dev/null && return
    python3 -c 'import fissix' 2>/dev/null || python3 -W ignore -c 'import lib2to3' 2>/dev/null && return
    wanted+=(python3-fissix)
}

# The tools that build the pages of `rathaus serve` and `replay --html`. Everything else works
# without.
need_pages() {
    need node nodejs
    need npm npm
}

# Builds the pages into web/dist, unless they are newer than all that they are made of. Installs the
# libraries only if package-lock.json has changed.
build_pages() (
    cd web
    if [ -e dist/index.html ] && [ -e node_modules/.rathaus-lock ] &&
        [ -z "$(find src public ./*.* -newer dist/index.html -print -quit)" ]; then
        return
    fi
    echo "Building the pages ..."
    if ! cmp -s package-lock.json node_modules/.rathaus-lock; then
        npm ci --no-audit --no-fund --loglevel=error
        cp package-lock.json node_modules/.rathaus-lock
    fi
    npm run --silent build -- --logLevel=warn
)

need_cargo() {
    if ! command -v cargo >/dev/null; then
        echo "error: cargo is missing" >&2
        echo "  help: install Rust with rustup (https://rustup.rs) and try again" >&2
        return 1
    fi
}

# share_libraries FOLDER: makes a new target folder with links to what was compiled of libraries.
share_libraries() {
    local folder
    rm -rf "$1"
    mkdir -p "$1/debug"
    for folder in deps build .fingerprint; do
        [ ! -d "$target/debug/$folder" ] || cp -alf "$target/debug/$folder" "$1/debug/"
    done
}

# The options of cargo for a build that runs little and is thrown away.
throwaway=(
    --config profile.dev.debug=false
    --config build.incremental=false
    --config profile.dev.package.rathaus-games.opt-level=0
    --config profile.dev.package.rathaus-protocol.opt-level=0
)

# The folder of what cargo builds.
target=${CARGO_TARGET_DIR:-$PWD/target}
