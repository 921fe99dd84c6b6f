# Refused when loaded: SystemExit
class Broken(Player):
    pass
sys.exit(0)
