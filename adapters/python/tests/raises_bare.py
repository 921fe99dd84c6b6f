# Raises where a wall of the board is in view: RuntimeError: a wall
# The stack trace names: raises_bare.py", line 6, in turn
class Mine(Player):
    def turn(self):
        if self.vision_at(0, -1) == -1:
            raise RuntimeError("a wall")
        return Coordinate(1, 0)
