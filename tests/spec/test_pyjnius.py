"""Our ports against real pyjnius and a real Java machine: overloads, casts and field types as on a phone.

The classes behind it are stubs with Android's signatures. Where no JDK or no pyjnius is found, the reason is said.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.java_stubs.stubs import SOURCES

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.skipif(shutil.which("javac") is None, reason="there is no JDK here: install one (Debian: "
                       "apt-get install default-jdk-headless) to prove the ports against real Java"),
    pytest.mark.skipif(importlib.util.find_spec("jnius") is None, reason="pyjnius is not here: `make spec` brings it"),
]
CALLS = """
import os, sys
import jnius_config
jnius_config.set_classpath(sys.argv[1])
from pathlib import Path
from types import SimpleNamespace
from jnius import autoclass, cast
from companion.services.ports import java as ours
from companion.services.ports.android import AndroidBars
from companion.services.ports.java import phone_density
from companion.services.ports.android import AndroidDocuments, OPEN, SAVE
from companion.services.ports.android import AndroidInsets
from companion.services.ports.android import AndroidNotice
from companion.services.ports.android import AndroidShare
from companion.services.ports.android import AndroidSpeech
from companion.services.ports.android import AndroidTheme
import logging; logging.basicConfig(level="DEBUG", stream=sys.stdout)

calls = autoclass("org.tableside.Calls")
def told(name):
    print(name, "|", calls.log)
    calls.log = ""

print("insets |", AndroidInsets().read(), AndroidInsets().keyboard())
print("theme |", AndroidTheme().is_dark(), phone_density(), ours.words_of_start())
autoclass("android.os.Build$VERSION").SDK_INT = 28
print("old keyboard |", AndroidInsets().keyboard(), AndroidInsets().read())
autoclass("android.os.Build$VERSION").SDK_INT = 36
AndroidBars(on_ui_thread=lambda action: action()).show_on(False, "#0000ff")
told("bars")
speech = AndroidSpeech(); speech.on = True; speech.language = "de"
speech.say("Wer war es?"); speech.say("Und wann?"); speech.close()
told("speech")
notice = AndroidNotice()
notice.show("Phones can join", "Tap"); notice.hide()
told("notice")
service = autoclass("org.tableside.DoorService")()
service.onStartCommand(autoclass("android.content.Intent")(), 0, 1); service.onTaskRemoved(None)
told("service")
service.onStartCommand(None, 0, 1)
told("refused service")
autoclass("android.os.Build$VERSION").SDK_INT = 24
service.onStartCommand(autoclass("android.content.Intent")(), 0, 1)
autoclass("android.os.Build$VERSION").SDK_INT = 36
told("old service")
AndroidShare().share_text("Result", "Ana won")
told("text")
path = Path(sys.argv[2]) / "play.json"; path.write_text("a play")
AndroidShare().share_file(path)
told("file")
heard = {}
documents = AndroidDocuments(events=lambda: SimpleNamespace(bind=lambda **events: heard.update(events)))
got = []
documents.listen(got.append)
documents.choose(got.append); told("choose")
intent = autoclass("android.content.Intent")("x"); intent.data = autoclass("android.net.Uri")()
autoclass("android.content.ContentResolver").fd = os.open(path, os.O_RDONLY)
heard["on_activity_result"](OPEN, -1, intent)
documents.save(path, got.append); told("save")
target = Path(sys.argv[2]) / "saved.json"
autoclass("android.content.ContentResolver").fd = os.open(target, os.O_WRONLY | os.O_CREAT)
heard["on_activity_result"](SAVE, -1, intent)
shared = autoclass("android.content.Intent")(autoclass("android.content.Intent").ACTION_SEND)
shared.data = autoclass("android.net.Uri")()
autoclass("android.content.ContentResolver").fd = os.open(path, os.O_RDONLY)
heard["on_new_intent"](shared)
print("got |", got, target.read_text())
"""
EXPECTED = {
    "insets": "(0, 84, 0, 63) 900",
    "theme": "True 2.625 []",
    "old keyboard": "837 (0, 0, 0, 0)",
    "bars": "status 255;navigation 255;appearance 24 24;",
    "speech": "language de;speak Wer war es? 0 tableside;language de;speak Und wann? 0 tableside;stop;shutdown;",
    "notice": "may we android.permission.POST_NOTIFICATIONS 1 31235;service null to org.tableside.tableside "
              "org.tableside.DoorService String Phones can join String Tap;"
              "end null to org.tableside.tableside org.tableside.DoorService;",
    "service": "channel door title 2;foreground 1 door title text launch 67108864 true 77 type 16;stop self;",
    "refused service": "stop self;",
    "old service": "foreground 1 old title text launch 67108864 true 77;",
    "text": "start android.intent.action.SEND type text/plain String Result String Ana won flags 1;",
    "file": "bytes a play;start android.intent.action.SEND type application/json String play.json "
            "Parcelable _display_name=play.json mime_type=application/json  flags 1;",
    "choose": "ask 31233 android.intent.action.OPEN_DOCUMENT +android.intent.category.OPENABLE type */*;",
    "save": "ask 31234 android.intent.action.CREATE_DOCUMENT +android.intent.category.OPENABLE type application/json "
            "String play.json;",
    "got": "[b'a play', True, b'a play'] a play",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    source, classes, work = (tmp_path_factory.mktemp(name) for name in ("source", "classes", "work"))
    for name, text in SOURCES.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    written = [str(source / name) for name in SOURCES]
    subprocess.run(["javac", "-nowarn", "-Xlint:none", "-d", str(classes), *written],
                   check=True, capture_output=True)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", CALLS, str(classes), str(work)], cwd=work, env=env,
                          encoding="locale", capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout[-1500:] + done.stderr[-1500:]
    assert "this machine cannot" not in done.stdout, done.stdout
    return {name: rest for name, _, rest in (line.partition(" | ") for line in done.stdout.splitlines())}


@pytest.mark.parametrize("port", EXPECTED)
def test_java_hears_what_the_port_means(port: str, told: dict[str, str]) -> None:
    assert told[port].strip() == EXPECTED[port].strip()
