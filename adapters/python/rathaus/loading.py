"""Loads a submission: a whole player file, or a bare class without imports."""
import math
import os
import random
import sys
import types

CONTROLLER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "controller")

# The original controller imports every submission under this name.
MODULE = "player"


def set_import_path(source):
    """Sets the import path: the controller's modules, then the submission's folder, then Python's.

    It also imports the controller's modules. So a submission gets these, even if its folder has
    files of the same names.
    """
    sys.path[0:1] = [CONTROLLER, os.path.dirname(os.path.abspath(source))]
    import board, constants, coordinates, trap  # noqa: F401


def names_for_bare():
    """The names that a bare class may use without importing them."""
    import constants
    from coordinates import Coordinate, directions
    from rathaus.player import Player

    names = {name: value for name, value in vars(constants).items() if name.isupper()}
    names.update(Player=Player, Coordinate=Coordinate, directions=directions, random=random, sys=sys, math=math)
    return names


def load(form, source, entry):
    """Returns the player's class."""
    set_import_path(source)
    module = types.ModuleType(MODULE)
    module.__file__ = source
    if form == "bare":
        vars(module).update(names_for_bare())
    sys.modules[MODULE] = module
    with open(source, "rb") as file:
        code = compile(file.read(), source, "exec", dont_inherit=True)
    exec(code, vars(module))
    # A whole file may assign PLAYER_TYPE more than once. The last value counts.
    return getattr(module, "PLAYER_TYPE" if form == "whole" else entry)
