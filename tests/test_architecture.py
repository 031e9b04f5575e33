"""The house keeps its rules, and every rule can tell when it is broken."""

import os
import re
import tomllib
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from pages.comparison import values
from pages.contents import CONTENTS
from pages.kit import page, paths
from tests import house
from tests.e2e.addresses import PAGES
from tests.house import picture, screen, syntax
from tests.house import whole as whole_house
from tests.house.syntax import ROOT, Module

MODULES = syntax.modules()

# Per rule: places and snippets that break it.
BROKEN = {
    house.imports_go_down: [
        ("dpcore/checks.py", "from dpcore.data import dataset"),
        ("dpcore/erm/losses.py", "from dpcore import Plan"),
        ("dpcore/erm/losses.py", "def late():\n    import dpcore.privacy.noise"),
        ("dpcore/data/recipes.py", "from ..erm import solver"),
        ("dpcore/data/recipes.py", "from app import ROOT"),
        ("dplab/simulation/sweeps.py", "from pages.comparison import style"),
        ("pages/comparison/screen/cached.py", "import pages.data.form"),
        ("pages/kit/chart.py", "from pages.comparison import terms"),
        ("pages/data/page.py", "import pages.main"),
        ("pages/main.py", "import app"),
    ],
    house.pages_are_islands: [
        ("pages/trade_off/page.py", "from pages import overview"),
        ("pages/trade_off/page.py", "from pages.geometry import choices"),
        ("pages/trade_off/export.py", "from ..geometry import choices"),
        ("pages/papers/figures.py", "import pages.private_tuning.figures"),
        ("pages/papers/answer.py", "import pages\nAXES = pages.geometry.choices.AXES"),
        ("pages/papers/answer.py", "def f():\n    from pages.geometry import choices"),
        ("pages/papers/answer.py", "import_module('pages.geometry.choices')"),
        ("pages/kit/frame/page_frame.py", "importlib.import_module('pages.geometry.choices')"),
    ],
    house.studies_are_islands: [
        ("dplab/studies/geometry/plane.py", "from dplab.studies import counterexample"),
        ("dplab/studies/foundations/game.py", "import dplab.studies.adversary.curve"),
    ],
    house.imports_within_a_page_go_down: [
        ("pages/geometry/choices.py", "from pages.geometry import answer"),
        ("pages/geometry/figures/clouds.py", "from pages.geometry import export"),
        ("pages/geometry/figures/clouds.py", "from pages.geometry import view"),
        ("pages/geometry/answer.py", "from pages.geometry import page"),
        ("pages/geometry/values.py", "from pages.geometry import choices"),
        ("pages/foundations/game/figures.py", "from pages.foundations.game import answer"),
    ],
    house.parts_are_islands: [
        ("pages/foundations/game/answer.py", "from pages.foundations.beliefs import figures"),
        ("pages/kernels/serving/figures/ways.py", "import pages.kernels.features.choices"),
    ],
    house.pages_compute_nothing: [
        ("pages/geometry/answer.py", "from dpcore.erm.solver import solve"),
        ("pages/geometry/figures/clouds.py", "from dpcore.privacy.mechanisms import draw"),
        ("pages/geometry/answer.py", "from dpcore.privacy import mechanisms\nmechanisms.draw()"),
        ("pages/geometry/answer.py", "import dpcore.privacy.mechanisms as m\nm.calibrate()"),
        ("pages/geometry/answer.py", "from dpcore import calibrate"),
        ("pages/geometry/answer.py", "import dpcore\ndpcore.solve(X, y)"),
        ("pages/geometry/answer.py", "from dplab.instruments.audit import audit"),
        ("pages/geometry/page.py", "half = sweep.n / 2"),
        ("pages/geometry/page.py", "n += 1"),
    ],
    house.pages_ask_their_study: [
        ("pages/geometry/answer.py", "from dplab.simulation.sweeps.cells import run_cell"),
        ("pages/geometry/answer.py", "from dplab.simulation.sweeps import cells"),
        ("pages/geometry/answer.py", "from dplab.simulation import comparison"),
        ("pages/geometry/answer.py", "import dplab.simulation.sources"),
        ("pages/geometry/answer.py", "from dplab.studies.trade_off import errors"),
        ("pages/trade_off/below.py", "import numpy as np\nmiddle = np.median(errors)"),
        ("pages/trade_off/below.py", "from numpy import median"),
        ("pages/geometry/answer.py", "from threading import Thread"),
        ("pages/geometry/answer.py", "import concurrent.futures as futures"),
    ],
    house.the_core_knows_no_laboratory: [
        ("dpcore/release/orders.py", "def late():\n    from dplab.simulation import settings"),
        ("dpcore/release/orders.py", 'import_module("dplab.lessons")'),
        ("dpcore/data/facts.py", "# as dplab.tables.proposal does"),
    ],
    house.science_knows_no_screen: [
        ("dpcore/checks.py", "import streamlit as st"),
        ("dpcore/privacy/noise.py", "def plot():\n    from plotly import graph_objects"),
    ],
    house.kit_knows_no_data: [
        ("pages/kit/words.py", "from dplab.simulation.summaries import Summary"),
        ("pages/kit/frame/bar.py", "def moved(epsilon): ..."),
        ("pages/kit/chart.py", "MECHANISMS = {}"),
    ],
    house.figures_and_sentences_know_no_streamlit: [
        ("pages/kit/figures/style.py", "import streamlit as st"),
        ("pages/comparison/figures/curves.py", "from streamlit import context"),
        ("pages/geometry/figures/clouds.py", "import streamlit"),
        ("pages/overview/figures.py", "import streamlit"),
        ("pages/geometry/sentences.py", "import streamlit as st"),
        ("edition/views.py", "from streamlit import context"),
        ("edition/notebooks/scripts.py", "from streamlit.testing.v1 import AppTest"),
    ],
    screen.only_chart_shows_figures: [
        ("pages/geometry/answer.py", "st.plotly_chart(figure)"),
        ("pages/kit/chart.py", "dark = st.context.theme.type == 'dark'"),
        ("pages/geometry/map.py", "theme = st.context.theme\ndark = theme.type"),
    ],
    screen.links_name_what_their_target_knows: [
        ("pages/data/summary.py", "controls.link_to('nowhere', 'Go', ':x:')"),
        ("pages/data/summary.py", "controls.link_to('trade_off', 'Go', ':x:', {'entry': 1})"),
        ("pages/data/summary.py", "controls.link_to(name='trade_off', contents={'entry': 1})"),
        ("pages/data/summary.py", "controls.link_to('trade_off', 'Go', ':x:', dict(entry=1))"),
        ("pages/data/summary.py", "controls.link_to('trade_off', 'Go', ':x:', {**MORE})"),
        ("pages/data/summary.py", "controls.link_to(target, 'Go', ':x:')"),
        ("pages/data/summary.py", "st.page_link('geometry/page.py')"),
        ("pages/data/summary.py", "st.link_button('Go', '/trade-off?entry=1')"),
    ],
    house.sklearn_waits: [
        ("dpcore/data/real/tables.py", "from sklearn.datasets import load_breast_cancer"),
        ("dpcore/data/real/tables.py", "class Table:\n    import sklearn"),
        ("dpcore/__init__.py", "from dpcore.estimators import PrivateClassifier"),
    ],
    screen.only_settings_holds_shared_keys: [
        ("pages/data/page.py", "st.slider('n', key='n')"),
        ("pages/comparison/screen/live.py", "st.session_state['epsilon']"),
        ("pages/comparison/screen/live.py", "st.session_state.lam = 1"),
        ("pages/comparison/screen/live.py", "st.session_state.get('lam')"),
        ("pages/comparison/screen/live.py", "st.query_params['gamma']"),
    ],
    screen.only_address_binds: [
        ("pages/data/page.py", "st.slider('n', bind='query-params')"),
        ("pages/comparison/screen/settings.py", "st.text_input('n', persist_state='session')"),
    ],
    screen.only_settings_holds_bounds: [
        ("pages/data/page.py", "st.number_input('d', min_value=1)")
    ],
    screen.only_cached_caches: [
        ("pages/data/page.py", "@st.cache_data\ndef f(): ..."),
        ("pages/kit/text.py", "from streamlit import cache_data"),
        ("pages/geometry/computed.py", "import streamlit as st\n@st.cache_resource\ndef f(): ..."),
        ("pages/geometry/computed.py", "from functools import lru_cache"),
    ],
    screen.only_live_polls: [("pages/data/page.py", "@st.fragment(run_every=1)\ndef f(): ...")],
    screen.only_style_holds_colours: [
        ("pages/comparison/figures/curves.py", "line = dict(color='#0f5c63')"),
        ("pages/data/page.py", "color = '#fff'"),
        ("pages/data/page.py", "st.html(f'<p style=\"color: rgba(0, 0, 0, {a})\">')"),
        ("pages/comparison/figures/curves.py", "t = go.layout.Template()"),
        ("pages/main.py", "import plotly.io as pio\npio.templates.default = 'x'"),
    ],
    screen.only_marks_draws_lines: [
        ("pages/geometry/figures/clouds.py", "dots = {'type': 'scatter', 'x': x}"),
        ("pages/kernels/serving/figures/ways.py", "bars = dict(type='bar', x=x)"),
        ("pages/geometry/figures.py", "name = {'text': 'n', 'showarrow': False}"),
        ("pages/papers/figures.py", "import plotly.graph_objects as go\ngo.Scatter(x=x)"),
        ("pages/papers/figures.py", "figure.add_scatter(x=x)"),
        ("pages/papers/figures.py", "from plotly.subplots import make_subplots"),
    ],
    screen.only_text_loads_text: [
        ("pages/data/page.py", "text = open('data.md')"),
        ("pages/data/page.py", "text = Path('data.md').read_text()"),
        ("pages/data/page.py", "from pathlib import Path\nPath('data.md').open()"),
        ("pages/comparison/screen/settings.py", "import tomllib"),
    ],
    screen.only_the_contents_list_pages: [
        ("pages/overview/answer.py", f"ALL = {(*syntax.page_names(),)}"),
        ("pages/kit/frame/page_frame.py", f"ROWS = {dict.fromkeys(syntax.page_names(), 'ε')}"),
        ("edition/site.py", f"PICTURES = {syntax.page_names()}"),
    ],
    house.functions_are_short: [("dpcore/checks.py", "def f():\n" + "    x = 1\n" * 60)],
    house.files_are_short: [
        ("dpcore/checks.py", "x = 1\n" * 401),
        ("pages/trade_off/page.py", "x = 1\n" * 121),
    ],
}
PLANTED = [(rule, *place) for rule, places in BROKEN.items() for place in places]

