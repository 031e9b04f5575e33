"""Every page and part that shows a script gives a notebook: the same numbers, and the figure."""

import json
import re
import tomllib
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from dpcore.data.declared.schema import Label, Numeric, Schema
from dplab.simulation.sweeps import SweepSpec
from pages.comparison.records import Records
from pages.kit import notebook, text
from pages.kit.notebook import NotebookSubject, of_page
from pages.trade_off.swept.view import of_sweep
from tests.house.some import every, some
from tests.house.syntax import ROOT
from tests.package import material
from tests.pages import notebooks
from tests.pages.screen import complaints, opened
from tests.pages.tables import csv

COMPARED = {"Non-private", "Objective perturbation", "Output perturbation"}
CONSTANT = "Always the larger class"
FIGURES = {
    "adversary": (1, {"the record", "reconstructed"}),
    "adversary-line-up": (2, {"guessing", "limit", "truth", "mean of all releases"}),
    "adversary-threshold": (2, {"limit by the noise", "with noise", "members", "strangers"}),
    "counterexample": (2, {"One draw", "Non-private", "Records on the wrong side"}),
    "decide": (2, {"tolerated: 80", "tolerated: 50", "an attack", "the dearest group"}),
    "foundations-average": (2, {"p", "p′: neighbour", "loses more than ε"}),
    "foundations-beliefs": (1, {"before", "after", "after, had your value been replaced"}),
    "foundations-composition": (1, {"Single losses", "worst case kε: 1"}),
    "foundations-game": (1, {"A: 5", "B: 6", "right guess", "wrong guess"}),
    "foundations-noisy-sum": (3, {"this person's bit is 0: the sum is 300"}),
    "foundations-regression": (2, {"Line with y = 1", "Private ridge", "Flat line"}),
    "geometry": (4, {"Draws", "Non-private", "+1", "-1"}),
    "is-it-private-mechanisms": (1, {"claim"}),
    "is-it-private-meter": (1, {"within the claim", "beyond the claim", "worst case found"}),
    "is-it-private-sensitivity": (2, {"random", "worst on this table", "bound 2/(nλ)"}),
    "is-it-private-spending": (3, {"Objective perturbation", "Objective perturbation, tight"}),
    "is-it-private-whole-guarantee": (2, {"draws", "Output perturbation"}),
    "is-it-private-worst-map": (3, set[str]()),
    "kernels-features": (4, {"+1", "-1"}),
    "kernels-serving": (1, {"Non-private", "PINP", "Functional Gaussian"}),
    "papers-errata": (1, {"claim", "Output perturbation, Laplace length"}),
    "private-tuning": (1, {"Split and select", "Best in hindsight", CONSTANT}),
    "trade-off-along-epsilon": (1, {*COMPARED, CONSTANT}),
    "trade-off-along-epsilon-training": (2, {*COMPARED, CONSTANT, "w = 0"}),
    "who-pays-decided": (1, {"right without this noise", "wrong without this noise"}),
    "who-pays-groups": (1, {"below 20", "20 and above"}),
}
"""Of each notebook: how many pairs of axes its figure has, and what its legends name."""

OF_MANY_FEATURES = material.SMALL | {"kernels_half": "features", "kernels_data": "chosen"}


def visited(page: str, settings: dict[str, str]) -> tuple[str, str, str]:
    """Return the name of the notebook that a page offers, it, and the script beside it."""
    with notebooks.saved() as found:
        app = opened(page, **settings)
    with notebooks.saved() as again:
        app.run()
    assert complaints(app) == []
    assert again == found
    ((name, made),) = found.items()
    (script,) = (block.value for block in app.code if "from dp" in block.value)
    return name.removesuffix(".ipynb"), made, script


def check_valid(made: str) -> None:
    read = json.loads(made)
    nbformat.validate(read)
    for cell in read["cells"]:
        assert not cell.get("outputs"), cell
        assert cell.get("execution_count") is None
    assert f"\n{text.SIMULATION}"[1:] in notebooks.cells(made, "markdown")[0]


def test_every_script_has_a_notebook_or_a_reason():
    without = {path.parent for path in material.templates()} - {p.parent for p in material.PLOTS}
    # Run again, a release would charge again; the other is part of many scripts.
    assert {path.name for path in without} == {"release", "comparison"}
    opened_all = [page for page, _ in material.OPENED]
    assert len(FIGURES) == len(opened_all)
    assert len(material.PLOTS) == len(FIGURES) + 1  # of Sweeps, which has to compute first


