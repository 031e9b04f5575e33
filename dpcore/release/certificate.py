"""The certificate: what a release promises, in words and symbols, and what it does not.

`page` sets it as one HTML file without scripts, links or fonts from elsewhere, to read and to
print; `bundle` puts model, certificate and scorer into one zip file.
"""

import io
import math
import zipfile
from collections.abc import Sequence
from decimal import ROUND_CEILING, Context, Decimal
from html import escape
from typing import Any

from dpcore.checks import written
from dpcore.data.cells import shown
from dpcore.data.declared.schema import OF_TABLE, Label
from dpcore.data.written.writing import Writing
from dpcore.ledger import Budget, Cost
from dpcore.ledger.sentences import promise
from dpcore.privacy import risk
from dpcore.privacy.calibration import Plan
from dpcore.privacy.proofs import of_release
from dpcore.release.document import RELEASED_BY
from dpcore.release.exact import tested
from dpcore.release.model import Model, packed_at, scorer_text
from dpcore.release.records import IN_WORDS, WEIGHTS, weights_in_words
from dpcore.release.regularization import rule_in_words

LIMITS = (
    "It holds for the bits that are released, if the bits that the operating system drew are fair "
    "and stay secret. Nobody has proven that they are.",
    "Every minimiser must be computed to within the tolerance τ. A draw that misses τ is refused "
    "and charged. If that can happen with probability δ_F, the guarantee is "
    "(ε, (1 + e^ε) δ_F)-differential privacy. With output perturbation no noise plays a part in "
    "this: the records alone decide whether τ is missed.",
    "Bounds, levels, constants, markers of missing values, the constant feature, the choice of "
    "columns and how the table is written count as declared. Only the person who released the "
    "model vouches for that: if they were read from the data, there is no guarantee.",
    "So do ε, λ, h, class weights, the mechanism and the candidates. Trying several on these "
    "records and keeping the best would use the records again, which this ε does not count.",
    "Records that depend on one another, such as those of a family, are covered only as far as "
    "they count as one person's. Together they may reveal more about one of them than ε allows.",
    "The ledger knows the data set by its declared name alone: the same records under another name "
    "have another budget.",
    "How long the computation took is not covered.",
)
"""What a certificate says of its own limits."""

CHOSEN = "So do ε, λ, h"
"""What counts as chosen without a look at the records."""

OF_A_MISS = "(ε, (1 + e^ε) δ_F)"
"""What is left of the guarantee where a draw can miss τ."""

SAMPLERS = (
    "Noise is a real vector, drawn to as many digits as rounding to the grid needs; counts and "
    "choices were drawn with whole numbers alone"
)
"""What a certificate says of how its noise was drawn: `dpcore.release.exact`."""

LEVELS = "By the levels of NIST SP 800-226"

STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: normal; padding: .2em 1em .2em 0; vertical-align: top; }
td { padding: .2em 0; overflow-wrap: anywhere; }
.symbols { text-align: center; font-size: 1.2em; }
@media print { body { margin: 0; font-size: 11pt; } }
"""

PURE = "epsilon_without_delta"
"""Where a certificate states the ε that is kept without the δ; absent where none is."""

FACTS = (
    ("data_set", "Data set"),
    ("budget", "Its budget, for all releases"),
    ("n", "Records n, public"),
    ("n_trained", "Records it was trained on"),
    ("records_per_person", "Records per person, at most"),
    ("epsilon", "Charged ε, per person"),
    ("epsilon_per_record", "ε of the model, per record"),
    ("epsilon_noise", "of it for the noise, ε'"),
    ("epsilon_curvature", "of it for the curvature"),
    ("epsilon_residual", "of it for the solver's residual, ε₂"),
    ("epsilon_test", "ε of the test error, per person"),
    ("delta", "Charged δ"),
    ("delta_noise", "of it for the noise"),
    ("delta_residual", "of it for the solver's residual, δ₂"),
    (PURE, "ε that the same noise keeps without a δ"),
    ("mechanism", "Mechanism"),
    ("theorem", "Theorem"),
    ("loss", "Loss"),
    ("h", "Half-width h of the loss"),
    ("lam", "Regularization λ"),
    ("extra_lam", "Extra regularization Δ"),
    ("lam_used", "Regularization used, λ + Δ"),
    ("noise_rate", "Noise rate β"),
    ("residual_rate", "Noise rate for the residual"),
    ("tau", "Tolerance τ"),
    ("reached", "That every draw reaches τ"),
    ("grid", "Grid of the coefficients"),
    ("samplers", "How noise was drawn"),
    ("version", "Released by"),
    ("date", "Date, UTC"),
)
"""The entries that a page shows, and what they are called."""

PROMISED = {"epsilon", "epsilon_per_record", "epsilon_test", "delta", PURE}
"""Those of them that no rounding may make smaller."""


def in_words(
    budget: Budget, cost: Cost, label: Label, without_delta: float | None = None
) -> dict[str, Any]:
    """Return the guarantee, the neighbours and the limits in sentences.

    `without_delta` is the ε that is kept without the δ as well; None where there is none.
    """
    m = budget.records_per_person
    differ = "one record" if m == 1 else f"the records of one person, at most {m:,}"
    neighbours = (
        f"Two tables of the same public size n = {budget.n:,} that differ in {differ}; "
        "records are replaced, not added or removed."
    )
    plus_delta = " + δ" if cost.delta else ""
    return {
        "guarantee": _guarantee(differ, cost) + _besides(without_delta),
        "symbols": (
            f"Pr[M(D) ∈ S] ≤ e^ε Pr[M(D') ∈ S]{plus_delta} for all neighbours D, D' and all sets S"
        ),
        "neighbours": neighbours + _labelled(label),
        "limits": list(limits(cost)),
        "samplers": SAMPLERS,
        "budget": promise(budget),
        "version": RELEASED_BY,
    }


def limits(cost: Cost) -> tuple[str, ...]:
    """Return what a certificate says of its own limits, with δ in them where there is one."""
    if not cost.delta:
        return LIMITS
    missed = OF_A_MISS.replace("(1", "δ + (1", 1)
    chosen = CHOSEN.replace("ε,", "ε, δ,")
    return tuple(limit.replace(OF_A_MISS, missed).replace(CHOSEN, chosen) for limit in LIMITS)


def _guarantee(differ: str, cost: Cost) -> str:
    epsilon = f"ε = {rounded_up(cost.epsilon)} (e^ε = {_factor(cost.epsilon)})"
    if not cost.delta:
        return (
            "Any release is at most e^ε times as probable with one table as with another that "
            f"differs in {differ}, with {epsilon}, if no draw can miss τ: pure ε-differential "
            "privacy."
        )
    return (
        "For any set of results, the probability that the release is in it is at most e^ε "
        f"times what it would be with a table that differs in {differ}, plus δ, with {epsilon} and "
        f"δ = {rounded_up(cost.delta)}, if no draw can miss τ: (ε, δ)-differential privacy."
    )


def _besides(epsilon: float | None) -> str:
    if epsilon is None:
        return ""
    return (
        " Under the same condition, and without the δ, it keeps pure ε-differential privacy with "
        f"ε = {rounded_up(epsilon)} (e^ε = {_factor(epsilon)})."
    )


def levels(budget: Budget, cost: Cost, theorem: str) -> list[str]:
    """Return where the release stands on the levels of NIST SP 800-226, a sentence each.

    Near, Darais, Lefkovitz and Howarth, *Guidelines for Evaluating Differential Privacy
    Guarantees* (2025): each level rests on those after it.
    """
    m = budget.records_per_person
    unit = "one record" if m == 1 else f"all records of one person, at most {m:,}"
    return [
        f"Parameter and unit: ε = {rounded_up(cost.epsilon)} for {unit}, δ = "
        f"{rounded_up(cost.delta)}; n is public.",
        f"Mechanism: {theorem}.",
        "Trust: central. The owner who released the model could see all records; nobody who gets "
        "the model needs to be trusted.",
        "Side channels: only the model and its test error are covered. Time, memory and what the "
        "owner was told before the charge are not.",
        "Collection: not covered. That is how the records were collected, who else has them and "
        "how they are stored.",
    ]


def _labelled(label: Label) -> str:
    """Return between which records neighbours differ, where rows without a label are left out."""
    if not label.leaves_out:
        return ""
    return (
        f" Rows without a label {shown(label.name)} are left out, and n counts the others. Which "
        "records have a label is declared public: a record with a label is replaced by another "
        "with a label, and having one is not protected."
    )


def theorem(plan: Plan, candidates: Sequence[object], epsilon_test: float) -> str:
    """Return by what the whole release is private."""
    theorems = [plan.theorem, f"residual hidden by {plan.norm_law.capitalize()} noise"]
    if candidates:
        theorems.append("choice of λ by CMS11 Algorithm 4")
    if epsilon_test:
        theorems.append("test error by the discrete Laplace mechanism on a disjoint part")
    return "; ".join(theorems)


def reached(n_steps: Sequence[int | None]) -> str:
    """Return what is proven of draws that could miss τ: see `dpcore.release.exact.descent`.

    `n_steps` are of all draws: a candidate that is not chosen is a refusal, too, where it misses.
    """
    proven = [each for each in n_steps if each is not None]
    if len(proven) < len(n_steps):
        return (
            "not proven at these settings; none of 43,903 draws on deliberately hard tables "
            "missed it"
        )
    return (
        f"on every table, by {max(proven):,} plain steps where Newton's method fails; "
        "δ_F is below 1e-40"
    )


def risk_in_words(model: Model) -> str:
    """Return what the charged ε and δ limit, in the one sentence about risk, rounded up."""
    facts = model.certificate
    per_person = facts["records_per_person"]
    return risk.sentence(
        facts["epsilon"], facts.get("delta", 0.0), up=True, records_per_person=per_person
    )


def rows(model: Model) -> tuple[tuple[str, str], ...]:
    """Return what a certificate states in numbers: what each is called, and the number."""
    facts = model.certificate
    stated = []
    for key, name in FACTS:
        value = facts.get(key)  # An older file does not say how its noise was drawn.
        if {"delta", PURE} & facts.keys() == {"delta"} and "_rate" in key:
            name = f"{name}, 1/σ"
        if value is not None:
            said = rounded_up(value) if key in PROMISED else value
            stated.append((name, said if isinstance(said, str) else written(said)))
        stated += _behind(key, model)
    stated += _proposed(model)
    if facts["candidates"]:
        by_rule = facts.get("candidates_by_rule", [])
        candidates = [
            f"{written(lam)} (by the public rule)" if place in by_rule else written(lam)
            for place, lam in enumerate(facts["candidates"])
        ]
        stated.append(("λ was chosen among", ", ".join(candidates)))
    if facts["test"]:
        stated.append(("Test error", tested.in_words(facts)))
    # With the hash, since whoever can write the ledger can rewrite its whole chain, but not the
    # certificates that were given out.
    entry = facts["ledger"]
    return (*stated, ("Entry of the ledger", f"{entry['entry']}, {entry['hash']}"))


def _behind(key: str, model: Model) -> list[tuple[str, str]]:
    """Return what stands behind an entry where the certificate has it."""
    facts = model.certificate
    if key == "theorem" and "samplers" in facts:  # An older file was drawn in another way.
        return [("Proofs", _proofs(facts))]
    if key == "h" and WEIGHTS in facts:
        weights = weights_in_words(facts, model.document["labels"])
        return [("Class weights, declared", weights)]
    if key == "lam" and "lam_rule" in facts:
        return [("λ was set by the public rule", rule_in_words(facts["lam_rule"]))]
    return []


def _proposed(model: Model) -> list[tuple[str, str]]:
    """Return which facts dpcore read from a table before its owner declared them, if any."""
    label, names = model.schema.label.name, model.certificate.get("proposed", [])
    features = [name for name in names if name not in (label, *OF_TABLE)]
    parts = [f"the label {shown(label)}"] if label in names else []
    parts += [f"the bounds or levels of {', '.join(map(shown, features))}"] if features else []
    parts += [IN_WORDS[name] for name in names if name in OF_TABLE]
    called = "Proposed from records by dpcore, then declared by their owner"
    return [(called, "; ".join(parts))] if parts else []


def columns(model: Model) -> tuple[tuple[str, str], ...]:
    """Return each column and what was declared of it, the label first; () of an older file."""
    if "columns" not in model.certificate:
        return ()
    label, words = model.schema.label.name, model.document["labels"]
    of_label = f"the label: {words['positive']} (+1), or {words['negative']} (-1)"
    return (
        (label, of_label),
        *((each["name"], _declared(each)) for each in model.certificate["columns"]),
    )


def page(model: Model) -> str:
    """Return the certificate as one HTML file."""
    facts = model.certificate
    # Names and texts come from a file that anybody may have written: nothing of it is markup.
    cells = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>\n" for name, value in rows(model)
    )
    limits = "".join(f"<li>{escape(limit)}</li>\n" for limit in facts["limits"])
    on_levels = "".join(f"<li>{escape(level)}</li>\n" for level in facts.get("levels", ()))
    on_levels = on_levels and f"<h2>{LEVELS}</h2>\n<ol>\n{on_levels}</ol>\n"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>Certificate of a private classifier</title><style>{STYLE}</style></head><body>\n"
        f"<h1>Certificate of a private classifier</h1>\n<p>{escape(facts['guarantee'])}</p>\n"
        f"<p>{escape(risk_in_words(model))}</p>\n"
        f'<p class="symbols">{escape(facts["symbols"])}</p>\n'
        f"<p>{escape(facts['neighbours'])}</p>\n<table>\n{cells}</table>\n{_columns(model)}"
        f"<h2>What it does not promise</h2>\n<ul>\n{limits}</ul>\n{on_levels}</body></html>\n"
    )


def bundle(model: Model) -> bytes:
    """Return a zip file with model.json, certificate.html and scorer.py."""
    contents = {
        "model.json": model.to_json(),
        "certificate.html": page(model),
        "scorer.py": scorer_text(),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents.items():
            # The date of the charge, and no clock: the same model is always the same file.
            entry = zipfile.ZipInfo(name, packed_at(model.certificate["date"]))
            # Where it is unpacked, all may read it; by default only who unpacked it could.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def rounded_up(epsilon: float) -> str:
    """Return an ε to six digits, not less than the shortest decimal that is the same double.

    Examples
    --------
    >>> rounded_up(0.1), rounded_up(1 / 3)
    ('0.1', '0.333334')
    """
    six = Context(prec=6, rounding=ROUND_CEILING)
    return written(float(six.plus(Decimal(repr(epsilon)))))


def _factor(epsilon: float) -> str:
    """Return e^ε in digits that tell it from 1."""
    if epsilon < 1e-3:
        return f"1 + {written(math.expm1(epsilon))}"
    return written(math.exp(epsilon)) if epsilon < 700 else "a number beyond 1e300"


def _columns(model: Model) -> str:
    """Return the declared columns as HTML; nothing where the certificate has none."""
    declared = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(what)}</td></tr>\n"
        for name, what in columns(model)
    )
    return f"<h2>Columns, as declared</h2>\n<table>\n{declared}</table>\n" if declared else ""


def _declared(feature: dict[str, Any]) -> str:
    if feature["kind"] == "numeric":
        lower, upper, missing = (written(feature[end]) for end in ("lower", "upper", "missing"))
        said = f"a number from {lower} to {upper}; a missing value counts as {missing}"
        written_as = feature.get("written")
        return f"{said}; {Writing(**written_as).in_words}" if written_as else said
    # All of them: a certificate that leaves levels out does not say what was declared.
    levels = ", ".join(map(repr, feature["levels"]))
    missing, other = feature["missing"], feature["other"]
    said = f"one of {levels}; a missing value counts as {missing!r}, any other text as {other!r}"
    return f"{said}; spellings that look alike are one" if feature.get("joined") else said


def _proofs(facts: dict[str, Any]) -> str:
    """Return by the names of their files in this package where the proofs stand."""
    names = of_release(
        facts["mechanism"],
        is_tuned=bool(facts["candidates"]),
        is_tested=bool(facts["test"]),
        is_weighted=WEIGHTS in facts,
    )
    return f"{', '.join(f'{name}.md' for name in names)} in dpcore/privacy/proofs"
