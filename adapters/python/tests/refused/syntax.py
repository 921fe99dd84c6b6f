# Refused when loaded: SyntaxError
class Broken(Player):
    def turn(self:
