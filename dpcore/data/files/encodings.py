r"""The encoding of a file's text: recognised from its bytes, or as it was declared; then UTF-8.

Programs save text in UTF-8, Excel as "Unicode text" in UTF-16, and older ones in Windows-1252,
Western Europe's. The three cannot be told apart for sure: whoever reads a file is shown some of its
letters. Whatever the bytes, what comes back is UTF-8, and all else reads that.

Where the encoding is declared, a byte that is no letter in it becomes U+FFFD, in its own cell: to
refuse the file would tell of one record.

Examples
--------
>>> found = "town\nZürich\nMünchen\n".encode("windows-1252")
>>> text, encoding = in_utf8(found, None, as_declared=False)
>>> encoding, letters(text)
('windows-1252', ('Zürich', 'München'))
>>> encoding_of("town\n".encode("utf-16")), encoding_of(b"town\n\x81")
('utf-16', None)
"""

import codecs
import re
from collections.abc import Iterator

from dpcore import checks
from dpcore.data.files.dialect import ENCODINGS, UTF_8, UTF_16, WESTERN
from dpcore.data.files.limits import PART, Bytes, NotText, kind_of

MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""What a file in UTF-16 begins with."""

WORD = re.compile(r"\w*[^\W\x00-\x7f]\w*")
MOST_LETTERS = 6
"""Words that are shown as a sample."""


def encoding_of(data: Bytes) -> str | None:
    """Return the encoding that fits all bytes of a file, one of `ENCODINGS`, or None."""
    if bytes(data[:2]) in MARKS:
        return UTF_16 if _fault(data, UTF_16) is None else None
    if _fault(data, UTF_8) is None:
        return UTF_8
    # A letter that took several bytes in UTF-8 would be several in Windows-1252: one broken byte
    # in a file in UTF-8 does not change how all its others are read.
    is_western = _fault(data, WESTERN) is None and not _has_letters(data)
    return WESTERN if is_western else None


def in_utf8(data: Bytes, said: str | None, *, as_declared: bool) -> tuple[Bytes, str]:
    """Return the text of a file in UTF-8, the file itself where it is that, and its encoding.

    Parameters
    ----------
    data : bytes
    said : str, optional
        One of `ENCODINGS`; what is left out is recognised.
    as_declared : bool
        Whether nothing is recognised, and bytes that are no letters become U+FFFD. What is left out
        is UTF-8 then.

    Raises
    ------
    NotText
        If the bytes are no text, or not in that encoding.
    InvalidInput
        If there is no such encoding.
    """
    if said is not None:
        checks.one_of("encoding", said, tuple(ENCODINGS))
    encoding = said or (UTF_8 if as_declared else encoding_of(data))
    # By its bytes a text may begin like a zip file: only what is no text is one.
    fault = _fault(data, encoding or UTF_8)
    if encoding is None or (fault is not None and not as_declared):
        raise NotText(
            "the file must be CSV, Excel (.xlsx) or Parquet; it looks like "
            f"{kind_of(data) or fault}. Save or export it as CSV (UTF-8)."
        )
    if encoding == UTF_8 and fault is None:
        return data, encoding
    errors = "replace" if as_declared else "strict"
    return b"".join(part.encode() for part in _decoded(data, encoding, errors)), encoding


def letters(text: Bytes, most: int = MOST_LETTERS) -> tuple[str, ...]:
    """Return the first different words of a text in UTF-8 that have a letter beyond ASCII."""
    found = dict[str, None]()
    for part in _decoded(text, UTF_8, "replace"):
        for word in WORD.findall(part):
            found.setdefault(word)
            if len(found) == most:
                return tuple(found)
    return tuple(found)


def _has_letters(data: Bytes) -> bool:
    """Return whether a file holds a letter beyond ASCII that is whole in UTF-8."""
    return any(
        not part.replace("\ufffd", "").isascii() for part in _decoded(data, UTF_8, "replace")
    )


def _fault(data: Bytes, encoding: str) -> str | None:
    """Return what is wrong with a text in an encoding, or None."""
    lines = 1
    try:
        for part in _decoded(data, encoding, "strict"):
            if "\0" in part:
                return "no text at all"
            lines += part.count("\n")
    except UnicodeDecodeError as error:
        lines += error.object.count(b"\n", 0, error.start)
        return f"text in another encoding than {ENCODINGS[encoding]}, from line {lines:,} on"
    return None


def _decoded(data: Bytes, encoding: str, errors: str) -> Iterator[str]:
    """Yield a text in parts: whole, one letter beyond Latin-1 would make all others take more."""
    named = MARKS.get(bytes(data[:2]), "utf-16-le") if encoding == UTF_16 else encoding
    start = 2 if encoding == UTF_16 and bytes(data[:2]) in MARKS else 0
    decoder = codecs.getincrementaldecoder(named)(errors)
    for at in range(start, len(data), PART):
        yield decoder.decode(bytes(data[at : at + PART]))
    yield decoder.decode(b"", final=True)
