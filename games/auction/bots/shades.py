"""Bids less than the value, by a share that depends on the number of bidders.

This is the equilibrium of a first-price auction with uniformly distributed values.
"""

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
