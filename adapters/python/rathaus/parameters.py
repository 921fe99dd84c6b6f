"""The parameters of the game: the standard values, until the handshake of the host changes them."""

current = {
    "width": 53,
    "height": 15,
    "goal_x": 49,
    "empty_colours": 8,
    "teleporter_colours": 4,
    "trap_colours": 2,
    "wall_colours": 2,
    "teleporter_reach": 4,
    "trap_reach": 1,
    "view_distance": 2,
    "min_starts": 10,
    "lifespan": 100,
    "initial_population": 15,
    "children": 10,
    "genome_bits": 100,
    "crossover": 0.05,
    "mutation": 0.01,
    "turns": 10000,
}


def update(words):
    """Stores parameters in the form `name=value`. Ignores unknown names."""
    for word in words:
        name, _, value = word.partition("=")
        if name in current:
            current[name] = type(current[name])(value)
