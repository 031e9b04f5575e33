"""What always naming the larger class errs, beside the stored results of each entry."""

import numpy as np
import pytest

from dpcore.data.dataset import split
from dplab.simulation import sources
from dplab.studies.papers import results
from dplab.studies.papers.entries import entries
from dplab.studies.papers.reproduce import entry_sweeps, reproduce
from tests.house.some import every

ENTRIES = entries()
OF_CLASSES = [name for name in ENTRIES if not results.is_relative(results.stored(name))]


def shares(one) -> list[float]:
    """Return the share of class +1 among the test records of each fold."""
    data = sources.load(one.spec.source, one.records)
    if data.chance is not None:
        return [data.positive_share]
    parts = (split(data, 1, one.spec.seed, fold) for fold in range(one.spec.folds))
    return [float(np.mean(part.y_test > 0)) for part in parts]


@pytest.mark.parametrize("name", every(3, OF_CLASSES))
def test_what_is_stored_is_the_share_of_the_smaller_class(name, tables_folder, monkeypatch):
    monkeypatch.setenv("EXPLORER_DATA", str(tables_folder))
    found, counted = results.stored(name), {}
    for one in entry_sweeps(ENTRIES[name]):
        counted.setdefault((one.panel, one.variant), []).extend(shares(one))
    for (panel, variant), each in counted.items():
        rows = found[(found.panel == panel) & (found.variant == variant)]
        share = float(np.mean(each))
        assert rows.majority_error.unique() == pytest.approx([min(share, 1 - share)], abs=1e-5)


def test_a_run_of_some_seeds_has_the_rule_of_these():
    entry = ENTRIES["cm08_figure_2c"]
    *_, found = reproduce(entry, draws=2, seeds=1)
    (first, *_) = entry_sweeps(entry, seeds=1)
    share = float(np.mean(shares(first)))
    assert found.majority_error.unique() == pytest.approx([min(share, 1 - share)], abs=1e-12)
    assert found.majority_error.iloc[0] != results.stored(entry.name).majority_error.iloc[0]


def test_of_a_regression_it_is_that_of_always_answering_0():
    found = results.stored("jt13_regression")
    assert set(found.majority_error) == {1.0}
    assert results.always(found) == "Always answering 0 has an error of 100.0 %."


def test_the_sentence_names_panels_and_variants_where_they_differ():
    one, several, scaled = (
        results.always(results.stored(name))
        for name in ("cm08_figure_2a", "cm08a_figure_2", "cms11_adult_learning")
    )
    assert one == "Always naming the larger class of the test records has an error of 49.7 %."
    assert "34.9 % (Pima diabetes) and 37.3 % (Breast cancer)" in several
    assert "24.6 % (as printed) and 24.2 % (declared bounds)" in scaled
