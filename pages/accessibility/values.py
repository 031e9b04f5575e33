"""What the address of Accessibility asks: nothing."""

from pages.kit.page import About

ABOUT = About("Accessibility", presents=False)
