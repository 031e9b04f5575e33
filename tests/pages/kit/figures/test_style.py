"""Looks: one for each mechanism, strategy and loss, and no two alike when colours are gone."""

from dpcore.erm.losses import LOSSES
from dpcore.privacy.mechanisms import MECHANISMS
from dplab.studies.private_tuning.strategies import STRATEGIES
from pages.kit.figures import style


def test_every_entry_of_the_registries_has_a_look():
    assert list(style.LOOKS) == list(MECHANISMS)
    assert sorted(style.STRATEGY_LOOKS) == sorted(STRATEGIES)
    assert len(LOSSES) <= len(style.LOSS_DASHES) == len(set(style.LOSS_DASHES))


def test_looks_differ_without_their_colours():
    for looks in (style.LOOKS, style.STRATEGY_LOOKS):
        forms = {(look.dash, look.mark) for look in looks.values()}
        assert len(forms) == len(looks)


def test_what_is_not_private_is_not_drawn_solid():
    for name, entry in MECHANISMS.items():
        assert (style.LOOKS[name].dash == "solid") == (entry.guarantee == "pure")
        assert (style.LOOKS[name].dash == "longdash") == (entry.guarantee == "approximate")
        assert (style.LOOKS[name].dash == "dot") == (entry.guarantee == "broken")
    for name, strategy in STRATEGIES.items():
        assert (style.STRATEGY_LOOKS[name].dash == "solid") == strategy.private
