"""Write the page's web address into the app, for a release: `python -m tools.address https://example.org/`.

Then a box code opens the page on a phone that hasn't got the app. Without an address, nothing is written.
"""

import re
import sys
from pathlib import Path

WHERE = Path(__file__).resolve().parents[1] / "companion" / "core" / "boxes" / "code.py"


def filled_in(source: str, address: str) -> str:
    """Raises `ValueError` if browsers wouldn't open the page there."""
    if not re.fullmatch(r"https://[\w.~:/-]+/", address, re.ASCII):
        raise ValueError(f"{address} isn't an address such as https://example.org/, with a slash at its end.")
    return re.sub(r'^PAGE = ".*"$', f'PAGE = "{address}"', source, count=1, flags=re.MULTILINE)


def main(address: str) -> None:
    if address:
        source = filled_in(WHERE.read_text(encoding="utf-8"), address)
        WHERE.write_text(source, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
