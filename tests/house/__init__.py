"""The rules of the house over syntax trees: who may import whom, what stands in one file only.

A rule takes a `Module` and yields a complaint for each place that breaks it.
"""

import ast
import re
from collections.abc import Iterable, Iterator

import dpcore
from pages.comparison import settings
from pages.kit.frame import under_way
from pages.lessons.steps import place
from tests.house.syntax import NO_PAGE, ROOT, Module, last_name, page_of, part_of

# A module imports its own layer and those below. The first prefix that fits a name counts.
LAYERS = {
    "dpcore.checks": 0,
    "dpcore.data": 1,
    "dpcore.erm": 2,
    "dpcore.privacy": 3,
    "dpcore.simulation": 4,
    "dpcore.release": 4,
    "dpcore.studies": 5,
    "dpcore.estimators": 5,
    "dpcore": 6,
    "server": 7,
    "pages.kit": 8,
    "pages.comparison": 8,
    "pages.main": 10,
    "pages": 9,
    "app": 11,
}

ABOUT_OTHERS = {"lessons", "papers", "overview", "decide"}
"""Studies that ask other studies."""

DRAWN, SAID = ("figures", "figures.py"), ("sentences.py", "section_sentences.py")
LOW = {"figures", "sentences", "section_sentences", "computed", "results", "choices"}
"""Modules of a page that what answers and exports is built on."""
ASKING = {"choices", "contents"}
"""Those that say what a page adds to the address."""

COMPUTING = (
    "dpcore.erm.solver",
    "dpcore.erm.newton",
    "dpcore.privacy.noise",
    "dpcore.privacy.audit.audit",
    "dpcore.privacy.tuning.tune",
    "dpcore.privacy.mechanisms.calibrate",
    "dpcore.privacy.mechanisms.draw",
    "dpcore.privacy.mechanisms.draw_all",
    "dpcore.privacy.meter.Meter",
    "dpcore.privacy.worst_case.search",
    "dpcore.privacy.worst_case.limit",
    "dpcore.privacy.worst_case.output",
    "dpcore.privacy.worst_case.objective",
    "scipy",
)
"""What solves, draws noise or measures a loss."""

_LESSONS = "pages/lessons/contents.py", "pages/lessons/steps/card.py", "pages/lessons/stories.py"
LINKS_THAT_RUN = ("pages/overview/answer.py", "pages/papers/answer.py", *_LESSONS)
"""Where links come from data: tests/pages/kit/test_links.py looks at each as it is drawn."""
SETTINGS = ("pages/comparison/settings.py", "pages/kit/address.py")
SHARED_SETTINGS = set(settings.VALUES)
SESSION_KEY = re.compile(
    rf"(session_state|query_params)(\.|\.get\(|\[)'?({'|'.join(SHARED_SETTINGS)})('\]|'.*\))?$"
)
COLOUR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?\b|^#[0-9a-f]{3,4}$|\b(rgb|hsl)a?\(", re.I)
LONGEST_FUNCTION, LONGEST_FILE, LONGEST_PAGE = 60, 400, 120
Function = ast.FunctionDef | ast.AsyncFunctionDef


def layer(name: str) -> int | None:
    """Return the layer of a module or of something in it; None outside of the house."""
    return next((rank for prefix, rank in LAYERS.items() if _within(name, prefix)), None)


def _within(name: str, *packages: str) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def imports_go_down(module: Module) -> Iterator[str]:
    """Complain of imports from a higher layer."""
    here = layer(module.name)
    for imported in module.imports(module.nodes) if here is not None else ():
        there = layer(imported)
        if there is not None and there > here:
            yield f"imports {imported}"


def pages_are_islands(module: Module) -> Iterator[str]:
    """Complain of a page that reaches another one, and of imports that only run time knows."""
    for used in module.uses if module.page else ():
        if page_of(used) not in ("", module.page):
            yield f"uses {used}"
    if module.is_in("pages") and not module.is_in("pages/kit/page.py"):
        yield from _mentions(module, "import_module", ".import_module", "__import__")


def studies_are_islands(module: Module) -> Iterator[str]:
    """Complain of a study that asks another one, but for those that are about others."""
    study = _study_of(module.name)
    if study and study not in ABOUT_OTHERS:
        yield from (
            f"imports {name}"
            for name in module.imports(module.nodes)
            if _study_of(name) not in ("", study)
        )


def _study_of(name: str) -> str:
    """Return the study that a module or something in it belongs to, or an empty text."""
    package, _, rest = name.partition("dpcore.studies.")
    return "" if package else rest.partition(".")[0]


def imports_within_a_page_go_down(module: Module) -> Iterator[str]:
    """Complain where figures, sentences and the like import what is built on them.

    Nobody imports a page's script, or what the house knows of it; that imports `choices` alone.
    """
    if not module.page:
        return
    part = _role(module.name)
    above = {"page", "about"} | ({"answer", "export"} if part in LOW else set())
    for imported in module.imports(module.nodes):
        of_page = _role(imported)
        if page_of(imported) and (of_page in above or (part == "about" and of_page not in ASKING)):
            yield f"imports {imported}"


