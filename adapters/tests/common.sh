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
