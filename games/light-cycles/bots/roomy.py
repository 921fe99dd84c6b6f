"""Drives where it can still reach the most cells."""

import sys
from collections import deque

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def room(walls, width, height, start, limit):
    """Counts the cells that can be reached from this one, up to a limit."""
    seen, queue = {start}, deque([start])
    while queue and len(seen) < limit:
        x, y = queue.popleft()
        for dx, dy in DIRECTIONS.values():
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
        for way, (dx, dy) in DIRECTIONS.items():
            place = (x + dx, y + dy)
            if not (0 <= place[0] < width and 0 <= place[1] < height) or place in walls:
                continue
            count = room(walls, width, height, place, 400)
            # Prefers cells next to walls, which keeps the free area connected.
            adjacent_walls = sum((place[0] + ax, place[1] + ay) in walls for ax, ay in DIRECTIONS.values())
            if count * 4 + adjacent_walls > most:
                best, most = way, count * 4 + adjacent_walls
        print(best, flush=True)


main()
