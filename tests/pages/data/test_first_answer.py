"""From a file to the first answer: what is computed meanwhile, and side by side."""

from dplab.simulation import comparison
from pages.comparison import values
from pages.data import reading
from tests.pages.tables import csv, declare, draft, upload, with_table


def test_who_follows_the_link_to_the_first_answer_finds_it_computed(monkeypatch):
    seen = []

    def outcomes(cell, records=None):
        if cell.spec.is_own:  # Overview, through which a visitor comes, has its own
            seen.append((cell.spec.mechanisms, cell.spec.epsilons))
        return of_cell(cell, records)

    of_cell = comparison.outcomes
    monkeypatch.setattr(comparison, "outcomes", outcomes)
    page = declare(with_table())
    first = set(seen)
    with_noise = {epsilons for mechanisms, epsilons in first if mechanisms != ("non_private",)}
    assert with_noise == {(values.FIRST,)}
    seen.clear()
    page.switch_page("trade_off/page.py").run()
    assert first.isdisjoint(seen)
    assert len(seen) > 1  # the curve


def test_a_large_table_is_looked_at_as_a_small_one_is(monkeypatch):
    small = draft(with_table())
    monkeypatch.setattr(reading, "MANY", 0)
    large = draft(with_table())
    assert large.suspicions == small.suspicions
    assert large.rows.equals(small.rows)


def test_a_share_that_was_declared_of_one_table_does_not_go_on_to_another():
    page = with_table(positive_share="0.1")
    assert page.session_state["positive_share"] == "0.1"  # of the first one, by its link
    page = upload(page, csv(n=50), "other.csv")
    assert page.session_state["positive_share"] == "0.5"
