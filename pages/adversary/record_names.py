"""Names for generated records: of fruit, since these records describe no real person.

Examples
--------
>>> name(0), name(11)
('Apple 1', 'Lime 12')
"""

FRUIT = (
    "Apple", "Banana", "Cherry", "Date", "Elderberry", "Fig", "Grape", "Guava", "Hackberry",
    "Jackfruit", "Kiwi", "Lime", "Mango", "Nectarine", "Orange", "Papaya", "Quince", "Raspberry",
    "Strawberry", "Tamarind", "Watermelon",
)  # fmt: skip


def name(row: int) -> str:
    """Return what a row of generated data is called, from 0: its fruit, and its number from 1."""
    return f"{FRUIT[row % len(FRUIT)]} {row + 1}"
