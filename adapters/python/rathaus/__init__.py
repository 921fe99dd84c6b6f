"""Makes a Python submission speak the protocol.

Submissions do not use this package. What they may use is in the folder `controller`.
"""
