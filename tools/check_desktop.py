"""Start the double-click program: its screens, and every file of the guests' page.

    python3 tools/check_desktop.py dist/Tableside [2.35]

The number is the newest glibc that a Linux program may need. Standard library only, so that no module of a
developer's environment can help.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Timer
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "companion" / "page"
GAMES = ROOT / "companion" / "games"
LIBRARIES = ROOT / "packaging" / "licences" / "list.txt"
BINARY = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""How programs and libraries begin on Linux, Windows and macOS."""
GLIBC = re.compile(rb"GLIBC_(2\.\d+)")
OURS = re.compile(r"\.cpython-|\.abi3\.|\.pyd$|^tableside(-console)?(\.exe)?$", re.IGNORECASE)
"""Python's modules, and the program itself."""
NUMBERS = r"[-_.\d]*(-[0-9a-f]{8}[.\d]*)?(\.(so[.\d]*|dll|dylib))?"
"""What a build adds to a library's name: versions, a hash, an ending."""


def main(folder: Path, newest_glibc: str = "") -> int:
    unnamed = unnamed_libraries(folder)
    if unnamed:
        print(f"{LIBRARIES.name} names no licence for: " + ", ".join(unnamed), file=sys.stderr)
        return 1
    glibc = needed_glibc(folder)
    if newest_glibc and in_numbers(glibc) > in_numbers(newest_glibc):
        print(f"{folder} needs glibc {glibc}, so it won't start on systems with {newest_glibc}. "
              "Build it on an older system.", file=sys.stderr)
        return 1
    program = str(program_in(folder))
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([program, "--smoke"], check=True, timeout=300)
        words = ["serve", "--game", "windmill", "--players", "Ana,Ben,Cleo", "--bind", "127.0.0.1",
                 "--store", str(Path(home) / "plays.db")]
        served = subprocess.Popen([program, *words], stdout=subprocess.PIPE, encoding="locale")
        late = Timer(120, served.kill)  # then its output ends, and so does our reading
        late.start()
        try:
            missing = ask_for_all(served)
        finally:
            late.cancel()
            served.terminate()
            served.wait(20)
    if missing:
        print("The guests' page lacks: " + ", ".join(missing), file=sys.stderr)
        return 1
    print(f"{folder} opens every screen and serves the whole page" + (glibc and f"; it needs glibc {glibc}"))
    return 0


def unnamed_libraries(folder: Path) -> list[str]:
    """Shared libraries whose licence nobody has looked at: one may be under the GPL."""
    lines = [line for line in LIBRARIES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    names = [name.strip() for line in lines for name in line.partition("|")[0].split(",") if name.strip()]
    known = re.compile("|".join(re.escape(name).replace(r"\*", ".*") + NUMBERS for name in names))
    found = {path.name for path in binaries(folder)}
    return sorted(name for name in found if not OURS.search(name) and not known.fullmatch(name))


def binaries(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and read_start(path).startswith(BINARY)]


def read_start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


def needed_glibc(folder: Path) -> str:
    """The newest version that a file asks for; empty off Linux."""
    asked = {version for path in binaries(folder) for version in GLIBC.findall(path.read_bytes())}
    return max((version.decode() for version in asked), key=in_numbers, default="")


def in_numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part]


def program_in(folder: Path) -> Path:
    """On Windows the one with a console: the other can print nothing."""
    names = ("tableside-console.exe", "Tableside")
    return next(folder / name for name in names if (folder / name).is_file()).resolve()


def ask_for_all(served: subprocess.Popen[str]) -> list[str]:
    assert served.stdout is not None
    address = ""
    while not address:
        line = served.stdout.readline()
        if not line:
            return ["everything: serve has ended"]
        found = re.search(r"http://[\d.]+:\d+", line)
        address = found[0] if found else ""
    return [name for name in page_names() if not answers(f"{address}/{name}")]


def page_names() -> list[str]:
    """Every file of the guests' page; those of the tab and the type checker stay at home."""
    names = sorted(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.*"))
    served = [name for name in names if not name.startswith("tab/") and not name.endswith(".d.ts")]
    covers = [f"covers/{cover.parent.name}.webp" for cover in sorted(GAMES.glob("*/cover.webp"))]
    return [*served, *covers, "licences.txt", "sounds.json"]


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as reply:
            return bool(reply.status == 200 and reply.read())
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
