"""Every Python file of the repository as a syntax tree: what it imports, which page it is of."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
PLACES = (
    *("app.py", "server", "dpcore", "dplab", "pages"),
    *("edition", "benchmarks", "tests"),
)

NO_PAGE = {"kit", "comparison", "main"}
"""What lies in `pages` beside the pages' folders."""


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
    def page(self) -> str:
        """The page whose folder holds the module, or an empty text."""
        return page_of(self.name)

    @property
    def is_page(self) -> bool:
        """Whether it is the script of a page."""
        return bool(self.page) and self.path.name == "page.py"

    def is_in(self, *places: str) -> bool:
        return any(self.path.is_relative_to(place) for place in places)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each name that is imported stands for."""
        found = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    first = alias.name.partition(".")[0]
                    found[alias.asname or first] = alias.name if alias.asname else first
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    found[alias.asname or alias.name] = f"{self._origin(node)}.{alias.name}"
        return found

    @cached_property
    def uses(self) -> set[str]:
        """Everything that the module imports, or reaches through what it imports."""
        found = set(self.imports(self.nodes))
        for node in self.nodes:
            if isinstance(node, ast.Attribute):
                root, _, rest = _dotted(node).partition(".")
                if root in self.names:
                    found.add(f"{self.names[root]}.{rest}")
        return found

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


def last_name(node: ast.AST) -> str:
    """Return the last part of a name such as `a.b().c`; an empty text for what is no name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _dotted(node: ast.AST) -> str:
    """Return `a.b.c`; an empty text where a part is no name: that part has names of its own."""
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return before and f"{before}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def modules() -> list[Module]:
    """Return every Python file of the repository."""
    files = [file for place in PLACES for file in _python_files(ROOT / place)]
    return [Module(PurePosixPath(file.relative_to(ROOT)), file.read_text()) for file in files]


def _python_files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def page_of(name: str) -> str:
    """Return the page that a module, or something in it, belongs to; an empty text for none."""
    root, _, rest = name.partition(".")
    folder = rest.partition(".")[0]
    return folder if root == "pages" and folder and folder not in NO_PAGE else ""


PARTS = {(place.parts[-3], place.parts[-2]) for place in ROOT.glob("pages/*/*/answer.py")}
"""The parts of pages that have several ideas: page and folder."""


def part_of(name: str) -> str:
    """Return the part of a page that a module, or something in it, belongs to; or an empty text."""
    page, rest = page_of(name), name.split(".")[2:]
    return rest[0] if rest and (page, rest[0]) in PARTS else ""


def page_names() -> list[str]:
    """Return the folders of `pages` that are pages."""
    scripts = (ROOT / "pages").glob("*/*.py")
    return sorted({script.parent.name for script in scripts} - NO_PAGE)


def mentions(module: Module, *words: str) -> Iterator[str]:
    """Complain of names; a word that starts with a dot is the end of a longer name."""
    ends = tuple(word for word in words if word.startswith("."))
    last = {word.rpartition(".")[2] for word in words}
    for node in module.nodes:
        # A name is put together only where its last part fits: there are a hundred thousand.
        text = ast.unparse(node) if last_name(node) in last else ""
        if text in words or text.endswith(ends):
            yield f"line {node.lineno} mentions {text}"
    yield from (f"imports {name}" for name in module.imports(module.nodes) if name.endswith(ends))


def keyword_nodes(module: Module, names: set[str]) -> Iterator[ast.keyword]:
    keywords = (node for node in module.nodes if isinstance(node, ast.keyword))
    return (node for node in keywords if node.arg in names)


def keywords(module: Module, names: set[str], values: set[str] | None = None) -> Iterator[str]:
    for node in keyword_nodes(module, names):
        if values is None or getattr(node.value, "value", None) in values:
            yield f"line {node.value.lineno} gives {ast.unparse(node)}"


def imports_of(module: Module, nodes: Iterable[ast.AST], *packages: str) -> Iterator[str]:
    """Yield a complaint for each import of some packages."""
    return (f"imports {name}" for name in module.imports(nodes) if within(name, *packages))


def within(name: str, *packages: str) -> bool:
    """Tell whether a dotted name lies in one of some packages."""
    return any(f"{name}.".startswith(f"{package}.") for package in packages)
