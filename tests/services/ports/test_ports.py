"""The ports to the machine: on a phone made of plain objects, on a desktop, and where nothing works at all."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.services.ports import android, desktop, shared
from companion.services.ports.android import AndroidHaptics, AndroidInsets, AndroidShare, AndroidTheme
from companion.services.ports.desktop import DesktopShare, DesktopSpeech, DesktopTheme, Lacking
from companion.services.ports.machine import MachineClock, machine
from companion.services.ports.shared import Insets, KivyAwake, KivySound
from tests.services.ports.fake_phone import FakeIntent, FakePhone, broken

ROOT = Path(__file__).resolve().parents[3]


def module(patch: pytest.MonkeyPatch, name: str, **content: Any) -> None:
    """Put this in the place of a module of Kivy or plyer."""
    patch.setitem(sys.modules, name, SimpleNamespace(**content))


@pytest.mark.slow
def test_importing_the_ports_imports_no_kivy_and_no_plyer() -> None:
    probe = (
        "import sys, companion.services.ports.machine as p; p.machine();"
        "import companion.testing.recording as r; r.recording_machine();"
        "sys.exit(any(m.split('.')[0] in ('kivy', 'kivymd', 'plyer', 'jnius') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", probe], cwd=ROOT, check=False).returncode == 0


def test_the_machine_is_a_desktop_here_and_a_phone_on_android(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ARGUMENT", raising=False)
    computer = machine()
    assert isinstance(computer.share, DesktopShare) and type(computer.insets) is Insets
    assert isinstance(computer.haptics, Lacking) and isinstance(computer.system_theme, DesktopTheme)
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    phone = machine()
    assert isinstance(phone.share, AndroidShare) and isinstance(phone.insets, AndroidInsets)
    assert isinstance(phone.haptics, AndroidHaptics) and isinstance(phone.system_theme, AndroidTheme)


def test_a_phone_whose_java_does_not_answer_is_only_silent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pyjnius is not installed here, so every Android port finds nothing behind it: no port may raise."""
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    monkeypatch.setitem(sys.modules, "plyer", None)
    monkeypatch.setitem(sys.modules, "jnius", None)
    phone = machine()
    phone.haptics.buzz(20)
    assert phone.insets.read() == (0, 0, 0, 0)
    assert phone.system_theme.is_dark() is None
    assert phone.share.share_text("Result", "Ana won") == shared.FAILED
    assert phone.share.share_file(tmp_path / "play.json") == shared.FAILED


