"""What the page puts into the address: which of its two parts is open."""

from pages.kit import address

RELEASE, USE = "release", "use"
PARTS = {RELEASE: "Release one classifier", USE: "Use a released model"}

PART = address.one_of("The part", "release_part", RELEASE, PARTS)
