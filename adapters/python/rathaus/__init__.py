"""What makes a Python submission speak the protocol. Nothing in here is meant for submissions; see the folder `controller`."""
