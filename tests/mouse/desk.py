"""A desk: a virtual screen, the real app in a real window, a mouse and a keyboard."""

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from select import select
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0
MOST_TRIES = 50
Seen = dict[str, Any]


def missing() -> list[str]:
    """Programs this suite needs that are missing."""
    return [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]


class Desk:
    """One virtual screen. `start` opens the app in it, as often as the test wants."""

    def __init__(self, folder: Path, wide: int = 1366, high: int = 768, **tells: str) -> None:
        """`tells`: what else the desktop tells its programs."""
        self.folder, self.wide, self.high, self.tells = folder, wide, high, tells
        reading, writing = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{wide}x{high}x24", "-fbdir", str(folder)],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as number:
            self.display = f":{number.readline().strip()}"
        self.app: subprocess.Popen[str] | None = None

    def start(self) -> None:
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "DISPLAY": self.display,
               "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **self.tells}
        env.pop("SDL_VIDEODRIVER", None)
        self.app = subprocess.Popen([sys.executable, "-m", "tests.mouse.watched_app"], cwd=ROOT, env=env,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="locale")
        self.wait_for(lambda found: found, "a window with something in it")
        self.window = self.tool("search", "--sync", "--onlyvisible", "--class", "tableside").split()[0]
        self.tool("windowfocus", self.window)

    def close(self) -> int:
        """Close the window as a person would; return the app's exit code."""
        assert self.app is not None
        self.app.send_signal(signal.SIGINT)
        self.app.communicate(timeout=PATIENCE)
        return self.app.returncode

    def end(self) -> None:
        if self.app is not None and self.app.poll() is None:
            self.app.kill()
            self.app.communicate()
        self.screen.terminate()
        self.screen.wait()

    # Hands

    def tool(self, *words: str) -> str:
        env = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(["xdotool", *words], env=env, capture_output=True, encoding="utf-8", check=True)
        return done.stdout.strip()

    def point(self, x: int, y: int) -> None:
        self.tool("mousemove", "--window", self.window, str(x), str(y))

    def click(self, text: str = "", kind: str = "", sign: str = "") -> None:
        """Move the pointer to the widget with that text, of that kind or with that icon, and click."""

        def there(seen: list[Seen]) -> Seen | None:
            return next((one for one in seen if text in ("", one["text"]) and kind in ("", one["kind"])
                         and sign in ("", one.get("sign")) and not one["disabled"]), None)

        def still_there(seen: list[Seen], aim: Seen) -> bool:
            now = there(seen)
            return now is not None and (now["x"], now["y"]) == (aim["x"], aim["y"])

        for _ in range(MOST_TRIES):  # it may move, or give way to the next question, before the click
            aim = self.wait_for(there, text or kind or sign)
            self.point(aim["x"], aim["y"])
            self.look_first()
            if still_there(self.seen(), aim):
                self.tool("click", "1")
                return
        raise TimeoutError(f"{text or kind or sign} never stayed in its place")

    def look_first(self) -> None:
        """Wait as a person would: a press so soon after a new question is not taken."""
        self.wait_for(lambda seen: not seen[0]["new"], "time to look")

    def key(self, *names: str) -> None:
        self.tool("key", "--window", self.window, *names)

    def type(self, text: str) -> None:
        self.tool("type", "--window", self.window, "--delay", "20", text)

    def resize(self, wide: int, high: int) -> None:
        self.tool("windowsize", self.window, str(wide), str(high))
        self.wait_for(lambda seen: (seen[0]["wide"], seen[0]["high"]) == (wide, high), f"a window of {wide} x {high}")
        self.comes_to_rest()

    # Eyes

    def seen(self) -> list[Seen]:
        assert self.app is not None and self.app.stdin is not None and self.app.stdout is not None
        self.app.stdin.write("\n")
        self.app.stdin.flush()
        if not select([self.app.stdout], [], [], PATIENCE)[0]:
            raise TimeoutError("the app doesn't answer; its log may say why")
        line = self.app.stdout.readline()
        assert line, "the app has ended"
        found: list[Seen] = json.loads(line)
        return found

    def texts(self) -> list[str]:
        return [one["text"] for one in self.seen() if one["text"]]

    def wait_for(self, look: Any, what: str) -> Any:
        """Wait until `look` finds something among the visible widgets."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := look(self.seen()):
                return found
            time.sleep(0.1)
        raise TimeoutError(f"{what} never came; there is: {self.texts()}")

    def full_screen(self) -> None:
        """F11, and what a window manager does then; there is none."""
        self.key("F11")
        size = (self.wide, self.high)
        self.wait_for(lambda seen: (seen[0]["wide"], seen[0]["high"]) == size, "full screen")
        self.tool("windowmove", self.window, "0", "0")
        self.tool("windowsize", self.window, str(self.wide), str(self.high))
        self.comes_to_rest()

    def comes_to_rest(self) -> None:
        """Wait until nothing has moved between two looks, each in another frame."""
        self.wait_for(lambda seen: seen == self.seen(), "rest")

    def says(self, part: str) -> None:
        self.wait_for(lambda found: any(part in one["text"] for one in found), part)

    def colours(self, box: Seen) -> int:
        """How many colours the screen shows within a widget."""
        rows = Framebuffer(self.folder / "Xvfb_screen0")
        place = dict(line.split("=") for line in self.tool("getwindowgeometry", "--shell", self.window).split())
        left = int(place["X"]) + box["x"] - box["wide"] // 2
        top = int(place["Y"]) + box["y"] - box["high"] // 2
        return len({rows.pixel(x, y) for x in range(left + 4, left + box["wide"] - 4, 3)
                    for y in range(top + 4, top + box["high"] - 4, 3)})


class Framebuffer:
    """The virtual screen's own memory, in X's format for window dumps."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        head = struct.unpack(">25I", self.data[:100])
        self.start, self.line, self.wide, self.high = head[0] + head[19] * 12, head[12], head[4], head[5]

    def pixel(self, x: int, y: int) -> bytes:
        x, y = min(max(x, 0), self.wide - 1), min(max(y, 0), self.high - 1)
        at = self.start + y * self.line + x * 4
        return self.data[at:at + 3]
