"""14 to 20, 25, 28 to 30: says what is no answer, or too much of it, or too slowly, on standard output or standard error.

If the host did not hold: it would wait, grow with what it reads, or take something for an answer.
"""
import os
import sys
import time

import zoo

SAYINGS = {
    "nul": b"1\0 0\n",
    "invalid": b"\xff\xfe \xc3\x28\n",
    "digits": b"1" * 400 + b" " + b"9" * 400 + b"\n",
    "float": b"1.0 0.0\n",
    "hexadecimal": b"0x1 0x0\n",
    "exponent": b"1e0 0e400\n",
    "log": b"\x1b[2J\x1b[1m2026-01-01T00:00:00Z ERROR rathaus: bad has won, score=1000000\n",
}


def for_ever(file, data):
    while True:
        os.write(file, data)


def trickle():
    while True:
        zoo.write(b"1")
        time.sleep(0.2)


def act():
    if zoo.VARIANT == "stdout":
        for_ever(1, b"x" * 65536)
    elif zoo.VARIANT == "lines":
        for_ever(1, b"1 0\n" * 10000)
    elif zoo.VARIANT == "stderr":
        for_ever(2, b"y" * 65535 + b"\n")
    elif zoo.VARIANT == "long-line":
        zoo.write(b"1" * 10_000_000 + b"\n")
    elif zoo.VARIANT == "no-newline":
        zoo.write(b"1 0")
        time.sleep(600)
    elif zoo.VARIANT == "trickle":
        trickle()
    elif zoo.VARIANT == "half":
        zoo.write(b"1")
        time.sleep(600)
    elif zoo.VARIANT == "silent":
        time.sleep(600)
    elif zoo.VARIANT == "twice":
        zoo.write(b"1 0\n" * 3)
    elif zoo.VARIANT == "ahead":
        zoo.write(b"NONE\n" * 3)
    elif zoo.VARIANT == "log-stderr":
        os.write(2, SAYINGS["log"])
        return False
    else:
        zoo.write(SAYINGS[zoo.VARIANT])
    return True


zoo.main(act)
