#!/usr/bin/env python3
"""Runs a command for at most so many seconds. Whatever it started ends with it, also what has left its process group: what
goes on using a GPU spoils the measurements after it.

  run_limited.py SECONDS COMMAND...

Exit code: the command's (128 + the signal that ended it), or 124 if it was cut off.
"""
import ctypes
import os
import signal
import subprocess
import sys
import time

GRACE = 2.0  # seconds between asking to end and killing
MOST_KILLING = 3.0  # a process that a driver holds cannot be killed: nobody waits for it longer

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


class Stopped(Exception):
    """This process was asked to end."""


def stop(_signal, _frame):
    raise Stopped


def become_ancestor():
    """What loses its parent below becomes a child of this process, and this process does not outlive its own."""
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)


def descendants():
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                parents[int(entry)] = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    found, level = [], {os.getpid()}
    while level:
        level = {pid for pid, parent in parents.items() if parent in level}
        found += level
    return found


def tell(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            pass


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def kill_all():
    """False if something is still there."""
    until = time.monotonic() + MOST_KILLING
    while time.monotonic() < until:
        reap()
        left = descendants()
        if not left:
            return True
        tell(left, signal.SIGKILL)
        time.sleep(0.02)
    return False


def run(seconds, command):
    child = subprocess.Popen(command, start_new_session=True)
    try:
        code = child.wait(seconds)
        return code if code >= 0 else 128 - code
    except subprocess.TimeoutExpired:
        tell(descendants(), signal.SIGTERM)
        try:
            child.wait(GRACE)
        except subprocess.TimeoutExpired:
            pass
        return 124


def main(arguments):
    if len(arguments) < 2 or not arguments[0].isdigit():
        sys.stderr.write(__doc__)
        return 2
    become_ancestor()
    try:
        code = run(int(arguments[0]), arguments[1:])
    except Stopped:
        code = 128 + signal.SIGTERM
    except OSError as error:
        sys.stderr.write(f"run_limited.py: {error}\n")
        code = 127
    if not kill_all():
        sys.stderr.write(f"run_limited.py: not ended after {arguments[1]}: {descendants()}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
