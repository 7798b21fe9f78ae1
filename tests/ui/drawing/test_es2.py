"""The pictures of ten screens in OpenGL ES 2.0, which is what the oldest phones have, beside those of a desktop."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

ROOT = Path(__file__).resolve().parents[3]
SCREENS = ("library", "history", "players", "settings", "new_play",
           "table", "chronicle", "rules", "result", "boxes")
MOST_OTHER = 0.01  # of all pixels; the edges of round shapes and letters may fall otherwise
DRAW = """
import ctypes, os, sys
from pathlib import Path
folder, kind, root = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.path.insert(0, root)
if kind == "es2":  # before Kivy opens its window: the same library, asked for another kind of context
    from importlib.util import find_spec
    os.environ.update(MESA_GLES_VERSION_OVERRIDE="2.0", SDL_VIDEODRIVER="offscreen")
    library = next((Path(find_spec("kivy").origin).parents[1] / "Kivy.libs").glob("libSDL2-2*"))
    sdl = ctypes.CDLL(str(library))
    assert sdl.SDL_Init(0x20) == 0
    for attribute, value in ((21, 4), (17, 2), (18, 0)):  # profile: ES; version 2.0
        assert sdl.SDL_GL_SetAttribute(attribute, value) == 0
from companion.touches.offscreen import PHONE
from companion.core.setup import Setup, people
from companion.testing.recording import recording_machine
from companion.ui.speed.idle import idle
from companion.ui.app.smoke import play_out
from companion.ui.app.tableside import TablesideApp
from kivy.graphics.opengl import glGetString, GL_VERSION
from companion.touches.driver import AppDriver

ports = recording_machine()
ports.system_theme.dark = True
app = TablesideApp(store=folder / "t.db", ports=ports)
drive = AppDriver(app, PHONE, on_time=ports.clock.advance).start()
print(bytes(glGetString(GL_VERSION)).decode())
table, over = (app.library.start("windmill", Setup(people("Ana", "Ben", "Cleo"))) for _ in range(2))
play_out(over)
known = {"new_play": {"game": "windmill"}, "rules": {"game": "windmill"}, "boxes": {"game": "windward"},
         "result": {"opened": over}, "table": {"opened": table}, "chronicle": {"opened": table}}
for name in sys.argv[4:]:
    app.go(name, **known.get(name, {}))
    drive.advance(1.5)
    for _ in range(200):  # pictures that are drawn in idle moments
        if idle.waiting:
            drive.advance(0.1)
    drive.shot(folder / f"{name}.png")
assert app.page_error is None
"""


def draw(folder: Path, kind: str) -> str:
    done = subprocess.run([sys.executable, "-c", DRAW, str(folder), kind, str(ROOT), *SCREENS], cwd=ROOT,
                          encoding="locale", capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()[0]


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the windowless ES context is Mesa's")
def test_ten_screens_look_the_same_in_es_2(tmp_path: Path) -> None:
    for kind in ("desktop", "es2"):
        (tmp_path / kind).mkdir()
    assert "OpenGL ES" not in draw(tmp_path / "desktop", "desktop")
    assert draw(tmp_path / "es2", "es2").startswith("OpenGL ES 2.0")
    for name in SCREENS:
        one, other = (Image.open(tmp_path / kind / f"{name}.png").convert("L") for kind in ("desktop", "es2"))
        differing = sum(ImageChops.difference(one, other).histogram()[17:])
        assert differing <= MOST_OTHER * one.width * one.height, f"{name}: {differing} pixels differ"
        assert sum(shade > 0 for shade in one.histogram()) > 8, f"{name}: there is nothing to be seen"
