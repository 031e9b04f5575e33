"""Sweeps with a kernel: the errors of the Kernels page, D as an axis, and what is refused."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Dataset
from dplab.features import FEATURE_MAPS
from dplab.simulation import sources
from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec, run, running
from dplab.simulation.sweeps.cells import COLUMNS, cells, run_cell
from dplab.simulation.sweeps.pace import CostModel
from dplab.simulation.sweeps.spec import n_fits, seconds
from dplab.simulation.sweeps.store import Store, key
from dplab.studies.kernels.random_features import Question, compared

SPEC = SweepSpec(
    data="circles",
    d=2,
    epsilons=(1.0, 10.0),
    sizes=(300,),
    draws=4,
    kernel="gaussian",
    parameters=(("bandwidth", 4.0),),
    features=(40, 10),
)
POLYNOMIAL = replace(SPEC, kernel="polynomial", parameters=(("degree", 3),), features=())


def rows(spec: SweepSpec, records: Dataset | None = None) -> pd.DataFrame:
    frames = [result.rows for result in run(spec, records=records)]
    by = [*COLUMNS, "features"] if spec.has_kernel else list(COLUMNS)
    return pd.concat(frames).sort_values(by, ignore_index=True)


@pytest.mark.parametrize("kernel", [name for name in FEATURE_MAPS if name != "linear"])
def test_the_errors_are_those_of_the_kernels_page_draw_by_draw(kernel: str):
    random = FEATURE_MAPS[kernel].is_random
    spec = replace(SPEC, kernel=kernel) if random else POLYNOMIAL
    settings = Settings(data="circles", d=2, n=300, draws=4)
    found = rows(spec)
    for size in spec.features or (10,):  # the monomials of two features up to degree 3
        choice = Question(settings, kernel, spec.parameters)
        choice = choice.of_size(size) if random else choice
        for (name, epsilon), outcome in compared(choice, spec.epsilons).items():
            mine = found[(found.features == size) & (found.mechanism == name)]
            mine = mine[mine.epsilon == epsilon].sort_values("draw")
            np.testing.assert_array_equal(mine.error, outcome.errors)
            assert mine.n_iter.notna().all()


def test_another_bandwidth_or_seed_gives_other_errors():
    before = rows(SPEC).error
    for change in ({"parameters": (("bandwidth", 40.0),)}, {"kernel": "cauchy"}, {"seed": 1}):
        assert not before.equals(rows(replace(SPEC, **change)).error)


def test_every_number_of_features_has_cells_of_its_own_the_smallest_first():
    found = cells(replace(SPEC, sizes=(50, 300), folds=2))
    assert [(c.n, c.fold, c.spec.features) for c in found] == [
        (n, fold, (size,)) for n in (50, 300) for fold in (0, 1) for size in (10, 40)
    ]
    assert n_fits(SPEC) == 2 * 2 * 2 * 4  # mechanisms with noise, ε, D, draws
    assert sum(n_fits(cell.spec) for cell in cells(SPEC)) == n_fits(SPEC)


def test_a_cell_does_not_depend_on_the_other_numbers_of_features():
    whole, columns = rows(SPEC), [each for each in COLUMNS if each != "n_iter"]
    for size in SPEC.features:
        alone = rows(replace(SPEC, features=(size,)))
        part = whole[whole.features == size].reset_index(drop=True)
        pd.testing.assert_frame_equal(alone[columns], part[columns], check_exact=True)


def test_all_folds_and_sizes_have_one_map_whose_frequencies_begin_with_those_of_a_smaller():
    small, large = (
        next(replace(SPEC, features=(size,)).make_maps(2)).frequencies for size in (10, 40)
    )
    np.testing.assert_array_equal(small, large[:5])
    other = next(replace(SPEC, seed=1).make_maps(2)).frequencies
    assert not np.isin(large, other).any()


def test_frequencies_come_from_the_seed_and_from_no_record():
    def drawn(**changes: object) -> np.ndarray:
        return next(replace(SPEC, **changes).make_maps(2)).frequencies

    for change in ({"data": "moons"}, {"knobs": (("noise", 0.3),)}, {"sizes": (50,)}):
        np.testing.assert_array_equal(drawn(**change), drawn())
    assert not np.isin(drawn(seed=1), drawn()).any()


def test_rows_without_a_kernel_are_as_they_were():
    assert list(run_cell(cells(SweepSpec(sizes=(50,), draws=2))[0]).rows) == list(COLUMNS)
    assert list(run_cell(cells(SPEC)[0]).rows) == [*COLUMNS, "features"]


def test_an_own_table_is_mapped_and_none_of_its_cells_is_kept():
    public = sources.load(SPEC.source)
    own = replace(SPEC, data="upload")
    with Store("sqlite://") as store:
        results = list(run(own, store=store, records=public))
        assert store.count() == 0
    found = pd.concat([result.rows for result in results]).sort_values([*COLUMNS, "features"])
    pd.testing.assert_frame_equal(found.reset_index(drop=True), rows(SPEC))


def test_kernel_parameters_and_features_are_part_of_the_key():
    changes = (
        {},
        {"kernel": "laplacian"},
        {"parameters": (("bandwidth", 5.0),)},
        {"features": (12,)},
        {"kernel": "linear", "parameters": (), "features": ()},
    )
    found = {key(cells(replace(SPEC, features=(10,)) if not c else replace(SPEC, **c))[-1])
             for c in changes}  # fmt: skip
    assert len(found) == len(changes)


def test_stored_cells_are_shared_with_a_sweep_over_other_numbers_of_features():
    with Store("sqlite://") as store:
        list(run(SPEC, store=store))
        more = cells(replace(SPEC, features=(10, 40, 20)))
        assert [store.find(cell) is not None for cell in more] == [True, False, True]
        assert store.find(more[0]).features.unique().tolist() == [10]


IMPOSSIBLE = {
    "no such kernel": ({"kernel": "magic"}, "kernel must be one of linear, gaussian"),
    "no number of features": ({"features": ()}, "features must hold at least one D"),
    "an odd one": ({"features": (10, 11)}, "features must be even.*got 11. Take 12."),
    "half of one": ({"features": (10.5,)}, "features must be a whole number; got 10.5"),
    "none": ({"features": (0,)}, "features must be at least 2; got 0"),
    "no bandwidth": ({"parameters": (("bandwidth", 0.0),)}, "bandwidth must be positive; got 0"),
    "no such parameter": ({"parameters": (("degree", 3),)}, "parameters of gaussian features are"),
    "D among parameters": ({"parameters": (("features", 10),)}, "D, which belongs in features"),
    "more than memory carries": (
        {"features": (10, 4000), "sizes": (20_000,)},
        "Rows times features must be at most 50,000,000; got 20,000 times 4,000. With 20,000 rows, "
        "take up to 2,500 features.",
    ),
    "D of exact features": (
        {"kernel": "polynomial", "parameters": ()},
        "their number D cannot be chosen; got features = 40, 10. Leave them out",
    ),
    "D of a line": ({"kernel": "linear", "parameters": ()}, "number D cannot be chosen"),
    "parameters of a line": (
        {"kernel": "linear", "features": ()},
        "The parameters of linear features are: none; got bandwidth",
    ),
    "too many monomials": (
        {"kernel": "polynomial", "parameters": (("degree", 5),), "features": (), "data": "uniform",
         "d": 100},
        "Take a smaller degree, or random features",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "sentence"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_kernel_is_refused_before_anything_runs(change, sentence, monkeypatch):
    monkeypatch.setattr(running, "run_cell", lambda *_: pytest.fail("something ran"))
    with pytest.raises(InvalidInput, match=sentence):
        run(replace(SPEC, **change))


def test_test_records_count_towards_memory_too():
    """With ten training records of a fold, 5,000 others are tested on."""
    with pytest.raises(InvalidInput, match="got 5,000 times 10,002"):
        run(replace(SPEC, sizes=(10,), features=(10_002,)))


def test_the_estimate_grows_with_the_features_and_is_learned_for_each_number_of_them():
    one, two = (replace(SPEC, features=(size,), sizes=(20_000,)) for size in (100, 1_000))
    assert seconds(two) > 5 * seconds(one)
    both = replace(SPEC, features=(100, 1_000), sizes=(20_000,))
    assert seconds(both) == pytest.approx(seconds(one) + seconds(two))
    pace = CostModel()
    pace.learn(two, expected=1.0, measured=3.0)
    assert (pace.factor(one), pace.factor(two)) == (1.0, pytest.approx(3.0))
    assert pace.factor(both) == pytest.approx(2.0)
    line = replace(two, kernel="linear", parameters=(), features=())
    assert pace.factor(line) == 1.0
    assert seconds(POLYNOMIAL) > seconds(replace(POLYNOMIAL, kernel="linear", parameters=()))
