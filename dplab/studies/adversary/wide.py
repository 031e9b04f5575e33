"""The patients' table under ranges so wide that no row is shortened, and with a constant feature.

Under the ranges of `dpcore.data.real.breast_cancer` every row is longer than 1 and is shortened to
the unit ball. So a classifier tells the shortened row alone, and not its label: u and -u are both
rows (`dplab.tables.decoding.rows`). Neither protects anybody; both come from how records were
encoded. Here each range is `WIDER` times as wide around the same middle, so that all rows are
shorter than 1 and come out in the table's own units; the constant feature tells the label and
leaves one length. The rows are the same, in the same order.

A limit that follows from ε alone is the same under either encoding. How often an attack on a
private classifier succeeds is not: it is measured under the table's own ranges everywhere.

Examples
--------
>>> import numpy as np
>>> wide = widened_patients()
>>> bool(np.linalg.norm(wide.records.X[:, :-1], axis=1).max() < np.sqrt(1 / 2))
True
"""

from dataclasses import replace
from functools import lru_cache

from dpcore.data.declared.schema import Feature, Numeric, Schema
from dpcore.data.encoding import encode
from dpcore.data.real import tables
from dplab.simulation.settings import UPLOAD, Settings
from dplab.studies.adversary.person import Upload

TABLE = "breast_cancer"

WIDER = 20
"""A round number: from about 12 on no row of this table is shortened."""


def as_reconstructed(
    settings: Settings, own: Upload | None = None
) -> tuple[Settings, Upload | None]:
    """Return settings and table under which a record is reconstructed.

    Those that are given, but for the patients.
    """
    if settings.data != TABLE:
        return settings, own
    return replace(settings, data=UPLOAD), widened_patients()


@lru_cache
def widened_patients() -> Upload:
    """Return the patients' table under the wide ranges."""
    rows, schema = tables.rows(TABLE), widened(tables.named(TABLE).schema)
    return Upload(encode(rows, schema), rows, schema)


def widened(schema: Schema) -> Schema:
    """Return a schema with ranges `WIDER` times as wide, and a constant feature."""
    return replace(schema, features=tuple(map(_widened, schema.features)), intercept=True)


def _widened(feature: Feature) -> Feature:
    if not isinstance(feature, Numeric):
        return feature
    middle, half = (feature.lower + feature.upper) / 2, (feature.upper - feature.lower) / 2
    return replace(feature, lower=middle - WIDER * half, upper=middle + WIDER * half)
