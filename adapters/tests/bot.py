"""Talks to a bot for the tests of the adapters, with a limit on how long each answer may take."""
import os
import select
import subprocess
import tempfile
import time

SECONDS = 20
GREETING = "rathaus 1 rat-race width=53 height=15 genome_bits=100 view_distance=2 turns=10000"


class BotError(Exception):
    """The bot did not do what every bot has to do."""


class Bot(object):
    """A running bot. Leaving the `with` block ends it, whatever happened."""

    def __init__(self, command):
        self._stderr = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, bufsize=0
        )
        self._unsent = b""
        self._received = b""

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._stderr):
            file.close()

    def tell(self, line):
        """Collects lines, to be sent together when an answer is waited for."""
        self._unsent += line.encode("ascii") + b"\n"

    def tell_raw(self, data):
        """Sends these bytes at once."""
        self._process.stdin.write(data)

    def answer(self):
        """The next line of the bot, while what it was told is still on its way."""
        deadline = time.monotonic() + SECONDS
        while b"\n" not in self._received:
            self._exchange(deadline)
        line, _, self._received = self._received.partition(b"\n")
        return line.decode("ascii")

    def _exchange(self, deadline):
        """Writes a piece and reads a piece, whichever can be done: a bot may wait for one before it does the other."""
        stdin, stdout = self._process.stdin, self._process.stdout
        writable = [stdin] if self._unsent else []
        readable, writable, _ = select.select([stdout], writable, [], max(0, deadline - time.monotonic()))
        if writable:
            try:
                sent = os.write(stdin.fileno(), self._unsent[:select.PIPE_BUF])
            except BrokenPipeError:
                raise BotError("it closed its input. " + self.said())
            self._unsent = self._unsent[sent:]
        if readable:
            data = os.read(stdout.fileno(), 1 << 16)
            if not data:
                raise BotError("it ended where an answer was due. " + self.said())
            self._received += data
        if not readable and not writable:
            raise BotError("no answer within %d seconds. %s" % (SECONDS, self.said()))

    def end(self, status=0):
        """Ends the session, and expects silence and this exit status."""
        if self._unsent:
            self._process.stdin.write(self._unsent)
        self._process.stdin.close()
        try:
            found = self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise BotError("it lives on after the end of its input")
        rest = self._received + self._process.stdout.read()
        if rest:
            raise BotError("it said more than it was asked: %r" % rest[:200])
        if found != status:
            raise BotError("it ended with status %d instead of %d. %s" % (found, status, self.said()))

    def said(self):
        """The end of its standard error."""
        self._stderr.seek(0)
        return "Its standard error: %s" % self._stderr.read()[-2000:].decode("utf-8", "replace")


def started(command):
    """A bot that has been greeted."""
    bot = Bot(command)
    bot.tell(GREETING)
    found = bot.answer()
    if found != "rathaus 1 turns boards=64":
        raise BotError("it answered the greeting with %r" % found)
    return bot
