"""Keeps a program ready: does once what every start of it would do again, and forks for each run. warm.py SOURCE

The host speaks on standard input, a socket: a byte and three files, the standard streams of a run. The answer is a line with the
wait status, the processor time in microseconds, and 1 if something was left behind, else 0. Nothing of the program itself is run
before the fork, and nobody but the host can tell the two kinds of start apart.
"""
# What Python itself gives to a program, before there is more.
PROVIDED = set(globals())

import array
import ast
import atexit
import errno
import gc
import importlib
import os
import signal
import socket
import sys
import time
import types

# Modules of Python's own that are the same after a fork as after a start, and that programs often use.
HARMLESS = frozenset("""
    __future__ abc array ast base64 bisect cmath collections collections.abc contextlib copy dataclasses datetime decimal enum
    fractions functools hashlib heapq io itertools json math numbers operator os os.path pickle pprint queue random re statistics
    string struct sys textwrap time traceback types typing zlib
""".split())

# What the translation from Python 2 adds to a program.
TRANSLATION = "rathaus_python2"

# <sys/prctl.h>
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36

# How long processes that were killed may take to be gone, in seconds.
PATIENCE = 0.1

# Who has started this.
SERVER_PARENT = os.getppid()


def guard():
    """Lets no child read or alter this process. Returns what undoes that for a child, and what makes a process the parent of all orphans."""
    if not hasattr(os, "waitid"):
        raise OSError(errno.ENOSYS, "this Python has no os.waitid")
    import ctypes
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def change(option, value):
        if prctl(option, value, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    change(PR_SET_DUMPABLE, 0)
    return lambda: change(PR_SET_DUMPABLE, 1), lambda: change(PR_SET_CHILD_SUBREAPER, 1)


def imported(tree):
    """The names of the modules that a program imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def prepare(source):
    """Compiles a program and imports what it will."""
    folder = os.path.dirname(source)
    with open(source, "rb") as file:
        text = file.read()
    names = set(imported(ast.parse(text)))
    code = compile(text, source, "exec", dont_inherit=True)
    beside = {name.split(".")[0] for name in os.listdir(folder)}
    for name in names & HARMLESS:
        if name.split(".")[0] not in beside:
            importlib.import_module(name)
    if TRANSLATION in names:
        sys.path[0] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "translate")
        importlib.import_module(TRANSLATION)
    sys.path[0] = folder
    return code


def receive(host):
    """The three files of the next run, or nothing at the end."""
    size = array.array("i").itemsize
    byte, attached, _, _ = host.recvmsg(1, socket.CMSG_SPACE(3 * size))
    if not byte:
        return None
    files = array.array("i")
    for level, kind, data in attached:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[:len(data) - len(data) % size])
    return list(files)


def those_left():
    """Ends what a run has left in its group, and says how many processes live on elsewhere: none, or at least one."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                if time.monotonic() > deadline:
                    return 1
                time.sleep(0.001)
        except ChildProcessError:
            return 0


def scratch():
    """When the folders for what is written for a while were read and changed last, where a sandbox names them."""
    found = [os.stat(folder) for folder in os.environ.get("RATHAUS_SCRATCH", "").split(":") if folder]
    return [(one.st_ctime_ns, one.st_mtime_ns, one.st_atime_ns) for one in found]


def last_number():
    """The number of the process that was started last, where this sandbox numbers its own: its keeper is the first then."""
    if SERVER_PARENT != 1:
        return None
    with open("/proc/loadavg") as file:
        return int(file.read().split()[-1])


def await_end(child, untouched):
    """Waits for a run, and says what became of it."""
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    try:
        # Before it is reaped, because the number of its group may be given away after that.
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        # Where leaving a group is forbidden, it has none of its own.
        pass
    _, status, used = os.wait4(child, 0)
    # Whoever has started others is seen by the next run, whose number is larger.
    has_started = last_number() not in (None, child)
    left = those_left() or int(has_started or scratch() != untouched)
    return "%d %d %d\n" % (status, (used.ru_utime + used.ru_stime) * 1e6, left)


def begin(host, files):
    """Makes these files the standard streams of a run."""
    try:
        os.setpgid(0, 0)
    except PermissionError:
        # A sandbox without processes of its own keeps all in one group.
        pass
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    host.close()


def attend(host, files, report, untouched, adopt):
    """Forks a run, waits for it and reports. What the system counts of those who have ended is counted of this process, which ends with the run.
    Returns in the run only."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    adopt()
    child = os.fork()
    if child == 0:
        os.close(report)
        begin(host, files)
        return
    host.close()
    try:
        # So that the group is there, whichever of the two is the first to run.
        os.setpgid(child, child)
    except OSError:
        pass
    for file in files:
        os.close(file)
    os.write(report, await_end(child, untouched).encode())
    os._exit(0)


def serve(host, adopt):
    """Forks for each run that the host asks for. Returns in the forks only."""
    untouched = scratch()
    # Those who have ended are not waited for, so that nothing is counted of them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        files = receive(host)
        if files is None:
            sys.exit()
        reported, report = os.pipe()
        if os.fork() == 0:
            os.close(reported)
            attend(host, files, report, untouched, adopt)
            return
        for file in [report, *files]:
            os.close(file)
        with open(reported, "rb") as file:
            line = file.read()
        if not line:
            # Somebody has ended who was to report.
            sys.exit(1)
        host.sendall(line)


def run(source, code):
    """Runs a program as Python would have, had it started with it."""
    main = types.ModuleType("__main__")
    given = sys.modules["__main__"].__dict__
    main.__dict__.update((name, given[name]) for name in PROVIDED)
    main.__dict__.update(__file__=source, __doc__=None)
    if main.__loader__ is not None:
        main.__loader__ = type(main.__loader__)("__main__", source)
    sys.modules["__main__"] = main
    sys.argv = [source]
    if "random" in sys.modules:
        sys.modules["random"].seed()
    exec(code, main.__dict__)


def exit_status(code):
    """The exit status that Python gives for the argument of sys.exit, which may be a text to print."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def end(status, known):
    """Ends like Python does, but leaves alone what was there before the program: to take it apart is most of the cost of a short run."""
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    for stream in sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__:
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except Exception as error:
            sys.__stderr__.write("Exception ignored on flushing %s: %r\n" % (stream.name, error))
            # As Python has it when what was written last is lost.
            status = status or 120
    # Files that the program has not closed are written when they go away.
    for name in ["__main__", *set(sys.modules).difference(known)]:
        module = sys.modules.get(name)
        if isinstance(module, types.ModuleType):
            module.__dict__.clear()
    gc.collect()
    os._exit(status)


def main():
    source = os.path.abspath(sys.argv[1])
    host = socket.socket(fileno=os.dup(0))
    try:
        release, adopt = guard()
        code = prepare(source)
    except (OSError, SyntaxError, ValueError) as error:
        # What is wrong with a program, Python itself knows best how to say.
        host.sendall(("%s\n" % str(error).replace("\n", " ")).encode()[-200:])
        sys.exit()
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()
    host.sendall(b"ready\n")
    serve(host, adopt)
    release()
    known = set(sys.modules)
    try:
        run(source, code)
        status = 0
    except SystemExit as error:
        status = exit_status(error.code)
    except BaseException as error:
        # The program's own frames lie below this one and that of `run`.
        frames = error.__traceback__.tb_next.tb_next
        sys.excepthook(type(error), error.with_traceback(frames), frames)
        status = 1
    end(status, known)


if __name__ == "__main__":
    main()
