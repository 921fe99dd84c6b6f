# A first bot for {game}. It sends random replies. The rules of the game explain the lines.
#
# It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
import random
import sys

# The starts of lines that need a reply, with replies to choose from. The first start that fits
# counts. All other lines are information.
REPLIES = [
    ({question}, [{examples}]),
]

# A fixed seed, so that the bot plays the same match in the same way again.
generator = random.Random(1)


def reply(line):
    for start, replies in REPLIES:
        if line.startswith(start):
            return generator.choice(replies)
    return None


for line in sys.stdin:
    answer = reply(line.rstrip("\n"))
    if answer is not None:
        print(answer, flush=True)
