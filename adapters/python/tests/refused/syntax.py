# Refused by the build: SyntaxError
class Broken(Player):
    def turn(self:
