# Wrathful: takes from all others in the first round. After that it takes from those who took from
# it in the round before.
import re
import sys

players, me, rounds = map(int, sys.stdin.readline().split())
if rounds == 0:
    victims = [other for other in xrange(1, players + 1) if other != me]
else:
    last = ''
    for unused in xrange(rounds):
        last = sys.stdin.readline()
    pairs = [map(int, pair) for pair in re.findall(r'\((\d+), (\d+)\)', last)]
    victims = [taker for taker, taken in pairs if taken == me]
for victim in victims:
    print victim,
print
