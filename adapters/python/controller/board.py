"""What a board is. A submission never meets one as such: it sees its neighbourhood."""
from constants import OUT_OF_BOUNDS_COLOR


class Board(object):
    def __init__(self, colors):
        self.colors = colors  # By row, so colors[y][x].

    def color_at(self, position):
        if position.out_of_bounds():
            return OUT_OF_BOUNDS_COLOR
        return self.colors[position.y][position.x]
