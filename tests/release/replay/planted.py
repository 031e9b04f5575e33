"""Mistakes to plant into a release; the replay has to find each."""

import inspect
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from dpcore.data.cells import present
from dpcore.data.declared.reading import as_declared
from dpcore.data.declared.schema import Feature, Label, Numeric, Schema
from dpcore.data.files import encodings
from dpcore.data.written.recognised import recognised
from dpcore.erm import solver, weighted
from dpcore.release import orders, records, running, safe


@dataclass(frozen=True)
class Mistake:
    """One line of a function, or of a method, and the mistake that stands in its place."""

    module: ModuleType
    function: str
    right: str
    wrong: str

    def plant(self, patches: pytest.MonkeyPatch) -> None:
        """Put the mistake wherever the function is known."""
        *owners, name = self.function.split(".")
        owner = getattr(self.module, owners[0]) if owners else self.module
        right = getattr(owner, name)
        source = textwrap.dedent(inspect.getsource(right))
        assert source.count(self.right) == 1, f"{self.function} has no such line any more"
        names: dict[str, Callable[..., object]] = {}
        exec(source.replace(self.right, self.wrong), self.module.__dict__, names)
        wrong = names[name]
        assert isinstance(wrong, FunctionType)
        if owners:
            patches.setattr(owner, name, wrong)
            return
        for known, module in list(sys.modules.items()):
            if known.startswith("dpcore") and getattr(module, name, None) is right:
                patches.setattr(module, name, wrong)


def with_bounds_of(table: pd.DataFrame, schema: Schema) -> dict[str, Any]:
    """Return a schema as a file has it, each number's upper bound read from the table."""
    document = records.as_dict(schema)
    for each in document["features"]:
        if each["kind"] == "numeric":
            seen = pd.to_numeric(table[each["name"]], errors="coerce")
            largest = seen[seen.between(each["lower"], each["upper"], inclusive="neither")].max()
            each["upper"] = each["upper"] if np.isnan(largest) else float(largest)
    return document


def recognised_anew(column: pd.Series, item: Label | Feature, markers: Sequence[str]) -> pd.Series:
    """Return a column by the way of writing that its own cells suggest."""
    if isinstance(item, Numeric):
        found = recognised(present(column, markers))
        item = replace(item, written=found.writing if found else None)
    return as_declared(column, item, markers)


HERE = f"__import__('{__name__}', fromlist=[''])"

MUTANTS = {
    "the residual's noise times 0": Mistake(
        safe,
        "finished",
        "noise.rounded(coef, plan.grid)",
        "noise.rounded(coef, plan.grid) if drawn[0][1] is None else "
        "np.round(coef / plan.grid) * plan.grid",
    ),
    "the residual's noise as large as what was found": Mistake(
        safe,
        "finished",
        "noise.rounded(coef, plan.grid)",
        "coef + noise.nearest() * np.linalg.norm(coef)",
    ),
    "a record trains and judges": Mistake(
        running, "_draw", "judge = parts[len(route.plans)]", "judge = parts[0]"
    ),
    "the judges test, too": Mistake(
        running, "_draw", "test = parts[-1]", "test = parts[min(len(route.plans), len(parts) - 1)]"
    ),
    "the choice at 2ε": Mistake(
        running, "_draw", "spared(route.epsilon)", "spared(2 * route.epsilon)"
    ),
}
"""Five that the tests of a release once let through."""

