# Counts the calls of each player and moves by that. The third player cannot be made.
class Instances(Player):
    made = 0

    def __init__(self):
        super(Instances, self).__init__()
        Instances.made += 1
        random.random()
        if Instances.made == 3:
            raise RuntimeError("the third one")
        self.calls = 0

    def turn(self):
        self.calls += 1
        return Coordinate(self.calls - 2, 0)
