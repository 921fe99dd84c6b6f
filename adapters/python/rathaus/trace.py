"""Asks a submission what its genomes mean, if it has a method `trace(genome, colour)`."""
from rathaus.errors import one_line


def is_offered(player_type):
    return callable(getattr(player_type, "trace", None))


def meanings(player, genome, colours):
    """Returns the meaning of each colour, separated by `;`.

    Some players keep the genome of the turn in an attribute: this sets it.
    """
    if hasattr(player, "genome"):
        player.genome = genome
    return ";".join(_text(player.trace(genome, colour)) for colour in range(colours))


def _text(meaning):
    return "" if meaning is None else one_line("%s" % (meaning,)).replace(";", ",")
