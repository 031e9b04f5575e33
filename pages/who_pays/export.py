"""Downloads and links of a part: numbers, picture, code, link."""

from functools import partial

from pages.kit import export

row = partial(export.part_downloads, "who_pays")
