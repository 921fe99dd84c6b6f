"""Keeps the pipe to the host out of the submission's reach."""
import os
import sys


def take():
    """Returns private descriptors for reading from the host and writing to it.

    Descriptor 1 becomes standard error, so that whatever the submission prints, by any means, is no answer. Descriptor 0 becomes
    empty, so that nothing that was meant for the adapter is read by the submission.
    """
    from_host, to_host = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return from_host, to_host
