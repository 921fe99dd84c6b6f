# A first bot for the grid-routing battle. It builds a path towards the vertices of others.
#
#     rathaus play grid-routing . . . --rounds 10 --ascii
#     rathaus check grid-routing .
#
# No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
# nearest active vertex ahead, follows the active vertices from there, and continues at their end.
# When the path is complete, it connects one more source to it in each turn. It breaks nothing.
#
# Each round starts this program again. It runs until the line SCORE. Send each reply within the
# time limit, and flush it. The file data.txt is kept from round to round.

# How many starts to try in a turn. Dead ends and connected sources take one each.
attempts=20

# `active` or `broken` for the vertices that are not inactive, by `x,y`.
declare -A state
active=()

# Chooses a start. The first vertex of the path is in this column: in row 0, from where the path
# goes up (1), or in the last row, from where it goes down (-1).
begin() {
    side=$1 state=() active=()
    column=$((RANDOM * 32768 + RANDOM)) step=$((RANDOM % 2 * 2 - 1))
    column=$((column % side))
}

# Sets `reply` for the vertex to break.
destroy() {
    reply=NONE
}

# Sets `reply` for the vertex to activate.
activate() {
    local attempt
    for ((attempt = 0; attempt < attempts; attempt++)); do
        follow && reply="VERTEX $x,$y" && return
    done
    reply=NONE
}

# Sets `x` and `y` to the first free vertex of the path. Without one, it chooses another start and
# fails.
follow() {
    x=$column y=$((step > 0 ? 0 : side - 1))
    while [[ ${state[$x,$y]} == active ]]; do
        ((y += step))
        if ((y < 0 || y >= side)); then
            ((step < 0)) && column=$x
            column=$(((column + 1) % side)) step=1
            return 1
        fi
        next_column || break
    done
    [[ -z ${state[$x,$y]} ]] && return
    column=$(((RANDOM * 32768 + RANDOM) % side))
    return 1
}

# Sets `x` to the column in row y that is nearest to the target. At a dead end, it stays where it
# is and fails.
next_column() {
    local dx way best='' ways=()
    for dx in 0 -1 1; do
        way=$(((x + dx + side) % side))
        [[ ${state[$way,$y]} == active ]] && x=$way && return
        [[ -z ${state[$way,$y]} ]] && ways+=("$way")
    done
    find_target
    for way in "${ways[@]}"; do
        distance "$way" "$target"
        [[ -z $best ]] || ((apart < best)) && best=$apart x=$way
    done
    [[ -n $best ]]
}

# Sets `target` to the column of the nearest active vertex ahead that a path could reach.
find_target() {
    local vertex rows best=$side
    target=$x
    for vertex in "${active[@]}"; do
        rows=$(((${vertex#*,} - y) * step + 1))
        ((rows > 0 && rows < best)) || continue
        distance "$x" "${vertex%,*}"
        ((apart <= rows)) && best=$rows target=${vertex%,*}
    done
}

# Sets `apart` to the distance of two columns.
distance() {
    apart=$((($1 - $2 + side) % side))
    ((apart > side - apart)) && apart=$((side - apart))
}

# Notes that vertices are active or broken.
note() {
    local kind=$1 vertex
    for vertex in "${@:2}"; do
        [[ $vertex == N || -n ${state[$vertex]} ]] && continue
        state[$vertex]=$kind
        [[ $kind == active ]] && active+=("$vertex")
    done
}

while read -r -a words; do
    case ${words[0]} in
        BEGIN) begin "${words[3]}" ;; # the number of bots, of turns, and of vertices on a side
        DESTROY) destroy; echo "$reply" ;;
        BROKEN) note broken "${words[@]:2}" ;; # the turn, the own choice, and those of the others
        ACTIVATE) activate; echo "$reply" ;;
        OWNED) note active "${words[@]:2}" ;;
        SCORE) break ;;
    esac
done
