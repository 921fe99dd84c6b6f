# Ends its own process, with status 3.
import os


class Mine(Player):
    def turn(self):
        print("last words")
        os._exit(3)
