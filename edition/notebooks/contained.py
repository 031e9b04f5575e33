"""Run a program, and end with it whatever it has left behind: a notebook may start anything.

`python contained.py SECONDS PROGRAM …` ends as the program does, or with `TOO_LONG` after so many
seconds. In namespaces of its own (`unshare`) the program sees no network but its own, and with the
first process the kernel ends all others. Without those this process adopts what the program leaves
(`PR_SET_CHILD_SUBREAPER` of Linux), and kills it. It is started by its path, and imports nothing of
ours.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

TOO_LONG = 124
"""As `timeout` ends."""

UNSHARE = ("unshare", "--pid", "--fork", "--kill-child", "--net")
ROOTLESS = (*UNSHARE, "--user", "--map-root-user")
"""The same for who is not root, where the system lets anybody make namespaces."""

SUBREAPER = 36
LOOPBACK_UP = (0x8914, b"lo".ljust(16, b"\0") + (0x1 | 0x40).to_bytes(2, sys.byteorder) + bytes(14))
"""The call that sets an interface's flags, with those of `lo`: up, and running."""


def ways() -> tuple[str, ...] | None:
    """Return what is to stand before a program for namespaces of its own; None without any."""
    for way in (UNSHARE, ROOTLESS):
        with contextlib.suppress(OSError):
            # The whole way is tried: a container may allow the namespaces, and no interface.
            tried = [*way, sys.executable, "-I", __file__, "60", "true"]
            if subprocess.run(tried, capture_output=True, check=False).returncode == 0:
                return way
    return None


def can_adopt() -> bool:
    """Tell whether a process can become the parent of what its descendants leave behind."""
    return sys.platform == "linux" and Path("/proc/self/stat").exists()


def _adopt() -> None:
    if can_adopt():
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def run(command: list[str], patience: float) -> int:
    """Run a program to its end, or for so many seconds; nothing of it goes on after that."""
    is_first = os.getpid() == 1
    if is_first:
        _raise_loopback()
    else:
        _adopt()
    # Not the first process itself: a kernel whose parent is that takes itself for an orphan.
    program = subprocess.Popen(command)
    try:
        return program.wait(patience)
    except subprocess.TimeoutExpired:
        return TOO_LONG
    finally:
        program.kill()
        program.wait()
        # The first process of a namespace takes all others with it.
        if not is_first:
            _end_children()


def _raise_loopback() -> None:
    """Let the program speak to itself: Jupyter and its kernel do, by way of 127.0.0.1."""
    import fcntl
    import socket

    with contextlib.suppress(OSError), socket.socket() as made:
        fcntl.ioctl(made, *LOOPBACK_UP)


def _end_children() -> None:
    """Kill children until there is none: with each of them, its own become children here."""
    while children := _children():
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    parent, found = str(os.getpid()), []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # Behind the name, which may hold anything: state, then the parent.
            _, _, facts = (process / "stat").read_text(errors="replace").rpartition(")")
            if facts.split()[1] == parent:
                found.append(int(process.name))
    return found


if __name__ == "__main__":
    sys.exit(run(sys.argv[2:], float(sys.argv[1])))