def _role(name: str) -> str:
    """Return what a module of a page does for it, or for one of its parts: `answer`, say."""
    inside = name.split(".")[2:]
    return inside[1] if part_of(name) and len(inside) > 1 else (*inside, "")[0]


def parts_are_islands(module: Module) -> Iterator[str]:
    """Complain of a part of a page that imports another one."""
    part = part_of(module.name)
    for imported in module.imports(module.nodes) if part else ():
        if page_of(imported) == module.page and part_of(imported) not in ("", part):
            yield f"imports {imported}"


def pages_compute_nothing(module: Module) -> Iterator[str]:
    """Complain of computing on the screen's side, and of arithmetic in a page's script."""
    if module.is_in("pages"):
        yield from (f"uses {used}" for used in module.uses if _within(used, *COMPUTING))
        # By the short names that `dpcore` gives to scripts, everything would be within reach.
        roots = {f"dpcore.{name}" for name in dpcore.__all__}
        yield from (f"uses {used}" for used in module.uses if used in roots)
    if module.is_page:
        sums = (node for node in module.nodes if isinstance(node, ast.BinOp | ast.AugAssign))
        yield from (f"line {node.lineno} computes {ast.unparse(node)}" for node in sums)


def science_knows_no_screen(module: Module) -> Iterator[str]:
    """Complain of streamlit and plotly in dpcore."""
    if module.is_in("dpcore"):
        yield from _imports_of(module, module.nodes, "streamlit", "plotly")


def figures_and_sentences_know_no_streamlit(module: Module) -> Iterator[str]:
    """Complain of streamlit in what is drawn and in what is said."""
    if module.is_in("pages") and {*module.path.parts[2:]} & {*DRAWN, *SAID}:
        yield from _imports_of(module, module.nodes, "streamlit")


def sklearn_waits(module: Module) -> Iterator[str]:
    """Complain of scikit-learn outside of functions: it costs the first visitor seconds."""
    if not module.is_in("tests", "benchmarks", "dpcore/estimators"):
        at_once = _outside_functions(module.tree)
        yield from _imports_of(module, at_once, "sklearn", "dpcore.estimators")


def _imports_of(module: Module, nodes: Iterable[ast.AST], *packages: str) -> Iterator[str]:
    return (f"imports {name}" for name in module.imports(nodes) if _within(name, *packages))


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function):
            yield child
            yield from _outside_functions(child)


def only_settings_holds_shared_keys(module: Module) -> Iterator[str]:
    """Complain of the keys of shared settings outside of the modules that hold them."""
    if module.is_in("pages") and not module.is_in(*SETTINGS):
        yield from _keywords(module, {"key"}, SHARED_SETTINGS)
        holds_state = "session_state" in module.source or "query_params" in module.source
        for node in module.nodes if holds_state else ():
            reads = isinstance(node, ast.Subscript | ast.Attribute | ast.Call)
            text = ast.unparse(node) if reads else ""
            if SESSION_KEY.search(text):
                yield f"line {node.lineno} reads {text}"


def only_address_binds(module: Module) -> Iterator[str]:
    """Complain of widgets that are tied to the address bar."""
    if module.is_in("pages") and not module.is_in("pages/kit/address.py"):
        yield from _keywords(module, {"bind", "persist_state"})


def only_settings_holds_bounds(module: Module) -> Iterator[str]:
    """Complain of bounds of widgets that are written as numbers."""
    if module.is_in("pages") and not module.is_in(*SETTINGS):
        for keyword in _keyword_nodes(module, {"min_value", "max_value"}):
            if isinstance(getattr(keyword.value, "value", None), int | float):
                yield f"line {keyword.value.lineno} gives {keyword.arg} as a number"


def only_chart_shows_figures(module: Module) -> Iterator[str]:
    """Complain of `plotly_chart`, and of questions for the theme."""
    if module.is_in("pages") and not module.is_in("pages/kit/chart.py"):
        yield from _mentions(module, ".plotly_chart", ".context.theme")


def only_cached_caches(module: Module) -> Iterator[str]:
    """Complain of other caches than `cached.memoized`, in pages of any."""
    if not module.is_in("pages/comparison/cached.py", "pages/kit/memoized.py", "tests"):
        yield from _mentions(module, ".cache_data", ".cache_resource")
    if module.page:
        caches = ("functools.cache", "functools.lru_cache", "functools.cached_property")
        yield from (f"uses {used}" for used in module.uses if used in caches)


def only_live_polls(module: Module) -> Iterator[str]:
    """Complain of `run_every`."""
    if not module.is_in("pages/comparison/live.py", "tests"):
        yield from _keywords(module, {"run_every"})


def only_style_holds_colours(module: Module) -> Iterator[str]:
    """Complain of colours, and of Plotly templates."""
    if not module.is_in("pages/kit/figures/style.py", "tests"):
        yield from _colours(module)
        yield from _mentions(module, "pio.templates", ".io.templates", ".layout.Template")


def _colours(module: Module) -> Iterator[str]:
    docstrings = {node.value for node in module.nodes if isinstance(node, ast.Expr)}
    for node in set(module.nodes) - docstrings:
        if isinstance(node, ast.Constant) and COLOUR.search(str(node.value)):
            yield f"line {node.lineno} holds the colour {node.value}"


