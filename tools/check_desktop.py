"""Start the double-click program: its screens, every file of the guests' page, and the pictures of the stage.

    python3 tools/check_desktop.py dist/Tableside

Standard library only, so that no module of a developer's environment can help.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

PAGE = Path(__file__).resolve().parents[1] / "companion" / "services" / "phones" / "page"


def main(folder: Path) -> int:
    names = [path for path in folder.iterdir() if path.stem.lower() == "tableside" and path.suffix in ("", ".exe")]
    program = str(names[0].resolve())
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([program, "--smoke"], check=True, timeout=300)
        told = subprocess.run([program, "picture-child"], input="", capture_output=True, text=True, timeout=120,
                              check=False)
        if '"ready": true' not in told.stdout:
            print("It draws no pictures of the stage for guests.", file=sys.stderr)
            return 1
        words = ["serve", "--plain", "--game", "windmill", "--players", "Ana,Ben,Cleo", "--bind", "127.0.0.1",
                 "--store", str(Path(home) / "plays.db")]
        served = subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True)
        try:
            missing = ask_for_all(served)
        finally:
            served.terminate()
            served.wait(20)
    if missing:
        print("The guests' page lacks: " + ", ".join(missing), file=sys.stderr)
        return 1
    print(f"{folder} opens every screen, serves the whole page and draws the stage")
    return 0


def ask_for_all(served: subprocess.Popen[str]) -> list[str]:
    assert served.stdout is not None
    address = ""
    while not address:
        line = served.stdout.readline()
        if not line:
            return ["everything: serve has ended"]
        found = re.search(r"http://[\d.]+:\d+", line)
        address = found[0] if found else ""
    return [path.name for path in sorted(PAGE.iterdir()) if path.is_file() and not answers(f"{address}/{path.name}")]


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=10) as reply:
            return bool(reply.status == 200 and reply.read())
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