# What is allowed although it looks alike.
ALLOWED = [
    ("dpcore/erm/solver.py", "from dpcore import checks\nfrom dpcore.erm.losses import Loss"),
    ("dplab/studies/lessons/proofs.py", "from dplab.studies import geometry"),
    ("dplab/studies/foundations/game.py", "from dplab.studies.foundations import beliefs"),
    ("dplab/lessons.py", "from dplab.simulation.sweeps import run"),
    ("pages/foundations/game/answer.py", "from pages.foundations import rows"),
    ("pages/foundations/page.py", "from pages.foundations.lecture import answer"),
    ("dpcore/data/real/tables.py", "def load():\n    from sklearn import datasets"),
    ("dpcore/estimators/linear.py", "from sklearn.base import BaseEstimator"),
    ("pages/trade_off/page.py", "from pages.comparison import settings\nimport dpcore"),
    ("pages/data/page.py", "st.slider('d', key='upload', min_value=settings.FEWEST)"),
    (
        "pages/data/page.py",
        "if st.popover('x').open:\n    st.session_state['upload'] = 'the #1 row'",
    ),
    (
        "pages/trade_off/answer.py",
        "from dplab.studies.trade_off import grid\nfrom dplab.simulation.sources import UPLOAD",
    ),
    ("pages/trade_off/figures.py", "import numpy as np\nmiddle = np.median(errors)"),
    ("pages/data/page.py", "from string import Template\nscript = Template('x = $x')"),
    ("pages/geometry/answer.py", "from pages.geometry import choices, export, sentences"),
    (
        "pages/data/summary.py",
        "controls.link_to('trade_off', 'Go', ':x:', {'axis': 'n', 'epsilon': 1})",
    ),
    ("pages/kit/figures/marks.py", "note = {'showarrow': False}"),
    ("pages/geometry/figures.py", "across = {'type': 'log'}\ncells = marks.trace('heatmap')"),
    ("pages/kit/figures/style.py", "'''Teal.'''\nTEAL = '#0f5c63'"),
    ("dpcore/checks.py", 'def f():\n    """A.\n\n' + "    B.\n" * 70 + '    """\n    # c\n'),
]

