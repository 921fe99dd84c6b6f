# A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
#
#     rathaus play lights-out . --size 7x7
#     rathaus check lights-out .
#
# Each board starts this program. A click flips a light and its neighbours. Only clicks below a
# light can still turn it off, so the clicks of the first row decide all others. They are right if
# the last row becomes dark. What a click of the first row changes there is always the same, so
# elimination finds the right ones. Clicks of the first row that change nothing there give further
# solutions, and the solver takes the one with the fewest clicks.
import sys

# The maximum number of solutions to compare.
MOST_SOLUTIONS = 1024


def chase(first):
    """Returns the clicks of all rows, and the lights that stay on in the last row."""
    clicks, above, row = [], 0, first
    for lights in board:
        clicks.append(row)
        above, row = row, lights ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1)
    return clicks, row


def first_row():
    """Returns the right clicks of the first row, or None, and the sets that change nothing."""
    start = chase(0)[1]
    basis, idle = {}, []  # For the highest light of a change: the change, and the clicks for it.
    for column in range(columns):
        clicks, change = 1 << column, chase(1 << column)[1] ^ start
        while change and change.bit_length() in basis:
            other_change, other_clicks = basis[change.bit_length()]
            change, clicks = change ^ other_change, clicks ^ other_clicks
        if change:
            basis[change.bit_length()] = change, clicks
        else:
            idle.append(clicks)
    first = 0
    while start:
        if start.bit_length() not in basis:
            return None, idle
        change, clicks = basis[start.bit_length()]
        start, first = start ^ change, first ^ clicks
    return first, idle


def solutions(first, idle):
    """Yields the clicks of all rows for each solution."""
    for chosen in range(min(1 << len(idle), MOST_SOLUTIONS)):
        row = first
        for position, clicks in enumerate(idle):
            if chosen >> position & 1:
                row ^= clicks
        yield chase(row)[0]


# `BOARD columns rows`, and the rows. Each row is a number with a bit for each cell.
_, columns, rows, *lines = sys.stdin.read().split()
columns, rows = int(columns), int(rows)
mask = (1 << columns) - 1
board = [int(line[::-1], 2) for line in lines[:rows]]

first, idle = first_row()
if first is None:
    print("NONE")
else:
    best = min(solutions(first, idle), key=lambda clicks: sum(bin(row).count("1") for row in clicks))
    cells = [(x, y) for y, row in enumerate(best) for x in range(columns) if row >> x & 1]
    print("CLICKS", *("%d,%d" % cell for cell in cells))
