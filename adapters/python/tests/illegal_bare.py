# Answers with a move that is too long.
class Mine(Player):
    def turn(self):
        others = {16: Coordinate(-2, 0), 17: Coordinate(0, 2), 18: Coordinate(0, -2)}
        return others.get(self.vision_at(1, 0), Coordinate(2, 0))
