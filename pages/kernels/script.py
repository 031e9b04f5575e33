"""The script of each half."""

from pages.kernels.values import PARTS

script = PARTS.script
