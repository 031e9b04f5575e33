"""The rules of the house over syntax trees: who may import whom, what stands in one file only.

A rule takes a `Module` and yields a complaint for each place that breaks it.
"""

import ast
import re
from collections.abc import Iterator

import dpcore
from tests.house.syntax import Module, imports_of, mentions, page_of, part_of, within

# A module imports its own layer and those below. The first prefix that fits a name counts.
LAYERS = {
    "dpcore.checks": 0,
    "dpcore.data": 1,
    "dpcore.erm": 2,
    "dpcore.ledger": 3,
    "dpcore.privacy": 3,
    "dpcore.release": 4,
    "dpcore.estimators": 5,
    "dpcore": 6,
    "dplab.numerals": 7,
    "dplab.tables": 8,
    "dplab.features": 8,
    "dplab.maps": 8,
    "dplab.laplace": 9,
    "dplab.kernels": 9,
    "dplab.instruments": 10,
    "dplab.simulation": 11,
    "dplab.studies": 12,
    "dplab": 13,
    "server": 14,
    "pages.kit": 15,
    "pages.comparison": 16,
    "edition": 18,
    "pages.main": 18,
    "pages": 17,
    "app": 19,
}

ABOUT_OTHERS = {"lessons", "papers", "overview", "decide"}
"""Studies that ask other studies."""

DRAWN, SAID = ("figures", "figures.py"), ("sentences.py", "section_sentences.py")
LOW = {"values", "figures", "sentences", "section_sentences", "view"}
"""Modules of a page that show an answer anywhere, and know nothing of the live page's."""
LOWEST = LOW - {"view"}
"""Those of which a view is made."""

COMPUTING = (
    "dpcore.erm.solver",
    "dpcore.erm.newton",
    "dpcore.privacy.noise",
    "dplab.instruments.audit.audit",
    "dpcore.privacy.tuning.tune",
    "dpcore.privacy.mechanisms.calibrate",
    "dpcore.privacy.mechanisms.draw",
    "dpcore.privacy.mechanisms.draw_all",
    "dplab.instruments.meter.Meter",
    "dplab.instruments.worst_case.search",
    "dplab.instruments.worst_case.limit",
    "dplab.instruments.worst_case.output",
    "dplab.instruments.worst_case.objective",
    "scipy",
)
"""What solves, draws noise or measures a loss."""

WITHOUT_STUDY = {"adversary", "data", "foundations", "is_it_private", "papers", "release"}
"""Pages that also ask the library, as what they show is its: formulas, encodings, releases;
or what several studies compute, as errata."""
ASKED = (
    "dpcore.checks",
    "dpcore.data.dataset.n_training",
    "dpcore.data.real.places",
    "dpcore.privacy.mechanisms.in_order",
    "dpcore.privacy.risk",
    "dplab.simulation.sweeps.spec.n_fits",
    "dplab.simulation.sweeps.spec.check",
    "dplab.simulation.sweeps.spec.seconds",
    "dplab.studies.papers.entries",
)
"""What any page may ask: how a number is checked, what is here, the order of mechanisms, what
a sweep costs, what a paper has printed."""
LOCKING = {"release"}
"""Pages that have a lock: of two tabs that release, one waits."""
COMPUTING_ITSELF = ("threading", "concurrent", "multiprocessing", "asyncio", "statistics")
SUMMING = ("numpy.median", "numpy.quantile", "numpy.percentile", "numpy.mean", "numpy.random")

OF_ANY_PROGRAM = ("dpcore.checks", "dplab.numerals")
"""Modules that know nothing of the subject: how a number is checked, and typed."""
OF_PRIVACY = re.compile(r"epsilon|^lam$|mechanism|privacy|data_?set", re.I)

LONGEST_FUNCTION, LONGEST_FILE, LONGEST_PAGE = 60, 400, 120
Function = ast.FunctionDef | ast.AsyncFunctionDef


