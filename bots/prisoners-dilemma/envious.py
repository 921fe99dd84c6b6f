# Envious: takes from all others in the first round. After that it takes from the richest players:
# half of the number of all players, rounded down, without itself. Of equally rich players, a higher
# number counts as richer.
import re
import sys

players, me, rounds = map(int, sys.stdin.readline().split())
others = [other for other in xrange(1, players + 1) if other != me]
if rounds == 0:
    victims = others
else:
    scores = [0] * (players + 1)
    for unused in xrange(rounds):
        for taker, taken in re.findall(r'\((\d+), (\d+)\)', sys.stdin.readline()):
            scores[int(taker)] += 1
            scores[int(taken)] -= 2
    others.sort(lambda a, b: cmp((scores[b], b), (scores[a], a)))
    victims = others[:players / 2]
for victim in victims:
    print victim,
print
