"""What the page Release says of budgets and of the ledger."""

import math
from collections.abc import Sequence
from datetime import datetime

from dpcore.checks import written
from dpcore.ledger import UNFINISHED, Budget, Charge, Cost, Ledger
from dpcore.ledger.charges import in_symbols
from dpcore.ledger.sentences import left, promise, standing
from dpcore.release.spending.room import LargestRelease
from dplab.tables.sample import DATA_SET
from pages.comparison.terms import called
from pages.kit import words
from pages.kit.text import escape_markdown
from pages.release.sentences import of_delta

WHO = (
    "This page has no accounts: anyone who reaches it can read and spend every budget of this "
    "ledger."
)
SAMPLE_BUDGET = (
    "The sample has budgets of its own: its releases charge no other data set, and this page "
    "charges no other table to them."
)
SAMPLES_NAME = (
    f"A name that begins with {DATA_SET} is kept for the sample. Choose another name for your data "
    "set."
)
NO_BUDGET = "No budget has been chosen. Step 2 chooses one, or opens it."
NO_SUCH_BUDGET = (
    "No budget has this name. Correct it above, or open a budget below; the same records must "
    "always have the same name."
)
OPENING = (
    "The owner of the data sets a budget once, for all releases about these people. It knows the "
    "data set by its name alone: the same records under another name would escape it."
)

KINDS = {
    "sum": "ε adds up",
    "plan": "A plan of all releases",
    "rho": "ρ adds up",
}
"""How a budget counts releases."""

ABOUT = {
    "sum": "Charges of ε add up, and you may choose each release by what came before.",
    "plan": (
        "List every release that you will ever make. With many coefficients their total is far "
        "below the sum of their ε. Nothing else can be released; leaving one out saves nothing. "
        "To choose releases by earlier results, take one of the other two."
    ),
    "rho": (
        "Each release costs its ρ, which is small for noise on many coefficients. You may choose "
        "each by what came before. One ε holds for the whole ρ, however much of it is spent."
    ),
}
"""What to know of each kind before a budget is opened."""

PLAN_EXAMPLE = "10 output epsilon=1 features=30"

MOST_ITEMS = 8
"""Items of a plan that the page lists."""

MOST_NAMED = 3
"""Budgets that a warning names, the latest; others are counted."""

BY_NAME = (
    "A release is charged to the budget of the people whose records are used. If it is charged to "
    "another data set's budget, it is missing from their account."
)
NO_BUDGET_OF_NAME = "No budget has this name. Correct it, or choose above to open one."


def second_budget(of_columns: Sequence[str], of_name: str) -> list[str]:
    """Return what to know before a budget is opened beside others for the same records.

    These are the budgets of data sets with the same columns, and the one that is called like the
    file though its columns are others; or nothing.
    """
    said = [_of_columns(of_columns)] if of_columns else []
    if of_name:
        said.append(
            f"The budget {_bold(of_name)} is called like this file, but its models learned "
            "from other columns. If these are records of the same people, charge that budget by "
            "its name. Otherwise give this data set another name."
        )
    return said


def _of_columns(names: Sequence[str]) -> str:
    there, one = "There is a budget for a data set", "that budget"
    if len(names) > 1:
        there, one = "There are budgets for data sets", "theirs"
    shown = [_bold(name) for name in names[-MOST_NAMED:]]
    if len(names) > MOST_NAMED:
        shown.append(f"{len(names) - MOST_NAMED:,} more")
    return (
        f"{there} with these columns: {words.listed(shown)}. If these "
        f"are records of the same people, charge {one} instead, by its name if it is not listed. "
        "Two budgets for the same people add up: together they allow the sum of both ε."
    )


def other_columns(name: str) -> str:
    """Return why a budget may be that of other people."""
    return (
        f"The models that {_bold(name)} has paid for learned from other columns. Charge it only if "
        "these are records of the same people."
    )


def _bold(name: str) -> str:
    return f"**{escape_markdown(name)}**"


