"""Whose matrix products OpenBLAS can compute here besides this processor's: see `make kernels`.

`python -m tests.kernels` prints their names, one in a line, and says on the other stream which it
passes over. Sums come in another order under each, so that a test which passes under all of them
rests on what theory allows, and not on the last bits of one machine.
"""

import platform
import sys
from pathlib import Path

NEEDED = {"Haswell": {"avx2", "fma"}, "Nehalem": {"sse4_2"}}
"""Processor features that a kernel's instructions need. Their vectors hold 4 and 2 doubles, those
of today's servers 8."""


def known(cpuinfo: str) -> set[str]:
    """Return the features that /proc/cpuinfo lists."""
    lines = (line.partition(":") for line in cpuinfo.splitlines())
    return {name for key, _, names in lines if key.strip() == "flags" for name in names.split()}


def kernels(cpuinfo: str) -> list[str]:
    """Return the kernels that a processor can compute."""
    here = known(cpuinfo)
    return [kernel for kernel, needed in NEEDED.items() if needed <= here]


if __name__ == "__main__":
    file = Path("/proc/cpuinfo")
    found = kernels(file.read_text() if file.exists() else "")
    for left_out in NEEDED.keys() - set(found):
        print(f"{platform.machine()} without {left_out}: passed over", file=sys.stderr)
    print(*found, sep="\n")
