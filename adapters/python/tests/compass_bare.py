# The compass of the golden dialogues as a bare class. What it does is described beside them.
class Compass(Player):
    def __init__(self):
        Player.__init__(self)

    def turn(self):
        ahead = self.vision_at(1, 0)
        if ahead == OUT_OF_BOUNDS_COLOR:
            raise RuntimeError("there is nothing ahead")
        if ahead == 11:
            return self.neighbour(self.bit_chunk(0, 3))
        if ahead == 12:
            return self.neighbour(self.bit_range(97, 100))
        if ahead <= 8:
            return self.neighbour(ahead)
        if ahead == 9:
            random.randint(3, 3)
        if ahead == 10:
            random.choice([1, 2])
        if ahead == 13:
            return Coordinate(2, 0)
        if ahead == 14:
            self.vision_at(3, 0)
        if ahead == 15:
            print("debug")
            return Coordinate(0, 0)
        return Coordinate(1, 0)

    def neighbour(self, number):
        return Coordinate(number % 3 - 1, number // 3 - 1)
