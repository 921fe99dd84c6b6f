"""What a file that was translated from Python 2 takes with it."""
from functools import cmp_to_key as by  # noqa: F401


def div(a, b):
    """The division of Python 2: whole between whole numbers, and a class may define it as __div__."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if hasattr(type(a), "__div__"):
        return a.__div__(b)
    if hasattr(type(b), "__rdiv__"):
        return b.__rdiv__(a)
    return a / b


def cmp(a, b):
    """-1, 0 or 1."""
    return (a > b) - (a < b)
