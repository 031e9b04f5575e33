"""The script that prints the errors with a kernel, and with a line."""

from dataclasses import replace

from pages.comparison.own_script import in_script
from pages.comparison.records import Records
from pages.kernels.features.values import FeaturesQuestion
from pages.kit.notebook import part_code


def script(question: FeaturesQuestion, records: Records | None = None) -> str:
    """Return a script on `dplab` that prints the same numbers.

    Raises
    ------
    InvalidInput
        If somebody's own records are asked for, and there are none.
    """
    records, asked = records or Records(), question.simulation
    used = replace(asked.settings, n=records.n_used(asked.settings))
    values = vars(used) | {"kernel": asked.kernel, "parameters": asked.parameters}
    return part_code("kernels", "features", values, in_script(used.data, records))
