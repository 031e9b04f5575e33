"""What is taken along: scripts hold the very settings of the page, files go out under tokens."""

import math

import pandas as pd
import pytest

from dplab.simulation.settings import Settings
from dplab.simulation.sweeps import SweepSpec
from pages.kit import export, notebook
from tests.house.syntax import modules

HARD = [
    math.inf,
    -math.inf,
    (math.inf,),
    (0.1, math.inf),
    (),
    None,
    "inf",
    "a'b",
    (("logistic", math.inf), ("huber", 0.5)),
    1e-300,
]


@pytest.mark.parametrize("value", HARD, ids=repr)
def test_python_reads_back_what_is_written(value):
    assert eval(notebook.as_python(value), {}) == value


@pytest.mark.parametrize(
    "settings",
    [Settings(epsilon=math.inf), SweepSpec(epsilons=(0.1, math.inf), lams=(math.inf,))],
)
def test_arguments_make_the_same_settings(settings):
    names = {"Settings": Settings, "SweepSpec": SweepSpec}
    made = f"{type(settings).__name__}(\n    {notebook.arguments(vars(settings))},\n)"
    assert eval(made, names) == settings


def test_no_file_goes_out_but_under_a_token():
    """Streamlit's own button gives a file an address that follows from its content."""
    pages = [module for module in modules() if module.is_in("pages")]
    users = [str(m.path) for m in pages if "download_button" in m.source]
    assert users == ["pages/kit/export.py"]
    # What Streamlit serves besides: pictures and sounds, under addresses of the same kind.
    shown = ("st.image", "st.audio", "st.video", "st.pdf", "st.logo", "st.pyplot", ".cache_media")
    found = [(str(m.path), each) for m in pages for each in shown if each in m.source]
    assert found == [("pages/main.py", "st.logo")]  # the product's own mark


def test_no_text_of_a_file_is_a_formula_nor_a_name_of_a_column():
    rows = pd.DataFrame(
        {
            "=cmd()": ["=1+1", "@SUM(A1)", None, "yes"],
            "value": ["-1.5", "+1", "-x", "1e-3"],
            "error": [-0.5, 0.25, float("nan"), 1.0],
        }
    )
    assert export.csv(rows).splitlines() == [
        "'=cmd(),value,error",
        "'=1+1,-1.5,-0.5",
        "'@SUM(A1),+1,0.25",
        ",'-x,",
        "yes,1e-3,1.0",
    ]
    assert rows["value"][2] == "-x"  # They themselves stay as they are.


def test_one_place_writes_what_a_visitor_takes_along_as_a_table():
    writers = {
        module.name for module in modules() if module.is_in("pages") and "to_csv" in module.source
    }
    assert writers == {"pages.kit.figures.table"}
