"""Drives where there is the most room: counts the places that can still be reached."""

import sys
from collections import deque

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def room(walls, width, height, start, most):
    """How many places can be reached from this one, or as many as are counted at the most."""
    seen, queue = {start}, deque([start])
    while queue and len(seen) < most:
        x, y = queue.popleft()
        for dx, dy in WAYS.values():
            place = (x + dx, y + dy)
            inside = 0 <= place[0] < width and 0 <= place[1] < height
            if inside and place not in walls and place not in seen:
                seen.add(place)
                queue.append(place)
    return len(seen)


def main():
    width = height = me = 0
    walls = set()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "board":
            width, height, me = int(words[1]), int(words[2]), int(words[6])
            continue
        places = [tuple(map(int, pair)) if pair[0] != "-" else None for pair in zip(words[2::2], words[3::2])]
        walls.update(place for place in places if place)
        x, y = places[me]
        best, most = "right", -1
        for way, (dx, dy) in WAYS.items():
            place = (x + dx, y + dy)
            if not (0 <= place[0] < width and 0 <= place[1] < height) or place in walls:
                continue
            count = room(walls, width, height, place, 400)
            # Of equal room, what has more walls beside it: that leaves the rest in one piece.
            beside = sum((place[0] + ax, place[1] + ay) in walls for ax, ay in WAYS.values())
            if count * 4 + beside > most:
                best, most = way, count * 4 + beside
        print(best, flush=True)


main()
