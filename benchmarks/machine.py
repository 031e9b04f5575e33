"""The machine: what it is, how fast it multiplies and computes tanh, how much memory a run takes.

`python -m benchmarks.machine w1 200` prints the memory that the engine needs for a workload, in
MB above what the imports take.
"""

import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits

from benchmarks import engine
from benchmarks.workloads import WORKLOADS

MATRIX = 1024
SLOPES = 2**15
"""Elements that stay in a core's cache."""

TRIALS = 40


@dataclass(frozen=True)
class CoreLimits:
    """The best that one core was seen to do: flops and tanh per second."""

    flops: float
    tanhs: float


def limits() -> CoreLimits:
    """Measure the limits: products of 1024 × 1024 doubles, tanh of 32,768 doubles in cache."""
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((2, MATRIX, MATRIX))
    z = rng.standard_normal(SLOPES)
    return CoreLimits(
        flops=2 * MATRIX**3 / _best(lambda: np.matmul(A, B)),
        tanhs=SLOPES / _best(lambda: np.tanh(z)),
    )


def _best(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(TRIALS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def description() -> dict[str, str]:
    """Return what a reader must know of the machine and the versions."""
    blas = [f"{b['internal_api']} {b['version']} {b.get('architecture', '')}" for b in _blas()]
    return {
        "Processor": f"{_processor()}, {os.cpu_count()} cores",
        "System": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "numpy": f"{np.__version__} with {', '.join(sorted(set(blas)))}, one thread",
        "Revision": _revision(),
    }


def load() -> str:
    """Return how many processes wanted a core in the last minute, ours among them."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _blas() -> list[dict]:
    return [library for library in threadpool_info() if library["user_api"] == "blas"]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _revision() -> str:
    try:
        revision = _git("rev-parse", "--short", "HEAD")
        return revision + (" with changes in dpcore" if _git("diff", "HEAD", "dpcore") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    folder = Path(__file__).parent.parent
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def peak_memory(workload: str, draws: int) -> float:
    """Return the MB that a fresh process needs for the engine's turn, above its imports."""
    command = [sys.executable, "-m", "benchmarks.machine", workload, str(draws)]
    folder = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def _peak() -> float:
    """Return the most memory that this process has had, in MB.

    Linux counts into ru_maxrss what the parent had when it started us, so that VmHWM is read
    where there is one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main(name: str, draws: str) -> None:
    """Print the memory of one turn of the engine."""
    before = _peak()
    with threadpool_limits(1):
        engine.run(replace(WORKLOADS[name], draws=int(draws)), tol=1e-8)
    print(_peak() - before)


if __name__ == "__main__":
    main(*sys.argv[1:])
