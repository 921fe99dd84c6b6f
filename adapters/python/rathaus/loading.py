"""Loads a submission: a whole player file, or a bare class that expects the names of one around it."""
import math
import os
import random
import sys
import types

CONTROLLER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "controller")

# The original controller imports every submission under this name, wherever it comes from.
MODULE = "player"


def take_import_path(source):
    """Makes the controller's modules found first, then what lies beside the submission, and nothing of the adapter itself.

    The controller's modules are imported right away. So they are the ones that a submission gets, even when others of the same
    names lie beside it.
    """
    sys.path[0:1] = [CONTROLLER, os.path.dirname(os.path.abspath(source))]
    import board, constants, coordinates, trap  # noqa: F401


def names_for_bare():
    """What a class can name without importing it."""
    import constants
    from coordinates import Coordinate, directions
    from rathaus.player import Player

    names = {name: value for name, value in vars(constants).items() if name.isupper()}
    names.update(Player=Player, Coordinate=Coordinate, directions=directions, random=random, sys=sys, math=math)
    return names


def load(form, source, entry):
    """Returns the player's class."""
    take_import_path(source)
    module = types.ModuleType(MODULE)
    module.__file__ = source
    if form == "bare":
        vars(module).update(names_for_bare())
    sys.modules[MODULE] = module
    with open(source, "rb") as file:
        code = compile(file.read(), source, "exec", dont_inherit=True)
    exec(code, vars(module))
    # A whole file says itself which class plays, and may say so more than once.
    return getattr(module, "PLAYER_TYPE" if form == "whole" else entry)
