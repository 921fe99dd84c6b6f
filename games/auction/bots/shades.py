"""Bids less than an item is worth, the less the fewer bid: what is best if all do so and values are drawn evenly."""

import sys

seats, pays = 3, 1
for line in sys.stdin:
    words = line.split()
    if words[0] == "seats":
        seats, pays = int(words[1]), int(words[7])
    elif words[0] == "round":
        value, purse = int(words[3]), int(words[5])
        bid = value if pays == 2 else value * (seats - 1) // seats
        print(min(bid, purse), flush=True)
