"""A module of the submission's own."""
from coordinates import Coordinate

FORWARD = Coordinate(1, 0)
