"""The ports that go through Kivy, with the real Kivy: with a sound device, and on a machine that has none."""

import os
import subprocess
import sys
import wave
from pathlib import Path

import pytest

from tests.sampling import sampled

pytest.importorskip("kivy")
ROOT = Path(__file__).resolve().parents[3]
PROBE = """
import sys
from pathlib import Path
from companion.services.ports.shared import KivyAwake
from companion.services.ports.desktop import DesktopShare
from companion.services.ports.shared import COPIED
from companion.services.ports.shared import KivySound
sound = KivySound(Path(sys.argv[1]))
sound.play("tick")
assert sys.argv[2] != "dummy" or 0.005 < sound._noise("tick").length < 0.02
from kivy.core.window import Window
KivyAwake().keep(True)
assert not Window.allow_screensaver
KivyAwake().keep(False)
assert Window.allow_screensaver
assert DesktopShare(home=Path(sys.argv[1])).share_text("Result", "Ana won") == COPIED
from kivy.core.clipboard import Clipboard
assert Clipboard.paste() == "Ana won"
print("the evening goes on")
"""


@pytest.mark.touch
@pytest.mark.skipif(sys.platform != "linux", reason="only SDL for Linux draws a window without a screen")
@sampled("device", ["dummy", "no such device"])
def test_ports_work_through_kivy_and_are_silent_without_a_sound_device(device: str, tmp_path: Path) -> None:
    with wave.open(str(tmp_path / "tick.wav"), "wb") as tick:
        tick.setparams((1, 2, 22050, 0, "NONE", ""))
        tick.writeframes(bytes(2 * 220))
    kivy = {
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": device,
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_CLIPBOARD": "dummy",
        "KCFG_GRAPHICS_MULTISAMPLES": "0",
    }
    command = [sys.executable, "-c", PROBE, str(tmp_path), device]
    environment = os.environ | kivy
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="locale",
                          timeout=60, check=False)
    assert told.stdout == "the evening goes on\n", told.stderr
