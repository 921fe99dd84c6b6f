"""A generator that is seeded for each turn, and watched."""
import random

_original_random = random.Random.random
_original_getrandbits = random.Random.getrandbits


class Watched(random.Random):
    """A generator that is seeded on its first draw after `begin`, and that sets `drawn` on every draw.

    What it takes to choose from a range differs between Python 2 and 3, and is added by `turn_random2` and `turn_random3`.

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

    # Everything else in the class is made of these two, and of choices from a range.

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

    def uniform(self, a, b):
        return a if a == b else random.Random.uniform(self, a, b)

    def gauss(self, *args, **kwargs):
        """Without the second value that gauss keeps for the next call: that move would not be seen to draw."""
        self.gauss_next = None
        return random.Random.gauss(self, *args, **kwargs)

    # What sets or shows the state has to do with randomness too, although it draws nothing.

    def seed(self, a=None, *version):
        """A seed from the clock would make the game another one each time, so seeding without a number keeps the turn's."""
        self._mark()
        if a is not None:
            random.Random.seed(self, a, *version)

    def getstate(self):
        self._mark()
        return random.Random.getstate(self)

    def setstate(self, state):
        self._mark()
        random.Random.setstate(self, state)
