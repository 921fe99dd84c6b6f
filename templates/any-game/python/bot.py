# A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
#
# It lives for a match, and remembers what it likes. A line has to be answered within its time, and flushed.
import random
import sys

# What bots could say.
ANSWERS = [{examples}]

# How lines begin that want an answer. Other lines tell something.
QUESTION = {question}

# With a seed of its own, it plays the same match again in the same way.
chance = random.Random(1)


def answer(line):
    return chance.choice(ANSWERS)


for line in sys.stdin:
    if line.startswith(QUESTION):
        print(answer(line.rstrip("\n")), flush=True)
