"""The two ends of the pipe to the host: lines in, answers out."""
import os
import time

from rathaus.errors import Malformed

# An answer waits for others to come along, but no longer than this: the host may be measuring how long it takes.
LONGEST_WAIT = 0.001

# Python 2 has no clock that nobody can set, and a wrong answer of it costs a moment only.
now = getattr(time, "monotonic", time.time)


class Channel(object):
    def __init__(self, from_host, to_host):
        self._from_host = from_host
        self._to_host = to_host
        self._answers = []
        self._waited_since = 0.0

    def lines(self):
        """Yields lines until the host ends the session. Answers are sent before waiting for more."""
        begun = [b""]  # The parts of a line whose end has not arrived, in a list because a long line comes in many parts.
        while True:
            self.flush()
            chunk = os.read(self._from_host, 1 << 20)
            if not chunk:
                break
            self._waited_since = now()
            begun.append(chunk)
            if b"\n" in chunk:
                complete, _, rest = b"".join(begun).rpartition(b"\n")
                begun = [rest]
                for line in complete.decode("ascii").split("\n"):
                    yield line
        if any(begun):
            raise Malformed("the input ends in the middle of a line")

    def write(self, text):
        self._answers.append(text)
        if now() - self._waited_since > LONGEST_WAIT:
            self.flush()

    def flush(self):
        rest = "".join(self._answers).encode("ascii")
        self._answers = []
        while rest:
            rest = rest[os.write(self._to_host, rest):]
        self._waited_since = now()
