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
import re
import sys

# It forgives everybody in one round of this many. This ends feuds with players like itself.
FORGIVES_EVERY = 10


def takes(players, me, history, number):
    """Returns the players to take from. `history` has pairs (taker, taken) for each round."""
    if not history or number % FORGIVES_EVERY == 0:
        return set()
    return {taker for taker, taken in history[-1] if taken == me}


lines = sys.stdin.read().split("\n")
players, me, rounds = map(int, lines[0].split())
pairs = [re.findall(r"\((\d+), (\d+)\)", line) for line in lines[1 : rounds + 1]]
history = [[(int(taker), int(taken)) for taker, taken in each] for each in pairs]
number = int(lines[rounds + 1])
print(*sorted(takes(players, me, history, number)))
