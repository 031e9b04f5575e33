"""Stored results of the entries: small CSV files beside them.

The page opens with them; `make papers` makes them anew, and `docs/reproductions.md` from them.

Examples
--------
>>> table = stored("cm08_figure_1")
>>> table is None or set(table.columns) == {*COLUMNS, "seconds"}
True
"""

from pathlib import Path

import pandas as pd

from dpcore.data.cells import from_csv
from dplab.studies.papers import regression
from dplab.studies.papers.claims import Judgement, judge_all, tally
from dplab.studies.papers.entries import Entry, EntryValue
from dplab.studies.papers.reproduce import COLUMNS, doubt, ours, verdict

REPRODUCED = Path(__file__).parent / "reproduced"
DECIMALS = 5
SILENT = "Our copy of the paper says nothing in words about this one that results could judge."


def stored(name: str, folder: Path = REPRODUCED) -> pd.DataFrame | None:
    """Return the stored summary of an entry, or None where there is none."""
    path = folder / f"{name}.csv"
    return from_csv(path)[[*COLUMNS, "seconds"]] if path.exists() else None


def store(name: str, found: pd.DataFrame, seconds: float, folder: Path = REPRODUCED) -> None:
    """Write the summary of an entry, and how long it took."""
    found = found.assign(seconds=round(seconds, 1))
    path = folder / f"{name}.csv"
    path.parent.mkdir(exist_ok=True)
    found.round(DECIMALS).to_csv(path, index=False)


def markdown(entries: dict[str, Entry], folder: Path = REPRODUCED) -> str:
    """Return docs/reproductions.md: every entry with its status, its values and ours."""
    found = {name: stored(name, folder) for name in entries}
    judged = {
        name: () if results is None else judge_all(entries[name], results)
        for name, results in found.items()
    }
    verdicts = [one.verdict for each in judged.values() for one in each]
    parts = [
        "# The papers, re-run\n",
        "Made by `make papers` from the files in `dplab/studies/papers/published`; the page "
        "Papers shows the same.\n"
        "Errors are means over draws, folds and data seeds. *Faithful*: the settings as printed "
        "give every published value. *Corrected*: another variant does, as its sentence says. "
        "*Not reproducible*: none does. *No numbers in our copy*: the paper shows none, or our "
        "copy of it ends before them.\n",
        "What a paper says in words is judged by the same results. It *holds* in the settings as "
        "printed, *holds with a change* in another variant only, or *fails* in every one; a "
        "difference within two standard errors counts for neither side. Of all claims, "
        f"{tally(verdicts)}.\n",
    ]
    parts += [_section(entry, found[name], judged[name]) for name, entry in entries.items()]
    return "\n".join(parts)


def _section(entry: Entry, found: pd.DataFrame | None, judged: tuple[Judgement, ...]) -> str:
    lines = [
        f"## {entry.paper}, {entry.place}: {entry.title}\n",
        f"**{entry.status.capitalize()}.** {entry.why}\n",
        f"{entry.learned}\n",
        *(f"{caution}\n" for caution in entry.cautions),
    ]
    if found is None:
        lines.append("Not run yet: its table was not at hand.\n")
    else:
        lines.append(_published(entry, found) if entry.published else _own(entry, found))
        lines.append(f"{always(found)}\n")
        lines += [f"{doubt(found)}\n"] if doubt(found) else []
        lines.append(_claims(judged))
    return "\n".join(lines)


def _claims(judged: tuple[Judgement, ...]) -> str:
    if not judged:
        return f"{SILENT}\n"
    lines = ["What the paper says in words:\n"]
    for one in judged:
        lines.append(f"- **{one.verdict.capitalize()}.** {one.claim.says}")
        lines += [f"  - {each.variant}: {each.words}" for each in one.evidence]
    return "\n".join(lines) + "\n"


def _published(entry: Entry, found: pd.DataFrame) -> str:
    names = [variant.name for variant in entry.variants]
    head = ["panel", "method", "published", *names]
    rows = [
        [value.panel, value.role, printed(value), *(_shown(ours(found, value, v)) for v in names)]
        for value in entry.lines
    ]
    note = f"Tolerance ± {entry.tolerance:g}. {entry.tolerance_from}"
    return f"{_table(head, rows)}\n\n{note} The numbers give: {verdict(entry, found)}.\n"


def _own(entry: Entry, found: pd.DataFrame) -> str:
    finite = found[found["where"] < float("inf")]
    ends = finite[finite["where"] == finite.groupby("panel")["where"].transform("max")]
    head = ["panel", "loss", "variant", "method", entry.axis, "error", "sd over draws"]
    rows = [
        [r.panel, r.loss, r.variant, r.role, f"{r.where:g}", _shown(r.error), _shown(r.sd_draws)]
        for r in ends.rename(columns={"where": "place"}).assign(where=ends["where"]).itertuples()
    ]
    return f"{_table(head, rows)}\n"


def always(found: pd.DataFrame) -> str:
    """Return what the constant rule errs, on each panel of a summary.

    Examples
    --------
    >>> always(stored("cm08_figure_2a"))
    'Always naming the larger class of the test records has an error of 49.7 %.'
    """
    errors: dict[str, dict[str, str]] = {}
    for panel, variant, error in zip(found.panel, found.variant, found.majority_error, strict=True):
        errors.setdefault(panel, {})[variant] = f"{100 * error:.1f} %"
    several = len(errors) > 1
    texts = []
    for panel, of_variant in errors.items():
        named = [panel] if several else []
        alike = len(set(of_variant.values())) == 1
        each = {"": next(iter(of_variant.values()))} if alike else of_variant
        for variant, error in each.items():
            where = ", ".join([*named, *filter(None, [variant])])
            texts.append(f"{error} ({where})" if where else error)
    *most, last = texts
    listed = f"{', '.join(most)} and {last}" if most else last
    answer = "answering 0" if is_relative(found) else "naming the larger class of the test records"
    return f"Always {answer} has an error of {listed}."


def is_relative(found: pd.DataFrame) -> bool:
    """Tell whether a summary is that of a regression: its errors are ‖Xw - y‖₂/‖y‖₂."""
    return bool((found.loss == regression.LOSS).any())


def printed(value: EntryValue) -> str:
    """Return a published value as its paper prints it."""
    if value.at_most:
        return f"below {value.value:g}"
    return f"{value.value:.4g}" + ("" if value.spread is None else f" ± {value.spread:.4g}")


def _shown(error: float | None) -> str:
    return "" if error is None else f"{error:.3f}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
