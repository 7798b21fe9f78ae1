"""Write assets/THIRD_PARTY.md: the licences of everything in the wheel's extra,
the program and the Android app."""

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "assets" / "THIRD_PARTY.md"
HEAD = """# Third-party licences

Tableside is MIT (LICENSE). It is not affiliated with the publishers of the games. It includes the packages
below. The desktop program and the Android app also include Python (PSF licence), SDL2 and its image, mixer
and ttf libraries (zlib licence), SQLite (public domain), OpenSSL (Apache 2.0) and libffi (MIT). The table in
a browser tab includes pyodide 314.0.7 (MPL 2.0, source at github.com/pyodide/pyodide), with Python, SQLite
and Emscripten's libraries (MIT). The fonts are Vollkorn (SIL OFL 1.1, fonts/OFL-Vollkorn.txt), Roboto and
Material Design Icons (Apache 2.0), both from KivyMD.
"""


def main() -> None:
    names = [name for part in ("base", "app")
             for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / f"{part}.txt").read_text(),
                                    re.MULTILINE)]
    sections = [section(found) for found in map(find, sorted(names, key=str.lower)) if found]
    OUT.write_text(HEAD + "\n" + "\n".join(sections), encoding="utf-8")


def find(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:  # of another system
        return None


def section(found: Distribution) -> str:
    named = found.metadata.get("License-Expression") or found.metadata.get("License") or "see below"
    files = [file for file in found.files or ()
             if re.search(r"licen[cs]e|copying|notice", file.name, re.IGNORECASE)]
    texts = [Path(str(file.locate())).read_text(encoding="utf-8", errors="replace").strip() for file in files
             if file.suffix in ("", ".txt", ".md")]
    body = "\n\n".join(f"```\n{text}\n```" for text in dict.fromkeys(texts))
    return f"## {found.metadata['Name']} {found.version}\n\n{named.splitlines()[0]}\n\n{body}\n"


if __name__ == "__main__":
    main()
