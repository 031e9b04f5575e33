"""What the page about an attacker's beliefs leaves to the core: mechanisms with a δ."""

from dpcore.privacy.mechanisms import MECHANISMS
from pages.adversary import values


def test_its_sentences_are_about_epsilon_alone_and_so_are_its_mechanisms():
    assert not any(MECHANISMS[name].uses_delta for name in values.PRIVATE)
    assert {MECHANISMS[name].guarantee for name in values.BROKEN} == {"broken"}