def layer(name: str) -> int | None:
    """Return the layer of a module or of something in it; None outside of the house."""
    return next((rank for prefix, rank in LAYERS.items() if within(name, prefix)), None)


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
    if module.is_in("pages") and not module.is_in("pages/kit/paths.py"):
        yield from mentions(module, "import_module", ".import_module", "__import__")


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
    package, _, rest = name.partition("dplab.studies.")
    return "" if package else rest.partition(".")[0]


def imports_within_a_page_go_down(module: Module) -> Iterator[str]:
    """Complain where figures, sentences and the like import what is built on them.

    Nobody imports a page's script.
    """
    if not module.page:
        return
    part = _role(module.name)
    above = {"page"}
    if part in LOW:
        above |= {"answer", "export", "choices"}
        above |= {"results", "view"} if part in LOWEST else set()
    if part in ("choices", "results"):
        above |= {"answer", "export"}
    for imported in module.imports(module.nodes):
        if page_of(imported) and _role(imported) in above:
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
        yield from (f"uses {used}" for used in module.uses if within(used, *COMPUTING))
        # By the short names that `dpcore` gives to scripts, everything would be within reach.
        roots = {f"dpcore.{name}" for name in dpcore.__all__}
        yield from (f"uses {used}" for used in module.uses if used in roots)
    if module.is_page:
        sums = (node for node in module.nodes if isinstance(node, ast.BinOp | ast.AugAssign))
        yield from (f"line {node.lineno} computes {ast.unparse(node)}" for node in sums)


def pages_ask_their_study(module: Module) -> Iterator[str]:
    """Complain of what a page imports of `dpcore` besides its study, registries and data types.

    These have capital letters; of functions there is a list.
    """
    if not module.page:
        return
    if module.page not in LOCKING:
        yield from (f"uses {used}" for used in module.uses if within(used, *COMPUTING_ITSELF))
    if module.page in WITHOUT_STUDY:
        return
    if not {*module.path.parts[2:]} & {*DRAWN}:  # a figure may mark the middle of what it is given
        yield from (f"uses {used}" for used in module.uses if within(used, *SUMMING))
    asked = (f"dplab.studies.{module.page}", *ASKED)
    for name in module.imports(module.nodes):
        is_named_type = name.rpartition(".")[2][0].isupper()
        if name.startswith(("dpcore.", "dplab.")) and not (is_named_type or within(name, *asked)):
            yield f"imports {name}"


def the_core_knows_no_laboratory(module: Module) -> Iterator[str]:
    """Complain of the laboratory's name in the core, in a string or a comment, too."""
    if module.is_in("dpcore") and "dplab" in module.source:
        yield "names dplab"


def science_knows_no_screen(module: Module) -> Iterator[str]:
    """Complain of streamlit and plotly in dpcore and dplab."""
    if module.is_in("dpcore", "dplab"):
        yield from imports_of(module, module.nodes, "streamlit", "plotly")


def kit_knows_no_data(module: Module) -> Iterator[str]:
    """Complain in `pages/kit` of what is not for any dashboard: two modules of the science are."""
    if module.is_in("pages/kit"):
        for name in module.imports(module.nodes):
            if within(name, "dpcore", "dplab") and not within(name, *OF_ANY_PROGRAM):
                yield f"imports {name}"
        for node in module.nodes:
            word = getattr(node, "id", getattr(node, "arg", getattr(node, "name", "")))
            if OF_PRIVACY.search(str(word)):
                yield f"speaks of {word}"


def figures_and_sentences_know_no_streamlit(module: Module) -> Iterator[str]:
    """Complain of streamlit in what is drawn and said, and in the pages that need no server."""
    said = module.is_in("pages") and {*module.path.parts[2:]} & {*DRAWN, *SAID}
    if said or module.is_in("edition"):
        yield from imports_of(module, module.nodes, "streamlit")


def sklearn_waits(module: Module) -> Iterator[str]:
    """Complain of scikit-learn outside of functions: it costs the first visitor seconds."""
    if not module.is_in("tests", "benchmarks", "dpcore/estimators"):
        at_once = outside_functions(module.tree)
        yield from imports_of(module, at_once, "sklearn", "dpcore.estimators")


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs with a module."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function):
            yield child
            yield from outside_functions(child)


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