PARTS = ("values.py", "page.py", "page.md")

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
    assert list(whole_house.folders_are_small(MODULES)) == []
    crowd = [Module(PurePosixPath(f"dpcore/erm/m{i}.py"), "") for i in range(13)]
    assert list(whole_house.folders_are_small(crowd)) == ["dpcore/erm holds 13"]


def test_each_page_is_a_folder_with_all_its_parts():
    missing = [
        str(place)
        for name in syntax.page_names()
        for place in [*(ROOT / "pages" / name / part for part in PARTS), *_tests_of(name)]
        if not place.exists()
    ]
    assert missing == []


def test_the_contents_list_each_page_once():
    listed = [name for names in CONTENTS.values() for name in names]
    assert sorted(listed) == syntax.page_names()


@pytest.mark.parametrize("folder", whole_house.FEWEST_USERS)
def test_shared_is_shared(folder: str):
    assert list(whole_house.shared_is_shared(MODULES)) == []
    lonely = Module(PurePosixPath(f"{folder}/lonely.py"), "")
    imports = f"from {folder.replace('/', '.')} import lonely"
    fewest = whole_house.FEWEST_USERS[folder]
    users = [
        Module(PurePosixPath(f"pages/{name}/new.py"), imports)
        for name in syntax.page_names()[:fewest]
    ]
    assert list(whole_house.shared_is_shared([*MODULES, lonely, *users[1:]]))
    assert list(whole_house.shared_is_shared([*MODULES, lonely, *users])) == []


