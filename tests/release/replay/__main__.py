"""Replay a release on many neighbours: ``python -m tests.release.replay --pairs 2000``."""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.release.replay import claims
from tests.release.replay.test_replay import replayed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first pair")
    asked = parser.parse_args()
    paths: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.first, asked.first + asked.pairs):
            made, one, other = replayed(seed, Path(folder))
            paths[" · ".join(made.path)] += 1
            ends[one.refusal.split(":")[0] or "released"] += 1
            try:
                claims.hold(made, one, other)
            except AssertionError as found:
                failed += 1
                print(f"pair {seed}: {found}")
    print(f"{asked.pairs} pairs, {failed} with a difference; {len(paths)} paths")
    print("; ".join(f"{end} {count}" for end, count in ends.most_common()))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
