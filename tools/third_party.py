"""Write assets/THIRD_PARTY.md: the licences of everything in wheel, programs, Android app and page.

Packages that are installed here bring their own texts; packaging/licences has those of everything else.
"""

import re
from importlib.metadata import Distribution, distribution
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tools.web import PYODIDE, QR

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "assets" / "THIRD_PARTY.md"
LICENCES = ROOT / "packaging" / "licences"
TEXTS = ("", ".txt", ".md")
NOTICE = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)
HEAD = """# Third-party licences

Tableside is not affiliated with the publishers of the games. Its wheel, its programs, its Android app and its
page each include some of the following, which belongs to others.
"""
OTHERS = """## Without a text here

The notices of those in Python are among Python's; the others ask for none. Each address has the source.

"""


class Part(NamedTuple):
    """One line of packaging/licences/list.txt."""

    files: list[str]
    what: str
    licence: str
    source: str
    text: str


def main() -> None:
    OUT.write_text(third_party(), encoding="utf-8")


def third_party() -> str:
    ours = f"## Tableside\n\nMIT\n{quoted((ROOT / 'LICENSE').read_text(encoding='utf-8'))}"
    packages = [of_package(distribution(name)) for name in packages_everywhere()]
    return "\n".join((HEAD, ours, *packages, *of_parts()))


def packages_everywhere() -> list[str]:
    """Those that only Windows needs are not installed elsewhere, so they are parts."""
    lists = [(ROOT / "requirements" / name).read_text(encoding="utf-8") for name in ("base.txt", "app.txt")]
    lines = [line for line in "\n".join(lists).splitlines() if "win32" not in line]
    names = [found[1] for line in lines if (found := re.match(r"([\w.-]+)==", line))]
    return sorted(names, key=str.lower)


def of_package(package: Distribution) -> str:
    files = [file for file in package.files or () if NOTICE.search(file.name) and file.suffix in TEXTS]
    texts = list(dict.fromkeys(file.read_text(encoding="utf-8").strip() for file in files))
    head = f"## {package.metadata['Name']} {package.version}\n\n{licence_of(package, texts)}\n"
    return head + "".join(map(quoted, texts))


def licence_of(package: Distribution, texts: list[str]) -> str:
    named = package.metadata.get("License-Expression") or package.metadata.get("License")
    classes = (line.rpartition(" :: ")[2] for line in package.metadata.get_all("Classifier", [])
               if line.startswith("License"))
    return named or next(classes, texts[0].splitlines()[0])


def parts() -> list[Part]:
    lines = (LICENCES / "list.txt").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if not line.startswith("#")]
    return [Part(files.split(", "), what.format(pyodide=PYODIDE, qr=QR), *others)
            for files, what, *others in rows]


def of_parts() -> list[str]:
    """Neighbours with the same text share it."""
    found = []
    for text, group in groupby((part for part in parts() if part.text), key=lambda part: part.text):
        same = list(group)
        licence = f"{same[0].licence}, {same[0].source}\n" if len(same) == 1 else listed(same)
        head = f"## {', '.join(part.what for part in same)}\n\n{licence}"
        found.append(head + quoted((LICENCES / text).read_text(encoding="utf-8")))
    return [*found, OTHERS + listed([part for part in parts() if not part.text])]


def listed(some: list[Part]) -> str:
    return "".join(f"- {part.what}: {part.licence}, {part.source}\n" for part in some)


def quoted(text: str) -> str:
    return f"\n```\n{text.strip()}\n```\n"


if __name__ == "__main__":
    main()
