"""`python -m dpcore`: release a classifier, use it, keep its ledger, check a schema.

The same functions as in a script (`dpcore.release`, `dpcore.ledger`), and the same
sentences. A refusal is written to the error output, and the exit code says which:

| code | meaning |
| --- | --- |
| 0 | done |
| 1 | refused: a file, a schema or a number; nothing was charged by a refusal before the draw |
| 2 | the command itself was not understood |
| 3 | it would go beyond the budget; nothing was charged |
| 4 | charged, and not released: the minimiser not exact enough, the model not kept, interrupted |
| 5 | `ledger verify` found entries that were changed, removed or moved |
"""

import io
import sys
from collections.abc import Sequence

from dpcore.checks import InvalidInput
from dpcore.commands.parser import make_parser
from dpcore.ledger import NotKept, Overspent
from dpcore.release import MissedTolerance

INTERRUPTED = 130
"""As shells have it of a program that Ctrl-C ended."""

CODES: dict[type[InvalidInput], int] = {
    Overspent: 3,
    MissedTolerance: 4,
    NotKept: 4,
    InvalidInput: 1,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # What is said holds ε and names in any script; a pipe's own encoding may have neither.
        if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
    asked = make_parser().parse_args(arguments)
    try:
        return int(asked.run(asked))
    except InvalidInput as refusal:
        print(f"Refused. {refusal}", file=sys.stderr)
        return next(code for kind, code in CODES.items() if isinstance(refusal, kind))
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
