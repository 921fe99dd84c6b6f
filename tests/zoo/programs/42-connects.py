"""42: connects by TCP, UDP and sockets with a path or an abstract name, to where the test listens.

If the sandbox did not hold: it would say by what it could connect.
"""
import socket

import zoo


def connect(family, kind, address):
    with socket.socket(family, kind) as found:
        found.settimeout(1)
        found.connect(address)
        found.send(b"zoo")


def listen(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as found:
        found.bind(address)
        found.listen()


def act():
    facts = zoo.FACTS
    for what, arguments in {
        "TCP": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", facts["tcp"])),
        "UDP": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", facts["udp"])),
        "a path": (socket.AF_UNIX, socket.SOCK_STREAM, facts["socket"]),
        "an abstract name": (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + facts["abstract"]),
    }.items():
        zoo.refused("could connect by " + what, connect, *arguments)
    zoo.refused("could listen by TCP", listen, socket.AF_INET, ("127.0.0.1", 0))
    zoo.refused("could look at the kernel's routes", socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, 0)


zoo.main(act)
