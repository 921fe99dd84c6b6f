"""The original controller's board. A player never gets one: it only sees its neighbourhood."""
from constants import OUT_OF_BOUNDS_COLOR


class Board(object):
    def __init__(self, colors):
        self.colors = colors  # By row: colors[y][x].

    def color_at(self, position):
        if position.out_of_bounds():
            return OUT_OF_BOUNDS_COLOR
        return self.colors[position.y][position.x]
