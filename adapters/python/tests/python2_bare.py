# What only Python 2 has, by a class that raises where it means something else. It moves (1,0) by a draw.
import string
from itertools import izip


class Two(Player):
    qualities = dict(izip(xrange(3), [5, 3, 4]))

    def __init__(self):
        Player.__init__(self)
        self.half = NUMBER_OF_COLORS / 3

    def turn(self):
        print 'the genome is', self.genome
        print >>sys.stderr, "debug",
        if not isinstance(self.genome, (int, long)) or self.genome != (1L << 99 | 3 << 31 | 5):
            raise ValueError, 'the genome'
        sizes = map(len, self.vision)
        best = sorted(self.qualities.iteritems(), lambda one, other: cmp(other[1], one[1]))
        if self.half != 5 or sizes != [5] * 5 or best[0] != (0, 5) or max(self.qualities.itervalues()) != 5:
            raise ValueError, 'the numbers'
        if not self.qualities.has_key(2) or -7 / 2 != -4 or 010 <> 8 or string.lowercase[0] != 'a' or filter(None, [0, 1]) != [1]:
            raise ValueError, 'the names'
        try:
            raise KeyError, 'one'
        except KeyError, error:
            return Coordinate(random.choice([len(error.args)] * 2), reduce(lambda a, b: a * b, [1, 0]))
