"""A plan as people write it: one kind of release a line, from declared facts alone.

    10 output epsilon=1 features=30
    1 objective_tight epsilon=0.5 features=30 lam=0.01 test=0.5
    2 promise epsilon=0.1

First how many, then the mechanism as the command line calls it, then what its laws follow from:

| fact | meaning | left out |
| --- | --- | --- |
| `epsilon`, `delta` | of one release | δ = 0 |
| `features` | coefficients after encoding, levels and the constant | has to be named |
| `lam` | λ, or auto: the public rule | auto |
| `candidates` | values of λ to choose from, with commas | none |
| `test`, `share` | ε of a test error, and the share of records for it | none, 0.2 |
| `loss`, `h` | loss, and its half-width | logistic, 0.5 |
| `part` | the declared part of the records that is seen | all records |

`promise` is any release of which ε and δ alone are known, such as a fit of an estimator. The data,
the label, the columns and λ may still change, as long as no law of a release is larger.

Examples
--------
>>> item, = read_plan(["10 output epsilon=1 features=30  # a model a month"], n=1000)
>>> item.times, item.what, item.spend.parts
(10, 'output epsilon=1 features=30', ((GammaNoise(epsilon=1.0, n_features=30),),))
"""

from collections.abc import Iterable

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import shown
from dpcore.data.written.plain import number as number_of
from dpcore.erm.losses import LOSSES, Loss, make_loss
from dpcore.ledger import PlannedRelease
from dpcore.privacy.profile.laws import Promise
from dpcore.privacy.profile.spend import Spend
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.privacy.tuning import part_sizes
from dpcore.release.orders import NO_CANDIDATES, plan_training
from dpcore.release.safe import released_mechanisms
from dpcore.release.spending.laws import spend_of

PROMISE = "promise"
"""What stands for a mechanism of which ε and δ alone are known."""

FACTS = (
    "epsilon", "delta", "features", "lam", "candidates", "test", "share", "loss", "h", "part"
)  # fmt: skip
"""What a line may say of a release."""

SHARE, HALF_WIDTH = 0.2, 0.5
"""Share of the records for a test error, and half-width of a loss, where none is named."""

LONGEST_LINE = 400
"""Characters of a line."""


def read_plan(lines: Iterable[str], n: int) -> tuple[PlannedRelease, ...]:
    """Return the items of a plan for a data set of n records; empty lines and # are passed over.

    Raises
    ------
    InvalidInput
        If a line cannot be read, names what is not released, or a fact is out of range.
    """
    items = []
    for place, line in enumerate(lines, 1):
        said = line.partition("#")[0].split()
        if not said:
            continue
        try:
            items.append(_item(said, n))
        except InvalidInput as fault:
            raise InvalidInput(
                f"Line {place} of the plan, {shown(line.strip()[:LONGEST_LINE])}: {fault}"
            ) from fault
    return tuple(items)


def _item(said: list[str], n: int) -> PlannedRelease:
    times = 1
    if said[0].isdecimal():
        times, said = int(said[0]), said[1:]
    if not said:
        raise InvalidInput("A line must name a mechanism, such as 10 output epsilon=1 features=30.")
    facts = _facts(said[1:])
    spend = _spend(said[0], facts, n)
    return PlannedRelease(" ".join(said), spend, times, facts.get("part"))


def _facts(said: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for each in said:
        name, sign, value = each.partition("=")
        if not (sign and value) or name not in FACTS or name in facts:
            raise InvalidInput(
                f"{shown(each)} is not a fact of a release. Write each once, as in epsilon=1; "
                f"there are {', '.join(FACTS)}."
            )
        facts[name] = value
    return facts


def _spend(mechanism: str, facts: dict[str, str], n: int) -> Spend:
    if mechanism == PROMISE:
        return Spend.of(Promise(_number(facts, "epsilon"), _number(facts, "delta", 0.0)))
    if mechanism not in released_mechanisms():
        raise InvalidInput(
            f"{shown(mechanism)} is not a mechanism that is released: take "
            f"{', '.join(released_mechanisms())}, or {PROMISE} for what is known by ε and δ alone."
        )
    test = _number(facts, "test", 0.0)
    n_trained = n - (round(_number(facts, "share", SHARE) * n) if test else 0)
    return _trained(mechanism, facts, n_trained, test)


def _trained(mechanism: str, facts: dict[str, str], n: int, test: float) -> Spend:
    """Return the laws of a release that trains on n records."""
    epsilon, candidates = _number(facts, "epsilon"), _lams(facts.get("candidates", ""))
    if candidates and _number(facts, "delta", 0.0):
        raise InvalidInput(NO_CANDIDATES)
    lams = candidates or _lams(facts.get("lam", AUTO))
    plans = [
        plan_training(
            mechanism,
            epsilon,
            lam,
            n=size,
            loss=_loss(facts),
            n_features=checks.whole("features", _number(facts, "features")),
            delta=_number(facts, "delta", 0.0),
        )[0]
        for lam, size in zip(lams, part_sizes(len(lams), n) if candidates else (n,), strict=False)
    ]
    return spend_of(plans, judge=epsilon if candidates else 0.0, test=test)


def _loss(facts: dict[str, str]) -> Loss:
    name = checks.one_of("loss", facts.get("loss", "logistic"), tuple(LOSSES))
    return make_loss(name, _number(facts, "h", HALF_WIDTH))


def _lams(text: str) -> tuple[float | str, ...]:
    return tuple(AUTO if each == AUTO else _read("lam", each) for each in text.split(",") if each)


def _number(facts: dict[str, str], name: str, default: float | None = None) -> float:
    if name in facts:
        return _read(name, facts[name])
    if default is None:
        raise InvalidInput(f"{name} must be named, as in {name}={EXAMPLES[name]}.")
    return default


EXAMPLES = {"epsilon": "1", "features": "30"}


def _read(name: str, text: str) -> float:
    number = number_of(text)
    if number is None:
        raise InvalidInput(f"{name} must be a number with a decimal point; got {shown(text)}.")
    return number
