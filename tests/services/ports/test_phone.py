"""The ports only a phone has: its keyboard, its bars, its voice, its documents, and starting again."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.text import say
from companion.services.ports import java, shared
from companion.services.ports.android import (
    BOTH_BARS,
    OPEN,
    RESULT_OK,
    SAVE,
    AndroidBars,
    AndroidDocuments,
    AndroidInsets,
    AndroidNotice,
    AndroidRestart,
    AndroidShare,
    AndroidSpeech,
    system_languages,
)
from companion.services.ports.desktop import DesktopRestart
from companion.services.ports.java import Java, phone_density
from companion.services.ports.shared import remember_play, remembered_play
from companion.services.start import USUAL, remember_size, remembered_size

BARS, CUTOUT, IME = 7, 128, 8


def edges(bottom: int) -> SimpleNamespace:
    return SimpleNamespace(left=0, top=0, right=0, bottom=bottom)


def phone(sdk: int, classes: dict[str, Any] | None = None, **activity: Any) -> Callable[[], Java]:
    """A phone of plain objects: only what the test gives it."""
    known = {"android.os.Build$VERSION": SimpleNamespace(SDK_INT=sdk),
             "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=SimpleNamespace(**activity)),
             "java.lang.String": str, **(classes or {})}
    return lambda: Java(known.__getitem__, lambda kind, thing: thing)


# The keyboard

def typing(sdk: int, ime: int, bars: int, visible: int = 0, high: int = 2400) -> AndroidInsets:
    by_kind = {IME: edges(ime), BARS | CUTOUT: edges(bars)}
    kinds = SimpleNamespace(ime=lambda: IME, systemBars=lambda: BARS, displayCutout=lambda: CUTOUT)
    rect = SimpleNamespace(bottom=0)
    view = SimpleNamespace(
        getRootWindowInsets=lambda: SimpleNamespace(getInsets=by_kind.__getitem__, getStableInsetBottom=lambda: bars),
        getHeight=lambda: high, getWindowVisibleDisplayFrame=lambda seen: setattr(seen, "bottom", visible))
    return AndroidInsets(phone(sdk, {"android.view.WindowInsets$Type": kinds, "android.graphics.Rect": lambda: rect},
                               getWindow=lambda: SimpleNamespace(getDecorView=lambda: view)))


@pytest.mark.parametrize(("sdk", "covered"), [(36, 900), (35, 900), (34, 837), (30, 837)])
def test_the_keyboards_height_is_what_it_covers_of_our_surface(sdk: int, covered: int) -> None:
    """From Android 15 on the surface ends at the lower edge; before, above a bar of 63 that the 900 count in."""
    assert typing(sdk, ime=900, bars=63).keyboard() == covered


def test_an_old_phone_tells_it_by_what_it_leaves_visible() -> None:
    assert typing(28, 0, bars=126, visible=1500).keyboard() == 2400 - 1500 - 126
    assert typing(28, 0, bars=126, visible=2274).keyboard() == 0, "only the bar covers something"


def test_no_keyboard_covers_nothing() -> None:
    assert typing(36, ime=0, bars=63).keyboard() == 0
    assert typing(34, ime=0, bars=63).keyboard() == 0


# The notice while phones may join

def noticing(sdk: int, granted: int = 0) -> tuple[AndroidNotice, list[Any]]:
    told: list[Any] = []

    class Intent(dict[str, str]):
        def setClassName(self, package: str, name: str) -> None:
            self["class"] = f"{package} {name}"

        def putExtra(self, key: str, value: str) -> None:
            self[key] = value
    activity = {name: lambda *what, name=name: told.append((name, *what))
                for name in ("startService", "stopService", "requestPermissions")}
    return AndroidNotice(phone(sdk, {"android.content.Intent": Intent}, getPackageName=lambda: "org.us",
                               checkSelfPermission=lambda name: granted, **activity)), told


SHOWN = {"class": "org.us org.tableside.DoorService", "title": "Phones can join", "text": "Tap"}


@pytest.mark.parametrize("sdk", [36, 26, 25])
def test_the_notice_is_shown_once_and_taken_away_once(sdk: int) -> None:
    """Never by startForegroundService: Android ends the app if the service is closed before it has shown itself."""
    notice, told = noticing(sdk)
    notice.hide()
    for _ in range(2):
        notice.show(say("Phones can join"), say("Tap"))
    for _ in range(2):
        notice.hide()
    assert told == [("startService", SHOWN), ("stopService", {"class": SHOWN["class"]})]


def test_from_android_13_on_it_is_asked_whether_the_notice_may_be_seen() -> None:
    notice, told = noticing(33, granted=-1)
    notice.show(say("Phones can join"), say("Tap"))
    assert told[0] == ("requestPermissions", ["android.permission.POST_NOTIFICATIONS"], 31235)
    assert told[1][0] == "startService", "who says no has the door all the same"


# The bars

@pytest.mark.parametrize(("dark", "signs"), [(False, BOTH_BARS), (True, 0)])
def test_dark_signs_on_a_light_background_and_light_ones_on_a_dark(dark: bool, signs: int) -> None:
    asked: list[tuple[str, Any]] = []
    controller = SimpleNamespace(setSystemBarsAppearance=lambda value, mask: asked.append(("signs", (value, mask))))
    window = SimpleNamespace(setStatusBarColor=lambda shade: asked.append(("status", shade)),
                             setNavigationBarColor=lambda shade: asked.append(("navigation", shade)),
                             getInsetsController=lambda: controller)
    java = phone(36, {"android.graphics.Color": SimpleNamespace(parseColor=lambda name: f"<{name}>")},
                 getWindow=lambda: window)
    AndroidBars(java, lambda action: action()).show_on(dark, "#fff8f0")
    assert asked == [("status", "<#fff8f0>"), ("navigation", "<#fff8f0>"), ("signs", (signs, BOTH_BARS))]


@pytest.mark.parametrize(("dark", "before", "after"), [(False, 0x4, 0x2014), (True, 0x2014, 0x4)])
def test_an_older_phone_gets_it_by_flags_and_keeps_its_others(dark: bool, before: int, after: int) -> None:
    flags = [before]
    view = SimpleNamespace(getSystemUiVisibility=lambda: flags[-1], setSystemUiVisibility=flags.append)
    window = SimpleNamespace(setStatusBarColor=lambda _: None, setNavigationBarColor=lambda _: None,
                             getDecorView=lambda: view)
    java = phone(28, {"android.graphics.Color": SimpleNamespace(parseColor=str)}, getWindow=lambda: window)
    AndroidBars(java, lambda action: action()).show_on(dark, "#000000")
    assert flags[-1] == after


# The voice

class Engine:
    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.calls.append((name, *arguments))


def voice() -> tuple[AndroidSpeech, list[Engine], list[Callable[[int], None]]]:
    engines: list[Engine] = []
    wake: list[Callable[[int], None]] = []

    def make(_: Java, ready: Callable[[int], None]) -> Any:
        engines.append(Engine())
        wake.append(ready)
        return engines[-1], "listener"

    java = phone(36, {"java.util.Locale": SimpleNamespace(forLanguageTag=lambda tag: f"locale {tag}")})
    port = AndroidSpeech(java, make)
    port.on = True
    return port, engines, wake


def test_every_language_that_the_phone_is_set_to_is_read_the_best_one_first() -> None:
    chosen = [SimpleNamespace(toLanguageTag=lambda tag=tag: tag) for tag in ("ca-ES", "es-ES")]
    locales = SimpleNamespace(size=lambda: len(chosen), get=chosen.__getitem__)
    assert system_languages(phone(36, {"android.os.LocaleList": SimpleNamespace(getDefault=lambda: locales)})) == \
        ["ca-ES", "es-ES"]
    assert system_languages(phone(36)) == [], "a phone that doesn't tell starts in English"


def test_one_voice_speaks_every_sentence_in_the_apps_language_and_is_shut_down() -> None:
    port, engines, wake = voice()
    port.say("one")
    port.say("two")
    assert engines[0].calls == [], "it is not awake yet"
    wake[0](0)
    port.language = "pt_BR"
    port.say("three")
    port.close()
    assert len(engines) == 1
    assert engines[0].calls == [
        ("setLanguage", "locale en"), ("speak", "two", 0, None, "tableside"),
        ("setLanguage", "locale pt-BR"), ("speak", "three", 0, None, "tableside"), ("stop",), ("shutdown",)]


def test_a_voice_that_cannot_start_stays_silent() -> None:
    port, engines, wake = voice()
    port.say("one")
    wake[0](-1)
    port.say("two")
    assert engines[0].calls == []


def test_a_phone_whose_speech_is_off_makes_no_voice() -> None:
    port, engines, _ = voice()
    port.on = False
    port.say("one")
    port.close()
    assert engines == []


# Documents

class Intent:
    ACTION_OPEN_DOCUMENT, ACTION_CREATE_DOCUMENT = "OPEN_DOCUMENT", "CREATE_DOCUMENT"
    ACTION_VIEW, ACTION_SEND, ACTION_MAIN = "VIEW", "SEND", "MAIN"
    CATEGORY_OPENABLE, EXTRA_TITLE, EXTRA_STREAM = "OPENABLE", "title", "stream"

    def __init__(self, action: str, data: Any = None, stream: Any = None) -> None:
        self.action, self.data, self.kind = action, data, ""
        self.categories: list[str] = []
        self.extras: dict[str, Any] = {"stream": stream}

    def addCategory(self, name: str) -> None:
        self.categories.append(name)

    def setType(self, kind: str) -> None:
        self.kind = kind

    def putExtra(self, key: str, value: Any) -> None:
        self.extras[key] = value

    def getAction(self) -> str:
        return self.action

    def setAction(self, action: str) -> None:
        self.action = action

    def getDataString(self) -> str:
        return str(self.data)

    def getData(self) -> Any:
        return self.data

    def getParcelableExtra(self, key: str) -> Any:
        return self.extras[key]


class Desk:
    """A phone whose documents are files: a link is a path."""

    def __init__(self, started_with: Intent | None = None, camera: Path | None = None) -> None:
        self.asked: list[tuple[Intent, int]] = []
        self.deleted: list[Path] = []
        self.heard: dict[str, Callable[..., None]] = {}
        media = {"android.provider.MediaStore": SimpleNamespace(ACTION_IMAGE_CAPTURE="CAPTURE", EXTRA_OUTPUT="output"),
                 "android.provider.MediaStore$Images$Media": SimpleNamespace(EXTERNAL_CONTENT_URI="images"),
                 "android.content.ContentValues": dict}
        java = phone(36, {"android.content.Intent": Intent, **(media if camera is not None else {})},
                     startActivityForResult=lambda intent, code: self.asked.append((intent, code)),
                     getIntent=lambda: started_with or Intent("MAIN"),
                     getContentResolver=lambda: SimpleNamespace(openFileDescriptor=self._open,
                                                                insert=lambda *_: camera,
                                                                delete=lambda link, *_: self.deleted.append(link)))
        self.port = AndroidDocuments(java, lambda: SimpleNamespace(bind=self._bind))

    def _bind(self, **events: Callable[..., None]) -> None:
        self.heard.update(events)

    def _open(self, link: Path, mode: str) -> Any:
        flags = {"r": os.O_RDONLY, "wt": os.O_WRONLY | os.O_CREAT | os.O_TRUNC}[mode]
        return SimpleNamespace(detachFd=lambda: os.open(link, flags))

    def comes_back(self, code: int, link: Path | None) -> None:
        self.heard["on_activity_result"](code, RESULT_OK if link else 0, Intent("", link) if link else None)


def test_a_chosen_document_is_read_through_its_descriptor(tmp_path: Path) -> None:
    desk, got = Desk(), []
    (tmp_path / "play.json").write_bytes(b"a play")
    assert desk.port.choose(got.append)
    intent, code = desk.asked[0]
    assert (intent.action, intent.kind, intent.categories) == ("OPEN_DOCUMENT", "*/*", ["OPENABLE"])
    desk.comes_back(code, tmp_path / "play.json")
    assert got == [b"a play"]


def test_closing_the_chooser_says_nothing_and_a_document_that_is_gone_is_none(tmp_path: Path) -> None:
    desk, got = Desk(), []
    desk.port.choose(got.append)
    desk.comes_back(OPEN, None)
    assert got == []
    desk.port.choose(got.append)
    desk.comes_back(OPEN, tmp_path / "gone.json")
    assert got == [None]


def test_a_photo_is_taken_by_the_camera_which_returns_no_link(tmp_path: Path) -> None:
    """The photo is where the app asked for it; cancelling the camera leaves no empty file."""
    (tmp_path / "taken.jpg").write_bytes(b"\xff\xd8\xff taken")
    desk, got = Desk(camera=tmp_path / "taken.jpg"), []
    for result, deleted in ((RESULT_OK, []), (0, [tmp_path / "taken.jpg"])):
        assert desk.port.choose_photo(got.append, camera=True)
        intent, code = desk.asked[-1]
        assert (intent.action, intent.extras["output"]) == ("CAPTURE", tmp_path / "taken.jpg")
        desk.heard["on_activity_result"](code, result, None)
        assert desk.deleted == deleted
    assert got == [b"\xff\xd8\xff taken"]


def test_a_phone_whose_camera_cannot_be_asked_offers_its_photos(tmp_path: Path) -> None:
    (tmp_path / "old.jpg").write_bytes(b"\xff\xd8\xff old")
    desk, got = Desk(), []
    assert desk.port.choose_photo(got.append, camera=True)
    intent, code = desk.asked[-1]
    assert (intent.action, intent.kind) == ("OPEN_DOCUMENT", "image/*")
    desk.comes_back(code, tmp_path / "old.jpg")
    assert got == [b"\xff\xd8\xff old"]


def test_a_file_is_saved_where_the_person_says(tmp_path: Path) -> None:
    desk, done = Desk(), []
    (tmp_path / "Ana and Ben.json").write_bytes(b"everything")
    assert desk.port.save(tmp_path / "Ana and Ben.json", done.append)
    intent, code = desk.asked[0]
    assert (intent.action, intent.extras["title"], code) == ("CREATE_DOCUMENT", "Ana and Ben.json", SAVE)
    (tmp_path / "chosen").write_bytes(b"longer than what is saved over it")
    desk.comes_back(code, tmp_path / "chosen")
    assert done == [True]
    assert (tmp_path / "chosen").read_bytes() == b"everything"


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    desk, done = Desk(), []
    (tmp_path / "play.json").write_bytes(b"x")
    desk.port.save(tmp_path / "play.json", done.append)
    desk.comes_back(SAVE, tmp_path / "no such folder" / "play.json")
    assert done == [False]


@pytest.mark.parametrize("action", ["VIEW", "SEND"])
def test_a_file_another_app_starts_us_with_arrives_once(action: str, tmp_path: Path) -> None:
    link = tmp_path / "play.json"
    link.write_text("a play", encoding="utf-8")
    intent = Intent(action, link if action == "VIEW" else None, link if action == "SEND" else None)
    desk, got = Desk(intent), []
    desk.port.listen(got.append)
    desk.port.listen(got.append)  # the same activity, asked again
    assert got == [b"a play"]
    desk.heard["on_new_intent"](Intent("VIEW", link))
    assert got == [b"a play", b"a play"]


def test_the_qr_code_of_a_friends_box_is_no_file() -> None:
    """The camera opens the app with a link; its letters come in as they are."""
    desk, got = Desk(Intent("VIEW", "tableside://open?box=WINDWARD-A2BPM")), []
    desk.port.listen(got.append)
    assert got == [b"tableside://open?box=WINDWARD-A2BPM"]


def test_an_ordinary_start_brings_no_file() -> None:
    desk, got = Desk(), []
    desk.port.listen(got.append)
    assert got == []


# Starting again

def test_the_play_on_the_table_is_remembered_for_one_start(tmp_path: Path) -> None:
    remember_play(tmp_path, 7)
    assert remembered_play(tmp_path) == 7
    assert remembered_play(tmp_path) is None
    remember_play(tmp_path, None)
    assert remembered_play(tmp_path) is None
    (tmp_path / shared.MARK).write_text("nonsense", encoding="utf-8")
    assert remembered_play(tmp_path) is None


def test_a_phone_starts_its_own_activity_in_a_fresh_task_and_ends_this_process() -> None:
    did: list[Any] = []
    launch = SimpleNamespace(getComponent=lambda: "our activity")
    java = phone(36, {"android.content.Intent": SimpleNamespace(makeRestartActivityTask=lambda what: f"fresh {what}"),
                      "java.lang.Runtime": SimpleNamespace(getRuntime=lambda: SimpleNamespace(exit=did.append))},
                 getPackageName=lambda: "org.tableside", startActivity=did.append,
                 getPackageManager=lambda: SimpleNamespace(getLaunchIntentForPackage=lambda name: launch))
    AndroidRestart(java).restart()
    assert did == ["fresh our activity", 0]


def test_a_phone_opens_a_link_in_the_app_that_takes_it_or_says_that_none_does() -> None:
    did: list[object] = []
    intents = lambda action, address: (action, address)  # noqa: E731
    intents.ACTION_VIEW = "view"  # type: ignore[attr-defined]
    java = phone(36, {"android.content.Intent": intents, "android.net.Uri": SimpleNamespace(parse=str)},
                 startActivity=did.append)
    assert AndroidShare(java).open_link("bgstats://x") and did == [("view", "bgstats://x")]

    def nobody(_: object) -> None:
        raise RuntimeError("ActivityNotFoundException")
    java = phone(36, {"android.content.Intent": intents, "android.net.Uri": SimpleNamespace(parse=str)},
                 startActivity=nobody)
    assert not AndroidShare(java).open_link("bgstats://x")


def test_a_desktop_runs_the_same_command_again(monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[list[str]] = []
    monkeypatch.setattr("companion.services.ports.desktop.begin_again", lambda path, words: did.append(words))
    DesktopRestart().restart()
    assert did[0][1:] == __import__("sys").orig_argv[1:]


# Small things

def test_the_density_is_the_screens_without_the_text_size() -> None:
    metrics = SimpleNamespace(density=2.625, scaledDensity=3.4125)
    assert phone_density(phone(36, getResources=lambda: SimpleNamespace(getDisplayMetrics=lambda: metrics))) == 2.625
    assert phone_density(phone(36)) is None


def test_a_window_has_the_size_it_was_left_with(tmp_path: Path) -> None:
    assert remembered_size(tmp_path, (1920, 1080)) == USUAL
    remember_size(tmp_path, (1280.0, 800.0))
    assert remembered_size(tmp_path, (1920, 1080)) == (1280, 800)


def test_a_window_is_no_taller_than_the_screen_less_its_bars(tmp_path: Path) -> None:
    assert USUAL[1] <= 768 - 80, "a first start on a laptop"
    remember_size(tmp_path, (412.0, 892.0))
    assert remembered_size(tmp_path, (1366, 768)) == (412, 688)
    remember_size(tmp_path, (2500.0, 1300.0))
    assert remembered_size(tmp_path, (1366, 768)) == (1366, 688)


@pytest.mark.parametrize("note", ["", "[1, 2]", "[99999, 800]", "{}", "[null, 800]", "[1280]"])
def test_a_size_no_window_can_have_is_not_taken(note: str, tmp_path: Path) -> None:
    (tmp_path / "window.json").write_text(note, encoding="utf-8")
    assert remembered_size(tmp_path, (1920, 1080)) == USUAL


@pytest.mark.skipif(not all(map(shutil.which, ("Xvfb", "xvfb-run", "xauth"))),
                    reason="There is no X server to ask (Debian: apt-get install -y xvfb xauth).")
def test_the_size_of_an_x_screen_is_known_before_there_is_a_window() -> None:
    code = "from companion.services.start import screen_size; print(screen_size())"
    words = ["xvfb-run", "-a", "-s", "-screen 0 1366x768x24", sys.executable, "-c", code]
    ran = subprocess.run(words, capture_output=True, encoding="locale", timeout=60, check=False)
    assert ran.stdout == "(1366, 768)\n", ran.stderr


def test_what_a_machine_cannot_do_is_a_warning_once(caplog: pytest.LogCaptureFixture,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "warned", set())
    caplog.set_level(logging.DEBUG)
    for _ in range(3):
        with java.quietly("a trick"):
            raise RuntimeError("no")
    levels = [record.levelname for record in caplog.records if "a trick" in record.message]
    assert levels == ["WARNING", "DEBUG", "DEBUG"]