SHOWN_OFTEN = [
    (page, at)
    for page, at in material.OPENED
    if (
        (f"{page}_part" not in material.PARTS and page != "kernels")
        and at.get("adversary_scene") != "line_up"
        and "trade_off_on" not in at
    )  # whose scripts tests/pages/adversary runs
    or [*at.values()][-1] in ("average", "game", "errata", "spending", "features", "groups")
]
"""In every run: each page, and of a page that has parts one or two of them."""


@pytest.mark.parametrize(
    ("page", "settings"),
    some(material.OPENED, SHOWN_OFTEN),
    ids=[f"{page}-{[*at.values()][-1]}" for page, at in material.OPENED],
)
def test_a_notebook_prints_what_the_script_prints_and_draws_the_figure(
    page: str, settings: dict[str, str]
):
    name, made, script = visited(page, settings)
    check_valid(made)
    out, figure = notebooks.drawn(made)
    assert out == notebooks.printed(script) != ""
    axes, names = FIGURES[name]
    assert len(figure.axes) == axes
    assert names <= notebooks.named(figure)
    assert all(axis.has_data() for axis in figure.axes)
    assert any(axis.get_title() for axis in figure.axes)


def test_records_of_more_than_two_features_have_a_kernel_beside_a_line():
    _, made, script = visited("kernels", OF_MANY_FEATURES)
    out, figure = notebooks.drawn(made)
    assert out == notebooks.printed(script)
    assert notebooks.named(figure) == {f"{m}, {k}" for m in COMPARED for k in ("kernel", "line")}


OTHERS = (
    ("trade_off", material.SMALL | {"epsilon": "inf"}),
    ("geometry", material.SMALL | {"epsilon": "inf"}),
    ("private_tuning", material.SMALL | {"across": "n"}),
    ("counterexample", {"draws": "5", "example_epsilon": "inf"}),
    ("foundations", {"foundations_part": "sum", "foundations_sum_draws": "50"}),
    ("foundations", {"foundations_part": "average", "foundations_average_way": "largest"}),
    ("foundations", {"foundations_part": "average", "foundations_average_way": "unclipped"}),
    ("foundations", {"foundations_part": "game", "foundations_answers": "majority"}),
    (
        "foundations",
        {"foundations_part": "game", "foundations_game": "3", "foundations_guesses": "AB"},
    ),
    ("papers", {"papers_part": "errata", "is_it_private_erratum": "deviation"}),
    ("papers", {"papers_part": "errata", "is_it_private_erratum": "slack"}),
    ("is_it_private", {"is_it_private_part": "mechanisms", "epsilon": "inf"}),
    ("who_pays", material.SMALL | {"who_pays_part": "groups", "epsilon": "inf"}),
)


@pytest.mark.parametrize(("page", "settings"), every(3, OTHERS), ids=str)
def test_other_settings_of_a_page_are_drawn_too(page: str, settings: dict[str, str]):
    _, made, script = visited(page, settings)
    out, figure = notebooks.drawn(made)
    assert out == notebooks.printed(script)
    assert all(axis.has_data() for axis in figure.axes)


def test_where_there_is_no_noise_the_meter_draws_nothing_and_says_so():
    _, made, script = visited("is_it_private", {"is_it_private_part": "meter", "epsilon": "inf"})
    out = notebooks.printed(*notebooks.cells(made, "code"))
    rest = out.removeprefix(notebooks.printed(script))
    assert rest.startswith("Without noise there is nothing to draw")


SWEPT = {
    "epsilon": ({"epsilons": (0.1, 1.0, 10.0)}, 1),
    "lam": ({"lams": (0.01, 0.1), "epsilons": (1.0,)}, 1),
    "n": ({"sizes": (50, 100), "epsilons": (1.0,)}, 1),
    "map": ({"lams": (0.01, 0.1), "epsilons": (0.1, 1.0)}, 3),
}


