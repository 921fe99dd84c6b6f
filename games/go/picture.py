"""Pictures of a board: as letters, and as a small drawing."""

from rules import BLACK, COLUMNS, EMPTY, WHITE

LEGEND = [
    (BLACK, "seat 0", "Black"),
    (WHITE, "seat 1", "White"),
    ("#", "mark", "the last move"),
    (EMPTY, "dim"),
]


def last_point(board):
    return board.moves[-1][1] if board.moves else None


def rows(board):
    letters = list(board.position)
    if last_point(board) is not None:
        letters[last_point(board)] = "#"
    return ["".join(letters[start : start + board.size]) for start in range(0, len(letters), board.size)]


def svg(board):
    """A drawing with the last move marked. The upper left point is 0, 0."""
    end = board.size - 1
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1.2 -1.2 %g %g">' % (end + 2.4, end + 2.4),
        '<path fill="#e3b566" d="M-1.2-1.2h99v99h-99z"/>',
        path("".join("M0 %dh%dM%d 0v%d" % (line, end, line, end) for line in range(board.size)), "#543", 0.03),
        path(dots(board, stars(board.size)), "#543", 0.2),
        path(dots(board, points_of(board, BLACK + WHITE)), "#222", 0.94),
        path(dots(board, points_of(board, WHITE)), "#fff", 0.86),
        labels(board.size),
    ]
    if last_point(board) is not None:
        parts.append(path(dots(board, [last_point(board)]), "#e33", 0.36))
    return "".join(parts) + "</svg>"


def path(lines, colour, width):
    return '<path d="%s" stroke="%s" stroke-width="%g" stroke-linecap="round"/>' % (lines, colour, width)


def dots(board, points):
    """Lines of no length, which are drawn as discs."""
    return "".join("M%d %dh0" % (point % board.size, point // board.size) for point in points)


def points_of(board, letters):
    return [point for point, letter in enumerate(board.position) if letter in letters]


def stars(size):
    """The points that boards mark with dots."""
    edge = 2 if size < 12 else 3
    lines = {edge, size - 1 - edge} | ({size // 2} if size % 2 and size > 12 else set())
    corners = [y * size + x for y in lines for x in lines]
    return sorted(set(corners) | ({size * size // 2} if size % 2 else set())) if size > 6 else []


def labels(size):
    style = 'font-size=".45" text-anchor="middle" font-family="sans-serif" fill="#543"'
    columns = "".join('<text x="%d" y="%g">%s</text>' % (x, size - 0.15, COLUMNS[x]) for x in range(size))
    numbers = "".join('<text x="-.82" y="%g">%d</text>' % (y + 0.16, size - y) for y in range(size))
    return "<g %s>%s%s</g>" % (style, columns, numbers)
