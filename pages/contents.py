"""Every page, by section, in the order of the navigation; the first is at home.

A page is a folder of `pages`, and this is all that the house knows of it by name: the navigation,
the edition and the notebooks ask its modules for the rest.
"""

CONTENTS = {
    "": ["overview", "decide", "data", "all_pages"],
    "Explore": [
        "trade_off",
        "who_pays",
        "geometry",
        "counterexample",
        "private_tuning",
        "kernels",
    ],
    "Understand": ["foundations", "adversary", "is_it_private", "papers", "lessons"],
    "Use": ["release", "accessibility"],
}

NAMES = [name for names in CONTENTS.values() for name in names]

TURNED = (
    "trade_off",
    "decide",
    "adversary",
    "geometry",
    "counterexample",
    "is_it_private",
    "kernels",
    "who_pays",
    "private_tuning",
)
"""Pages that compute something as their dial turns, those first that most visitors see.

`pages.comparison.places` computes it before anybody asks.
"""
