"""The house keeps its rules, and every rule can tell when it is broken."""

import re
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from tests import house
from tests.house import ROOT, Module

MODULES = house.modules()

# Per rule: places and snippets that break it.
BROKEN = {
    house.imports_go_down: [
        ("dpcore/checks.py", "from dpcore.data import dataset"),
        ("dpcore/erm/losses.py", "from dpcore import Plan"),
        ("dpcore/erm/losses.py", "def late():\n    import dpcore.privacy.noise"),
        ("dpcore/data/recipes.py", "from ..erm import solver"),
        ("dpcore/data/recipes.py", "from app import ROOT"),
        ("dpcore/experiments/sweeps.py", "from pages.shared import style"),
        ("pages/shared/cached.py", "import pages.data"),
        ("pages/explore/trade_off.py", "from pages import overview"),
        ("pages/explore/trade_off.py", "from . import sweeps"),
        ("pages/data.py", "import pages.main"),
        ("pages/main.py", "import app"),
    ],
    house.science_knows_no_screen: [
        ("dpcore/checks.py", "import streamlit as st"),
        ("dpcore/privacy/noise.py", "def plot():\n    from plotly import graph_objects"),
    ],
    house.figures_know_no_streamlit: [
        ("pages/shared/style.py", "import streamlit as st"),
        ("pages/shared/figures/curves.py", "from streamlit import context"),
    ],
    house.sklearn_waits: [
        ("dpcore/data/tables.py", "from sklearn.datasets import load_breast_cancer"),
        ("dpcore/data/tables.py", "class Table:\n    import sklearn"),
        ("dpcore/__init__.py", "from dpcore.estimators import PrivateClassifier"),
    ],
    house.only_settings_holds_shared_keys: [
        ("pages/data.py", "st.slider('n', key='n')"),
        ("pages/shared/live.py", "st.session_state['epsilon']"),
        ("pages/shared/live.py", "st.session_state.lam = 1"),
    ],
    house.only_address_binds: [
        ("pages/data.py", "st.slider('n', bind='query-params')"),
        ("pages/shared/settings.py", "st.text_input('n', persist_state='session')"),
    ],
    house.only_settings_holds_bounds: [("pages/data.py", "st.number_input('d', min_value=1)")],
    house.only_cached_caches: [
        ("pages/data.py", "@st.cache_data\ndef f(): ..."),
        ("pages/shared/text.py", "from streamlit import cache_data"),
    ],
    house.only_live_polls: [("pages/data.py", "@st.fragment(run_every=1)\ndef f(): ...")],
    house.only_style_holds_colours: [
        ("pages/shared/figures/curves.py", "line = dict(color='#0f5c63')"),
        ("pages/data.py", "color = '#fff'"),
        ("pages/data.py", "st.html(f'<p style=\"color: rgba(0, 0, 0, {a})\">')"),
        ("pages/shared/figures/curves.py", "t = go.layout.Template()"),
        ("pages/main.py", "import plotly.io as pio\npio.templates.default = 'x'"),
    ],
    house.only_text_loads_text: [
        ("pages/data.py", "text = open('data.md')"),
        ("pages/data.py", "text = Path('data.md').read_text()"),
        ("pages/shared/settings.py", "import tomllib"),
    ],
    house.functions_are_short: [("dpcore/checks.py", "def f():\n" + "    x = 1\n" * 60)],
    house.files_are_short: [
        ("dpcore/checks.py", "x = 1\n" * 401),
        ("pages/explore/trade_off.py", "x = 1\n" * 121),
    ],
}
PLANTED = [(rule, *place) for rule, places in BROKEN.items() for place in places]

# What is allowed although it looks alike.
ALLOWED = [
    ("dpcore/erm/solver.py", "from dpcore import checks\nfrom dpcore.erm.losses import Loss"),
    ("dpcore/__init__.py", "from dpcore.experiments.sweeps import run"),
    ("dpcore/data/tables.py", "def load():\n    from sklearn import datasets"),
    ("dpcore/estimators.py", "from sklearn.base import BaseEstimator"),
    ("pages/explore/trade_off.py", "from pages.shared import settings\nimport dpcore"),
    ("pages/data.py", "st.slider('d', key='upload', min_value=settings.FEWEST)"),
    ("pages/data.py", "if st.popover('x').open:\n    st.session_state['upload'] = 'the #1 row'"),
    ("pages/data.py", "from string import Template\nscript = Template('x = $x')"),
    ("pages/shared/style.py", "'''Teal.'''\nTEAL = '#0f5c63'"),
    ("dpcore/checks.py", 'def f():\n    """A.\n\n' + "    B.\n" * 70 + '    """\n    # c\n'),
]

# In two halves, so that this file does not hold what it forbids.
MACHINE_PATH = re.compile(r"(?<![\w.}/])/(?:home|root|Users|work|tmp|opt|mnt)" + r"/\w")
REGISTRY = re.compile(
    "py" + r"pi\b|python" + "hosted|npm" + "js|fury" + r"\.io|conda\.anaconda", re.I
)
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".svg", ".css", ".yml", ".yaml", ""}
BUILT = {".git", "node_modules", "build", "__pycache__", ".hypothesis"}


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.__name__)
def test_house_keeps_the_rule(rule):
    assert [f"{m.path}: {complaint}" for m in MODULES for complaint in rule(m)] == []


@pytest.mark.parametrize(("rule", "path", "source"), PLANTED)
def test_rule_sees_when_it_is_broken(rule, path: str, source: str):
    assert list(rule(Module(PurePosixPath(path), source)))


@pytest.mark.parametrize(("path", "source"), ALLOWED)
def test_rules_let_the_rest_pass(path: str, source: str):
    module = Module(PurePosixPath(path), source)
    assert [complaint for rule in BROKEN for complaint in rule(module)] == []


def test_folders_are_small():
    assert list(house.folders_are_small(MODULES)) == []
    crowd = [Module(PurePosixPath(f"dpcore/erm/m{i}.py"), "") for i in range(13)]
    assert list(house.folders_are_small(crowd)) == ["dpcore/erm holds 13"]


def test_functions_do_one_step():
    ours = [m for m in MODULES if not m.is_in("tests", "benchmarks")]
    sizes = [size for module in ours for _, size in house.function_sizes(module)]
    assert np.median(sizes) <= 10
    assert np.quantile(sizes, 0.9) <= 30


def test_repository_names_no_machine_and_no_registry():
    found = [f"{path}: {hit}" for path in texts() for hit in foreign(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "text", ["cd /wo" + "rk/main", "'/ho" + "me/ada'", "https://py" + "pi.org/"]
)
def test_a_machine_or_registry_is_seen(text: str):
    assert foreign(text)


def foreign(text: str) -> list[str]:
    """Return what a text says of one machine, or of a place to download from."""
    return [hit.group() for rule in (MACHINE_PATH, REGISTRY) for hit in rule.finditer(text)]


def texts() -> list[Path]:
    """Return the text files of the repository, without git: a fresh machine may lack it."""
    files = (path for path in ROOT.rglob("*") if path.suffix in TEXT and path.is_file())
    return [path for path in files if not _is_built(path.relative_to(ROOT).parts)]


def _is_built(parts: tuple[str, ...]) -> bool:
    # Beside .venv there may be one for another Python: .venv313.
    ours = (part in BUILT or part.startswith(".venv") for part in parts)
    return any(ours) or any(part.endswith(("_cache", ".egg-info")) for part in parts)
