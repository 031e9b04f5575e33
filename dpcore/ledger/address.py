"""A ledger's address: a file, or a database of a server; what is refused is never repeated.

Examples
--------
>>> read_address("ledger.db").get_backend_name()
'sqlite'
"""

import sqlalchemy as sa

from dpcore.checks import InvalidInput

LONGEST = 1_000
"""Characters of an address; a path or a database's address needs fewer."""


def read_address(address: str) -> sa.URL:
    """Return a ledger's address; what cannot be read is never repeated: it may hold a password."""
    if not address.strip():
        raise InvalidInput("The ledger must be a file, such as ledger.db; no name was given.")
    if not address.isprintable():
        raise InvalidInput(
            "The ledger's address holds a character that cannot be printed, such as a line break "
            "or an unusual space. Type it again. It is not repeated here because it may hold a "
            "password."
        )
    if len(address) > LONGEST:
        raise InvalidInput(
            f"The ledger's address must have at most {LONGEST:,} characters; it has "
            f"{len(address):,}. Name a file, such as ledger.db, or a database."
        )
    if "://" not in address:
        return sa.URL.create("sqlite", database=address)
    try:
        return sa.make_url(address)
    except sa.exc.ArgumentError:
        problem = "got neither"
    except ValueError:  # its own sentence would hold a part of the address
        problem = "its port must be a whole number, and a colon in a password must be %3A"
    raise InvalidInput(
        "The ledger must be a file, such as ledger.db, or an SQLAlchemy address, such as "
        f"postgresql://host:5432/ledgers; {problem}."
    )
