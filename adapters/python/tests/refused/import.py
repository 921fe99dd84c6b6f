# Refused when loaded: no_such_module
import no_such_module
class Broken(Player):
    pass
