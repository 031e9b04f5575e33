"""The verdict on a mechanism: its privacy loss on two neighbours, beside what it claims."""

from dataclasses import dataclass, replace
from functools import partial

from dpcore.checks import Array, InvalidInput
from dplab.instruments.audit import Finding
from dplab.studies.is_it_private import verdicts
from dplab.studies.is_it_private.verdicts import Question, Verdict
from pages.comparison import values
from pages.comparison.records import Records
from pages.is_it_private import answers, sentences
from pages.is_it_private.answers import OwnPair
from pages.is_it_private.meter import pair
from pages.is_it_private.meter.figures import privacy_loss
from pages.is_it_private.meter.values import MeterAsked
from pages.kit.figures.style import FigureDict
from pages.kit.notebook import part_code
from pages.kit.view import View

NOTHING_TO_DRAW = (
    "Without noise there is nothing to draw: the privacy loss is ∞, unless both data sets "
    "have the same classifier."
)


@dataclass(frozen=True, eq=False)
class MeterAnswer:
    """What is known of a mechanism on two neighbours.

    The verdict's worst loss is no smaller than any of the draws' `losses`. `finding` is what an
    audit of so many runs says, None until it has ended.
    """

    question: Question
    own: OwnPair | None
    verdict: Verdict
    losses: Array
    runs: int
    finding: Finding | None


def view(asked: MeterAsked, records: Records | None = None) -> View[MeterAnswer]:
    """Return the privacy losses of draws with the verdict, audited.

    Where there is no noise, there is no figure: to draw it raises `InvalidInput`.
    """
    records = records or Records()
    shown = before_audit(asked, records)
    return audited(shown, finding(shown.answer, records))


def before_audit(asked: MeterAsked, records: Records) -> View[MeterAnswer]:
    """Return the same without the audit, unless that is kept; `records` are told of the draws."""
    question, own = pair.question(asked, records), pair.own(asked, records)
    verdict = records.get(answers.verdict, question)
    losses = records.get_in_steps(answers.privacy_losses, question, own)
    verdict = verdicts.beside(verdict, losses)
    answer = MeterAnswer(question, own, verdict, losses, asked.runs, None)
    if known := records.known(answers.finding, question, own, asked.runs):
        answer = replace(answer, finding=known)
    whose = sentences.whose(values.DATA[own.settings.data], own.row) if own else ""
    return View(
        f"**{sentences.headline(verdict, own=own is not None)}**",
        sentences.losses_alt(verdict, verdicts.beyond(losses, question.epsilon)),
        partial(_drawn, answer),
        answer,
        sentences.protocol(question, own=whose),
        rows=partial(verdicts.table_of_draws, question, losses),
    )


def finding(answer: MeterAnswer, records: Records) -> Finding:
    """Return what an audit says; `records` are told of its runs."""
    asked = answer.question, answer.own, answer.runs
    return answer.finding or records.get_in_steps(answers.finding, *asked)


def audited(shown: View[MeterAnswer], finding: Finding) -> View[MeterAnswer]:
    """Return the same with what an audit says."""
    answer = replace(shown.answer, finding=finding)
    return replace(shown, draw=partial(_drawn, answer), answer=answer)


def _drawn(
    answer: MeterAnswer,
    *,
    dark: bool,
    phone: bool,  # noqa: ARG001 - the same there
) -> FigureDict:
    if verdicts.is_noiseless(answer.question):
        raise InvalidInput(NOTHING_TO_DRAW)
    return privacy_loss.distribution(answer.losses, answer.verdict, answer.finding, dark=dark)


def script(asked: MeterAsked, records: Records | None = None) -> str:
    """Return a script on `dpcore` and `dplab` that prints the same numbers."""
    question = pair.question(asked, records or Records())
    return part_code("is_it_private", "meter", vars(question) | {"runs": asked.runs})
