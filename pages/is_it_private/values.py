"""The five parts, in the order in which they are read."""

from pages.comparison.parts import Parts

PARTS = Parts(
    "is_it_private",
    "The part of Is it private?",
    "is_it_private_part",
    {
        "meter": "meter",
        "mechanisms": "mechanisms",
        "map": "worst_map",
        "spending": "spending",
        "errata": "errata",
    },
)
