"""What the tests meet on this machine: `python -m tests.machine` prints it, in two lines.

A layout may hang on a browser and its fonts, and a last bit on a processor: whoever reads a test's
failure sees first on what it failed.
"""

import platform
import subprocess
from pathlib import Path

from threadpoolctl import threadpool_info

from edition.drawing.chromium import executable
from tests.processors import used


def browser() -> str:
    """Return the browser's name and version, and where it lies."""
    path = executable()
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    return f"{said.stdout.strip()} ({path})"


def model(cpuinfo: str) -> str:
    """Return what /proc/cpuinfo calls the processor, or its kind where it has no name for it."""
    lines = (line.partition(":") for line in cpuinfo.splitlines())
    names = (name.strip() for key, _, name in lines if key.strip() == "model name")
    return next(names, platform.machine())


def processor() -> str:
    """Return the processor's name, and whose arithmetic NumPy and OpenBLAS chose for it."""
    file = Path("/proc/cpuinfo")
    name = model(file.read_text() if file.exists() else "")
    kernels = {each["architecture"] for each in threadpool_info() if "architecture" in each}
    return (
        f"{name}; NumPy with {' '.join(used()) or 'no more than it needs'}, "
        f"OpenBLAS as for {' and '.join(sorted(kernels))}"
    )


if __name__ == "__main__":
    print(f"Browser: {browser()}", f"Processor: {processor()}", sep="\n", flush=True)