@pytest.mark.parametrize(("over", "case"), SWEPT.items(), ids=list(SWEPT))
def test_a_sweep_is_drawn_along_what_it_varies(over, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    swept, axes = case
    script = of_sweep(SweepSpec(**({"sizes": (100,), "draws": 2} | swept)), "error", Records())
    made = of_page(
        NotebookSubject("trade_off/swept", "A sentence.", "http://here/trade-off?n=1"), script
    )
    check_valid(made)
    out, figure = notebooks.drawn(made)
    assert out == notebooks.printed(script)
    assert len(figure.axes) == axes
    if over != "map":
        assert figure.axes[0].get_xlabel() == over
        assert CONSTANT in notebooks.named(figure)


OWN_OFTEN = [
    (page, at)
    for page, at in material.OF_OWN_TABLES
    if page in ("trade_off", "foundations") or at.get("who_pays_part") == "groups"
]
"""In every run: the usual records, a sum, and groups; the other scripts read the table alike."""


@pytest.mark.parametrize(("page", "settings"), some(material.OF_OWN_TABLES, OWN_OFTEN), ids=str)
def test_a_notebook_of_an_own_table_reads_a_file_and_holds_no_cell(
    page: str, settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "your_table.csv").write_bytes(csv(300))
    with notebooks.saved() as found:
        app = material.at(material.declared(), page, settings)
    assert complaints(app) == []
    (made,) = found.values()
    check_valid(made)
    code = notebooks.cells(made, "code")
    assert 'path = "your_table.csv"  # the file of your table' in code
    assert "sys" not in "".join(code)
    rows = csv(300).decode().splitlines()[1:]
    assert not any(row in made for row in rows)
    assert "![" not in made
    (said,) = [each for each in notebooks.cells(made, "markdown") if text.SIMULATION in each]
    assert said.count("**") == 0  # no sentence about this table
    (script,) = (block.value for block in app.code if "from dp" in block.value)
    out, figure = notebooks.drawn(made)
    assert out == notebooks.printed(script) != ""
    assert all(axis.has_data() for axis in figure.axes)


def test_a_notebook_says_what_the_page_says_and_how_to_go_on():
    _, made, _ = visited("foundations", {"foundations_part": "sum", "epsilon": "0.5"})
    asked, mathematics, on = notebooks.cells(made, "markdown")
    assert asked.startswith("# What does ε promise?\n\n## Sum\n\n")
    assert "0.5" in asked
    assert "$$A(D)=f(D)+" in mathematics
    assert "epsilon=0.5" in on
    assert "%pip install" in on
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"dpcore-{version}-py3-none-any.whl" == notebook.WHEEL


@pytest.mark.parametrize("path", material.PLOTS, ids=lambda path: path.parent.name)
def test_the_mathematics_of_a_notebook_are_short_and_end_in_a_formula(path: Path):
    folder = str(path.parent.relative_to(text.PAGES))
    said = notebook.formula(folder)
    assert "$" in said
    assert len(said) < 1200
    assert "](" not in said  # a link that leads somewhere on the page alone


def test_notebooks_import_what_their_readers_have():
    usual = {"numpy", "pandas", "matplotlib", "dataclasses", "functools", "pathlib", "sys"}
    for path in (*material.templates(), *material.PLOTS):
        found = re.findall(r"^\s*(?:from|import) (\w+)", path.read_text("utf-8"), re.M)
        assert set(found) <= usual | {"dpcore", "dplab"}, path


def executed(made: str, folder: Path) -> str:
    """Return what a notebook prints in a kernel of its own, where it draws a picture too."""
    read = nbformat.reads(made, as_version=4)
    NotebookClient(
        read, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    outputs = [each for cell in read.cells if cell.cell_type == "code" for each in cell.outputs]
    assert any("image/png" in each.get("data", {}) for each in outputs)
    assert not [each for each in outputs if each.output_type in ("error", "execute_result")]
    assert not [each.text for each in outputs if each.get("name") == "stderr"]
    return "".join(each.text for each in outputs if each.output_type == "stream")


@pytest.mark.parametrize(("page", "settings"), some(material.OPENED, material.OPENED[:1]))
@pytest.mark.filterwarnings("default")  # those of the kernel's client, which are not ours
def test_a_notebook_runs_in_a_kernel(
    page: str, settings: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    _, made, script = visited(page, settings)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("MPLBACKEND", raising=False)  # else it would be that of this process
    assert executed(made, tmp_path) == notebooks.printed(script)


def test_an_own_tables_name_for_a_file_is_the_readers():
    """A schema inside may say anything: it is no path, and none of it is replaced."""
    odd = Schema(Label("path = sys.argv[1]", ("import sys",)), (Numeric("a", 0, 1, missing=0),))
    script = f"import sys\n\npath = sys.argv[1]\n\nschema = {odd.to_json()!r}\n"
    named, schema = notebook.code_cells(script)
    assert named.startswith('path = "your_table.csv"')
    assert eval(schema.removeprefix("schema = ")) == odd.to_json()
