# Annoyance: gets in the way of others. It breaks the vertex straight ahead of a vertex that another
# bot has just activated, and activates one diagonally ahead of it, so that the way around uses its
# own vertices. The method of the original bot is not known.
declare -A taken
others=()

# Sets `target` to a vertex that another bot activated in the last turn, or to a random one.
pick_target() {
    if ((${#others[@]} > 0)); then
        target=${others[RANDOM % ${#others[@]}]}
    else
        target=$((RANDOM % side)),$((RANDOM % side))
    fi
}

# Sets `answer` to the vertex one row ahead of the target and $1 columns to the right. Fails if it
# is not free.
ahead_of_target() {
    local x=${target%,*} y=${target#*,}
    answer=$(((x + $1 + side) % side)),$((y + 1))
    ((y + 1 < side)) && [[ -z ${taken[$answer]} ]]
}

while read -r word number mine rest; do
    case $word in
        BEGIN)
            side=$rest
            ;;
        DESTROY)
            pick_target
            if ahead_of_target 0; then echo "VERTEX $answer"; else echo NONE; fi
            ;;
        ACTIVATE)
            first=$((RANDOM % 2 * 2 - 1))
            if ahead_of_target $first || ahead_of_target $((-first)); then
                echo "VERTEX $answer"
            else
                echo "VERTEX $((RANDOM % side)),$((RANDOM % side))"
            fi
            ;;
        BROKEN | OWNED)
            for choice in $mine $rest; do
                taken[$choice]=1
            done
            if [[ $word == OWNED ]]; then
                read -ra others <<<"${rest//N/}"
            fi
            ;;
        SCORE)
            break
            ;;
    esac
done