def test_what_pages_share_is_at_most_a_quarter_of_them():
    lines = {m: m.source.count("\n") for m in MODULES if m.is_in("pages")}
    shared = sum(n for module, n in lines.items() if module.is_in(*whole_house.FEWEST_USERS))
    assert 4 * shared <= sum(lines.values())


def test_figures_and_sentences_reach_no_streamlit():
    assert list(whole_house.figures_and_sentences_reach_no_streamlit(MODULES)) == []
    drawn = Module(PurePosixPath("pages/data/figures/new.py"), "from pages.kit import chart")
    assert list(whole_house.figures_and_sentences_reach_no_streamlit([*MODULES, drawn]))


def test_imports_never_go_round():
    assert list(whole_house.imports_go_round(MODULES)) == []
    circle = [
        Module(PurePosixPath("dpcore/a.py"), "from dpcore.b import x"),
        Module(PurePosixPath("dpcore/b.py"), "def f():\n    from dpcore import a"),
    ]
    assert list(whole_house.imports_go_round(circle)) == ["dpcore/a.py", "dpcore/b.py"]


def test_every_list_of_pages_names_the_same_ones():
    listed = [paths.address_of(name) for name in syntax.page_names()]
    addresses = [path.strip("/") or "overview" for path in PAGES]
    assert sorted(addresses) == sorted(listed)
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"^\| [^|]+ \| `/([\w-]*)` \|", readme, re.M)
    assert sorted(name or "overview" for name in shown) == sorted(listed)


def test_every_page_says_what_it_is():
    abouts = [page.about(name) for name in syntax.page_names()]
    assert all(isinstance(each, page.About) for each in abouts)
    # What two pages ask for is one value.
    own = {value for each in abouts for value in each.values}
    names = [value.name for value in own | {*values.VALUES.values()}]
    assert len(names) == len(set(names))


def test_the_picture_is_what_the_imports_draw():
    assert picture.BLOCK.findall(picture.GUIDE.read_text("utf-8")) == [
        picture.drawn(picture.arrows(MODULES))
    ]
    upwards = Module(PurePosixPath("dpcore/erm/new.py"), "from dplab.simulation import settings")
    assert ("dpcore/erm", "dplab/simulation") in picture.arrows([*MODULES, upwards])


def test_classes_have_names_of_their_own():
    assert list(whole_house.classes_have_names_of_their_own(MODULES)) == []
    twins = [Module(PurePosixPath(f"dpcore/{name}.py"), "class Twin: ...") for name in "ab"]
    assert list(whole_house.classes_have_names_of_their_own(twins))


def test_help_texts_stand_once():
    found = [
        name
        for path in (ROOT / "pages").rglob("help.toml")
        for name in tomllib.loads(path.read_text("utf-8"))
    ]
    assert sorted(found) == sorted(set(found))


def _tests_of(name: str) -> list[Path]:
    folder = ROOT / "tests" / "pages" / name
    return list(folder.glob("test_*.py")) or [folder / "test_*.py"]


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
    found = []
    for folder, folders, files in os.walk(ROOT):
        # Environments and caches hold far more files than the repository: none is entered.
        folders[:] = [name for name in folders if not _is_built(name)]
        ours = (Path(folder, name) for name in files if not _is_built(name))
        found += [path for path in ours if path.suffix in TEXT and path.is_file()]
    return found


def _is_built(name: str) -> bool:
    # Beside .venv there may be one for another Python: .venv313.
    return name in BUILT or name.startswith(".venv") or name.endswith(("_cache", ".egg-info"))
