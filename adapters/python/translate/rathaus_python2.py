"""Functions of Python 2 for translated files."""
from functools import cmp_to_key as by  # noqa: F401


def div(a, b):
    """The division of Python 2: rounds down if both are integers. A class can define __div__."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if hasattr(type(a), "__div__"):
        return a.__div__(b)
    if hasattr(type(b), "__rdiv__"):
        return b.__rdiv__(a)
    return a / b


def cmp(a, b):
    """Returns -1, 0 or 1."""
    return (a > b) - (a < b)
