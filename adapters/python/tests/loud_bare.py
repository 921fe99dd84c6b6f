# Raises an error whose message does not fit into an answer.
class Loud(Player):
    def turn(self):
        raise RuntimeError("x" * 3500 + "\n\t\u00e4\u20ac" + "y" * 3500)
