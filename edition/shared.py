"""Links to a few places of a dial, each with a picture of that place where the link is pasted.

What a link's preview shows comes from the file it leads to: what is behind the # of an address is
asked of no server. So each of these places has a file of its own, which leads on to the page.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

FOLDER = "shared"

MOST = 5
"""Places of a dial that have one."""


@dataclass(frozen=True)
class SharedPlace:
    """A place of a dial that has a link of its own.

    Parameters
    ----------
    page : str
        The file to which the link leads.
    at : int
        Which place.
    names : (str, str)
        What is turned, and its text there.
    said : str
        The sentence there, as plain text.
    figure : str
        What is seen there, as HTML; nothing where a card cannot have it.
    """

    page: str
    at: int
    names: tuple[str, str]
    said: str
    figure: str

    @property
    def name(self) -> str:
        """Where its files are, without their endings."""
        return f"{FOLDER}/{self.page.removesuffix('.html')}-{self.at}"

    @property
    def to(self) -> str:
        """Where it leads: the page's own script reads what is behind the #."""
        return f"{self.page}#{urlencode([self.names])}"


def places(count: int, first: int) -> tuple[int, ...]:
    """Return which places of a dial have a link: its ends, some between, and where it begins.

    Examples
    --------
    >>> places(16, 8), places(3, 0)
    ((0, 4, 8, 11, 15), (0, 1, 2))
    """
    even = {round(k * (count - 1) / (MOST - 1)) for k in range(MOST)}
    nearest = min(even, key=lambda each: abs(each - first))
    return tuple(sorted(even - {nearest} | {first}))
