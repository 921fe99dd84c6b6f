# Greedy: takes from all others in every round.
import sys

players, me, rounds = map(int, sys.stdin.readline().split())
print ' '.join(str(other) for other in xrange(1, players + 1) if other != me)
