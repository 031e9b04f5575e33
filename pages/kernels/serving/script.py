"""The script that prints the errors of four ways, PINP's updates, and what TDIL may cost."""

from dataclasses import replace

from dplab.studies.kernels.serving import TDIL_DECADES, TDIL_DRAWS, TDIL_LAM
from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kernels.serving.values import ServingQuestion
from pages.kernels.serving.view import within
from pages.kit.notebook import part_code


def script(question: ServingQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records = records or Records()
    settings = question.served.choice.settings
    choice = within(question.served, records.part(settings)).choice
    asked = vars(replace(settings, n=records.n_used(settings))) | {
        "parameters": choice.parameters,
        "n_points": choice.n_points,
        "norm_bound": choice.norm_bound,
        "failure": choice.failure,
        "form": question.served.form,
        "tdil_lam": TDIL_LAM,
        "tdil_draws": TDIL_DRAWS,
        "tdil_decades": TDIL_DECADES,
    }
    return part_code("kernels", "serving", asked, in_script(settings.data, records))
