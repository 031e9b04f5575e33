"""Release: one private classifier, charged to a ledger, with a certificate; and its use."""

from pages.shared import frame

frame.title("release", "Something is really released here.")
