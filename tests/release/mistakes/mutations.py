"""One mistake at a time, in the syntax tree of a module."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
"""An operator, and what stands in its place."""

DOUBLED = (
    "epsilon",
    "delta",
    "epsilon_test",
    "epsilon_noise",
    "rate",
    "noise_rate",
    "tau",
    "n",
    "lam",
)
"""Names of numbers that a theorem speaks of: each use is taken twice."""


@dataclass(frozen=True)
class Mutation:
    """A module's text with one mistake, and where that stands.

    Parameters
    ----------
    line : int
    key : str
        The function, the expression and what it becomes; which one, where there are several.
    text : str
        Of the whole module, without its comments.
    """

    line: int
    key: str
    text: str


def mutations(text: str) -> Iterator[Mutation]:
    """Yield a module's text with each mistake in turn."""
    tree = ast.parse(text)
    places = [
        each for each in ast.walk(tree) if isinstance(each, ast.expr) and hasattr(each, "lineno")
    ]
    skipped = set(map(id, _said(tree)))
    # Inner functions come later, and so have the last word.
    owners = {
        id(each): function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for each in ast.walk(function)
    }
    alike: Counter[str] = Counter()
    for number, place in enumerate(places):
        if id(place) in skipped:
            continue
        for after in _wrong(place):
            whole = copy.deepcopy(tree)
            same = [
                each
                for each in ast.walk(whole)
                if isinstance(each, ast.expr) and hasattr(each, "lineno")
            ][number]
            before = ast.unparse(same)
            _Put(same, after).visit(whole)
            changed = ast.unparse(ast.fix_missing_locations(whole))
            owner = owners.get(id(place), "module")
            key = f"{owner}: {before} → {ast.unparse(after)}"
            alike[key] += 1
            nth = f" #{alike[key]}" if alike[key] > 1 else ""
            yield Mutation(place.lineno, key + nth, changed)


def _said(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is in sentences, types and declarations: no number of theirs is a noise's."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Raise | ast.JoinedStr):
            yield from ast.walk(each)
        if isinstance(each, ast.FunctionDef):
            hints = [
                each.returns,
                *(one.annotation for one in each.args.args + each.args.kwonlyargs),
            ]
            for hint in (*hints, *each.decorator_list):
                if hint is not None:
                    yield from ast.walk(hint)
        if isinstance(each, ast.AnnAssign):
            yield from ast.walk(each.annotation)


def _wrong(place: ast.expr) -> Iterator[ast.expr]:
    """Yield what may stand, wrongly, in the place of an expression."""
    if isinstance(place, ast.BinOp) and type(place.op) in SWAPPED:
        yield ast.BinOp(place.left, SWAPPED[type(place.op)](), place.right)  # type: ignore[arg-type]
    if isinstance(place, ast.BoolOp):
        yield ast.BoolOp(SWAPPED[type(place.op)](), place.values)  # type: ignore[arg-type]
    if isinstance(place, ast.Compare) and len(place.ops) == 1 and type(place.ops[0]) in SWAPPED:
        swapped = SWAPPED[type(place.ops[0])]()
        yield ast.Compare(place.left, [swapped], place.comparators)  # type: ignore[list-item]
    if isinstance(place, ast.Constant) and type(place.value) in (int, float):
        yield ast.Constant(2 * place.value if place.value else 1)
    if isinstance(place, ast.UnaryOp) and isinstance(place.op, ast.Not):
        yield place.operand
    name = place.attr if isinstance(place, ast.Attribute) else getattr(place, "id", "")
    if name in DOUBLED and isinstance(getattr(place, "ctx", None), ast.Load):
        yield ast.BinOp(ast.Constant(2), ast.Mult(), copy.deepcopy(place))


class _Put(ast.NodeTransformer):
    """Put one node in the place of another."""

    def __init__(self, place: ast.AST, other: ast.expr) -> None:
        self._place, self._other = place, other

    def visit(self, node: ast.AST) -> ast.AST:
        return self._other if node is self._place else self.generic_visit(node)
