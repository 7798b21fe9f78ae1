"""Start the double-click program: its screens, and every file of the guests' page.

    python3 tools/check_desktop.py dist/Tableside

Standard library only, so that no module of a developer's environment can help.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Timer
from urllib.request import urlopen

PAGE = Path(__file__).resolve().parents[1] / "companion" / "page"


def main(folder: Path) -> int:
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
    print(f"{folder} opens every screen and serves the whole page")
    return 0


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
    files = [path for path in sorted(PAGE.rglob("*.*")) if path.parent.name != "tab"]
    names = [path.relative_to(PAGE).as_posix() for path in files]
    return [name for name in names if not answers(f"{address}/{name}")]


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as reply:
            return bool(reply.status == 200 and reply.read())
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