class TestSound:
    @pytest.fixture
    def heard(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        heard: list[str] = []

        def load(path: str) -> Any:
            name = Path(path).stem
            heard.append(f"load {name}")
            return SimpleNamespace(play=lambda: heard.append(f"play {name}"),
                                   stop=lambda: heard.append(f"stop {name}"))

        module(monkeypatch, "kivy.core.audio", SoundLoader=SimpleNamespace(load=load))
        return heard

    def test_a_noise_is_loaded_once_and_restarts_each_time(self, tmp_path: Path, heard: list[str]) -> None:
        (tmp_path / "tick.wav").touch()
        port = KivySound(tmp_path)
        port.play("tick")
        port.play("tick")
        assert heard == ["load tick", "stop tick", "play tick", "stop tick", "play tick"]

    def test_off_is_silent(self, tmp_path: Path, heard: list[str]) -> None:
        (tmp_path / "tick.wav").touch()
        port = KivySound(tmp_path)
        port.on = False
        port.play("tick")
        assert heard == []

    def test_a_noise_that_is_not_there_is_silent(self, tmp_path: Path, heard: list[str]) -> None:
        port = KivySound(tmp_path)
        port.play("tick")
        port.play("no such noise")
        assert heard == []

    @pytest.mark.parametrize("load", [broken, lambda path: None, lambda path: SimpleNamespace(stop=broken)])
    def test_no_sound_device_is_silent(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                       load: Callable[[str], Any]) -> None:
        (tmp_path / "tick.wav").touch()
        module(monkeypatch, "kivy.core.audio", SoundLoader=SimpleNamespace(load=load))
        port = KivySound(tmp_path)
        port.play("tick")
        port.play("tick")
        assert port.on, "the setting is the user's; a machine without sound does not change it"

    def test_every_noise_of_the_table_has_its_file(self) -> None:
        missing = [name for name in shared.NAMES if not (shared.FOLDER / f"{name}.wav").is_file()]
        assert not missing


class TestHaptics:
    def test_a_buzz_is_given_to_plyer_in_seconds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        felt: list[float] = []
        vibrator = SimpleNamespace(vibrate=lambda **told: felt.extend(told.values()))
        module(monkeypatch, "plyer", vibrator=vibrator)
        port = AndroidHaptics()
        port.buzz(40)
        port.on = False
        port.buzz(40)
        assert felt == [0.04]

    def test_a_phone_without_motor_is_silent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        felt: list[object] = []

        def no_motor(time: float) -> None:
            felt.append(time)
            raise NotImplementedError

        module(monkeypatch, "plyer", vibrator=SimpleNamespace(vibrate=no_motor))
        AndroidHaptics().buzz(40)
        assert felt == [0.04], "it was tried, and failing it stayed quiet"


class TestSpeech:
    def test_speech_is_off_until_it_is_switched_on(self) -> None:
        before = threading.active_count()
        DesktopSpeech(broken).say("Whose turn is it?")
        assert threading.active_count() == before

    def test_only_the_newest_waiting_sentence_is_spoken_and_the_caller_never_waits(self) -> None:
        spoken: list[str] = []
        may_go_on, done = threading.Event(), threading.Event()

        def slow(text: str, language: str) -> None:
            assert language == "de"
            spoken.append(text)
            assert may_go_on.wait(60)
            if text == "three":
                done.set()
            raise NotImplementedError("and a voice that breaks goes on with the next")

        port = DesktopSpeech(slow)
        port.on, port.language = True, "de"
        port.say("one")
        while not spoken:
            time.sleep(0.001)
        port.say("two")
        port.say("three")
        may_go_on.set()
        assert done.wait(60)
        assert spoken == ["one", "three"]


class TestAwake:
    def test_the_screen_stays_on_while_it_is_asked_to(self, monkeypatch: pytest.MonkeyPatch) -> None:
        window = SimpleNamespace(allow_screensaver=True)
        module(monkeypatch, "kivy.core.window", Window=window)
        port = KivyAwake()
        port.keep(True)
        assert window.allow_screensaver is False
        port.keep(False)
        assert window.allow_screensaver is True

    def test_without_a_window_nothing_happens(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "kivy.core.window", None)
        KivyAwake().keep(True)


class TestInsets:
    def test_a_new_phone_is_asked_for_bars_and_cutout_together(self) -> None:
        phone = FakePhone(sdk=36)
        edges = {7 | 128: SimpleNamespace(left=0, top=84, right=12, bottom=63)}
        phone.insets = SimpleNamespace(getInsets=edges.__getitem__)
        assert AndroidInsets(phone.java).read() == (0, 84, 12, 63)

    @pytest.mark.parametrize("sdk", [24, 29, 30, 34])
    def test_below_android_15_the_surface_already_lies_between_the_bars(self, sdk: int) -> None:
        phone = FakePhone(sdk=sdk)
        edges = {7 | 128: SimpleNamespace(left=0, top=84, right=12, bottom=63)}
        phone.insets = SimpleNamespace(getInsets=edges.__getitem__)
        assert AndroidInsets(phone.java).read() == (0, 0, 0, 0)

    def test_before_the_view_is_attached_there_are_none(self) -> None:
        assert AndroidInsets(FakePhone().java).read() == (0, 0, 0, 0)

    def test_a_desktop_has_none(self) -> None:
        assert Insets().read() == (0, 0, 0, 0)


class TestSystemTheme:
    @pytest.mark.parametrize(("ui_mode", "dark"), [(0x21, True), (0x11, False), (0x01, None)])
    def test_a_phone_says_night_day_or_nothing(self, ui_mode: int, dark: bool | None) -> None:
        assert AndroidTheme(FakePhone(ui_mode=ui_mode).java).is_dark() is dark

    @pytest.mark.parametrize(
        ("platform", "answer", "dark"),
        [
            ("linux", "'prefer-dark'", True),
            ("linux", "'default'", False),
            ("linux", "", None),
            ("darwin", "Dark", True),
            ("darwin", "", False),
        ],
    )
    def test_a_desktop_is_asked_by_its_own_command(
            self, monkeypatch: pytest.MonkeyPatch, platform: str, answer: str, dark: bool | None) -> None:
        monkeypatch.setattr(desktop, "ask_command", lambda command: answer)
        monkeypatch.setattr(sys, "platform", platform)
        assert DesktopTheme().is_dark() is dark

    @pytest.mark.parametrize(("light", "dark"), [(0, True), (1, False)])
    def test_the_windows_registry(self, monkeypatch: pytest.MonkeyPatch, light: int, dark: bool) -> None:
        registry = SimpleNamespace(HKEY_CURRENT_USER=1, OpenKey=lambda root, path: nullcontext(path),
                                   QueryValueEx=lambda key, name: (light, 4))
        monkeypatch.setitem(sys.modules, "winreg", registry)
        monkeypatch.setattr(sys, "platform", "win32")
        assert DesktopTheme().is_dark() is dark

    @pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "freebsd14"])
    def test_a_desktop_may_not_answer(self, monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
        monkeypatch.setattr(desktop, "ask_command", broken)
        monkeypatch.setitem(sys.modules, "winreg", None)
        monkeypatch.setattr(sys, "platform", platform)
        assert DesktopTheme().is_dark() is None


class TestLanguages:
    @pytest.mark.parametrize(("lang", "spoken"), [("", ["fr-CH", "de-CH"]), ("it_IT.UTF-8", ["it_IT.UTF-8"])])
    def test_a_double_clicked_app_on_macos_speaks_the_systems_language(
            self, monkeypatch: pytest.MonkeyPatch, lang: str, spoken: list[str]) -> None:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", lang)
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setattr(desktop.locale, "getlocale", lambda: (None, None))
        monkeypatch.setattr(desktop, "ask_command", lambda command: '(\n    "fr-CH",\n    "de-CH"\n)')
        assert desktop.system_languages() == spoken


class TestShare:
    def test_a_phone_gets_the_text_in_its_share_sheet(self) -> None:
        phone = FakePhone()
        assert AndroidShare(phone.java).share_text("Result", "Ana won") == shared.SENT
        (intent,) = phone.started
        assert (intent.action, intent.kind) == ("SEND", "text/plain")
        assert intent.extras == {"subject": "Result", "text": "Ana won"}

    def test_a_text_too_long_for_an_intent_is_shortened_rather_than_killing_the_app(self) -> None:
        phone = FakePhone()
        AndroidShare(phone.java).share_text("Chronicle", "x" * 300_000)
        assert len(str(phone.started[0].extras["text"])) == android.LONGEST_TEXT

    def test_a_file_becomes_a_download_and_is_handed_on_by_its_address(self, tmp_path: Path) -> None:
        phone = FakePhone(sdk=29)
        play = tmp_path / "play.json"
        play.write_text("{}", encoding="utf-8")
        assert AndroidShare(phone.java).share_file(play) == shared.SENT
        assert phone.downloads == {"content://downloads/play.json": b"{}"}
        (intent,) = phone.started
        assert intent.kind == "application/json" and intent.flags == FakeIntent.FLAG_GRANT_READ_URI_PERMISSION
        assert intent.extras["stream"] == "content://downloads/play.json"

    def test_an_old_phone_shares_the_files_text_whole_or_not_at_all(self, tmp_path: Path) -> None:
        phone = FakePhone(sdk=28)
        play = tmp_path / "play.json"
        play.write_text('{"log": []}', encoding="utf-8")
        assert AndroidShare(phone.java).share_file(play) == shared.SENT
        assert phone.started[0].extras["text"] == '{"log": []}'
        play.write_text("x" * (android.LONGEST_TEXT + 1), encoding="utf-8")
        assert AndroidShare(phone.java).share_file(play) == shared.FAILED
        assert len(phone.started) == 1

    @pytest.fixture
    def no_clipboard(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "kivy.core.clipboard", None)

    def test_a_desktop_copies_a_text(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        copied: list[str] = []
        module(monkeypatch, "kivy.core.clipboard", Clipboard=SimpleNamespace(copy=copied.append))
        assert DesktopShare(tmp_path).share_text("Result", "Ana won") == shared.COPIED
        assert copied == ["Ana won"]

    @pytest.mark.usefixtures("no_clipboard")
    def test_a_desktop_without_clipboard_saves_the_text_and_says_where(self, tmp_path: Path) -> None:
        port = DesktopShare(tmp_path)
        told = port.share_text("Windmill: Cozy Stories", "Ana won")
        assert str(told) == f"Saved as {tmp_path / 'Windmill Cozy Stories.txt'}"
        assert (tmp_path / "Windmill Cozy Stories.txt").read_text(encoding="utf-8") == "Ana won"

    def test_a_desktop_saves_a_file_and_never_over_another(self, tmp_path: Path) -> None:
        (tmp_path / "Downloads").mkdir()
        play = tmp_path / "play.json"
        play.write_text("{}", encoding="utf-8")
        port = DesktopShare(tmp_path)
        port.share_file(play)
        told = port.share_file(play)
        assert str(told) == f"Saved as {tmp_path / 'Downloads' / 'play 2.json'}"
        assert sorted(path.name for path in (tmp_path / "Downloads").iterdir()) == ["play 2.json", "play.json"]

    @pytest.mark.usefixtures("no_clipboard")
    def test_a_desktop_that_can_write_nothing_says_so(self, tmp_path: Path) -> None:
        port = DesktopShare(tmp_path / "no such folder")
        assert port.share_text("Result", "Ana won") == shared.FAILED
        assert port.share_file(tmp_path / "no such file") == shared.FAILED


class TestClock:
    def test_the_clock_runs_forward_and_counts_sleep(self) -> None:
        clock = MachineClock()
        if hasattr(time, "CLOCK_BOOTTIME"):
            before = time.clock_gettime(time.CLOCK_BOOTTIME)
            assert before <= clock.now() <= time.clock_gettime(time.CLOCK_BOOTTIME)
        assert clock.now() <= clock.now()
        assert clock.wall() == pytest.approx(time.time(), abs=60)

    def test_a_machine_without_boottime_counts_monotonic_seconds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
        assert time.monotonic() <= MachineClock().now() <= time.monotonic()

    def test_so_does_a_browser_where_boottime_has_a_name_and_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(time, "CLOCK_BOOTTIME", 999, raising=False)
        assert time.monotonic() <= MachineClock().now() <= time.monotonic()


def test_a_game_has_its_own_sounds_and_the_tables_for_the_rest(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "windmill").mkdir()
    for name in ("tick", "undo", "windmill/tick", "windmill/undo"):
        (tmp_path / f"{name}.wav").write_bytes(b"")
    loaded: list[str] = []

    def load(path: str) -> None:
        loaded.append(Path(path).relative_to(tmp_path).as_posix())
    module(monkeypatch, "kivy.core.audio", SoundLoader=SimpleNamespace(load=load))
    sound = KivySound(tmp_path)
    for sound.place in ("", "windmill", "story"):
        sound.play("tick")
        sound.play("undo")
    assert loaded == ["tick.wav", "undo.wav", "windmill/tick.wav", "tick.wav"]
