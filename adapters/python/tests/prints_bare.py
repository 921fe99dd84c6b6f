# Prints on standard output in every call.
class Mine(Player):
    def turn(self):
        print("debugging")
        return Coordinate(1, 0)
