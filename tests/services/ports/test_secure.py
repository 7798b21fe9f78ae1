"""The window that no screenshot shows, on a phone made of plain objects."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from companion.services.ports.android import AndroidSecure
from companion.services.ports.java import Java

FLAG_SECURE = 0x2000  # android.view.WindowManager.LayoutParams


class Phone:
    """A window with flags, and the thread they belong to."""

    def __init__(self) -> None:
        self.flags = 0x80
        self.posted: list[Callable[[], None]] = []
        window = SimpleNamespace(addFlags=self._add, clearFlags=self._clear)
        classes: dict[str, Any] = {
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=SimpleNamespace(getWindow=lambda: window)),
            "android.view.WindowManager$LayoutParams": SimpleNamespace(FLAG_SECURE=FLAG_SECURE)}
        self.port = AndroidSecure(lambda: Java(classes.__getitem__, lambda kind, thing: thing), self.posted.append)

    def _add(self, flag: int) -> None:
        self.flags |= flag

    def _clear(self, flag: int) -> None:
        self.flags &= ~flag

    def run(self) -> None:
        while self.posted:
            self.posted.pop(0)()


def test_the_flag_is_set_on_the_windows_own_thread_and_others_stay() -> None:
    phone = Phone()
    phone.port.keep(True)
    assert phone.flags == 0x80  # not from our thread
    phone.run()
    assert phone.flags == 0x80 | FLAG_SECURE
    phone.port.keep(False)
    phone.run()
    assert phone.flags == 0x80


def test_what_is_so_already_is_not_set_again() -> None:
    phone = Phone()
    phone.port.keep(False)
    phone.port.keep(True)
    phone.port.keep(True)
    assert len(phone.posted) == 1


def test_a_phone_that_cannot_do_it_stops_nothing_and_is_asked_again() -> None:
    asked: list[str] = []

    def no_thread(work: Callable[[], None]) -> None:
        asked.append("asked")
        raise ImportError("android")

    port = AndroidSecure(on_ui_thread=no_thread)
    port.keep(True)
    port.keep(True)
    assert asked == ["asked", "asked"]
