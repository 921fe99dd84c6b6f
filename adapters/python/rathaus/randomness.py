"""The random numbers of a submission: the module `random`, seeded for each turn, and watched.

A submission draws through the functions of that module, however it imports them. So they are all bound to a generator of
our own before the submission is loaded.
"""
import random

_original_random = random.Random.random
_original_getrandbits = random.Random.getrandbits
_original_randbelow = random.Random._randbelow


class TurnRandom(random.Random):
    """A generator that is seeded on its first draw after `begin`, and that sets `drawn` on every draw.

    Seeding takes longer than most moves, and most turns of most players draw nothing: hence only on the first draw. A draw
    from a range of one value takes nothing and is no draw.
    """

    drawn = False
    _pending = None

    def begin(self, seed):
        """Starts a turn. Nothing that was left over from earlier turns has any influence from here on."""
        self._pending = seed
        self.drawn = False

    def _mark(self):
        self.drawn = True
        if self._pending is not None:
            seed, self._pending = self._pending, None
            random.Random.seed(self, seed)

    # Everything else in the class is made of these three.

    def random(self):
        if not self.drawn:
            self._mark()
        return _original_random(self)

    def getrandbits(self, k):
        if k == 0:
            return _original_getrandbits(self, k)
        if not self.drawn:
            self._mark()
        return _original_getrandbits(self, k)

    def _randbelow(self, n, *unused):
        """All choices from a range come here: choice, randint, randrange, shuffle and sample."""
        if n == 1:
            return 0
        if n < 1:
            return _original_randbelow(self, n)
        if not self.drawn:
            self._mark()
        bits = n.bit_length()
        value = _original_getrandbits(self, bits)
        while value >= n:
            value = _original_getrandbits(self, bits)
        return value

    # These two would draw from a range of one value.

    def uniform(self, a, b):
        return a if a == b else random.Random.uniform(self, a, b)

    def choices(self, population, *args, **kwargs):
        if len(population) == 1 and not args and set(kwargs) <= {"k"}:
            return [population[0]] * kwargs.get("k", 1)
        return random.Random.choices(self, population, *args, **kwargs)

    def gauss(self, *args, **kwargs):
        """Without the second value that gauss keeps for the next call: that move would not be seen to draw."""
        self.gauss_next = None
        return random.Random.gauss(self, *args, **kwargs)

    # What sets or shows the state has to do with randomness too, although it draws nothing.

    def seed(self, a=None, version=2):
        """A seed from the clock would make the game another one each time, so seeding without a number keeps the turn's."""
        self._mark()
        if a is not None:
            random.Random.seed(self, a, version)

    def getstate(self):
        self._mark()
        return random.Random.getstate(self)

    def setstate(self, state):
        self._mark()
        random.Random.setstate(self, state)


def install():
    """Puts a new generator in the place of the one behind the functions of the module `random`, and returns it."""
    hidden, source = random._inst, TurnRandom(0)
    for name, value in list(vars(random).items()):
        if getattr(value, "__self__", None) is hidden:
            setattr(random, name, getattr(source, name))
    random._inst = source
    return source
