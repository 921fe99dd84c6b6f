# Says what its genomes mean, and moves (1,0).
class Tracer(Player):
    def turn(self):
        return Coordinate(1, 0)

    def trace(self, genome, colour):
        if genome >> 99 or genome != self.genome:
            raise RuntimeError("this genome means nothing")
        number = self.bit_chunk(0, 3)
        if colour == 2:
            return "trap %d %d" % (number % 3 - 1, number // 3 - 1)
        if colour == 4:
            return "worth %d" % (number - 4)
        if colour == 6:
            random.random()
        if colour == 7:
            print("debug")
        return {0: "empty", 1: "wall", 3: "teleporter 4 -3", 6: "empty", 7: "empty", 8: "a;b\nc"}.get(colour)
