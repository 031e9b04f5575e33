"""The rules of the house for what stands in one file only: keys, bounds, colours, lists, links."""

import ast
import re
from collections.abc import Iterable, Iterator

from pages.comparison import values
from pages.kit.frame import under_way
from pages.kit.page import values_of
from pages.lessons.values import ON_EVERY_PAGE
from tests.house.syntax import (
    Module,
    imports_of,
    keyword_nodes,
    keywords,
    last_name,
    mentions,
    page_names,
)

_LESSONS = (
    "pages/lessons/contents.py",
    "pages/lessons/course.py",
    "pages/lessons/ending.py",
    "pages/lessons/steps/card.py",
    "pages/lessons/stories.py",
)
LINKS_THAT_RUN = (
    "pages/all_pages/cards.py",
    "pages/kit/frame/page_frame.py",
    "pages/overview/answer.py",
    "pages/papers/answer.py",
    "pages/papers/errata/answer.py",
    *_LESSONS,
)
"""Where links come from data: tests/pages/kit/test_links.py looks at each as it is drawn."""
SETTINGS = ("pages/comparison/screen/settings.py", "pages/kit/address.py")
SHARED_SETTINGS = set(values.VALUES)
SESSION_KEY = re.compile(
    rf"(session_state|query_params)(\.|\.get\(|\[)'?({'|'.join(SHARED_SETTINGS)})('\]|'.*\))?$"
)
COLOUR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?\b|^#[0-9a-f]{3,4}$|\b(rgb|hsl)a?\(", re.I)
TRACES = {"scatter", "bar", "heatmap", "contour"}
GRAPH_OBJECTS = (
    *(".Scatter", ".Bar", ".Heatmap", ".Contour", ".make_subplots", "make_subplots"),
    *(".add_scatter", ".add_bar", ".add_annotation", ".add_shape", ".add_hline", ".add_vline"),
)
"""What draws without marks: kinds of traces, and Plotly's objects of these."""


def only_settings_holds_shared_keys(module: Module) -> Iterator[str]:
    """Complain of the keys of shared settings outside of the modules that hold them."""
    if module.is_in("pages") and not module.is_in(*SETTINGS):
        yield from keywords(module, {"key"}, SHARED_SETTINGS)
        holds_state = "session_state" in module.source or "query_params" in module.source
        for node in module.nodes if holds_state else ():
            reads = isinstance(node, ast.Subscript | ast.Attribute | ast.Call)
            text = ast.unparse(node) if reads else ""
            if SESSION_KEY.search(text):
                yield f"line {node.lineno} reads {text}"


def only_address_binds(module: Module) -> Iterator[str]:
    """Complain of widgets that are tied to the address bar."""
    if module.is_in("pages") and not module.is_in("pages/kit/address.py"):
        yield from keywords(module, {"bind", "persist_state"})


def only_settings_holds_bounds(module: Module) -> Iterator[str]:
    """Complain of bounds of widgets that are written as numbers."""
    if module.is_in("pages") and not module.is_in(*SETTINGS):
        for keyword in keyword_nodes(module, {"min_value", "max_value"}):
            if isinstance(getattr(keyword.value, "value", None), int | float):
                yield f"line {keyword.value.lineno} gives {keyword.arg} as a number"


def only_chart_shows_figures(module: Module) -> Iterator[str]:
    """Complain of `plotly_chart`, and of questions for the theme, which `visitor` answers."""
    if module.is_in("pages") and not module.is_in("pages/kit/chart.py"):
        yield from mentions(module, ".plotly_chart")
    if module.is_in("pages") and not module.is_in("pages/kit/visitor.py"):
        yield from mentions(module, ".context.theme")


def only_cached_caches(module: Module) -> Iterator[str]:
    """Complain of other caches than `cached.memoized`, in pages of any."""
    if not module.is_in(
        "pages/comparison/screen/cached.py", "pages/comparison/screen/memoized.py", "tests"
    ):
        yield from mentions(module, ".cache_data", ".cache_resource")
    if module.page:
        caches = ("functools.cache", "functools.lru_cache", "functools.cached_property")
        yield from (f"uses {used}" for used in module.uses if used in caches)


def only_live_polls(module: Module) -> Iterator[str]:
    """Complain of `run_every`."""
    if not module.is_in("pages/comparison/screen/live.py", "tests"):
        yield from keywords(module, {"run_every"})


def only_style_holds_colours(module: Module) -> Iterator[str]:
    """Complain of colours, and of Plotly templates."""
    if not module.is_in("pages/kit/figures/style.py", "tests"):
        yield from _colours(module)
        yield from mentions(module, "pio.templates", ".io.templates", ".layout.Template")


def _colours(module: Module) -> Iterator[str]:
    docstrings = {node.value for node in module.nodes if isinstance(node, ast.Expr)}
    for node in set(module.nodes) - docstrings:
        if isinstance(node, ast.Constant) and COLOUR.search(str(node.value)):
            yield f"line {node.lineno} holds the colour {node.value}"


def only_marks_draws_lines(module: Module) -> Iterator[str]:
    """Complain of traces and notes as Plotly's dictionaries or graph objects."""
    if not module.is_in("pages") or module.is_in("pages/kit/figures/marks.py"):
        return
    for node in module.nodes:
        for key, value in _items(node):
            if key == "showarrow" or (key == "type" and value in TRACES):
                yield f"line {getattr(node, 'lineno', '')} gives {key} {value}"
    yield from mentions(module, *GRAPH_OBJECTS)


def _items(node: ast.AST) -> Iterator[tuple[object, object]]:
    """Yield what a dictionary or a call gives by name and writes out."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield getattr(key, "value", None), getattr(value, "value", None)
    if isinstance(node, ast.keyword):
        yield node.arg, getattr(node.value, "value", None)


def only_text_loads_text(module: Module) -> Iterator[str]:
    """Complain where the screen reads files."""
    if module.is_in("pages") and not module.is_in("pages/kit/text.py"):
        yield from mentions(module, "open", ".read_text", ".read_bytes")
        yield from imports_of(module, module.nodes, "tomllib")
    if module.is_in("pages") and not module.is_in("pages/kit/text.py", "pages/main.py"):
        yield from imports_of(module, module.nodes, "pathlib", "io.open")


def links_name_what_their_target_knows(module: Module) -> Iterator[str]:
    """Complain of links to pages that do not exist, and of values that these do not have."""
    # What opens pages before anybody asks opens them all.
    without = ("pages/kit/controls.py", "pages/comparison/places.py")
    if not module.is_in("pages") or module.is_in(*without):
        return
    yield from mentions(module, ".page_link", ".switch_page", ".link_button")
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
    known = {value.name for value in (*values_of(page), *ON_EVERY_PAGE, *under_way.VALUES)}
    yield from (f"sets {name} of {page}" for name in names if name not in known)


def only_the_contents_list_pages(module: Module) -> Iterator[str]:
    """Complain of a second table of contents: a collection that names most of the pages."""
    pages = set(page_names())
    if module.is_in("pages", "edition") and not module.is_in("pages/contents.py"):
        for node in module.nodes:
            if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
                named = {getattr(each, "value", None) for each in ast.walk(node)}
                if 2 * len(named & pages) > len(pages):
                    yield f"line {node.lineno} lists the pages"
