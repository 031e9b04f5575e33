"""Downloads and links of a half: numbers, picture, code, link."""

from functools import partial

from pages.kit import export

row = partial(export.part_downloads, "kernels")
