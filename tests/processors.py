"""Whose arithmetic OpenBLAS and NumPy can do here besides this processor's: see `make kernels`.

`python -m tests.processors` prints their names, one in a line, and says on the other stream which
it passes over; with a name, it prints the environment in which both compute as on such a processor.
Sums come in another order under each, and functions are rounded otherwise, so that a test which
passes under all of them rests on what theory allows, and not on the last bits of one machine.
"""

import platform
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np

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


def used() -> list[str]:
    """Return the features of this processor for which NumPy has code of its own, and runs it."""
    return list(np.show_config(mode="dicts")["SIMD Extensions"].get("found", []))


def environment(kernel: str, features: Iterable[str]) -> dict[str, str]:
    """Return what makes OpenBLAS and NumPy leave out what that kernel's processor has not.

    Of NumPy's `features` a Haswell lacks those of AVX-512, which NumPy calls by that name or, from
    2.4 on, after the fourth level of x86-64; a Nehalem lacks all that NumPy chooses as it starts.
    """
    lacking = [
        each for each in features if kernel != "Haswell" or each.startswith(("AVX512", "X86_V4"))
    ]
    return {"OPENBLAS_CORETYPE": kernel, "NPY_DISABLE_CPU_FEATURES": ",".join(lacking)}


def main(names: list[str]) -> None:
    """Print the kernels that are there, or the environment of the one that is named."""
    for name in names:
        print(*(f"{key}={value}" for key, value in environment(name, used()).items()))
    if names:
        return
    file = Path("/proc/cpuinfo")
    found = kernels(file.read_text() if file.exists() else "")
    for left_out in NEEDED.keys() - set(found):
        print(f"{platform.machine()} without {left_out}: passed over", file=sys.stderr)
    print(*found, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
