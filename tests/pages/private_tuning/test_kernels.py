"""Private tuning with a kernel: its features instead of the records, and nothing else."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from dpcore.checks import InvalidInput
from dpcore.data.dataset import Split
from dplab.features import make
from dplab.simulation.comparison import part_of
from dplab.simulation.settings import Settings
from dplab.simulation.sources import load, mapped
from dplab.simulation.summaries import Summary
from dplab.studies.private_tuning.costs import Question, TuningCurve, at_one_place, table
from dplab.studies.private_tuning.strategies import STRATEGIES, compare
from pages.comparison.kernels import KERNELS, NONE, Kernel
from pages.comparison.records import Records
from pages.comparison.terms import FREQUENCIES
from pages.kit.values import reading
from pages.private_tuning import limits
from pages.private_tuning.values import question
from pages.private_tuning.view import script, view
from tests.house.some import every
from tests.pages.screen import complaints, opened
from tests.pages.screen import words as text_of
from tests.pages.tables import with_table

PAGE = "private_tuning"
SMALL = {"data": "circles", "n": "1000", "draws": "5", "epsilon": "2"}
KERNEL = ("gaussian", (("bandwidth", 8.0), ("features", 40)))
ASKED = {"tuning_kernel": "gaussian", "tuning_features": "40"}
SETTINGS = Settings(data="circles", n=1000, draws=5, epsilon=2.0, seed=3)


def test_the_ways_are_compared_on_the_features_of_the_kernel():
    asked = Question(SETTINGS, lams=(1e-3, SETTINGS.lam))
    found = at_one_place(replace(asked, kernel=KERNEL[0], parameters=KERNEL[1]))
    part = part_of(load(SETTINGS), SETTINGS)
    features = make("gaussian", 2, {"bandwidth": 8.0, "features": 40}, SETTINGS.seed)
    expected = compare(
        mapped(part, features),
        asked.candidates,
        (2.0,),
        fixed=asked.candidates[1],
        n_draws=5,
        seed=3,
        middle=np.median,
    )[2.0]
    for way in STRATEGIES:
        np.testing.assert_array_equal(found.errors[way], expected.errors[way])
    assert found.tuned.coefs.nbytes == 0  # Kept two hundred times, and looked at by nobody.
    plain = at_one_place(asked)
    assert Summary.of(found.errors["hindsight"]).median < 0.2
    assert Summary.of(plain.errors["hindsight"]).median > 0.3  # No line separates circles.


@pytest.mark.whole
def test_a_preset_takes_a_kernel_and_the_others_take_it_back():
    app = opened(PAGE, **SMALL)
    press(app, "Circles")
    assert app.session_state["tuning_kernel"] == "gaussian"
    assert complaints(app) == []
    said = text_of(app)
    assert "features of the Gaussian kernel (γ = 8), D = 50" in said
    assert FREQUENCIES in said
    press(app, "Flipped labels (CM08)")
    assert app.session_state["tuning_kernel"] == "linear"
    assert "kernel" not in text_of(app)


def press(app, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


@pytest.mark.usefixtures("few_epsilons")
@pytest.mark.parametrize("kernel", every(2, KERNELS))
def test_every_kernel_is_answered_and_told(kernel: str):
    texts = SMALL | ASKED | {"tuning_kernel": kernel, "tuning_degree": "2"}
    found = view(question(reading(texts)))
    is_random, monomials = kernel != "polynomial", 6  # Of two features, up to degree 2.
    assert found.made.endswith(FREQUENCIES) == is_random
    assert f"D = {40 if is_random else monomials}" in found.made


@pytest.mark.parametrize(("query", "sentence"), [
    ({"tuning_kernel": "magic"}, "“Gaussian”, “Laplacian”, “Cauchy” or “Polynomial”"),
    ({"tuning_features": "21"}, "a cosine and a sine for each frequency; got 21"),
    ({"tuning_bandwidth": "0"}, "Bandwidth γ must be between"),
    ({"tuning_features": "1000", "n": "20000", "draws": "10"},
     "10 draws and 20,000 records of 1,000 features are more than this page computes at once. Take "
     "at most 1,483 records or fewer features of the kernel."),
    ({"tuning_kernel": "polynomial", "data": "breast_cancer", "n": "200", "draws": "2"},
     "of 5,456 features are more than this page computes at once. Take a smaller degree."),
    ({"tuning_kernel": "polynomial", "tuning_degree": "10", "data": "uniform", "d": "50"},
     "75,394,027,566 monomials; at most 20,000 are computed"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_a_sentence(query: dict[str, str], sentence: str):
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        view(question(reading(SMALL | ASKED | query)))


@pytest.mark.usefixtures("few_epsilons")
def test_an_odd_number_of_features_is_refused_beside_its_control():
    app = opened(PAGE, **SMALL | ASKED | {"tuning_features": "21"})
    assert complaints(app) == []
    (sentence,) = (each.value for each in app.error)
    assert "a cosine and a sine for each frequency; got 21" in sentence


def with_lams(lams: int, draws: int, kernel: Kernel = NONE) -> Question:
    asked = tuple(float(lam) for lam in range(1, lams + 1))
    return Question(replace(SETTINGS, draws=draws), "objective", asked, *kernel)


class Cut(Records):
    """Records that were cut into so many to train and so many to test on."""

    def __init__(self, n: int, n_test: int, d: int = 1) -> None:
        super().__init__()
        self._part = Split(np.zeros((n, d)), np.ones(n), np.zeros((n_test, d)), np.ones(n_test))

    def part(self, settings: Settings) -> Split:  # noqa: ARG002
        return self._part


def refusal(asked: Question, records: Records) -> str:
    """Return what a refusal proposes; nothing where there is none."""
    try:
        limits.check(asked, records)
    except InvalidInput as refused:
        return str(refused).partition(" Take ")[2]
    return ""


@pytest.mark.parametrize(
    ("draws", "n", "d", "lams"),
    [(500, 20_000, 100, 12), (500, 20_000, 100, 2), (2, 20_000, 1000, 5)],
)
def test_each_number_that_a_refusal_names_is_the_largest_that_is_computed(
    draws: int, n: int, d: int, lams: int
):
    def told(draws: int, n: int, lams: int) -> str:
        kernel = ("gaussian", (("bandwidth", 8.0), ("features", d)))
        return refusal(with_lams(lams, draws, kernel), Cut(n, 9))

    asked = {"draws": draws, "n": n, "lams": lams}
    named = re.findall(r"at most ([\d,]+) (draw|record|candidate)", told(**asked))
    assert named
    for most, thing in named:
        place = {"draw": "draws", "record": "n", "candidate": "lams"}[thing]
        enough = int(most.replace(",", ""))
        assert told(**asked | {place: enough}) == ""
        assert told(**asked | {place: enough + 1}) != ""


def test_where_no_number_alone_would_do_a_refusal_names_two(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "n_features", lambda *_: 122)
    records = Cut(395_000, 99_000)
    assert refusal(with_lams(5, 500), records) == "fewer draws and fewer records."
    assert refusal(with_lams(5, 20), records) == "at most 77,872 records."


@pytest.mark.usefixtures("few_epsilons")
def test_an_own_table_is_mapped_in_its_session():
    app = with_table().switch_page(f"{PAGE}/page.py")
    for name, text in ASKED.items():
        app.session_state[name] = text
    app.run()
    assert complaints(app) == []
    assert "D = 40" in text_of(app)


@pytest.mark.parametrize(
    ("kernel", "named"),
    [
        (KERNEL, {"kernel": "gaussian", "bandwidth": "8.0", "features": "40"}),
        (("polynomial", (("degree", 2.0),)), {"kernel": "polynomial", "features": "6"}),
    ],
)
def test_rows_and_script_name_the_kernel_and_print_its_numbers(
    kernel: Kernel, named: dict[str, str], capsys: pytest.CaptureFixture[str]
):
    asked = Question(SETTINGS, "objective", (1e-2, 1.0), *kernel)
    found = at_one_place(asked)
    n_features = int(named["features"])
    curve = TuningCurve(asked, (2.0,), {2.0: found}, n_features, majority_error=0.5)
    rows = list(csv.DictReader(io.StringIO(table(curve).to_csv(index=False))))
    assert all(row.items() >= named.items() for row in rows)
    exec(script(asked), {})
    printed = capsys.readouterr().out
    for name, way in STRATEGIES.items():
        assert f"{way.label:24} error {Summary.of(found.errors[name]).median:.1%}" in printed
