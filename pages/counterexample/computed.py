"""What mechanisms give on D_d(γ), computed once."""

from dpcore.studies import counterexample
from dpcore.studies.counterexample import Example, MechanismRun
from pages.comparison import cached

MOST_RUNS = 500


@cached.memoized(MOST_RUNS)
def runs(chosen: Example, mechanisms: tuple[str, ...]) -> dict[str, MechanismRun]:
    """Return what each mechanism gives."""
    return counterexample.run(chosen, mechanisms)
