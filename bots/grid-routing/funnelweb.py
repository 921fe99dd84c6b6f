#!/usr/bin/env python2
# Funnelweb: first builds a nest in the top rows, a funnel that is open at the bottom, and breaks
# the vertices just outside of it. Then it spins threads down to the paths of others. It chooses the
# threads that need the fewest vertices. How the original lured other bots is not known.
import random
import sys

UNREACHABLE = 1 << 20
MAX_VERTICES = 60000  # in a plan: all, except in a huge grid


class Funnelweb(object):
    def __init__(self, turns, side):
        self.side = side
        # A plan covers the columns around the neck of the nest.
        self.width = min(side, max(3, MAX_VERTICES // side))
        self.leftmost = random.randrange(side)
        # The price of a vertex: 1 if it is inactive, 0 if it is active.
        self.price = [[1] * self.width for _ in xrange(side)]
        self.nest = []
        self.walls = []
        self.design(min(turns // 8, side // 8))

    def design(self, depth):
        """Plans the nest: a neck of a third of its depth, and two arms below."""
        neck = self.width // 2
        top = self.side - 1
        arms = depth * 2 // 3
        for down in xrange(depth - arms):
            self.nest.append((neck, top - down))
        for step in xrange(1, arms + 1):
            for arm in (-1, 1):
                column, y = neck + arm * step, top - (depth - arms) + 1 - step
                if 0 <= column < self.width:
                    self.nest.append((column, y))
                    self.walls.append((column, y + 1))

    def take(self, choices, price):
        for choice in choices:
            if choice != 'N':
                x, y = map(int, choice.split(','))
                column = (x - self.leftmost) % self.side
                if column < self.width and self.price[y][column] == 1:
                    self.price[y][column] = price

    def first_inactive(self, vertices):
        for column, y in vertices:
            if self.price[y][column] == 1:
                return column, y
        return None

    def thread(self):
        """Returns the cheapest path from an unconnected source, starting with the sink."""
        beyond = [UNREACHABLE]
        costs = []  # the costs of paths to a sink, from the top row down
        rest = [0] * self.width
        for row in reversed(self.price):
            cost = map(sum, zip(row, rest))
            costs.append(cost)
            rest = map(min, cost, cost[1:] + beyond, beyond + cost[:-1])

        open_sources = [(cost, random.random(), column) for column, cost in enumerate(costs.pop()) if 0 < cost < UNREACHABLE]
        if not open_sources:
            return []
        column = min(open_sources)[2]
        path = [(column, 0)]
        while costs:
            cost, y = costs.pop(), len(path)
            ways = [(cost[way], self.price[y][way], way != column, way)
                    for way in (column, column - 1, column + 1) if 0 <= way < self.width]
            column = min(ways)[3]
            path.append((column, y))
        return path[::-1]

    def answer(self, vertex):
        if vertex is None:
            return 'NONE'
        return 'VERTEX %d,%d' % ((self.leftmost + vertex[0]) % self.side, vertex[1])

    def destroy(self):
        return self.answer(self.first_inactive(self.walls))

    def activate(self):
        return self.answer(self.first_inactive(self.nest) or self.first_inactive(self.thread()))


def say(answer):
    print answer
    sys.stdout.flush()


spider = Funnelweb(1, 1)
for line in iter(sys.stdin.readline, ''):
    words = line.split()
    if words[0] == 'BEGIN':
        spider = Funnelweb(int(words[2]), int(words[3]))
    elif words[0] == 'DESTROY':
        say(spider.destroy())
    elif words[0] == 'BROKEN':
        spider.take(words[2:], UNREACHABLE)
    elif words[0] == 'ACTIVATE':
        say(spider.activate())
    elif words[0] == 'OWNED':
        spider.take(words[2:], 0)
    elif words[0] == 'SCORE':
        break
