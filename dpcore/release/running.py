"""A release: check what can be checked, charge, draw once, keep the model, give it away.

The order is the point. What may be refused is refused first, by declared facts and the public n
alone. Then cells that are not as declared are counted, for the owner's eyes (`undeclared`): nothing
that is released rests on that. Then the ledger is charged, and the charge is on the disk. Only then
does anything else look at a cell. The model is settled under the charge's idempotency key before it
is returned: the same key again gives the same model, and a charge without a model is spent.

With candidates, λ is chosen by CMS11 Algorithm 4 (`dpcore.privacy.tuning`), each candidate drawn
safely on a part of its own. With a test share, a further part is kept for the test error: its count
of mistakes gets discrete Laplace noise of scale 1/ε_test. The parts are cut by a random permutation
that looks at no value; each record is in one, so that all together cost max(ε, ε_test) (parallel
composition).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from dpcore.checks import Array, InvalidInput, cut
from dpcore.data.cells import shown
from dpcore.data.declared.labelled import labelled
from dpcore.data.declared.schema import Schema
from dpcore.erm.losses import Loss
from dpcore.erm.prediction import predict
from dpcore.ledger import Budget, Charge, Ledger, NotKept, TicketUsed
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release.certificate import PURE, in_words, levels, reached, theorem
from dpcore.release.document import ENCODING, FORMAT, VERSION
from dpcore.release.entropy import Entropy
from dpcore.release.exact import counts
from dpcore.release.model import Model
from dpcore.release.orders import ReleasePlan, ReleaseRequest, check_n, differing, plan_route
from dpcore.release.records import as_dict, check_table, of_loss, read, words
from dpcore.release.regularization import PublicLam
from dpcore.release.safe import SafePlan, draw_safely, spared
from dpcore.release.undeclared import UndeclaredCells, stop, undeclared_cells, warn

Rows = list[npt.NDArray[np.intp]]
Tell = Callable[[Sequence[UndeclaredCells]], None]


@dataclass(frozen=True, eq=False)
class Released:
    """What is released: a classifier, the plan of its draw, and the noisy count of mistakes."""

    coef: Array
    plan: SafePlan
    rule: PublicLam | None = None
    n_tested: int = 0
    mistakes: int | None = None


def release(
    table: pd.DataFrame,
    schema: Schema,
    *,
    mechanism: str,
    epsilon: float,
    lam: float | str | None = AUTO,
    loss: Loss,
    ledger: Ledger,
    data_set: str,
    test_share: float = 0.0,
    epsilon_test: float = 0.0,
    candidates: Sequence[float | str] | None = None,
    delta: float = 0.0,
    idempotency_key: str | None = None,
    stop_at_undeclared: bool = False,
) -> Model:
    """Release one classifier, charged to the budget of its data set.

    Parameters
    ----------
    table : DataFrame (n, n_columns)
        Texts or numbers, one record a row.
    schema : Schema
        Declared facts alone, with a meaning for every cell (`records.check_schema`).
    mechanism : str
        One whose guarantee is "pure", or "approximate" with a `delta`.
    epsilon : float
        Of the model, per person; positive and finite.
    lam : float, "auto" or None
        Regularization, positive; "auto" for the public rule's, which follows n, the number of
        columns, the loss and ε (`regularization`); None where candidates are given.
    loss : Loss
    ledger : Ledger
        With a budget for the data set, opened with the n of the table; of the rows that have a
        label, where the schema leaves out the others.
    data_set : str
        Its declared name.
    test_share : float
        Share of the records, in [0, 1), that is kept from training to pay for a test error.
    epsilon_test : float
        Of the test error, per person; positive where there is a test share.
    candidates : sequence of float or "auto", optional
        Values of λ among which CMS11 Algorithm 4 chooses; "auto" is the rule's for its part.
    delta : float
        Above 0 and below 1/n for a mechanism that uses it, which takes no candidates; else 0.
    idempotency_key : str, optional
        Unique in the ledger; the same key again returns the same model, and draws nothing.
    stop_at_undeclared : bool
        Whether cells that are not as declared end it before the charge; else they are counted in an
        `UndeclaredCellsWarning`, before the charge too. A stop that rests on the records is itself
        an answer, which ε does not cover: as with a filter that turns warnings into errors.

    Returns
    -------
    Model

    Raises
    ------
    Overspent
        If it would go beyond the budget: then nothing was charged and nothing drawn.
    NotKept
        If it was charged, and the ledger failed before the model was on the disk: the model is
        not given out.
    MissedTolerance
        If the minimiser was not certainly exact enough: then it is charged, and not released.
    InvalidInput
        If a declared fact is missing or out of range, or the key belongs to a charge whose
        release did not finish, or to a release of other facts; or it was to stop, and did.

    Notes
    -----
    **Guarantee.** Model and test error together are (max(ε, ε_test), δ)-differentially private,
    with δ = 0 for a pure mechanism, for tables of the same public size n that differ in the records
    of one person, at most `records_per_person` of the budget (and, where the schema leaves out rows
    without a label, that have a label in both): each part of the records is used by one mechanism
    of ε/m (CM08 Theorem 1, CMS11 Theorem 2 or our rank-one form of it, or Balle and Wang 2018,
    Theorem 8, and our bound by it for noise in the objective, all made safe for the solver's
    residual by `safe`; the exponential mechanism for the choice among candidates, CMS11 Algorithm
    4; the discrete Laplace mechanism for the test error); parallel composition over parts cut by a
    random permutation; group privacy over the m records of a person, without a δ. It holds for the
    bits that are released (`exact`), if those of the operating system are fair and no draw misses
    its tolerance (`safe`). What a cell holds cannot cause a refusal, unless `stop_at_undeclared`
    asks for it; that stop, and the warning, are outside of it. It says nothing of time.
    """
    if not isinstance(ledger, Ledger):
        raise InvalidInput(
            f"ledger must be a Ledger, such as Ledger('ledger.db'); got {cut(repr(ledger))}."
        )
    lams: Any = () if candidates is None else candidates
    # The default of λ gives way to candidates; a λ that was typed beside them is refused.
    lam = None if candidates is not None and lam == AUTO else lam
    order = ReleaseRequest(
        schema, mechanism, epsilon, lam, loss, data_set, test_share, epsilon_test, lams, delta
    )
    # This function's caller is three calls away from what warns.
    tell = stop if stop_at_undeclared else partial(warn, level=3)
    return execute(order, table, ledger, idempotency_key, Entropy(), tell)


def execute(
    order: ReleaseRequest,
    table: pd.DataFrame,
    ledger: Ledger,
    idempotency_key: str | None,
    entropy: Entropy,
    tell: Tell | None = None,
) -> Model:
    """Check, tell, charge, draw, settle, return, in this order; for who asks in other ways.

    `tell` gets the columns with cells that are not as declared, before the charge; left out,
    nobody counts.

    **Guarantee.** That of `release`, if `entropy` is the operating system's.
    """
    # First of all: a model that is paid for is given again, though nothing may be left by now.
    settled = _settled(ledger, idempotency_key, order)
    if settled is not None:
        return settled
    # Its n, parts and records per person never change, so that they may be read before the charge
    # takes the lock; what is left may, and `charge` looks again.
    budget = ledger.budget(order.data_set)
    route = plan_route(order, budget)
    check_table(table, order.schema)
    # Which records have a label is public where rows without one are left out: `plan_route` has
    # seen to that.
    table = labelled(table, order.schema)
    check_n(table, budget)
    # Here ends what may be refused for free. None of it looked into a cell that is not public.
    dry_run(order, route, budget)
    # For the owner alone. A `tell` that stops makes whether there is a release an answer about the
    # records; nothing else of what follows rests on it.
    if tell is not None:
        tell(undeclared_cells(table, order.schema))
    try:
        charge = ledger.charge(
            order.data_set,
            what=_purpose(order),
            mechanism=order.mechanism,
            epsilon=order.total,
            delta=order.delta,
            idempotency_key=idempotency_key,
            spend=route.spend if budget.records_per_person == 1 else None,
        )
    except TicketUsed:
        # Somebody with the same key came first.
        settled = _settled(ledger, idempotency_key, order)
        if settled is None:
            raise
        return settled
    # Whatever stops this from now on, the charge stays: that it stopped may tell of the records.
    outcome = _draw(order, route, table, entropy)
    model = Model(_document(order, route, outcome, budget, charge), order.schema)
    try:
        ledger.settle(charge.ticket, model.to_json())
    except InvalidInput as fault:
        # Given out all the same, the model could never be had again by its key.
        raise NotKept.of(charge.ticket, fault) from fault
    return model


def dry_run(order: ReleaseRequest, route: ReleasePlan, budget: Budget) -> Model:
    """Write and read the model file with a classifier of zeros: what fails must fail uncharged.

    All that the certificate would state is there, but for the charge: the entry is none.

    Raises
    ------
    InvalidInput
        If a model file cannot hold what would be released.
    """
    # Candidates differ in numbers alone, and names and texts are what a file may be unable to hold.
    plan = route.plans[0]
    zeros = Released(np.zeros(plan.n_features), plan, route.rules[0], route.sizes[-1], 0)
    charge = Charge(
        order.total,
        number=1,
        data_set=budget.data_set,
        what=_purpose(order),
        mechanism=order.mechanism,
        ticket="none",
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        hash="0" * 64,  # as long as those that will stand there
    )
    model = Model(_document(order, route, zeros, budget, charge), order.schema)
    return Model.from_json(model.to_json())


def _draw(
    order: ReleaseRequest, route: ReleasePlan, table: pd.DataFrame, entropy: Entropy
) -> Released:
    """Return what is released; everything that looks at a cell is behind here."""
    X, y = read(table, order.schema)
    parts = _parts(route.sizes, entropy)
    # Fresh noise for each: with one vector for all, the difference of two outputs at the same rate
    # would hold no noise at all.
    coefs = [
        draw_safely(plan, X[rows], y[rows], entropy)
        for plan, rows in zip(route.plans, parts, strict=False)
    ]
    pick = 0
    if order.candidates:
        # On a part that trained none of them: else a record counts twice, at 2ε (CMS11 Alg. 4).
        judge = parts[len(route.plans)]
        # A replaced record moves each of these counts by at most 1, the largest class weight, which
        # is what the exponential mechanism's exp(-ε z/2) rests on.
        wrong = predict(np.stack(coefs), X[judge]) != y[judge]
        weight = order.loss.class_weights(y[judge])
        mistakes = [counts.weighed(each, weight) for each in wrong]
        pick = counts.choice(entropy, mistakes, spared(route.epsilon))
    if not route.epsilon_test:
        return Released(coefs[pick], route.plans[pick], route.rules[pick])
    test = parts[-1]
    # Of the chosen one alone: a count of mistakes has sensitivity 1, and is asked for once.
    count = int((predict(coefs[pick][None], X[test]) != y[test]).sum())
    noisy = count + counts.discrete_laplace(entropy, spared(route.epsilon_test))
    # Clipped to what a count can be: post-processing.
    said = min(max(noisy, 0), len(test))
    return Released(coefs[pick], route.plans[pick], route.rules[pick], len(test), said)


def _parts(sizes: tuple[int, ...], entropy: Entropy) -> Rows:
    # One part needs no order. Several need one that no value has shaped: parts by label, say, let a
    # replaced record change parts, and parallel composition then gives 2ε.
    if len(sizes) == 1:
        return [np.arange(sizes[0])]
    return np.split(entropy.permutation(sum(sizes)), np.cumsum(sizes)[:-1])


def _settled(ledger: Ledger, idempotency_key: str | None, order: ReleaseRequest) -> Model | None:
    """Return the model of a key that was used; None for a new one."""
    entry = None if idempotency_key is None else ledger.lookup(idempotency_key)
    if entry is None:
        return None
    charge, document = entry
    if charge.data_set != str(order.data_set).strip():
        raise InvalidInput(f"The idempotency key belongs to a release of {shown(charge.data_set)}.")
    # It may be under way in another program. If it was lost, its noise may have got out before: a
    # second draw on the same charge would be a second release.
    if document is None:
        raise InvalidInput(
            f"Entry {charge.number} of the ledger is a charge whose release did not finish, or has "
            "not finished yet; its budget is spent. It is never drawn again. For another release, "
            "which is charged separately, use a new key."
        )
    model = Model.from_json(document)
    # Never the model of other facts than those that were asked for: its ε would be misread.
    other = differing(order, model.document, ledger.budget(charge.data_set))
    if other:
        raise InvalidInput(
            f"The idempotency key {shown(charge.ticket)} belongs to a release with another "
            f"{' and another '.join(other)}. Ask as before for the same model, or use a new key "
            "for another release, which is charged separately."
        )
    return model


def _purpose(order: ReleaseRequest) -> str:
    purpose = f"a classifier for {order.schema.label.name}"
    purpose += f", chosen among {len(order.candidates)}" if order.candidates else ""
    purpose += ", with its test error" if order.test_share else ""
    # A column may be called what the ledger's names may not hold: made fit, rather than refused.
    return " ".join("".join(c if c.isprintable() else " " for c in purpose).split())[:200]


def _document(
    order: ReleaseRequest, route: ReleasePlan, outcome: Released, budget: Budget, charge: Charge
) -> dict[str, Any]:
    plan, schema = outcome.plan, order.schema
    named = zip(schema.encoded_names(), outcome.coef.tolist(), strict=True)
    of_all = theorem(plan.plan, order.candidates, route.epsilon_test)
    promised = in_words(budget, order.cost, schema.label, route.epsilon_without_delta)
    numbers = {
        "data_set": budget.data_set,
        "n": budget.n,
        "n_trained": plan.n,
        "records_per_person": budget.records_per_person,
        "epsilon": order.total,
        "epsilon_per_record": route.epsilon,
        "epsilon_noise": plan.plan.epsilon_noise,
        "epsilon_curvature": plan.plan.epsilon_curvature,
        "epsilon_residual": plan.epsilon_residual,
        "epsilon_test": order.epsilon_test,
        "mechanism": order.mechanism,
        "theorem": of_all,
        "levels": levels(budget, order.cost, of_all),
        **of_loss(order.loss),
        "lam": plan.lam,
        "extra_lam": plan.plan.extra_lam,
        "lam_used": plan.lam_used,
        **_by_rule(order, route, outcome),
        **_of_delta(order, route, plan),
        "noise_rate": plan.noise_rate,
        "residual_rate": plan.residual_rate if plan.epsilon_residual else None,
        "tau": plan.tau,
        "reached": reached([each.n_steps for each in route.plans]),
        "grid": plan.grid,
        "test": _test(route, outcome),
        # Of the charge, not of the model: how long the draw took may depend on the records.
        "date": charge.time,
        "ledger": {"entry": charge.number, "hash": charge.hash},
        "columns": as_dict(schema)["features"],
        **({"proposed": list(schema.proposed())} if schema.proposed() else {}),
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "schema": as_dict(schema),
        "encoding": ENCODING,
        "labels": words(schema.label),
        "coefficients": [{"feature": name, "coefficient": w} for name, w in named],
        "certificate": promised | numbers,
    }


def _by_rule(order: ReleaseRequest, route: ReleasePlan, outcome: Released) -> dict[str, Any]:
    """Return the candidates, and what the rule set; its entries are absent where it set nothing."""
    candidates = [plan.lam for plan in route.plans] if order.candidates else []
    entries: dict[str, Any] = {"candidates": candidates}
    if outcome.rule is not None:
        entries["lam_rule"] = outcome.rule.as_dict()
    places = [place for place, lam in enumerate(order.candidates) if lam == AUTO]
    return entries | ({"candidates_by_rule": places} if places else {})


def _of_delta(order: ReleaseRequest, route: ReleasePlan, plan: SafePlan) -> dict[str, Any]:
    """Return δ, its parts and ε without it; nothing for a pure mechanism, as it always was."""
    noise, pure = plan.plan.delta, route.epsilon_without_delta
    parts = {"delta": order.delta, "delta_noise": noise, "delta_residual": plan.delta_residual}
    return parts | ({PURE: pure} if pure is not None else {}) if order.delta else {}


def _test(route: ReleasePlan, outcome: Released) -> dict[str, Any] | None:
    if outcome.mistakes is None or not route.epsilon_test:
        return None
    return {
        "n": outcome.n_tested,
        "mistakes": outcome.mistakes,
        "error": outcome.mistakes / outcome.n_tested,
        "scale": 1 / route.epsilon_test,
    }
