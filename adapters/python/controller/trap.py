"""The original controller's trap. A player never gets one: it only sees colours."""


class Trap(object):
    def __init__(self, offset):
        self.offset = offset

    def lethal_cell(self, position):
        """Returns the cell that a trap at this position makes lethal."""
        return position + self.offset
