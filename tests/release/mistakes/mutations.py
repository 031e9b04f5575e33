"""One mistake at a time, in the text of a module: all else stays where it is, line by line."""

import ast
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

TURNED = {"max": "min", "min": "max", "any": "all", "all": "any"}
"""A function, and what stands in its place."""

DOUBLED = (
    "epsilon", "epsilon_noise", "epsilon_residual", "epsilon_test", "delta", "delta_residual",
    "rate", "noise_rate", "residual_rate", "sensitivity", "tau", "n", "lam", "extra_lam",
)  # fmt: skip
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
        Of the whole module.
    """

    line: int
    key: str
    text: str


def mutations(text: str) -> Iterator[Mutation]:
    """Yield a module's text with each mistake in turn."""
    tree = ast.parse(text)
    skipped = set(map(id, [*_said(tree), *_asked(tree)]))
    # Inner functions come later, and so have the last word.
    owners = {
        id(each): function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for each in ast.walk(function)
    }
    alike: Counter[str] = Counter()
    places = [
        each for each in ast.walk(tree) if isinstance(each, ast.expr) and id(each) not in skipped
    ]
    for place in sorted(places, key=lambda each: (each.lineno, each.col_offset)):
        for wrong in _wrong(place):
            after = ast.unparse(wrong)
            key = f"{owners.get(id(place), 'module')}: {ast.unparse(place)} → {after}"
            alike[key] += 1
            nth = f" #{alike[key]}" if alike[key] > 1 else ""
            yield Mutation(place.lineno, key + nth, _put(text, place, after))


def _put(text: str, place: ast.expr, after: str) -> str:
    """Return a text with an expression in the place of another, on as many lines."""
    assert place.end_lineno is not None
    lines = text.encode().splitlines(keepends=True)
    begin, end = (
        len(b"".join(lines[: line - 1])) + column
        for line, column in (
            (place.lineno, place.col_offset), (place.end_lineno, place.end_col_offset or 0)
        )
    )  # fmt: skip
    breaks = "\n" * (place.end_lineno - place.lineno)
    return (text.encode()[:begin] + f"({after}{breaks})".encode() + text.encode()[end:]).decode()


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


def _asked(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield names of which is only asked if they are 0, or ∞: twice the number is so, too."""
    for each in ast.walk(tree):
        names = [each.test] if isinstance(each, ast.If | ast.IfExp) else []
        if isinstance(each, ast.Call) and ast.unparse(each.func) in ("math.isinf", "np.isinf"):
            names = [*each.args]
        while names:
            name = names.pop()
            if isinstance(name, ast.BoolOp):
                names += name.values
            elif isinstance(name, ast.UnaryOp):
                names.append(name.operand)
            elif isinstance(name, ast.Name | ast.Attribute):
                yield name


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
    if isinstance(place, ast.Name) and place.id in TURNED:
        yield ast.Name(TURNED[place.id])
    name = place.attr if isinstance(place, ast.Attribute) else getattr(place, "id", "")
    if name in DOUBLED and isinstance(getattr(place, "ctx", None), ast.Load):
        yield ast.BinOp(ast.Constant(2), ast.Mult(), place)
