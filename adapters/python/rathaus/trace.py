"""What a genome means to its player, where the submission has a method `trace(genome, colour)`."""
from rathaus.errors import one_line


def is_offered(player_type):
    return callable(getattr(player_type, "trace", None))


def meanings(player, genome, colours):
    """What is said of each colour, with `;` between. Players that keep the genome of their turn find this one in its place."""
    if hasattr(player, "genome"):
        player.genome = genome
    return ";".join(_text(player.trace(genome, colour)) for colour in range(colours))


def _text(meaning):
    return "" if meaning is None else one_line("%s" % (meaning,)).replace(";", ",")
