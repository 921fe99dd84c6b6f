# Counts its calls, and moves by that.
class Mine(Player):
    calls = 0

    def turn(self):
        Mine.calls += 1
        return Coordinate(1, Mine.calls % 3 - 1)
