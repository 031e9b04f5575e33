"""What each half shows."""

from pages.kernels.values import PARTS

view = PARTS.view
