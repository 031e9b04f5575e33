r"""The encoding of a file's text: recognised from its bytes, or as it was declared; then UTF-8.

Programs save text in UTF-8, Excel as "Unicode text" in UTF-16, and older ones in Windows-1252,
Western Europe's. The three cannot be told apart for sure: whoever reads a file is shown some of its
letters. Whatever the bytes, what comes back is UTF-8, and all else reads that.

Where the encoding is declared, a byte that is no letter in it becomes U+FFFD, in its own cell: to
refuse the file would tell of one record.

Examples
--------
>>> found = "town\nZürich\nMünchen\n".encode("windows-1252")
>>> encoding_of(found), letters(as_utf8(found, "windows-1252"))
('windows-1252', ('Zürich', 'München'))
>>> encoding_of("town\n".encode("utf-16")), encoding_of(b"town\n\x81")
('utf-16', None)
"""

import codecs
import re
from collections.abc import Iterator

from dpcore.data.files.limits import PART, Bytes

UTF_8, UTF_16, WESTERN = "utf-8", "utf-16", "windows-1252"

ENCODINGS = {UTF_8: "UTF-8", UTF_16: "UTF-16", WESTERN: "Windows-1252 (Western European)"}
"""What a text file may be in, and what it is called."""

MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""What a file in UTF-16 begins with."""

WORD = re.compile(r"\w*[^\W\x00-\x7f]\w*")
MOST_LETTERS = 6
"""Words that are shown as a sample."""


def encoding_of(data: Bytes) -> str | None:
    """Return the encoding that fits all bytes of a file, one of `ENCODINGS`, or None."""
    if bytes(data[:2]) in MARKS:
        return UTF_16 if _fits(data, UTF_16) else None
    return next((each for each in (UTF_8, WESTERN) if _fits(data, each)), None)


def as_utf8(data: Bytes, encoding: str, *, as_declared: bool = False) -> Bytes:
    """Return the text of a file in UTF-8; the file itself where it is that.

    Parameters
    ----------
    data : bytes
    encoding : str
        One of `ENCODINGS`.
    as_declared : bool
        Whether bytes that are no letters become U+FFFD; else there are none.

    Raises
    ------
    UnicodeDecodeError
        If there are.
    """
    if encoding == UTF_8 and not (as_declared and not _fits(data, UTF_8)):
        return data
    found = _decoded(data, encoding, "replace" if as_declared else "strict")
    return b"".join(part.encode() for part in found)


def letters(text: Bytes, most: int = MOST_LETTERS) -> tuple[str, ...]:
    """Return the first different words of a text in UTF-8 that have a letter beyond ASCII."""
    found = dict[str, None]()
    for part in _decoded(text, UTF_8, "replace"):
        for word in WORD.findall(part):
            found.setdefault(word)
            if len(found) == most:
                return tuple(found)
    return tuple(found)


def _fits(data: Bytes, encoding: str) -> bool:
    try:
        return all("\0" not in part for part in _decoded(data, encoding, "strict"))
    except UnicodeDecodeError:
        return False


def _decoded(data: Bytes, encoding: str, errors: str) -> Iterator[str]:
    """Yield a text in parts: whole, one letter beyond Latin-1 would make all others take more."""
    named = MARKS.get(bytes(data[:2]), "utf-16-le") if encoding == UTF_16 else encoding
    start = 2 if encoding == UTF_16 and bytes(data[:2]) in MARKS else 0
    decoder = codecs.getincrementaldecoder(named)(errors)
    for at in range(start, len(data), PART):
        yield decoder.decode(bytes(data[at : at + PART]))
    yield decoder.decode(b"", final=True)
