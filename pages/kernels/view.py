"""What each half shows, and the script that prints its numbers."""

from pages.kernels.values import PARTS

view = PARTS.view
script = PARTS.script
