"""An example of each study, for `test_contract`: a question, and what its table leaves out."""

from dataclasses import dataclass, fields, replace
from typing import Any

from dplab.simulation.settings import Settings
from dplab.studies import counterexample
from dplab.studies.foundations.game import Rules
from dplab.studies.kernels.serving import ServingChoice
from dplab.studies.overview import dial
from dplab.tables.groups.division import Division


@dataclass(frozen=True)
class Example:
    """A study by its module, a small question, and the fields that its table leaves out, with why.

    Parameters
    ----------
    module : str
        Below `dplab.studies`.
    question : mapping
        The arguments of its `Question`.
    left_out : mapping
        Why each of some fields has no column in the table.
    """

    module: str
    question: dict[str, Any]
    left_out: dict[str, str]


FILE_WAS_FIRST = "the file was there before this rule; the script beside it has it"
ALIKE = "both classes count alike; where they do not, it is a column"
SETTINGS_LEFT_OUT = {
    "loss": FILE_WAS_FIRST,
    "h": FILE_WAS_FIRST,
    "knobs": "each one is a column by its own name",
    "measure": "it names the column of the errors",
    "also": "no further mechanism is compared",
    "positive_share": ALIKE,
    "delta": "no mechanism uses it",
}
OF_MINIMISERS_LEFT_OUT = {"draws": "no noise is drawn"} | {
    name: why for name, why in SETTINGS_LEFT_OUT.items() if name not in ("loss", "h")
}

SMALL = Settings(data="gaussian", n=200, draws=4, d=3, epsilon=2.0)

IN_THE_LINK = "the CSV holds the picture's curves; the link and the script name the settings"

WHO_PAYS_LEFT_OUT = {
    "knobs": "each one is a column by its own name",
    "measure": "what is counted is named beside it",
    "also": "no further mechanism is compared",
    "positive_share": ALIKE,
    "delta": "no mechanism uses it",
}
BY_X1 = {"settings": SMALL, "mechanism": "output", "division": Division("x1", (0,))}

SETTINGS = tuple(field.name for field in fields(Settings))

