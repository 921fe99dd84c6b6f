"""Reads lines from the host and writes replies to it."""
import os
import time

from rathaus.errors import Malformed

# Seconds that a reply may wait to be written together with others. The clock of the reply runs.
MAX_DELAY = 0.001

# Python 2 has no monotonic clock. If somebody sets its clock, one reply is written early or late.
now = getattr(time, "monotonic", time.time)


class Channel(object):
    def __init__(self, from_host, to_host):
        self._from_host = from_host
        self._to_host = to_host
        self._replies = []
        self._delayed_since = 0.0

    def lines(self):
        """Yields lines until the host ends the session. Flushes replies before it waits."""
        # The parts of an incomplete line. A list, because a long line arrives in many parts.
        incomplete = [b""]
        while True:
            self.flush()
            chunk = os.read(self._from_host, 1 << 20)
            if not chunk:
                break
            self._delayed_since = now()
            incomplete.append(chunk)
            if b"\n" in chunk:
                complete, _, rest = b"".join(incomplete).rpartition(b"\n")
                incomplete = [rest]
                for line in complete.decode("ascii").split("\n"):
                    yield line
        if any(incomplete):
            raise Malformed("the input ends in the middle of a line")

    def write(self, text):
        self._replies.append(text)
        if now() - self._delayed_since > MAX_DELAY:
            self.flush()

    def flush(self):
        rest = "".join(self._replies).encode("ascii")
        self._replies = []
        while rest:
            rest = rest[os.write(self._to_host, rest):]
        self._delayed_since = now()
