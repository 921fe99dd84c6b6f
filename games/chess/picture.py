"""Pictures of a position: as letters, and as a small drawing."""

import chess

GLYPHS = {"k": "\u265a", "q": "\u265b", "r": "\u265c", "b": "\u265d", "n": "\u265e", "p": "\u265f"}


def rows(board):
    """A row of letters for each rank, the eighth first."""
    return [line.replace(" ", "") for line in str(board).splitlines()]


def svg(board):
    """A drawing with the last move marked. a8 is the cell 0, 0."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.5 -.5 8 8">',
        '<path fill="#eedab6" d="M-.5-.5h8v8h-8z"/><path fill="#b58863" d="%s"/>' % DARK,
    ]
    if board.move_stack:
        move = board.peek()
        for square in (move.from_square, move.to_square):
            x, y = place(square)
            parts.append('<path fill="#cdd26a" d="M%g %gh1v1h-1z"/>' % (x - 0.5, y - 0.5))
    parts.append('<g font-size=".9" text-anchor="middle" font-family="DejaVu Sans,sans-serif">')
    for square, piece in sorted(board.piece_map().items()):
        x, y = place(square)
        look = 'fill="#fff" stroke="#222" stroke-width=".03"' if piece.color else 'fill="#222"'
        parts.append('<text x="%d" y="%g" %s>%s</text>' % (x, y + 0.33, look, GLYPHS[piece.symbol().lower()]))
    return "".join(parts) + "</g></svg>"


def place(square):
    return chess.square_file(square), 7 - chess.square_rank(square)


DARK = "".join("M%g %gh1v1h-1z" % (x - 0.5, y - 0.5) for y in range(8) for x in range(8) if (x + y) % 2)