def no_more_budgets(most: int) -> str:
    """Return why no further budget is opened on this page."""
    return (
        f"This ledger has {most:,} budgets, as many as visitors may open. Ask its owner for "
        "another."
    )


def too_soon(most: int, seconds: float) -> str:
    """Return when a visitor who has opened several budgets can open the next one."""
    return (
        f"You can open at most {most} budgets in a minute. Try again in "
        f"{words.pluralize(math.ceil(seconds), 'second')}."
    )


def budget(found: Budget, n: int) -> str:
    """Return the n of a budget beside that of the table, and what is left."""
    fits = "as many as the table" if found.n == n else f"but the table has {n:,}"
    if found.terms is not None:
        return f"Opened for n = {found.n:,} records, {fits}. {kept_together(found)} {left(found)}."
    return (
        f"Opened for n = {found.n:,} records, {fits}; ε = {written(found.left)} is left of "
        f"{written(found.epsilon)}{of_delta(found, 'is left of', found.delta_left)}."
    )


def kept_together(found: Budget) -> str:
    """Return what all releases of a plan or of a ρ promise."""
    return f"It promises {promise(found)}."


def would_promise(asked: Budget) -> str:
    """Return what a budget promises that is not opened yet."""
    kept = "whatever is left out" if asked.kind == "plan" else "however much of it is spent"
    return f"This budget would promise **{promise(asked)}**, and keep it {kept}."


def items(found: Budget) -> str:
    """Return the releases that are left on a plan, as a list in Markdown, the first ones."""
    listed = [f"- {escape_markdown(i.in_words(n))}" for i, n in found.items_left[:MOST_ITEMS]]
    more = len(found.items_left) - MOST_ITEMS
    return "\n".join([*listed, *([f"- and {more:,} more kinds"] if more > 0 else [])])


def fitting(found: Sequence[LargestRelease], n_features: int) -> str:
    """Return the largest release of each mechanism that a ρ still pays for."""
    if not found:
        return "No release of this table fits what is left."
    each = [f"{called(one.mechanism)} up to {in_symbols(one.epsilon, one.delta)}" for one in found]
    coefficients = words.pluralize(n_features, "coefficient")
    return f"With {coefficients} that still pays for one of these: {'; '.join(each)}."


def ledger(found: Ledger, *, lies: bool) -> str:
    """Return whose the ledger is and who may spend, and where it lies if that may be said."""
    place = f"Kept in {escape_markdown(found.lies)}. " if lies else ""
    return f"{place}It belongs to the owner of the data. {WHO}"


def spent(found: Budget) -> str:
    """Return what is spent and left."""
    if found.terms is not None:
        return left(found)
    return standing(found)


def charge(each: Charge, *, is_open: bool, before: int | None = None) -> str:
    """Return an entry of the ledger; and the one before it, where its clock stood before that."""
    said = (
        f"{in_symbols(each.epsilon, each.delta)} for {escape_markdown(each.what)} "
        f"({day(each.time)}, entry {each.number})"
    )
    said += f"; its clock stood before that of entry {before}" if before else ""
    return f"{said}; {UNFINISHED}" if is_open else said


def entry(each: Charge) -> str:
    """Return which model may be shown again."""
    return f"Entry {each.number}, {day(each.time)}: {in_symbols(each.epsilon, each.delta)}"


def day(time: str) -> str:
    """Return the day of a time that a ledger wrote."""
    return f"{datetime.fromisoformat(time):%d %B %Y}".removeprefix("0")


def earlier(n: int) -> str:
    """Return how many entries are not listed."""
    return f"And {words.pluralize(n, 'earlier charge')}."


def planned(costs: Sequence[Cost], after: Budget) -> str:
    """Return what further charges would leave; one charge with its ε and δ, as they were read."""
    one = f"This charge of {in_symbols(costs[0].epsilon, costs[0].delta)}"
    which = one if len(costs) == 1 else f"These {len(costs)} charges"
    left = f"ε = {written(after.left)}{of_delta(after, 'of', after.delta_left)}"
    return f"{which} would leave {left}. Nothing was spent."
