"""A declared schema in the address: what was declared travels, what was read from a table does not.

A schema that still holds guesses is refused, since a guess is read from the records: bounds near
somebody's values, levels that somebody has. What is left is JSON, compressed, in the letters that
an address takes as they are. Whoever opens the link brings the table.
"""

import base64
import binascii
import zlib

import streamlit as st

from dpcore.checks import InvalidInput
from dpcore.data.schema import MAX_JSON, Schema
from dpcore.simulation.sources import UPLOAD

NAME = "schema"
"""Its name in the address."""

LONGEST = 6_000
"""Characters of an address that every browser, server and mail program passes on."""


def query(schema: Schema) -> str:
    """Return the query of a link that brings a schema to the Data page.

    Raises
    ------
    InvalidInput
        If something in it was read from the data, or it is too long for an address.
    """
    guessed = schema.undeclared()
    if guessed:
        raise InvalidInput(
            "A link carries only what was declared, and some columns still hold guesses that were "
            "read from the data. Declare them first, or save a file."
        )
    packed = base64.urlsafe_b64encode(zlib.compress(schema.to_json().encode(), level=9))
    text = packed.decode().rstrip("=")
    if len(text) > LONGEST:
        raise InvalidInput(
            f"In a link, a schema may have at most {LONGEST:,} characters; this one takes "
            f"{len(text):,}. Save it as a file instead."
        )
    return f"data={UPLOAD}&{NAME}={text}"


def unpacked(text: str) -> Schema:
    """Return the schema that `query` packed.

    Raises
    ------
    InvalidInput
        If the text is no such schema.
    """
    broken = InvalidInput("The schema in this link is incomplete; copy the whole link again.")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unzip = zlib.decompressobj()
        # No more than a schema may have: a short text could stand for gigabytes.
        content = unzip.decompress(packed, MAX_JSON + 1)
        if not unzip.eof:
            raise broken
        return Schema.from_json(content.decode())
    except (binascii.Error, zlib.error, ValueError) as fault:
        raise fault if isinstance(fault, InvalidInput) else broken from None


def brought() -> Schema | None:
    """Return the schema that the address brings, if it brings one.

    Raises
    ------
    InvalidInput
        If it brings a broken one.
    """
    text = st.query_params.get(NAME, "")
    return unpacked(text) if text else None
