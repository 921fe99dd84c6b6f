# What the tests of all adapters share: source it with `adapter` set to the adapter's folder. It makes a folder for everything
# that the tests write, and removes it in the end.
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bots=$tests/../../bots/rat-race
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1

# prepare NAME SOURCE [FORM]: leaves the command that runs the submission in $work/NAME.command.
prepare() {
    mkdir -p "$work/$1"
    python3 "$tests/prepare.py" "$adapter" "$2" "$work/$1" "${@:3}" >"$work/$1.command"
}

# dialogues NAME [FILE]...: plays these dialogues, or all golden ones, with a submission that was prepared.
dialogues() {
    local command
    mapfile -t command <"$work/$1.command"
    python3 "$tests/transcripts.py" "${@:2}" "${command[@]}"
}

announce() {
    echo "== $*"
}

# fails_to_load NAME WORDS: the submission ends with status 1 before it has answered, and says these words.
fails_to_load() {
    local command status=0
    mapfile -t command <"$work/$1.command"
    echo "rathaus 1 rat-race" | "${command[@]}" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" != 1 ] || [ -s "$work/out" ] || ! grep -q "$2" "$work/err"; then
        echo "FAILED $1: status $status"
        cat "$work/out" "$work/err"
        exit 1
    fi
    echo "ok $1"
}

# fails_to_build NAME SOURCE WORDS: the submission cannot be built, and the build says these words.
fails_to_build() {
    if prepare "$1" "$2" 2>"$work/err" || ! grep -q "$3" "$work/err"; then
        echo "FAILED $1"
        cat "$work/err"
        exit 1
    fi
    echo "ok $1"
}
