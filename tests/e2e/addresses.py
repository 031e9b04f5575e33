"""Every page of the dashboard: its address, and the title that it shows.

Addresses are given once and for all, so they stand here a second time, beside the navigation.
"""

PAGES = {
    "/": "What does privacy cost?",
    "/decide": "Which ε should it be?",
    "/data": "What goes in?",
    "/trade-off": "How much accuracy does privacy cost?",
    "/who-pays": "Who pays?",
    "/sweeps": "How does the cost change?",
    "/geometry": "What does the noise do to a classifier?",
    "/counterexample": "When does noise on the answer fail?",
    "/private-tuning": "Who chose λ?",
    "/kernels": "What if no line separates them?",
    "/foundations": "What does ε promise?",
    "/adversary": "What does a classifier give away?",
    "/is-it-private": "Is it private?",
    "/papers": "Do the papers' numbers come out?",
    "/lessons": "Learn it in an hour",
    "/release": "Release one private classifier",
}


def name(path: str) -> str:
    """Return `path` as a name for a file or a test."""
    return path.strip("/") or "overview"
