"""An offscreen window that ignores the machine's mouse and keyboard. Import this before Kivy.

KIVY_METRICS_DENSITY sets the density (default 1; a phone's is 2.625).
"""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")  # EGL and a software renderer, no X server
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.update({"KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1",
                   "KIVY_LOG_MODE": "PYTHON", "KIVY_CLIPBOARD": "dummy", "KIVY_METRICS_FONTSCALE": "1"})
os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
os.environ.setdefault("KIVY_DPI", "160")

from kivy.config import Config

for key, value in {"width": "412", "height": "892", "multisamples": "0", "maxfps": "0", "vsync": "0"}.items():
    Config.set("graphics", key, value)
Config.set("kivy", "log_level", "warning")
# as in the app: a closed window has no OpenGL, and every new Fbo would fail
Config.set("kivy", "exit_on_escape", "0")
for option, _ in Config.items("input"):
    Config.remove_option("input", option)

DENSITY = float(os.environ["KIVY_METRICS_DENSITY"])


def pixels(wide: int, high: int) -> tuple[int, int]:
    return int(wide * DENSITY), int(high * DENSITY)


PHONE, SMALL, TABLET, LANDSCAPE = pixels(412, 892), pixels(360, 640), pixels(1280, 800), pixels(892, 412)
SIZES = {"phone": PHONE, "small phone": SMALL, "tablet": TABLET, "landscape phone": LANDSCAPE}
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
