# A first bot for the prisoner's dilemma: tit for tat that forgives.
#
#     rathaus play prisoners-dilemma . .
#     rathaus check prisoners-dilemma .
#
# Each round runs this program once. It reads the whole game so far and writes the identifiers of
# the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
#
# The same input must give the same output. Instead of random numbers, use the number of the
# round: it is the same for all players. To keep data, write a second line. It is the last line
# of the next input.

# It forgives everybody in rounds whose number ends with this digit: one in ten. This ends feuds
# with players like itself.
forgiving_digit=0

read -r players me rounds

# The last completed round: a pair `(taker, taken)` for each take.
last=
for ((round = 0; round < rounds; round++)); do
    IFS= read -r last
done
read -r number

# Prints the players to take from: those who took from this one in the last round.
takes() {
    local pair
    [[ $number == *"$forgiving_digit" ]] && return
    while [[ $last =~ \(([0-9]+),\ ([0-9]+)\) ]]; do
        ((BASH_REMATCH[2] == me)) && printf '%s ' "${BASH_REMATCH[1]}"
        pair=${BASH_REMATCH[0]}
        last=${last#*"$pair"}
    done
}

takes
echo