EXAMPLES: list[Example] = [
    Example(
        "counterexample",
        {
            "example": counterexample.Example(d=3, gamma=0.1, lam=0.01, draws=3),
            "mechanisms": ("non_private", "output"),
        },
        {
            "draws": "the draws are numbered, one in each row",
            "mechanisms": "one of them stands in each row",
        },
    ),
    Example(
        "decide.sheet",
        {"settings": SMALL},
        {
            "knobs": "each one is a column by its own name",
            "measure": "the plain error alone counts people",
            "also": "no further mechanism is compared",
            "positive_share": ALIKE,
            "delta": "no mechanism uses it",
            "lam": "each mechanism's is its own; the script has the settings",
        },
    ),
    Example(
        "geometry.moved_record",
        {"settings": Settings(n=100, d=2, lam=0.1), "row": 3, "to": (0.6, -0.2)},
        {
            "features": "their names stand in the columns of the record and of the weights",
            "to": "the columns of the record after the move have it",
            "epsilon": "no noise is drawn",
            **OF_MINIMISERS_LEFT_OUT,
        },
    ),
    Example(
        "geometry.clouds",
        {"settings": Settings(n=100, d=2), "epsilons": (0.5, 1.0)},
        {
            "features": "their names stand in the columns of the weights",
            "epsilons": "one of them stands in each row",
            "draws": "there are as many of each cloud as `DRAWS` says",
            **SETTINGS_LEFT_OUT,
        },
    ),
    Example(
        "overview.dial",
        {"settings": replace(dial.USUAL, draws=2), "epsilons": (1.0,)},
        {
            **{name: why for name, why in SETTINGS_LEFT_OUT.items() if name != "loss"},
            "d": "a table has its own",
            "lam": "it follows ε, as a column says",
            "epsilons": "one of them stands in each row",
        },
    ),
    Example(
        "trade_off.on_training",
        {"settings": SMALL},
        {
            **{name: why for name, why in SETTINGS_LEFT_OUT.items() if name not in ("loss", "h")},
            "draws": "the draws are numbered, one in each row",
        },
    ),
    Example(
        "private_tuning.costs",
        {"settings": Settings(n=300, draws=2, d=3), "lams": (0.01, 0.1), "axis": "n"},
        {
            "mechanism": FILE_WAS_FIRST,
            "lams": "one of them stands in each row",
            "kernel": "records as they are have none; a kernel is a column",
            "parameters": "each one is a column by its own name",
            "axis": "its column varies",
            "draws": "the runs are numbered, one in each row",
            **SETTINGS_LEFT_OUT,
        },
    ),
    Example(
        "trade_off.errors",
        {"settings": Settings(n=100, draws=2, d=3, epsilon=0.3, also=("output_gaussian",))},
        {
            "knobs": "each one is a column by its own name",
            "draws": "they are numbered, one in each row",
            "measure": "it names the column of the errors",
            "also": "one of them stands in each row",
            "positive_share": ALIKE,
        },
    ),
    Example(
        "trade_off.which_epsilon",
        {"settings": Settings(n=100, draws=5, d=3), "within": 0.1},
        {
            "knobs": "each one is a column by its own name",
            "also": "one of them stands in each row",
            "positive_share": ALIKE,
            "delta": "no mechanism uses it",
        },
    ),
    Example(
        "trade_off.best_lam",
        {"settings": Settings(n=100, draws=3, d=3)},
        {
            "knobs": "each one is a column by its own name",
            "also": "one of them stands in each row",
            "positive_share": ALIKE,
            "delta": "no mechanism uses it",
        },
    ),
    Example(
        "trade_off.looks_at",
        {"settings": replace(SMALL, also=("output_gaussian",))},
        {
            "knobs": "each one is a column by its own name",
            "measure": "it chooses the λ without noise at most, which is a column",
            "also": "one of them stands in each row",
            "positive_share": ALIKE,
        },
    ),
    Example(
        "who_pays.answers",
        {"settings": SMALL, "mechanism": "output_gaussian"},
        {name: why for name, why in WHO_PAYS_LEFT_OUT.items() if name != "delta"},
    ),
    Example("who_pays.costs", BY_X1, WHO_PAYS_LEFT_OUT),
    Example(
        "who_pays.along",
        BY_X1 | {"epsilons": (0.5, 1.0)},
        WHO_PAYS_LEFT_OUT | {"epsilons": "one of them stands in each row"},
    ),
    Example("who_pays.decided", {"settings": SMALL, "mechanism": "objective"}, WHO_PAYS_LEFT_OUT),
    Example(
        "who_pays.disagreements",
        {"settings": SMALL, "mechanisms": ("objective", "output"), "epsilons": (0.5, 1.0)},
        WHO_PAYS_LEFT_OUT
        | {
            "mechanisms": "one of them stands in each row",
            "epsilons": "one of them stands in each row",
        },
    ),
    Example(
        "who_pays.members",
        {"settings": SMALL.source, "division": Division("x1", (0,))},
        dict.fromkeys(
            {*SETTINGS, "column", "cuts"}, "it counts records; the table of costs names them"
        ),
    ),
    Example(
        "trade_off.grid",
        {"settings": SMALL, "axis": "n", "mechanisms": ("non_private", "output_gaussian")},
        {
            "axis": "its column varies",
            "spacing": "the sizes stand in the rows",
            "mechanisms": "one of them stands in each row",
            "losses": "one of them stands in each row",
            "folds": "the fold stands in each row",
            "kernel": "records as they are have none; a kernel is a column",
            "parameters": "each one is a column by its own name",
            "knobs": "each one is a column by its own name",
            "draws": "they are numbered, one in each row",
            "measure": "every row has all of them",
            "also": "one of the mechanisms stands in each row",
            "positive_share": ALIKE,
        },
    ),
    Example(
        "is_it_private.verdicts",
        {
            "mechanism": "output",
            "epsilon": 1.0,
            "lam": 0.1,
            "loss": "logistic",
            "h": 0.5,
            "n": 20,
            "d": 1,
        },
        {},
    ),
    Example(
        "is_it_private.sensitivity",
        {"settings": Settings(data="gaussian", n=40, d=3, lam=0.1, epsilon=2.0)},
        OF_MINIMISERS_LEFT_OUT,
    ),
    *(
        Example(
            f"is_it_private.{module}",
            {
                "mechanism": "output_gaussian",
                "epsilon": 1.0,
                "lam": 0.1,
                "loss": "logistic",
                "h": 0.5,
                "n": 20,
                "d": 3,
            },
            left_out,
        )
        for module, left_out in (
            ("whole_guarantee", {}),
            (
                "in_other_words",
                dict.fromkeys(
                    ["mechanism", "epsilon", "lam", "loss", "h", "n", "d", "delta"],
                    "the table of the whole guarantee has it",
                ),
            ),
        )
    ),
    Example(
        "adversary.attacks",
        {"settings": Settings(data="uniform", d=2, n=60, lam=0.1), "row": 0, "suspects": 3},
        dict.fromkeys(
            {*SETTINGS, "row", "question", "suspects", "historic", "column", "draw"}
            - {"data", "d", "seed", "epsilon", "draws"},
            IN_THE_LINK,
        ),
    ),
    Example(
        "adversary.membership",
        {
            "settings": Settings(data="uniform", d=2, n=30, lam=0.1),
            "mechanism": "output",
            "epsilons": (1.0,),
            "n_splits": 2,
        },
        {
            "epsilons": "one of them stands in each row",
            "n_splits": "as many are counted in each row",
            **dict.fromkeys(
                {*SETTINGS} - {"data", "d", "seed", "epsilon", "delta", "n", "lam", "loss"},
                IN_THE_LINK,
            ),
        },
    ),
    *(
        Example(f"foundations.{module}", question, dict.fromkeys(left_out.split(), IN_THE_LINK))
        for module, question, left_out in (
            ("noisy_sum", {"draws": 3}, "epsilon n ones bit draws seed"),
            ("average", {"n": 5}, "data way epsilon bound n column seed"),
            ("regression", {"n": 50, "draws": 3}, "made_n small large n lam epsilon draws seed"),
            (
                "game",
                {"is_bob": True, "rules": Rules("laplace", 1.0), "seed": 1, "guesses": "01"},
                "is_bob answers epsilon ones differ seed guesses optimal",
            ),
            (
                "beliefs",
                {"question": "xor", "weights": (0.5, 0.5), "output": 1.0, "epsilon": 1.0},
                "question weights output epsilon",
            ),
            ("composition", {"k": 3, "spent": (0.1,)}, "budget spent seed run"),
        )
    ),
    Example(
        "kernels.features",
        {
            "settings": Settings(data="circles", n=100, d=2, draws=2),
            "parameters": (("features", 10),),
        },
        dict.fromkeys({*SETTINGS, "kernel", "parameters"} - {"epsilon"}, IN_THE_LINK),
    ),
    Example(
        "kernels.served_along",
        {"choice": ServingChoice(Settings(data="cubic", d=4, n=200, draws=3), n_points=20)},
        dict.fromkeys(
            {*SETTINGS, "kernel", "parameters", "n_points", "norm_bound", "failure"} - {"epsilon"},
            IN_THE_LINK,
        ),
    ),
]
