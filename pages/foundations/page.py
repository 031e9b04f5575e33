"""What ε promises, in six parts to touch: the executable content of TU."""

from pages.foundations.contents import PARTS
from pages.foundations.lecture import answer as lecture

PARTS.show("Part", {lecture.HEADING: lecture.show})
