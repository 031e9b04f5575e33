"""Re-run the papers' tables and figures, all or some, and store the results."""

import argparse
import os
from pathlib import Path

from dpcore.checks import InvalidInput
from dplab.simulation.executors.processes import TEMPLATE, Processes, cores
from dplab.studies.papers.claims import judge_all, surprises
from dplab.studies.papers.entries import entries
from dplab.studies.papers.reproduce import doubt, reproduce, verdict
from dplab.studies.papers.results import markdown, store

REPORT = Path(__file__).parents[3] / "docs" / "reproductions.md"


def main() -> None:
    """Run the entries that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="entries; all if none is named")
    parser.add_argument("--draws", type=int, help="draws, instead of the papers' own numbers")
    parser.add_argument("--report", action="store_true", help="run nothing: write the report only")
    asked = parser.parse_args()
    known = entries()
    names = [] if asked.report else asked.names or known
    wrong = sum([_run(name, asked.draws) for name in names])
    if REPORT.parent.is_dir():  # an installed package has no guides beside it
        REPORT.write_text(markdown(dict(known)), encoding="utf-8")
    raise SystemExit(1 if wrong else 0)


def _run(name: str, draws: int | None) -> bool:
    entry, start = entries()[name], _worked()
    try:
        with Processes() as executor:
            *_, found = reproduce(entry, executor, draws=draws)
    except InvalidInput as refusal:
        print(f"{name}: left out. {refusal}")
        return False
    TEMPLATE.stop()  # what it and its copies have computed is known once it has ended
    seconds = (_worked() - start) / cores()
    store(name, found, seconds)
    status = verdict(entry, found)
    print(f"{name}: {status}, {seconds:.1f} s", flush=True)
    if doubt(found):
        print(f"  {doubt(found)}")
    wrong = [f"the file says {entry.status}"] if status != entry.status else []
    wrong += surprises(judge_all(entry, found))
    for each in wrong:
        print(f"  but {each}")
    return bool(wrong)


def _worked() -> float:
    """Return how long this process, and those that it started and that have ended, have computed.

    Unlike the time on the clock, it does not grow with what else the machine is doing.
    """
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


if __name__ == "__main__":
    main()
