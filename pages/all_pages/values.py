"""What the address of All pages asks: nothing."""

from pages.kit.page import About

ABOUT = About("All pages", presents=False)
