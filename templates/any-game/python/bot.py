# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
import random
import sys

# Replies to choose from.
REPLIES = [{examples}]

# The start of the lines that need a reply. All other lines are information.
REQUEST_START = {question}

# A fixed seed, so that the bot plays the same match in the same way again.
generator = random.Random(1)


def reply(line):
    return generator.choice(REPLIES)


for line in sys.stdin:
    if line.startswith(REQUEST_START):
        print(reply(line.rstrip("\n")), flush=True)
