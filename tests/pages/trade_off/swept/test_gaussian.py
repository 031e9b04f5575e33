"""A sweep over Gaussian mechanisms names their δ: in the card, under the figure, in the table."""

from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import run
from dplab.studies.trade_off import grid
from pages.comparison.records import Records
from pages.comparison.screen import cached
from pages.trade_off.swept import export, sentences
from pages.trade_off.swept.view import of_sweep

CHOSEN = Settings(data="uniform", n=60, draws=2, delta=1e-5)


def spec(*mechanisms, chosen=CHOSEN):
    return grid.spec(grid.Question(chosen, "lam", mechanisms))


def test_another_delta_is_another_sweep_only_where_it_is_used():
    plain = Settings(data="uniform", n=60, draws=2)
    assert spec("objective") == spec("objective", chosen=plain)
    assert spec("objective_gaussian") != spec("objective_gaussian", chosen=plain)


def test_the_delta_stands_under_the_figure_and_in_the_rows_that_used_it():
    sweep = spec("objective", "objective_gaussian")
    assert "δ = 1e-5 where a method has one" in sentences.protocol(sweep, ("lam",), "Uniform")
    assert "δ" not in sentences.protocol(spec("objective"), ("lam",), "Uniform")
    rows = next(iter(run(sweep))).rows
    told = export.table(sweep, rows, cached.RECORDS)
    assert told.groupby("mechanism").delta.first().to_dict() == {
        "objective": 0.0,
        "objective_gaussian": 1e-5,
    }
    assert "delta=1e-05" in of_sweep(sweep, "error", Records())
