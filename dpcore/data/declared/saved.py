"""How a schema is read from its JSON: what is no object, or has other entries, gets a sentence."""

import json
from dataclasses import MISSING, fields
from typing import Any, TypeVar, cast

from dpcore import checks
from dpcore.checks import InvalidInput
from dpcore.data.cells import shown

Built = TypeVar("Built")


def document(text: str, most: int) -> dict[str, Any]:
    """Return a JSON object of at most so many characters; refuse what is none."""
    checks.plain_json("a saved schema", text, most)
    try:
        content = json.loads(text)
        # Half of a surrogate pair passes as JSON but could never be shown or saved again.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise InvalidInput("the saved schema is not JSON; load the file that was saved.") from None
    if not isinstance(content, dict):
        raise InvalidInput("the saved schema must be a JSON object; load the file that was saved.")
    return content


def built(cls: type[Built], values: Any, what: str) -> Built:
    """Return ``cls(**values)`` after checking that the entries are its fields."""
    if not isinstance(values, dict):
        raise InvalidInput(f"{what} must be a JSON object.")
    entries = fields(cast(Any, cls))
    needed = {field.name for field in entries if field.default is MISSING}
    for missing in sorted(needed - values.keys()):
        raise InvalidInput(f"{what} must have an entry {missing}.")
    for unknown in sorted(values.keys() - {field.name for field in entries}):
        raise InvalidInput(f"{what} cannot have an entry {shown(unknown)}.")
    return cls(**values)
