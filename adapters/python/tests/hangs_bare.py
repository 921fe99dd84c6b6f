# Takes 20 ms for a move with colour 1 ahead, and else never comes to an end.
import time


class Mine(Player):
    def turn(self):
        while self.vision_at(1, 0) != 1:
            pass
        time.sleep(0.02)
        return Coordinate(1, 0)
