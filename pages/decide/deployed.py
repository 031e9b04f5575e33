"""Three ε that others have published under, each as its source says it.

Units differ: per person, per user and day, over one release or over all. So the numbers compare
roughly, and only beside what they count for.
"""

from dataclasses import dataclass

from pages.kit import words


@dataclass(frozen=True)
class DeployedEpsilon:
    """An ε of others.

    Parameters
    ----------
    name : str
        What was published, in a few letters.
    epsilon : float
    unit : str
        What it counts for, after the number.
    source : str
        Where it says so, by its key in `assets/references.toml`.
    """

    name: str
    epsilon: float
    unit: str
    source: str

    @property
    def flag(self) -> str:
        """What the figure calls it."""
        return f"{self.name} {words.number(self.epsilon)}"


DEPLOYED = (
    DeployedEpsilon("Google", 1.68, "per user and day", "Bavadekar et al. 2020"),
    DeployedEpsilon("births", 9.98, "per birth", "Hod and Canetti 2024"),
    DeployedEpsilon(
        "US census", 19.61, "for persons and housing units, with a δ", "US Census Bureau 2021"
    ),
)
"""Ascending. `page.md` says more of what each counts for."""
