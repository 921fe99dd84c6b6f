# Never comes to an end.
class Mine(Player):
    def turn(self):
        while True:
            pass
