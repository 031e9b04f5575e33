"""diffprivlib's logistic regression, which needs an environment of its own.

It knows one mechanism, objective perturbation of CMS11 with the logistic loss; its C is 1/(nλ).
For the objective perturbation of 2008, which spends nothing on the curvature, its ε is raised by
what it will spend there, so that its noise follows the same law as ours. ε = ∞ is non-private.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.loops import is_sampled, sample
from benchmarks.measure import Run
from benchmarks.workloads import Batch, Case, Workload, batch, cases
from dpcore import Plan
from dpcore.data.dataset import Split

ROOT = Path(__file__).parents[1]
SIDE = Path(__file__).with_name("diffprivlib_side.py")
PYTHON = Path(os.environ.get("PEERS_PYTHON", ROOT / ".venv" / "peers" / "bin" / "python"))
"""The interpreter of the peers' environment, which `make bench` builds."""

LOSS = "logistic"
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS")}


@dataclass(frozen=True)
class Job:
    """Fits of one ε on one part, and how many fits of the workload each stands for."""

    data: str
    epsilon: float
    C: float
    tol: float
    seeds: list[int]
    weight: float


def available() -> bool:
    """Say whether the peers' environment is there."""
    return PYTHON.exists()


def run(workload: Workload, repetition: int, tol: float) -> Run:
    """Solve this repetition's sample of the workload's logistic half."""
    with tempfile.TemporaryDirectory() as name:
        jobs = _jobs(workload, tol, repetition, Path(name))
        answers = ask(jobs, Path(name))
    result = Run()
    for job, given in zip(jobs, answers, strict=True):
        timing = result.of(LOSS)
        timing.cpu += job.weight * given["cpu"]
        timing.wall += job.weight * given["wall"]
        missed = sum(largest > tol for largest in given["largest"])
        timing.count(len(job.seeds), job.weight, max(given["residuals"]), missed)
    return result


def ask(jobs: list[Job], folder: Path) -> list[dict]:
    """Have the jobs done by the other environment, on one thread."""
    (folder / "jobs.json").write_text(json.dumps([vars(job) for job in jobs]))
    command = [str(PYTHON), str(SIDE), str(folder)]
    subprocess.run(command, env=os.environ | ONE_THREAD, stdout=sys.stderr, check=True)
    return json.loads((folder / "answers.json").read_text())


def save(part: Split, name: str, folder: Path) -> None:
    """Write the arrays of a part where the other environment reads them."""
    for array in ("X", "y", "X_test", "y_test"):
        np.save(folder / f"{name}-{array}.npy", getattr(part, array))


def _jobs(workload: Workload, tol: float, repetition: int, folder: Path) -> list[Job]:
    jobs = []
    for case in cases(workload):
        if case.loss == LOSS and is_sampled(workload, case, repetition):
            save(case.part, f"part{case.number}", folder)
            jobs += _jobs_of_case(workload, case, tol, repetition)
    return jobs


def _jobs_of_case(workload: Workload, case: Case, tol: float, repetition: int) -> list[Job]:
    problems, n = batch(workload, case), len(case.part.y)
    fits = sample(workload, problems, repetition)
    per_plan = len(fits[1:]) // len(problems.plans)
    name, C = f"part{case.number}", 1 / (n * workload.lam)
    seeds = [1000 * repetition + i for i in range(per_plan)]
    private = [
        Job(name, epsilon_for(plan, workload.lam, n, problems), C, tol, seeds, fits[1].weight)
        for plan in problems.plans
    ]
    return [Job(name, np.inf, C, tol, [0], fits[0].weight), *private]


def epsilon_for(plan: Plan, lam: float, n: int, problems: Batch) -> float:
    """Return the ε at which diffprivlib draws noise of the plan's law."""
    if plan.epsilon_curvature:
        return plan.epsilon
    return float(plan.epsilon + 2 * np.log1p(problems.loss.curvature / (n * lam)))
