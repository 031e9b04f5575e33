"""Replay releases and fits on many neighbours: ``python -m tests.release.replay --pairs 2000``."""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.estimators.replay import claims as of_fits
from tests.estimators.replay import test_replay as fits
from tests.release.replay import claims as of_releases
from tests.release.replay import test_replay as releases


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="how many, of either")
    parser.add_argument("--first", type=int, default=0, help="seed of the first pair")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.pairs)
    failed = [
        _tried("release", seeds, releases.replayed, of_releases.hold),
        _tried("fit", seeds, fits.replayed, of_fits.hold),
    ]
    return int(any(failed))


def _tried(what: str, seeds: range, replayed: Callable[..., Any], hold: Callable[..., None]) -> int:
    """Replay each seed, print what came of all, and return how many fail."""
    paths: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            made, one, other = replayed(seed, Path(folder))
            paths[" · ".join(made.path)] += 1
            ends[one.refusal.split(":")[0] or "made"] += 1
            try:
                hold(made, one, other)
            except AssertionError as fault:
                failed += 1
                print(f"{what} {seed}: {fault}", flush=True)
    print(f"{what}: {len(seeds)} pairs, {failed} with a difference; {len(paths)} paths")
    print("; ".join(f"{end} {count}" for end, count in ends.most_common()), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
