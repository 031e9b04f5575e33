"""Every erratum in one list: where it is printed, what stands there, what is right, how we know.

The lecture's are those of its claims that are wrong.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from pages.papers.errata import lecture

COLUMNS = ("Where", "Printed", "Right", "How we know")


@dataclass(frozen=True)
class ListedErratum:
    """A row of the list: the paper and the place in it, and three sentences or two each."""

    where: str
    printed: str
    right: str
    known: str


OF_PAPERS = (
    ListedErratum(
        "CM08a, Algorithms 1 and 2",
        "The length of the noise has a Laplace distribution.",
        "It has a Gamma distribution of shape d.",
        "The authors corrected it in CM08. The meter finds losses without limit.",
    ),
    ListedErratum(
        "CM08a, Algorithms 1 and 2; in words CM08 and CMS11",
        "The Laplace noise has the standard deviation S/ε.",
        "It has the scale S/ε: a standard deviation of √2 S/ε.",
        "As printed, the meter finds a loss of √2 times the claim.",
    ),
    ListedErratum(
        "CM08, Theorem 2",
        "Objective perturbation with noise of rate ε/2 is ε-differentially private.",
        "A record changes the Jacobian, too, and part of ε has to pay for it.",
        "CMS11 corrects it. The meter finds 1.23 times the claim at n = 10,000, ε = 0.005.",
    ),
    ListedErratum(
        "CMS11, Algorithm 2",
        "2 log(1 + c/(nλ)) of ε pays for the Jacobian.",
        "This is right, and half of it is enough.",
        "A record changes H by a matrix of rank one. The meter finds that half is needed.",
    ),
    ListedErratum(
        "CM08a and CM08, cross-validation tables",
        "The noise is that of the algorithms.",
        "The tables reproduce when the noise is five times as long. Five is the number of folds.",
        "Our runs of both tables. This is our inference: neither paper says it.",
    ),
    ListedErratum(
        "JT13, Algorithm 2 (TDDL)",
        "The noise is $O(\\cdot)$: no constant is given.",
        "With the constant 1 it is not (ε, δ)-differentially private; 4√2 is enough at usual ε.",
        "Advanced composition, and the exact privacy of both.",
    ),
)


def errata() -> tuple[ListedErratum, ...]:
    """Return all of them, those of the papers first."""
    wrong = (each for each in lecture.claims() if each.verdict == lecture.WRONG)
    return OF_PAPERS + tuple(
        ListedErratum(
            f"Tu's lecture, {each.place}",
            each.printed,
            each.exact,
            f"Our test: {each.test.partition('::')[0]}",
        )
        for each in wrong
    )


def as_table(found: Sequence[ListedErratum]) -> str:
    """Return the list as a table in Markdown."""
    head = [COLUMNS, ("---",) * len(COLUMNS)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (*head, *map(astuple, found)))


def as_lines(found: Sequence[ListedErratum]) -> str:
    """Return the list as lines, since the cells of a table are too narrow on a phone."""
    _, printed, right, known = COLUMNS
    return "\n".join(
        f"- **{each.where}.** *{printed}*: {each.printed} *{right}*: {each.right} "
        f"*{known}*: {each.known}"
        for each in found
    )
