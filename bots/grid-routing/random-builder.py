# Random Builder: activates a random vertex of the grid, even if it is taken. It breaks nothing.
import random
import sys

side = 1
for line in sys.stdin:
    word, *rest = line.split()
    if word == 'BEGIN':
        side = int(rest[2])
    elif word == 'DESTROY':
        print('NONE', flush=True)
    elif word == 'ACTIVATE':
        print('VERTEX %d,%d' % (random.randrange(side), random.randrange(side)), flush=True)
    elif word == 'SCORE':
        break
