"""Wins if it can, else blocks a win of its opponent, else plays near the middle."""

import sys

DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def wins(board, rows, connect, column, piece):
    """Whether a piece in this column completes a line."""
    x, y = column, len(board[column])
    if y >= rows:
        return False

    def count(dx, dy):
        length = 0
        while True:
            cx, cy = x + (length + 1) * dx, y + (length + 1) * dy
            if not (0 <= cx < len(board) and 0 <= cy < len(board[cx])) or board[cx][cy] != piece:
                return length
            length += 1

    return any(count(dx, dy) + count(-dx, -dy) + 1 >= connect for dx, dy in DIRECTIONS)


for line in sys.stdin:
    columns, rows, connect, *moves = map(int, line.split())
    board = [[] for _ in range(columns)]
    for number, move in enumerate(moves):
        board[move].append(number % 2)
    me = len(moves) % 2
    free = [column for column in range(columns) if len(board[column]) < rows]
    free.sort(key=lambda column: abs(2 * column - columns + 1))
    winning = [column for column in free if wins(board, rows, connect, column, me)]
    blocking = [column for column in free if wins(board, rows, connect, column, 1 - me)]
    print((winning + blocking + free)[0], flush=True)
