"""`python -m tools.tour.compare OLD NEW`: which pictures of two tours differ, and by how much.
1 if any does."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops


def differences(old: Path, new: Path) -> Iterator[str]:
    """One line for each picture that is missing, new or different."""
    before = {path.relative_to(old) for path in old.rglob("*.png")}
    after = {path.relative_to(new) for path in new.rglob("*.png")}
    yield from (f"{path}: gone" for path in sorted(before - after))
    yield from (f"{path}: new" for path in sorted(after - before))
    for path in sorted(before & after):
        if found := difference(old / path, new / path):
            yield f"{path}: {found}"


def difference(old: Path, new: Path) -> str:
    """How two pictures differ; empty if they are equal."""
    with Image.open(old) as one, Image.open(new) as two:
        if one.size != two.size:
            return f"{one.width}x{one.height} became {two.width}x{two.height}"
        changed = ImageChops.difference(one.convert("RGB"), two.convert("RGB")).convert("L")
    box = changed.getbbox()
    if box is None:
        return ""
    pixels = sum(changed.histogram()[1:])
    return f"{pixels} pixels ({100 * pixels / (changed.width * changed.height):.2f} %) inside {box}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools.tour.compare",
                                     description="Compare the pictures of two tours.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    asked = parser.parse_args()
    lines = list(differences(asked.old, asked.new))
    print(*lines, f"{len(lines)} of {len(list(asked.new.rglob('*.png')))} pictures differ", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
