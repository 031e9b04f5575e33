"""A declared schema in the letters that an address takes as they are.

It is JSON, compressed, in base 64 of the alphabet for addresses. A schema that still holds guesses
is refused, since a guess is read from the records: bounds near somebody's values, levels that
somebody has. What was declared travels; records never do.

Examples
--------
>>> from dpcore.data.declared.schema import Label, Numeric
>>> schema = Schema(Label("sick", ("yes",)), (Numeric("age", 0, 120),))
>>> unpacked(packed(schema)) == schema
True
"""

import base64
import binascii
import zlib

from dpcore.checks import InvalidInput
from dpcore.data.declared.schema import MAX_JSON, Schema

LONGEST = 6_000
"""Characters of an address that every browser, server and mail program passes on."""


def packed(schema: Schema) -> str:
    """Return a schema as a text of letters, digits, - and _.

    Raises
    ------
    InvalidInput
        If something in it was read from the data, or it is too long for an address.
    """
    if schema.undeclared():
        raise InvalidInput(
            "A link carries only what was declared, and this schema still holds guesses that were "
            "read from the data. Declare them first, or save a file."
        )
    letters = base64.urlsafe_b64encode(zlib.compress(schema.to_json().encode(), level=9))
    text = letters.decode().rstrip("=")
    if len(text) > LONGEST:
        raise InvalidInput(
            f"In a link, a schema may have at most {LONGEST:,} characters; this one takes "
            f"{len(text):,}. Save it as a file instead."
        )
    return text


def unpacked(text: str) -> Schema:
    """Return the schema that `packed` wrote.

    Raises
    ------
    InvalidInput
        If the text is no such schema.
    """
    broken = InvalidInput("The schema in this link is incomplete; copy the whole link again.")
    try:
        letters = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unzip = zlib.decompressobj()
        # No more than a schema may have: a short text could stand for gigabytes.
        content = unzip.decompress(letters, MAX_JSON + 1)
        if not unzip.eof:
            raise broken
        return Schema.from_json(content.decode())
    except (binascii.Error, zlib.error, ValueError) as fault:
        raise fault if isinstance(fault, InvalidInput) else broken from None
