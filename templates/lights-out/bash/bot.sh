# A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
#
#     rathaus play lights-out . --size 7x7
#     rathaus check lights-out .
#
# Each board starts this program. A click flips a light and its neighbours. Only clicks below a
# light can still turn it off, so the clicks of the first row decide all others. They are right if
# the last row becomes dark. What a click of the first row changes there is always the same, so
# elimination finds the right ones. Clicks of the first row that change nothing there give further
# solutions, and the solver takes the one with the fewest clicks.

# The maximum number of solutions to compare.
most_solutions=1024

# `BOARD columns rows`, and the rows. Each row is a number with a bit for each cell.
read -r _ columns rows
board=()
for ((y = 0; y < rows; y++)); do
    read -r line
    lights=0
    for ((x = 0; x < columns; x++)); do
        ((lights |= ${line:x:1} << x))
    done
    board+=("$lights")
done
mask=$(((1 << columns) - 1))

# Sets `clicks` to the clicks of all rows, and `left` to the lights that stay on in the last row.
chase() {
    local above=0 row=$1 next lights
    clicks=()
    for lights in "${board[@]}"; do
        clicks+=("$row")
        next=$((lights ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1)))
        above=$row row=$next
    done
    left=$row
}

# Adds known changes to `change`, and their clicks to `row`, from the highest light down.
reduce() {
    for ((top = columns - 1; top >= 0; top--)); do
        ((change >> top & 1)) || continue
        [[ -n ${known_change[top]} ]] || return
        ((change ^= known_change[top], row ^= known_clicks[top]))
    done
}

# For the highest light of a change: the change, and the clicks of the first row for it.
known_change=() known_clicks=()
# Sets of clicks of the first row that change nothing in the last row.
idle=()
chase 0
start=$left
for ((x = 0; x < columns; x++)); do
    chase $((1 << x))
    change=$((left ^ start)) row=$((1 << x))
    reduce
    if ((change)); then
        known_change[top]=$change known_clicks[top]=$row
    else
        idle+=("$row")
    fi
done

change=$start row=0
reduce
if ((change)); then
    echo NONE
    exit
fi

# Compares the solutions.
first=$row fewest=-1
for ((chosen = 0; chosen < 1 << ${#idle[@]} && chosen < most_solutions; chosen++)); do
    row=$first
    for position in "${!idle[@]}"; do
        ((chosen >> position & 1)) && ((row ^= idle[position]))
    done
    chase "$row"
    count=0
    for row in "${clicks[@]}"; do
        for ((; row > 0; row &= row - 1)); do ((count++)); done
    done
    if ((fewest < 0 || count < fewest)); then
        fewest=$count best=("${clicks[@]}")
    fi
done

reply=CLICKS
for ((y = 0; y < rows; y++)); do
    for ((x = 0; x < columns; x++)); do
        ((best[y] >> x & 1)) && reply+=" $x,$y"
    done
done
echo "$reply"
