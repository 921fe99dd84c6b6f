"""Hides the pipes to the host from the submission."""
import os
import sys


def take():
    """Returns private descriptors for reading from the host and writing to it.

    Descriptor 1 becomes stderr, so that nothing that the submission prints is taken for a reply.
    Descriptor 0 becomes empty, so that the submission cannot read the requests.
    """
    from_host, to_host = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return from_host, to_host
