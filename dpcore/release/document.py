"""The model file: JSON with nothing left to chance, and its strict reading.

A model file holds the schema, how cells are encoded, a coefficient for each feature after encoding,
what the predictions are called, and the certificate. `model.schema.json` beside this module is
its JSON Schema; `read` checks all that it says and more: the schema must be valid and leave no cell
without a meaning, and coefficients must be named as it names its features, in its order.

What is wrong is said in a sentence. Nothing in a file is executed, and nothing but JSON is read.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from dpcore.checks import InvalidInput, cut, plain_json
from dpcore.data.cells import shown
from dpcore.data.declared.schema import Schema
from dpcore.data.facts import MAX_TEXT
from dpcore.release.records import check_schema, words

FORMAT, VERSION = "dpcore model", 1
RELEASED_BY = "dpcore 0.1.0"

MAX_MODEL = 5_000_000
"""Most characters of a model file: a schema of the largest size, twice, and its coefficients."""

MAX_DEPTH = 8
"""Deepest nesting; a model needs four."""

MAX_SENTENCE = 2_000
"""Most characters of a text in the certificate."""

LARGEST = 1e150
"""Largest number: squares and sums of such numbers do not overflow."""

ENCODING = {
    "number": "2 (min(max(v, lower), upper) - lower)/(upper - lower) - 1",
    "category": "1 at the place of its level, 0 elsewhere",
    "row": "x / max(1, norm of x)",
    "intercept": "(x, 1)/sqrt(2)",
    "prediction": "positive where the sum of coefficient times feature is at least 0",
}
"""How a row is encoded, said in the file for whoever has nothing else."""

Check = Callable[[str, Any], None]


def read(text: str) -> tuple[dict[str, Any], Schema]:
    """Return the content of a model file and its schema.

    Raises
    ------
    InvalidInput
        If it is too large, no JSON, or an entry is missing, unknown or not as it must be.
    """
    document = _parsed(text)
    # Its form before its version: a file of another kind may have no version to compare.
    _object(PARTS)("the model file", document)
    if (document["format"], document["version"]) != (FORMAT, VERSION):
        raise InvalidInput(
            f"the model file must say format {shown(FORMAT)}, version {VERSION}; it says "
            f"{shown(document['format'])}, {cut(document['version'])}."
        )
    schema = Schema.from_json(json.dumps(document["schema"]))
    # The scorer reads the file's own text. What our reader would trim or fill in, it would not, and
    # the two would predict differently.
    if json.loads(schema.to_json()) != document["schema"]:
        raise InvalidInput("the schema in the model file must be as dpcore saves it.")
    # A model that leaves a cell without a meaning was never released, and could not predict it.
    check_schema(schema)
    # Other words could name the two sides the wrong way round.
    if document["labels"] != words(schema.label):
        raise InvalidInput("the labels in the model file must be those of its schema.")
    # Stated a second time, for whoever reads the certificate alone; other bounds would be a lie.
    columns = document["certificate"].get("columns")
    if columns is not None and columns != document["schema"]["features"]:
        raise InvalidInput("the columns in the certificate must be those of its schema.")
    weights = document["certificate"].get("class_weights", {"negative": 0.5, "positive": 1.0})
    if not 0 < min(weights.values()) < max(weights.values()) == 1:
        raise InvalidInput("the larger class weight in the certificate must be 1.")
    if document["certificate"].get("proposed", []) != list(schema.proposed()):
        raise InvalidInput(
            "facts that the certificate calls proposed must be proposed in its schema, too."
        )
    _check_coefficients(document["coefficients"], schema)
    return document, schema


def _parsed(text: str) -> Any:
    plain_json("a model file", text, MAX_MODEL)
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        # Half of a surrogate pair passes as JSON but could never be shown or saved again.
        json.dumps(document, ensure_ascii=False).encode()
    except InvalidInput:  # a ValueError too, with a sentence of its own
        raise
    except (ValueError, RecursionError):
        raise InvalidInput("the model file is not JSON; load the file that was saved.") from None
    _check_depth(document, MAX_DEPTH)
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Python takes the last of two; others take the first, and would read another model.
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise InvalidInput("the model file must have each entry once; one appears twice.")
    return entries


# NaN and Infinity, which Python reads and JSON does not know.
def _no_number(name: str) -> None:
    raise InvalidInput(f"the model file must hold finite numbers; it has {name}.")


def _check_depth(item: Any, left: int) -> None:
    if left < 0:
        raise InvalidInput(f"the model file must be nested at most {MAX_DEPTH} deep.")
    for each in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        _check_depth(each, left - 1)


def _check_coefficients(entries: list[dict[str, Any]], schema: Schema) -> None:
    names = schema.encoded_names()
    if len(entries) != len(names):
        raise InvalidInput(
            f"the model file must have {len(names):,} coefficients, one for each feature of its "
            f"schema after encoding; it has {len(entries):,}."
        )
    # In this order, since the scorer goes by places: a moved one would weigh another feature.
    for entry, name in zip(entries, names, strict=True):
        if entry["feature"] != name:
            raise InvalidInput(
                f"the coefficient of {shown(name)} must be where the model file has that of "
                f"{shown(entry['feature'])}."
            )


def _text(most: int, least: int = 1) -> Check:
    def check(what: str, value: Any) -> None:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise InvalidInput(f"{what} must be a text of {least} to {most:,} characters.")

    return check


def _number(low: float = -LARGEST, *, whole: bool = False) -> Check:
    def check(what: str, value: Any) -> None:
        # Truth values are numbers to Python, mistakes in a file.
        kinds = (int,) if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= LARGEST:
            kind = "a whole number" if whole else "a number"
            raise InvalidInput(f"{what} must be {kind} from {low:g} to {LARGEST:g}.")

    return check


def _list(each: Check, most: int) -> Check:
    def check(what: str, value: Any) -> None:
        if not isinstance(value, list) or len(value) > most:
            raise InvalidInput(f"{what} must be a list of at most {most:,}.")
        for item in value:
            each(f"each of the {what}", item)

    return check


def _object(entries: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    known = {**entries, **(optional or {})}

    def check(what: str, value: Any) -> None:
        if not isinstance(value, dict):
            raise InvalidInput(f"{what} must be a JSON object.")
        for missing in sorted(entries.keys() - value.keys()):
            raise InvalidInput(f"{what} must have an entry {missing}.")
        # Not ignored: what a later version adds may change what the rest means.
        for unknown in sorted(value.keys() - known.keys()):
            raise InvalidInput(f"{what} cannot have an entry {shown(unknown)}.")
        for name, each in known.items():
            if name in value:
                each(f"{name} in {what}", value[name])

    return check


def _maybe(each: Check) -> Check:
    def check(what: str, value: Any) -> None:
        if value is not None:
            each(what, value)

    return check


def _same(content: Any) -> Check:
    def check(what: str, value: Any) -> None:
        if value != content:
            raise InvalidInput(f"{what} must be as this version of dpcore writes it.")

    return check


def _any_object(what: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise InvalidInput(f"{what} must be a JSON object.")


_name, _sentence, _amount = _text(200), _text(MAX_SENTENCE), _number(0)
_count = _number(1, whole=True)

CERTIFICATE: dict[str, Check] = {
    "guarantee": _sentence,
    "symbols": _sentence,
    "neighbours": _sentence,
    "data_set": _name,
    "n": _count,
    "n_trained": _count,
    "records_per_person": _count,
    "epsilon": _amount,
    "epsilon_per_record": _amount,
    "epsilon_noise": _amount,
    "epsilon_curvature": _amount,
    "epsilon_residual": _amount,
    "epsilon_test": _amount,
    "mechanism": _name,
    "theorem": _sentence,
    "loss": _name,
    "h": _maybe(_amount),
    "lam": _amount,
    "extra_lam": _amount,
    "lam_used": _amount,
    "candidates": _list(_amount, 50),
    "noise_rate": _amount,
    "residual_rate": _maybe(_amount),
    "tau": _amount,
    "grid": _amount,
    "test": _maybe(
        _object(
            {"n": _count, "mistakes": _number(0, whole=True), "error": _amount, "scale": _amount}
        )
    ),
    "limits": _list(_sentence, 10),
    "version": _name,
    "date": _name,
    "ledger": _object({"entry": _count, "hash": _name}),
}
"""The entries of a certificate, and what each must be."""

ADDED: dict[str, Check] = {
    "lam_rule": _object(
        {"rule": _sentence, "n": _count, "d": _count, "epsilon": _amount, "c": _amount},
        {"delta": _amount},
    ),
    "candidates_by_rule": _list(_number(0, whole=True), 50),
    "columns": _list(_any_object, 1_000),
    "proposed": _list(_text(MAX_TEXT, 0), 1_010),
    "samplers": _sentence,
    "reached": _sentence,
    "levels": _list(_sentence, 10),
    "budget": _sentence,
    "class_weights": _object({"negative": _amount, "positive": _amount}),
    "delta": _amount,
    "delta_noise": _amount,
    "delta_residual": _amount,
    "epsilon_without_delta": _amount,
}
"""Entries that older certificates do not have: what the public rule set, what was declared and what
of it a table had proposed, how noise was drawn, what the budget promises, what the classes weigh,
and what only a mechanism with a δ has."""

PARTS: dict[str, Check] = {
    "format": _name,
    "version": _count,
    "schema": _any_object,
    "encoding": _same(ENCODING),
    "labels": _object({"positive": _sentence, "negative": _sentence}),
    "coefficients": _list(
        _object({"feature": _text(500, 0), "coefficient": _number()}), 1_001
    ),  # with the constant feature
    "certificate": _object(CERTIFICATE, ADDED),
}
"""The entries of a model file, and what each must be."""
