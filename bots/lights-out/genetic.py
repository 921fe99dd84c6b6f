# Genetic: a genetic algorithm. The genotype is the set of clicks, one bit per cell, because their
# order does not matter and a second click undoes the first. The fitness is the share of lights that
# are off after them. Tournaments select the parents. A child takes the clicks on one side of a
# straight cut from one parent and the rest from the other, and about one click mutates. A
# population that has stopped improving is replaced by a new one.
import random
import sys

POPULATION = 200
ELITE = 25  # the number of the best that survive unchanged
TOURNAMENT = 5  # the number of individuals in a tournament
CROSSOVER = 0.6  # the share of children with two parents
PATIENCE = 30  # generations without improvement until the population is replaced
EVALUATIONS = 400_000  # it gives up after this number
REPORTED = 50  # generations between two reports


# A set of cells is an integer, with the bit y * columns + x for the cell x,y.
class Board:
    def __init__(self, columns, rows, digits):
        self.columns = columns
        self.rows = rows
        self.cells = columns * rows
        self.lights = int(digits[::-1], 2)
        self.everything = (1 << self.cells) - 1
        self.first_column = sum(1 << row * columns for row in range(rows))
        self.not_first = self.everything & ~self.first_column
        self.not_last = self.everything & ~(self.first_column << columns - 1)

    # Applies all clicks at once: those on each cell, above, below, right and left of it. Masks drop
    # the bits that a shift moves over an edge.
    def after(self, clicks):
        flipped = clicks ^ clicks << self.columns ^ clicks >> self.columns
        flipped ^= (clicks & self.not_first) >> 1 ^ (clicks & self.not_last) << 1
        return self.lights ^ flipped & self.everything

    # The cells above each line between two rows, and left of each line between two columns.
    def cuts(self):
        above = [(1 << row * self.columns) - 1 for row in range(1, self.rows)]
        left = [self.first_column * ((1 << column) - 1) for column in range(1, self.columns)]
        return above + left or [0]


class Search:
    def __init__(self, board):
        self.board = board
        # A seed from the board, so that a board always gets the same answer.
        self.random = random.Random('%d %d %d' % (board.columns, board.rows, board.lights))
        # A straight cut keeps neighbouring clicks together, so only the lights along it change.
        # With each click from a random parent, a child would inherit few dark areas.
        self.cuts = board.cuts()
        self.evaluations = 0
        self.generation = 0

    def solve(self):
        while self.evaluations < EVALUATIONS:
            solution = self.evolve()
            if solution is not None:
                return solution
        return None

    # Runs a population from a random start until it has solved the board or converged. It has no
    # duplicates, because it would soon consist of copies of the best.
    def evolve(self):
        population = self.ranked([self.random.getrandbits(self.board.cells) for _ in range(POPULATION)])
        fewest_lights, unchanged = None, 0
        while unchanged < PATIENCE and self.evaluations < EVALUATIONS:
            lights, clicks = population[0]
            if lights == 0 or self.generation % REPORTED == 0:
                self.report(population)
            if lights == 0:
                return clicks
            unchanged = unchanged + 1 if lights == fewest_lights else 0
            fewest_lights = lights
            self.generation += 1
            children = [self.child(population) for _ in range(POPULATION - ELITE)]
            population = self.ranked(children, population[:ELITE])
        return None

    # Returns individuals with the lights that they leave on, and the known ones, the fittest first.
    def ranked(self, genotypes, known=()):
        self.evaluations += len(genotypes)
        judged = {(bin(self.board.after(clicks)).count('1'), clicks) for clicks in genotypes}
        return sorted(judged.union(known))

    def child(self, population):
        child = self.select(population)
        if self.random.random() < CROSSOVER:
            cut = self.random.choice(self.cuts)
            child = child & cut | self.select(population) & ~cut
        # Each cell mutates with the same probability, on average one cell.
        for cell in range(self.board.cells):
            if self.random.random() * self.board.cells < 1:
                child ^= 1 << cell
        return child

    # The individuals are sorted, so the lowest index wins the tournament.
    def select(self, population):
        place = min(self.random.randrange(len(population)) for _ in range(TOURNAMENT))
        return population[place][1]

    def report(self, population):
        best = 1 - population[0][0] / self.board.cells
        print('PROGRESS generation=%d best=%.4f population=%d evaluations=%d'
              % (self.generation, best, len(population), self.evaluations))


def main():
    _, columns, rows, *lines = sys.stdin.read().split()
    board = Board(int(columns), int(rows), ''.join(lines))
    search = Search(board)
    solution = search.solve()
    if solution is None:
        print('PROGRESS generation=%d evaluations=%d' % (search.generation, search.evaluations))
        print('UNKNOWN')
    else:
        cells = (cell for cell in range(board.cells) if solution >> cell & 1)
        print('CLICKS', *('%d,%d' % (cell % board.columns, cell // board.columns) for cell in cells))


main()
