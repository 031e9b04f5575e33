"""diffprivlib's turn, run by the interpreter of its own environment: knows no dpcore.

    python diffprivlib_side.py FOLDER

FOLDER holds `jobs.json`, a list of jobs, and per data set the arrays X, y, X_test and y_test. The
answer goes to `answers.json`: what each job's fits cost, and how exact they are.
"""

import json
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from diffprivlib.models import LogisticRegression, logistic_regression

MAX_ITER = 100_000


class Minimiser:
    """Stands before scipy's minimiser, to see the gradient that diffprivlib throws away."""

    def __init__(self, optimize):
        self._minimise = optimize.fmin_l_bfgs_b
        self.gradient = None

    def fmin_l_bfgs_b(self, *args, **kwargs):
        """Minimise, and keep the gradient at the end."""
        found = self._minimise(*args, **kwargs)
        self.gradient = found[2]["grad"]
        return found


def answer(job, folder, minimiser):
    """Run a job's fits; return the seconds, the residuals and the last coefficients."""
    X, y, X_test, y_test = (np.load(folder / f"{job['data']}-{name}.npy") for name in NAMES)
    result = {"cpu": 0.0, "wall": 0.0, "residuals": [], "largest": []}
    for seed in job["seeds"]:
        model = LogisticRegression(
            epsilon=job["epsilon"],
            data_norm=1.0,
            C=job["C"],
            tol=job["tol"],
            fit_intercept=False,
            max_iter=MAX_ITER,
            random_state=seed,
        )
        cpu, wall = time.process_time(), time.perf_counter()
        model.fit(X, y)
        np.mean((X_test @ model.coef_[0] >= 0) != (y_test > 0))
        result["cpu"] += time.process_time() - cpu
        result["wall"] += time.perf_counter() - wall
        result["residuals"].append(float(np.linalg.norm(minimiser.gradient)))
        result["largest"].append(float(np.abs(minimiser.gradient).max()))
    return result | {"coef": model.coef_[0].tolist()}


NAMES = ("X", "y", "X_test", "y_test")


def main(folder):
    """Answer every job, after one that warms up."""
    warnings.simplefilter("ignore")  # of failures the residuals tell
    minimiser = Minimiser(logistic_regression.optimize)
    logistic_regression.optimize = minimiser
    jobs = json.loads((folder / "jobs.json").read_text())
    answer(jobs[0] | {"seeds": [0]}, folder, minimiser)
    answers = [answer(job, folder, minimiser) for job in jobs]
    (folder / "answers.json").write_text(json.dumps(answers))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
