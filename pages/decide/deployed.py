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
    source : str
        Where it says so, by its key in `assets/references.toml`.
    """

    name: str
    epsilon: float
    source: str

    @property
    def flag(self) -> str:
        """What the figure calls it."""
        return f"{self.name} {words.number(self.epsilon)}"


DEPLOYED = (
    DeployedEpsilon("Google", 1.68, "Bavadekar et al. 2020"),
    DeployedEpsilon("births", 9.98, "Hod and Canetti 2024"),
    DeployedEpsilon("US census", 19.61, "US Census Bureau 2021"),
)
"""Ascending. `page.md` says what each counts for."""
