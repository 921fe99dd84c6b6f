# Explorer: keeps a heat map. Active vertices warm those that lead to them or that they lead to, broken ones cool them. It activates the inactive
# vertex with the most heat for each bot that works close by, and breaks nothing. What warms how much is our own choice.
import heapq
import random
import sys

LOOKED_AT = 20  # of the hottest vertices

# What an active vertex does to those around it: good ways on are warm, those beside it are not.
WARMTH = {(dx, dy): 4 - abs(dx) for dx in (-1, 0, 1) for dy in (-1, 1)}
WARMTH.update({(dx, dy): 1 for dx in (-2, -1, 0, 1, 2) for dy in (-2, 2)})
WARMTH.update({(-1, 0): -3, (1, 0): -3})
COLD = {(dx, dy): -2 for dx in (-1, 0, 1) for dy in (-1, 1)}


class HeatMap:
    def __init__(self, side):
        self.side = side
        self.heat = {}
        self.taken = set()
        self.queue = []  # (-heat, a random number, vertex); what is no longer true is dropped when it comes up
        self.warm((random.randrange(side), 0), {(0, 0): 1})  # somewhere to begin

    def warm(self, vertex, pattern):
        x, y = vertex
        for (dx, dy), warmth in pattern.items():
            near = (x + dx) % self.side, y + dy
            if 0 <= near[1] < self.side and near not in self.taken:
                self.heat[near] = self.heat.get(near, 0) + warmth
                self.push(near)

    def push(self, vertex):
        heapq.heappush(self.queue, (-self.heat[vertex], random.random(), vertex))

    def take(self, choices, pattern):
        for vertex in choices:
            if vertex not in self.taken:
                self.taken.add(vertex)
                self.heat.pop(vertex, None)
                self.warm(vertex, pattern)

    def hottest(self):
        found = set()
        while self.queue and len(found) < LOOKED_AT:
            heat, _, vertex = heapq.heappop(self.queue)
            if self.heat.get(vertex) == -heat:
                found.add(vertex)
        for vertex in found:
            self.push(vertex)
        return sorted(found)

    def best(self, others):
        def share(vertex):
            company = sum(abs(vertex[0] - x) <= 2 and abs(vertex[1] - y) <= 2 for x, y in others)
            return self.heat[vertex] / (1 + company), random.random()

        return max(self.hottest(), key=share, default=None)


def vertices(choices):
    return [tuple(map(int, choice.split(','))) for choice in choices if choice != 'N']


heat_map = HeatMap(1)
others = []
for line in sys.stdin:
    word, *rest = line.split()
    if word == 'BEGIN':
        heat_map = HeatMap(int(rest[2]))
    elif word == 'DESTROY':
        print('NONE', flush=True)
    elif word == 'BROKEN':
        heat_map.take(vertices(rest[1:]), COLD)
    elif word == 'ACTIVATE':
        vertex = heat_map.best(others)
        print('VERTEX %d,%d' % vertex if vertex else 'NONE', flush=True)
    elif word == 'OWNED':
        others = vertices(rest[2:])
        heat_map.take(vertices(rest[1:]), WARMTH)
    elif word == 'SCORE':
        break
