"""What the arrow keys move on the slide: the instrument's own places, and no value between them."""

import math

from dplab.studies.overview import dial
from pages.comparison import values
from pages.kit.page import Dial

DIAL = Dial(values.VALUES["epsilon"], "ε", (*dial.EPSILONS, math.inf))
