"""The rules of the house over syntax trees: who may import whom, what stands in one file only.

A rule takes a `Module` and yields a complaint for each place that breaks it.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
PLACES = ("app.py", "dpcore", "pages", "benchmarks", "tests")

# A module imports its own layer and those below. The first prefix that fits a name counts.
LAYERS = {
    "dpcore.checks": 0,
    "dpcore.data": 1,
    "dpcore.erm": 2,
    "dpcore.privacy": 3,
    "dpcore.experiments": 4,
    "dpcore.estimators": 5,
    "dpcore": 6,
    "pages.shared": 7,
    "pages.main": 9,
    "pages": 8,
    "app": 10,
}
PAGE = LAYERS["pages"]

SETTINGS = ("pages/shared/settings.py", "pages/shared/address.py")
SHARED_SETTINGS = {"data", "epsilon", "lam", "loss", "h", "n", "draws", "seed"}
SESSION_KEY = re.compile(rf"session_state(\.|\['?)({'|'.join(SHARED_SETTINGS)})('\])?$")
COLOUR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?\b|^#[0-9a-f]{3,4}$|\b(rgb|hsl)a?\(", re.I)
LONGEST_FUNCTION, LONGEST_FILE, LONGEST_PAGE, LARGEST_FOLDER = 60, 400, 120, 12

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A Python file: its path in the repository, and its text."""

    path: PurePosixPath
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def name(self) -> str:
        return ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")

    @property
    def is_page(self) -> bool:
        return layer(self.name) == PAGE

    def is_in(self, *places: str) -> bool:
        return any(self.path.is_relative_to(place) for place in places)

    def imports(self, nodes: Iterable[ast.AST]) -> Iterator[str]:
        """Yield what `nodes` import, each as package.module.name."""
        for node in nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{self._origin(node)}.{alias.name}" for alias in node.names)

    def _origin(self, node: ast.ImportFrom) -> str:
        folders = self.path.parent.parts
        above = folders[: len(folders) + 1 - node.level] if node.level else ()
        return ".".join([*above, *filter(None, [node.module])])


def modules() -> list[Module]:
    """Return every Python file of the repository."""
    files = [file for place in PLACES for file in _python_files(ROOT / place)]
    return [Module(PurePosixPath(file.relative_to(ROOT)), file.read_text()) for file in files]


def _python_files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def layer(name: str) -> int | None:
    """Return the layer of a module or of something in it; None outside of the house."""
    return next((rank for prefix, rank in LAYERS.items() if _within(name, prefix)), None)


def _within(name: str, *packages: str) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def imports_go_down(module: Module) -> Iterator[str]:
    """Complain of imports from a higher layer, and of pages that import a page."""
    here = layer(module.name)
    for imported in module.imports(module.nodes) if here is not None else ():
        there = layer(imported)
        if there is not None and (there > here or there == here == PAGE):
            yield f"imports {imported}"


def science_knows_no_screen(module: Module) -> Iterator[str]:
    """Complain of streamlit and plotly in dpcore."""
    if module.is_in("dpcore"):
        yield from _imports_of(module, module.nodes, "streamlit", "plotly")


def figures_know_no_streamlit(module: Module) -> Iterator[str]:
    """Complain of streamlit in `style` and `figures`."""
    if module.is_in("pages/shared/style.py", "pages/shared/figures"):
        yield from _imports_of(module, module.nodes, "streamlit")


def sklearn_waits(module: Module) -> Iterator[str]:
    """Complain of scikit-learn outside of functions: it costs the first visitor seconds."""
    if not module.is_in("tests", "benchmarks", "dpcore/estimators.py"):
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
        for node in module.nodes:
            text = ast.unparse(node) if isinstance(node, ast.Subscript | ast.Attribute) else ""
            if SESSION_KEY.search(text):
                yield f"line {node.lineno} reads {text}"


def only_address_binds(module: Module) -> Iterator[str]:
    """Complain of widgets that are tied to the address bar."""
    if module.is_in("pages") and not module.is_in("pages/shared/address.py"):
        yield from _keywords(module, {"bind", "persist_state"})


def only_settings_holds_bounds(module: Module) -> Iterator[str]:
    """Complain of bounds of widgets that are written as numbers."""
    if module.is_in("pages") and not module.is_in(*SETTINGS):
        for keyword in _keyword_nodes(module, {"min_value", "max_value"}):
            if isinstance(getattr(keyword.value, "value", None), int | float):
                yield f"line {keyword.value.lineno} gives {keyword.arg} as a number"


def only_cached_caches(module: Module) -> Iterator[str]:
    """Complain of `st.cache_data`."""
    if not module.is_in("pages/shared/cached.py", "tests"):
        yield from _mentions(module, ".cache_data")


def only_live_polls(module: Module) -> Iterator[str]:
    """Complain of `run_every`."""
    if not module.is_in("pages/shared/live.py", "tests"):
        yield from _keywords(module, {"run_every"})


def only_style_holds_colours(module: Module) -> Iterator[str]:
    """Complain of colours, and of Plotly templates."""
    if not module.is_in("pages/shared/style.py", "tests"):
        yield from _colours(module)
        yield from _mentions(module, "pio.templates", ".io.templates", ".layout.Template")


def _colours(module: Module) -> Iterator[str]:
    docstrings = {node.value for node in module.nodes if isinstance(node, ast.Expr)}
    for node in set(module.nodes) - docstrings:
        if isinstance(node, ast.Constant) and COLOUR.search(str(node.value)):
            yield f"line {node.lineno} holds the colour {node.value}"


def only_text_loads_text(module: Module) -> Iterator[str]:
    """Complain where the screen reads files."""
    if module.is_in("pages") and not module.is_in("pages/shared/text.py"):
        yield from _mentions(module, "open", ".read_text", ".read_bytes")
        yield from _imports_of(module, module.nodes, "tomllib")


def _mentions(module: Module, *words: str) -> Iterator[str]:
    """Complain of names; a word that starts with a dot is the end of a longer name."""
    ends = tuple(word for word in words if word.startswith("."))
    for node in module.nodes:
        text = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
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


def folders_are_small(all_modules: Iterable[Module]) -> Iterator[str]:
    """Complain of folders with too many modules."""
    folders = Counter(m.path.parent for m in all_modules if m.path.name != "__init__.py")
    return (f"{path} holds {n}" for path, n in folders.items() if n > LARGEST_FOLDER)


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
