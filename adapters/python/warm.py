"""Keeps a process warm: compiles a program once, and forks for each run. warm.py SOURCE

adapters/README.md describes the dialogue with the host ("Warm processes"). No code of the program
runs before the fork, and the program cannot tell a fork from a start.
"""
# The globals that Python gives to every program. Must be the first statement of this file.
INITIAL_GLOBALS = set(globals())

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

# Modules of Python that programs often use, and that are the same after a fork as after a start.
PRELOADABLE = frozenset("""
    __future__ abc array ast base64 bisect cmath collections collections.abc contextlib copy dataclasses datetime decimal enum
    fractions functools hashlib heapq io itertools json math numbers operator os os.path pickle pprint queue random re statistics
    string struct sys textwrap time traceback types typing zlib
""".split())

# The module that the translation from Python 2 adds to a program.
TRANSLATION_HELPER = "rathaus_python2"

# <sys/prctl.h>
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36

# How long to wait for killed processes to disappear.
KILL_SECONDS = 0.1

PARENT_ID = os.getppid()


def protect_process():
    """Prevents children from reading or changing this process.

    Returns two functions: the first reverts this in a child, the second makes the calling process
    the parent of its orphans.
    """
    if not hasattr(os, "waitid"):
        raise OSError(errno.ENOSYS, "this Python has no os.waitid")
    import ctypes
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def change(option, value):
        if prctl(option, value, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    change(PR_SET_DUMPABLE, 0)
    return lambda: change(PR_SET_DUMPABLE, 1), lambda: change(PR_SET_CHILD_SUBREAPER, 1)


def imported_modules(tree):
    """Yields the names of the modules that a program imports anywhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def prepare(source):
    """Compiles a program and preloads modules that it imports."""
    folder = os.path.dirname(source)
    with open(source, "rb") as file:
        text = file.read()
    names = set(imported_modules(ast.parse(text)))
    code = compile(text, source, "exec", dont_inherit=True)
    neighbours = {name.split(".")[0] for name in os.listdir(folder)}
    if any(name.split(".")[0] in neighbours and name in sys.modules for name in names):
        # A start would find the program's own module, but this process has that of Python.
        raise ImportError("it has a module with a name of Python's")
    for name in names & PRELOADABLE:
        if name.split(".")[0] not in neighbours:
            importlib.import_module(name)
    if TRANSLATION_HELPER in names:
        sys.path[0] = os.path.join(os.path.dirname(os.path.abspath(__file__)), "translate")
        importlib.import_module(TRANSLATION_HELPER)
    sys.path[0] = folder
    return code


def receive_files(host):
    """Returns the three files of the next run, or None at the end."""
    size = array.array("i").itemsize
    byte, attached, _, _ = host.recvmsg(1, socket.CMSG_SPACE(3 * size))
    if not byte:
        return None
    files = array.array("i")
    for level, kind, data in attached:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[:len(data) - len(data) % size])
    return list(files)


def reap_leftovers():
    """Reaps what is left of a run. Returns 1 if a process of it lives on, else 0."""
    deadline = time.monotonic() + KILL_SECONDS
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                if time.monotonic() > deadline:
                    return 1
                time.sleep(0.001)
        except ChildProcessError:
            return 0


def scratch_times():
    """The times of the scratch folders, which tell whether a run has read or changed them."""
    found = [os.stat(folder) for folder in os.environ.get("RATHAUS_SCRATCH", "").split(":") if folder]
    return [(one.st_ctime_ns, one.st_mtime_ns, one.st_atime_ns) for one in found]


def last_process_id():
    """The number of the last started process, if the sandbox has its own process numbers.

    In such a sandbox the supervisor is number 1.
    """
    if PARENT_ID != 1:
        return None
    with open("/proc/loadavg") as file:
        return int(file.read().split()[-1])


def await_end(child, initial_times):
    """Waits for a run, kills its group, and returns the line for the host."""
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    try:
        # Kill before reaping: after that, another group can get the same number.
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        # The run has no separate group where leaving a group is forbidden.
        pass
    _, status, used = os.wait4(child, 0)
    # If the run has started others, the next run can tell: its process number is larger.
    has_started = last_process_id() not in (None, child)
    left = reap_leftovers() or int(has_started or scratch_times() != initial_times)
    return "%d %d %d\n" % (status, (used.ru_utime + used.ru_stime) * 1e6, left)


def set_standard_streams(host, files):
    """Makes these files the standard streams of a run, which leads a new process group."""
    try:
        os.setpgid(0, 0)
    except PermissionError:
        # A sandbox without its own process numbers keeps all processes in one group.
        pass
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    host.close()


def supervise_run(host, files, report, initial_times, become_subreaper):
    """Forks a run, waits for it and reports. Returns only in the run.

    The kernel adds the resource use of the run to this process, which then exits. So the next run
    cannot read it.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    become_subreaper()
    child = os.fork()
    if child == 0:
        os.close(report)
        set_standard_streams(host, files)
        return
    host.close()
    try:
        # Both processes do this, because either can be the first to continue after the fork.
        os.setpgid(child, child)
    except OSError:
        pass
    for file in files:
        os.close(file)
    os.write(report, await_end(child, initial_times).encode())
    os._exit(0)


def serve_runs(host, become_subreaper):
    """Forks for each run that the host requests. Returns only in the runs."""
    initial_times = scratch_times()
    # Nobody waits for the children, so the kernel does not add their resource use to this process.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        files = receive_files(host)
        if files is None:
            sys.exit()
        reported, report = os.pipe()
        if os.fork() == 0:
            os.close(reported)
            supervise_run(host, files, report, initial_times, become_subreaper)
            return
        for file in [report, *files]:
            os.close(file)
        with open(reported, "rb") as file:
            line = file.read()
        if not line:
            # The child died without a report.
            sys.exit(1)
        host.sendall(line)


def run(source, code):
    """Runs a program as if Python had started with it."""
    main = types.ModuleType("__main__")
    initial = sys.modules["__main__"].__dict__
    main.__dict__.update((name, initial[name]) for name in INITIAL_GLOBALS)
    main.__dict__.update(__file__=source, __doc__=None)
    if main.__loader__ is not None:
        main.__loader__ = type(main.__loader__)("__main__", source)
    sys.modules["__main__"] = main
    sys.argv = [source]
    if "random" in sys.modules:
        sys.modules["random"].seed()
    exec(code, main.__dict__)


def exit_status(code):
    """The exit status for an argument of sys.exit. Prints the argument if it is a text."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def finish(status, initial_modules):
    """Exits as Python does, but does not clean up modules that were loaded before the program.

    That cleanup takes most of the time of a short run.
    """
    if "threading" in sys.modules:
        sys.modules["threading"]._shutdown()
    atexit._run_exitfuncs()
    for stream in sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__:
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except Exception as error:
            sys.__stderr__.write("Exception ignored on flushing %s: %r\n" % (stream.name, error))
            # Python's exit status if the last output is lost.
            status = status or 120
    # Deleting the program's variables flushes the files that it has not closed.
    for name in ["__main__", *set(sys.modules).difference(initial_modules)]:
        module = sys.modules.get(name)
        if isinstance(module, types.ModuleType):
            module.__dict__.clear()
    gc.collect()
    os._exit(status)


def main():
    source = os.path.abspath(sys.argv[1])
    host = socket.socket(fileno=os.dup(0))
    try:
        make_dumpable, become_subreaper = protect_process()
        code = prepare(source)
    except (OSError, SyntaxError, ValueError) as error:
        # The host then starts the program itself, and Python reports the error.
        host.sendall(("%s\n" % str(error).replace("\n", " ")).encode()[-200:])
        sys.exit()
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()
    host.sendall(b"ready\n")
    serve_runs(host, become_subreaper)
    make_dumpable()
    initial_modules = set(sys.modules)
    try:
        run(source, code)
        status = 0
    except SystemExit as error:
        status = exit_status(error.code)
    except BaseException as error:
        # Skip the frames of `main` and `run`.
        frames = error.__traceback__.tb_next.tb_next
        sys.excepthook(type(error), error.with_traceback(frames), frames)
        status = 1
    finish(status, initial_modules)


if __name__ == "__main__":
    main()
