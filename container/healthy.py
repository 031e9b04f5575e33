"""Tell whether the dashboard of this container answers."""

import os
import sys
from urllib.request import ProxyHandler, build_opener

PORT = "STREAMLIT_SERVER_PORT"
"""Streamlit's own variable; 8501 if it is not set."""


def main() -> None:
    """End with 0 where it does, and with 1 where it does not."""
    # As Streamlit reads it: blanks around it count for nothing, and an empty one is none.
    port = int(os.environ.get(PORT, "").strip() or 8501)
    address = f"http://127.0.0.1:{port}/_stcore/health"
    try:
        # A proxy that the environment names, for what is fetched from outside, leads elsewhere.
        with build_opener(ProxyHandler({})).open(address, timeout=4) as answer:
            sys.exit(answer.status != 200)
    except OSError as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
