"""Try mistakes, and list those that the tests let pass."""

import argparse
import os
import random
import sys
import tomllib
from pathlib import Path

from tests.release.mistakes.mutations import Mutation, mutations

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: threads outlive no fork
from tests.release.mistakes.trial import Planted, finder

SURVIVORS = Path(__file__).with_name("survivors.toml")

EXACT = ("tests/release/exact",)
RELEASED = (
    *("tests/release/replay", "tests/release/gaussian", "tests/release/gamma"),
    "tests/release/test_release.py",
)
SAFE = ("tests/release/test_safe.py",)
READ = (
    "tests/release/test_scorer.py",
    "tests/release/test_labelled.py",
    "tests/release/test_undeclared.py",
    "tests/release/test_reading.py",
)
FITTED = (
    "tests/estimators/test_linear.py",
    "tests/estimators/test_tuned.py",
    "tests/estimators/test_auto.py",
    "tests/estimators/test_encoder.py",
    "tests/estimators/replay",
    "tests/estimators/test_convention.py::test_tags_say_what_is_so",
    "tests/estimators/test_clones.py::test_the_sentence_names_epsilon_and_looks_at_no_record",
    "tests/estimators/test_clones.py::test_without_a_ledger_clones_are_fitted",
    "tests/estimators/test_privacy.py",
)
MODULES = {
    "dpcore/release/safe.py": (
        *SAFE, "tests/release/replay", "tests/release/gaussian", "tests/release/gamma",
    ),
    "dpcore/release/running.py": RELEASED,
    "dpcore/release/orders.py": (*RELEASED, "tests/release/test_lam_rule.py"),
    "dpcore/release/exact/vectors.py": EXACT,
    "dpcore/release/exact/counts.py": EXACT,
    "dpcore/release/exact/intervals.py": EXACT,
    "dpcore/release/exact/minimisers.py": (*EXACT, *SAFE),
    "dpcore/release/exact/descent.py": (*EXACT, *SAFE),
    "dpcore/privacy/tuning.py": ("tests/privacy/test_tuning.py", *RELEASED),
    "dpcore/privacy/calibration.py": (
        "tests/privacy/test_calibration.py", "tests/privacy/test_mutations.py",
        "tests/privacy/test_claims.py", "tests/privacy/gamma",
    ),
    "dpcore/ledger/budget.py": ("tests/ledger/test_budget.py",),
    "dpcore/privacy/gaussian.py": ("tests/privacy/gaussian",),
    "dpcore/data/encoding.py": (
        "tests/data/test_encoding.py", "tests/data/declared/test_labelled.py",
        "tests/estimators/test_encoder.py",
    ),
    "dpcore/release/entropy.py": ("tests/release/test_entropy.py",),
    "dpcore/release/records.py": (*READ, "tests/release/test_release.py"),
    "dpcore/release/scorer.py": READ,
    "dpcore/release/regularization.py": (
        "tests/release/test_lam_rule.py", "tests/estimators/test_auto.py",
    ),
} | dict.fromkeys(map(str, sorted(Path("dpcore/estimators").glob("[!_]*.py"))), FITTED)  # fmt: skip
"""Each with the tests that know it, the quick ones first."""


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
        for each in mutations(Path(name).read_text("utf-8"))
    ]
    n_all = len(chosen)
    if asked.some is not None:
        chosen = random.Random(asked.seed).sample(chosen, min(asked.some, n_all))
    explained = tomllib.loads(SURVIVORS.read_text("utf-8"))
    finders: dict[str, list[str]] = {name: [] for name, _ in chosen}
    for name in finders:
        fault = finder(Planted(Path(name), Path(name).read_text("utf-8")), MODULES[name])
        if fault is not None:
            print(f"Without a mistake in {name}, {fault} fails.")
            return 1
    survived = 0
    for name, each in chosen:
        found, reason = _found(name, each, finders[name]), explained.get(name, {}).get(each.key)
        if found is None and reason is None:
            survived += 1
            print(f"{name}:{each.line}: {each.key}", flush=True)
        if found is not None and reason is not None:
            print(f"{name}: {each.key} is explained, and found by {found}", flush=True)
    print(f"{len(chosen)} of {n_all} mistakes tried, {survived} survived without a reason")
    return 0


def _found(name: str, each: Mutation, finders: list[str]) -> str | None:
    """Return the test that finds a mistake: those first that found others of its module."""
    planted = Planted(Path(name), each.text)
    if finders and (found := finder(planted, finders)) in finders:
        return found
    found = finder(planted, MODULES[name])
    if found is not None and "::" in found:
        finders.insert(0, found)
    return found


if __name__ == "__main__":
    sys.exit(main())
