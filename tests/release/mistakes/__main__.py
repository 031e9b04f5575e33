"""Try mistakes, and list those that the tests let pass."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.release.mistakes.mutations import Mutation, mutations

ROOT = Path(__file__).parents[3]
PATIENCE = 600
"""Seconds after which a mistake counts as found: it keeps the tests from ending."""

MODULES = (
    "dpcore/release/safe.py",
    "dpcore/release/running.py",
    "dpcore/release/orders.py",
    "dpcore/release/exact/vectors.py",
    "dpcore/release/exact/counts.py",
    "dpcore/release/exact/intervals.py",
    "dpcore/privacy/tuning.py",
    "dpcore/privacy/calibration.py",
    "dpcore/privacy/ledger/budget.py",
)
TESTS = (
    "tests/release/exact", "tests/release/replay", "tests/privacy/ledger/test_budget.py",
    "tests/release/gaussian", "tests/release/test_safe.py", "tests/release/test_release.py",
    "tests/release/test_lam_rule.py", "tests/privacy/test_calibration.py",
    "tests/privacy/test_tuning.py", "tests/privacy/test_mutations.py",
    "tests/privacy/test_claims.py",
)  # fmt: skip
"""The quick ones first: a mistake is found by the first that fails."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--some", type=int, help="how many to try; all if left out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a part of the modules' names")
    asked = parser.parse_args()
    chosen = [
        (name, each)
        for name in MODULES
        if asked.only in name
        for each in mutations((ROOT / name).read_text("utf-8"))
    ]
    n_all = len(chosen)
    if asked.some is not None:
        chosen = random.Random(asked.seed).sample(chosen, min(asked.some, n_all))
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "copy"
        shutil.copytree(
            ROOT, copied, ignore=shutil.ignore_patterns(".venv*", ".git", "build", "*cache*")
        )
        for name, each in chosen:
            if not _is_found(copied, name, each):
                survived += 1
                print(f"{name}:{each.line}: {each.before}  →  {each.after}", flush=True)
    print(f"{len(chosen)} of {n_all} mistakes tried, {survived} survived")
    return 0


def _is_found(copied: Path, name: str, each: Mutation) -> bool:
    place = copied / name
    right = place.read_text("utf-8")
    place.write_text(each.text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
    # Test data lies beside the tree, and is found from there.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copied, env=environment, capture_output=True, timeout=PATIENCE, check=False
        )
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_text(right, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