def only_text_loads_text(module: Module) -> Iterator[str]:
    """Complain where the screen reads files."""
    if module.is_in("pages") and not module.is_in("pages/kit/text.py"):
        yield from _mentions(module, "open", ".read_text", ".read_bytes")
        yield from _imports_of(module, module.nodes, "tomllib")
    if module.is_in("pages") and not module.is_in("pages/kit/text.py", "pages/main.py"):
        yield from _imports_of(module, module.nodes, "pathlib", "io.open")


def _mentions(module: Module, *words: str) -> Iterator[str]:
    """Complain of names; a word that starts with a dot is the end of a longer name."""
    ends = tuple(word for word in words if word.startswith("."))
    last = {word.rpartition(".")[2] for word in words}
    for node in module.nodes:
        # A name is put together only where its last part fits: there are a hundred thousand.
        text = ast.unparse(node) if last_name(node) in last else ""
        if text in words or text.endswith(ends):
            yield f"line {node.lineno} mentions {text}"
    yield from (f"imports {name}" for name in module.imports(module.nodes) if name.endswith(ends))


def _keyword_nodes(module: Module, names: set[str]) -> Iterator[ast.keyword]:
    keywords = (node for node in module.nodes if isinstance(node, ast.keyword))
    return (node for node in keywords if node.arg in names)


def _keywords(module: Module, names: set[str], values: set[str] | None = None) -> Iterator[str]:
    for node in _keyword_nodes(module, names):
        if values is None or getattr(node.value, "value", None) in values:
            yield f"line {node.value.lineno} gives {ast.unparse(node)}"


def links_name_what_their_target_knows(module: Module) -> Iterator[str]:
    """Complain of links to pages that do not exist, and of values that these do not have."""
    if not module.is_in("pages") or module.is_in("pages/kit/controls.py"):
        return
    yield from _mentions(module, ".page_link", ".switch_page", ".link_button")
    for call in (node for node in module.nodes if isinstance(node, ast.Call)):
        if last_name(call.func).endswith("link_to"):
            yield from _unknown_of_call(call, module)


def _unknown_of_call(call: ast.Call, module: Module) -> Iterator[str]:
    """Yield what a link gets wrong; what is not written out, `LINKS_THAT_RUN` have tests for."""
    given = dict(zip(("name", "label", "icon", "contents"), call.args, strict=False))
    given |= {str(keyword.arg): keyword.value for keyword in call.keywords}
    name, contents = given.get("name"), given.get("contents", ast.Dict([], []))
    keys = contents.keys if isinstance(contents, ast.Dict) else [None]
    if isinstance(name, ast.Constant) and all(isinstance(key, ast.Constant) for key in keys):
        yield from unknown_of_link(str(name.value), [key.value for key in keys])
    elif not module.is_in(*LINKS_THAT_RUN):
        yield f"line {call.lineno} links by what only run time knows"


def unknown_of_link(page: str, names: Iterable[str]) -> Iterator[str]:
    """Yield what a link names that its target does not know."""
    if page not in page_names():
        yield f"links to {page}"
        return
    known = {value.name for value in (*settings.values_of(page), *place.VALUES, *under_way.VALUES)}
    yield from (f"sets {name} of {page}" for name in names if name not in known)


def page_names() -> list[str]:
    """Return the folders of `pages` that are pages."""
    scripts = (ROOT / "pages").glob("*/*.py")
    return sorted({script.parent.name for script in scripts} - NO_PAGE)


def only_main_lists_pages(module: Module) -> Iterator[str]:
    """Complain of a second table of contents: a collection that names most of the pages."""
    pages = set(page_names())
    if module.is_in("pages") and not module.is_in("pages/main.py"):
        for node in module.nodes:
            if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
                named = {getattr(each, "value", None) for each in ast.walk(node)}
                if 2 * len(named & pages) > len(pages):
                    yield f"line {node.lineno} lists the pages"


def functions_are_short(module: Module) -> Iterator[str]:
    """Complain of functions with too many lines of code."""
    for name, size in function_sizes(module):
        if size > LONGEST_FUNCTION:
            yield f"{name} has {size} lines of code"


def files_are_short(module: Module) -> Iterator[str]:
    """Complain of a file or a page with too many lines."""
    n_lines = len(module.source.splitlines())
    if n_lines > (LONGEST_PAGE if module.is_page else LONGEST_FILE):
        yield f"has {n_lines} lines"


def function_sizes(module: Module) -> Iterator[tuple[str, int]]:
    """Yield each function's name, and its lines that are neither blank, comment nor docstring."""
    lines = module.source.splitlines()
    for node in module.nodes:
        if isinstance(node, Function):
            texts = [text.strip() for text in lines[node.lineno - 1 : node.end_lineno]]
            code = sum(bool(text) and not text.startswith("#") for text in texts)
            yield node.name, code - _docstring_lines(node)


def _docstring_lines(function: Function) -> int:
    text = ast.get_docstring(function)
    return sum(bool(line.strip()) for line in text.splitlines()) if text else 0
