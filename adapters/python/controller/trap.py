"""What a trap is. A submission never meets one as such: it sees colours."""


class Trap(object):
    def __init__(self, offset):
        self.offset = offset

    def lethal_cell(self, position):
        """Where the specimen dies if the trap stands at this position."""
        return position + self.offset
