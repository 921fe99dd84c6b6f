# Explorer: keeps a heat map. Active vertices warm the vertices that they connect to, broken ones
# cool them. It activates the vertex with the most heat per bot nearby. It breaks nothing. The
# amounts of heat are our choice.
import heapq
import random
import sys

REMEMBERED = 2000  # the maximum number of vertices; the coldest ones are dropped
CANDIDATES = 20  # the number of hottest vertices to choose from

# The heat around an active vertex: positive where a path can continue, negative at its sides.
WARMTH = {(dx, dy): 4 - abs(dx) for dx in (-1, 0, 1) for dy in (-1, 1)}
WARMTH.update({(dx, dy): 1 for dx in (-2, -1, 0, 1, 2) for dy in (-2, 2)})
WARMTH.update({(-1, 0): -3, (1, 0): -3})
COLD = {(dx, dy): -2 for dx in (-1, 0, 1) for dy in (-1, 1)}


class HeatMap:
    def __init__(self, side):
        self.side = side
        self.taken = {}  # the heat pattern of each active or broken vertex
        self.heat = {(random.randrange(side), 0): 0}  # a random start

    def around(self, vertex):
        x, y = vertex
        for dx, dy in WARMTH:
            if 0 <= y + dy < self.side:
                yield (dx, dy), ((x + dx) % self.side, y + dy)

    def take(self, vertices, pattern):
        fresh = [vertex for vertex in vertices if vertex not in self.taken]
        self.taken.update((vertex, pattern) for vertex in fresh)
        for vertex in fresh:
            self.heat.pop(vertex, None)
            for _, near in self.around(vertex):
                if near not in self.taken:
                    self.heat[near] = self.measure(near)
        if len(self.heat) > REMEMBERED:
            self.heat = {vertex: self.heat[vertex] for vertex in self.hottest(REMEMBERED // 2)}

    def measure(self, vertex):
        # The patterns are symmetric.
        return sum(self.taken[near].get(way, 0) for way, near in self.around(vertex) if near in self.taken)

    def hottest(self, count):
        return heapq.nlargest(count, self.heat, key=lambda vertex: (self.heat[vertex], random.random()))

    def best(self, others):
        def share(vertex):
            company = sum(abs(vertex[0] - x) <= 2 and abs(vertex[1] - y) <= 2 for x, y in others)
            return self.heat[vertex] / (1 + company)

        return max(self.hottest(CANDIDATES), key=share, default=None)


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
