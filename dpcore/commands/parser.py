"""What the commands are called and which arguments they take."""

import argparse

from dpcore.commands import budget, numbers, predicting, releasing, schemas
from dpcore.data.files.dialect import ENCODINGS, SEPARATORS, UTF_8
from dpcore.erm.losses import LOSSES
from dpcore.erm.weighted import EVEN
from dpcore.privacy.regularization.suggested import AUTO
from dpcore.release.safe import released_mechanisms

NAMED = {name: separator for separator, name in SEPARATORS.items()}

EPILOG = """examples:
  python -m dpcore schema check s.json
  python -m dpcore ledger open "clinic 2024" --ledger l.db --n 4000 --epsilon 2
  python -m dpcore release --table t.csv --schema s.json --epsilon 1 --ledger l.db \\
      --out model.zip
  python -m dpcore predict --model model.zip --table new.csv
  python -m dpcore ledger show --ledger l.db

exit codes: 0 done, 1 refused, 2 not understood, 3 beyond the budget (nothing charged),
4 charged and not released, 5 the ledger was changed.
"""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each sets `run`."""
    parser = argparse.ArgumentParser(
        prog="python -m dpcore",
        description="Release private classifiers, with a ledger and a certificate.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _release(commands)
    _predict(commands)
    _ledger(commands)
    _schema(commands)
    return parser


def _release(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "release",
        help="train one private classifier and charge it",
        description=(
            "Train one private classifier by declared facts alone, charged before anything is "
            "drawn, from the operating system's entropy. Needs a budget: see `ledger open`."
        ),
    )
    _table(parser)
    parser.add_argument("--schema", required=True, metavar="JSON", help="the declared schema")
    parser.add_argument(
        "--epsilon", required=True, type=numbers.real, help="ε of the model, per person"
    )
    _delta(parser, "above 0 and below 1/n for a mechanism of (ε, δ), such as objective_gamma")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--lam",
        type=numbers.lam,
        default=AUTO,
        help="regularization λ, a number chosen beforehand, or auto: it follows ε by a public rule "
        "that looks at no record; default: %(default)s",
    )
    which.add_argument(
        "--candidates",
        type=numbers.lams,
        metavar="LAM,…",
        help="values of λ to choose from within ε (CMS11 Algorithm 4); auto may be one of them",
    )
    parser.add_argument(
        "--mechanism",
        default="objective_tight",
        choices=released_mechanisms(),
        help="default: %(default)s",
    )
    _loss(parser)
    _tested(parser)
    _address(parser)
    parser.add_argument(
        "--data-set", metavar="NAME", help="whose budget; may be left out where the ledger has one"
    )
    parser.add_argument(
        "--ticket",
        metavar="KEY",
        help="idempotency key: the same again gives the same model, and charges nothing",
    )
    _stopped(parser)
    _out(parser)
    parser.set_defaults(run=releasing.run)


def _delta(parser: argparse.ArgumentParser, said: str) -> None:
    parser.add_argument("--delta", type=numbers.real, default=0.0, help=f"{said}; default: none")


def _loss(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--loss", default="logistic", choices=tuple(LOSSES), help="default: %(default)s"
    )
    parser.add_argument(
        "--h",
        type=numbers.real,
        default=0.5,
        help="half-width of a hinge's corner; default: %(default)s",
    )
    parser.add_argument(
        "--positive-share",
        type=numbers.real,
        default=EVEN,
        metavar="SHARE",
        help="share of +1 among all records, declared from a source other than these: the rarer "
        "class then counts 1 in training, and the other less; default: %(default)s, all alike",
    )


def _tested(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--test-share",
        type=numbers.real,
        default=0.0,
        metavar="SHARE",
        help="records kept for a private test error",
    )
    parser.add_argument(
        "--epsilon-test",
        type=numbers.real,
        default=0.0,
        metavar="EPSILON",
        help="ε of that test error",
    )


def _stopped(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--stop-at-undeclared",
        action="store_true",
        help="charge and release nothing if a cell is not as declared: neither a number or a "
        "declared level, nor marked as missing. Without it such cells are counted before the "
        "charge, and count as the schema says. A stop that depends on the records is itself an "
        "answer about them, which no ε covers: use it while nobody else sees how the command ends",
    )


def _predict(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "predict",
        help="use a released model",
        description=(
            "Predict the label of each row, as CSV with one column. Cells that are not as declared "
            "are counted on the error stream; they count as the schema says."
        ),
    )
    parser.add_argument(
        "--model", required=True, metavar="FILE", help="model.json, or the zip that holds it"
    )
    _table(parser)
    parser.add_argument(
        "--out", metavar="CSV", help="where predictions go; to the output if left out"
    )
    parser.set_defaults(run=predicting.run)


def _ledger(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "ledger", help="open, show, verify or export budgets; models again"
    )
    kinds = parser.add_subparsers(required=True, metavar="WHAT")
    opening = kinds.add_parser("open", help="set the budget of a data set, once")
    opening.add_argument(
        "data_set", metavar="NAME", help="the data set's name: renaming it evades the budget"
    )
    _address(opening)
    opening.add_argument("--n", required=True, type=numbers.whole, help="public number of records")
    _kinds(opening)
    _delta(opening, "total δ below 1/n, for mechanisms of (ε, δ), of a plan or with a ρ")
    opening.add_argument(
        "--records-per-person",
        type=numbers.whole,
        default=1,
        metavar="M",
        help="default: %(default)s",
    )
    opening.set_defaults(run=budget.open_one)
    again = kinds.add_parser("model", help="a released model again; nothing is charged")
    again.add_argument(
        "entry", metavar="ENTRY", type=numbers.whole, help="of its charge, as `show` has it"
    )
    _address(again)
    _out(again)
    again.set_defaults(run=budget.model)
    for name, run, said in (
        ("show", budget.show, "what is spent and left, and for what"),
        ("verify", budget.verify, "whether entries were changed, removed or moved"),
        ("export", budget.export, "all entries as JSON"),
    ):
        kind = kinds.add_parser(name, help=said)
        _address(kind)
        if name == "show":
            kind.add_argument(
                "--features",
                type=numbers.whole,
                metavar="D",
                help="of a budget of ρ: the largest release of each mechanism that still fits, "
                "with D coefficients and the logistic loss",
            )
        kind.set_defaults(run=run)


def _kinds(parser: argparse.ArgumentParser) -> None:
    """Add the three kinds of budget, of which one is named."""
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument(
        "--epsilon", type=numbers.real, help="total ε, per person: charges add up, as they come"
    )
    kind.add_argument(
        "--plan",
        action="append",
        metavar="LINE",
        help="a kind of release that will ever be made, such as "
        "'10 output epsilon=1 features=30', or @FILE of such lines; again for each kind. The ε of "
        "the whole list is computed, and nothing else can be released",
    )
    kind.add_argument(
        "--rho",
        type=numbers.real,
        help="total ρ of zero-concentrated privacy; needs --delta, and its ε is computed",
    )


def _schema(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("schema", help="check a declared schema")
    kinds = parser.add_subparsers(required=True, metavar="WHAT")
    check = kinds.add_parser("check", help="whether a release may use it; looks at no data")
    check.add_argument("schema", metavar="JSON")
    check.set_defaults(run=schemas.check)


def _table(parser: argparse.ArgumentParser) -> None:
    # Nothing about the file is recognised from its contents: that would tie each record to all.
    parser.add_argument(
        "--table",
        required=True,
        metavar="FILE",
        help="CSV, packed by gzip or not, a workbook (.xlsx) or Parquet",
    )
    asked = "default: as the schema declares, else %s"
    parser.add_argument("--separator", choices=tuple(NAMED), help=asked % "comma")
    parser.add_argument(
        "--header-line",
        type=numbers.whole,
        metavar="LINE",
        help="the line that names the columns, with no records above it; " + asked % 1,
    )
    parser.add_argument("--encoding", choices=tuple(ENCODINGS), help=asked % UTF_8)
    parser.add_argument("--sheet", metavar="NAME", help="of a workbook; " + asked % "the first")
    parser.add_argument(
        "--decimal-comma",
        action="store_true",
        help="numbers are written as 0,5: for a schema that does not say how numbers are written",
    )


def _address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ledger", required=True, metavar="FILE", help="the ledger's file, or a database address"
    )


def _out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        required=True,
        metavar="ZIP",
        help="model, certificate and scorer; must not exist yet",
    )