LEAKS = {
    "a bound that is read from the data": Mistake(
        records,
        "read",
        "encode(as_dict(schema)",
        f"encode({HERE}.with_bounds_of(table, schema)",
    ),
    "a way of writing that is recognised anew": Mistake(
        records, "texts_of", "as_declared(", f"{HERE}.recognised_anew("
    ),
    "an encoding that is recognised anew": Mistake(
        encodings,
        "in_utf8",
        "said or (UTF_8 if as_declared else encoding_of(data))",
        "encoding_of(data) or WESTERN",
    ),
    "a row that is dropped": Mistake(
        records,
        "read",
        "n = len(table)",
        "table = table[(table != '').all(axis=1)]\n    n = len(table)",
    ),
    "a label of its own where a side is empty": Mistake(
        records, "_labels", "known = set(named)", "known = set(named) & set(texts) or set(texts)"
    ),
    "a refusal where all labels are the same": Mistake(
        records,
        "_labels",
        "known = set(named)",
        "known = set(named)\n    if len({text in known for text in texts}) == 1:\n"
        "        raise InvalidInput('all the same')",
    ),
    "a τ that was measured": Mistake(
        running, "_document", '"tau": plan.tau', '"tau": plan.tau * (1 + abs(outcome.coef[0]))'
    ),
}
"""Ways by which what is in a cell gets around the noise."""

OTHERS = {
    "the test at the model's ε": Mistake(
        running, "_draw", "spared(route.epsilon_test)", "spared(route.epsilon)"
    ),
    "no group privacy": Mistake(
        orders, "plan_route", "budget.per_record(order.epsilon)", "order.epsilon"
    ),
    "calibrated to the whole table": Mistake(orders, "plan_route", "n=n,\n", "n=budget.n,\n"),
    "parts by label": Mistake(
        running,
        "_draw",
        "parts = _parts(route.sizes, entropy)",
        "parts = np.split(np.argsort(y, kind='stable'), np.cumsum(route.sizes)[:-1])",
    ),
    "the same bits for all candidates": Mistake(
        running,
        "_draw",
        "draw_safely(plan, X[rows], y[rows], entropy)",
        "draw_safely(plan, X[rows], y[rows], __import__('copy').deepcopy(entropy))",
    ),
    "ε₂ is not subtracted": Mistake(
        safe, "plan_safely", "spared(epsilon - epsilon_residual)", "epsilon"
    ),
    "a draw that missed counts": Mistake(safe, "draw_safely", "if not exact[0]", "if False"),
}
"""Others of their kind."""

OF_DELTA = {
    "σ without what the solver leaves": Mistake(
        safe, "plan_safely", "plan.sensitivity + 2 * tau / total", "plan.sensitivity"
    ),
    "δ₂ is not subtracted": Mistake(
        safe, "plan_safely", "spared(delta - delta_residual)", "spared(delta)"
    ),
    "what the solver leaves is hidden at all of δ": Mistake(
        safe,
        "plan_safely",
        "_rate(epsilon_residual, delta_residual,",
        "_rate(epsilon_residual, delta,",
    ),
    "δ is not charged": Mistake(running, "execute", "delta=order.delta", "delta=0.0"),
}
"""Those that a release with a δ has to show by itself."""

OF_GAMMA = {
    "the number of columns for that of coefficients": Mistake(
        safe, "plan_safely", "n_features=n_features", "n_features=n_features + 1"
    ),
    "δ is spared for a residual that needs none": Mistake(
        safe, "plan_safely", "entry.norm_law is GAUSSIAN and not", "not"
    ),
}
"""Those that Gamma noise for (ε, δ) has to show."""

OF_WEIGHTS = {
    "class weights from the counts of the labels": Mistake(
        weighted,
        "_WeightedLoss.class_weights",
        "self.positive, self.negative",
        "1.0, max(np.mean(np.asarray(y) > 0), LEAST)",
    ),
    "class weights divided by their sum": Mistake(
        solver,
        "solve",
        "tolerance = ",
        "share = share / share.sum()\n    tolerance = ",
    ),
    "a rare record that counts more than 1": Mistake(
        solver,
        "solve",
        "tolerance = ",
        "share = share / loss.class_weights(y).min()\n    tolerance = ",
    ),
    "a choice whose mistakes count the other way round": Mistake(
        running,
        "_draw",
        "order.loss.class_weights(y[judge])",
        "order.loss.class_weights(-y[judge])",
    ),
}
"""Those that class weights make possible."""
