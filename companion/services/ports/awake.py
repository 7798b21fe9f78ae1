"""Awake: the screen stays on while a play is on the table. Notice: while the door for phones is open Android says so in
its bar, and lets the app go on behind another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.text import Text
from companion.services.ports.java import Java, java
from companion.services.ports.quiet import quietly

SERVICE = "org.tableside.DoorService"
"""In packaging/java; packaging/p4a_hook.py writes it into the manifest."""
MAY_NOTIFY = "android.permission.POST_NOTIFICATIONS"
FIRST_FOREGROUND, FIRST_ASKING = 26, 33  # the Android versions with foreground services, and with that permission
GRANTED, ASKED = 0, 31235  # Android's own number for "granted", and ours for the request


def kivy_window() -> Any:
    from kivy.core.window import Window

    return Window


class KivyAwake:
    """The same on Android and on a desktop; on a phone it is a flag of the window and needs no permission."""

    def __init__(self, window: Callable[[], Any] = kivy_window) -> None:
        self._window = window

    def keep(self, on: bool) -> None:
        with quietly("keeping the screen on"):
            self._window().allow_screensaver = not on


class AndroidNotice:
    """The process stays awake, so guests are told that the table sleeps instead of hearing nothing."""

    def __init__(self, bridge: Callable[[], Java] = java) -> None:
        self._bridge = bridge
        self._shown = False

    def show(self, title: Text, text: Text) -> None:
        if self._shown:
            return
        with quietly("showing that phones can join"):
            phone = self._bridge()
            activity = phone.activity()
            if phone.sdk() >= FIRST_ASKING and activity.checkSelfPermission(MAY_NOTIFY) != GRANTED:
                activity.requestPermissions([MAY_NOTIFY], ASKED)  # who says no has the door all the same
            intent = self._intent(phone, activity)
            string = phone.autoclass("java.lang.String")
            intent.putExtra("title", string(str(title)))
            intent.putExtra("text", string(str(text)))
            if phone.sdk() >= FIRST_FOREGROUND:
                activity.startForegroundService(intent)
            else:
                activity.startService(intent)
            self._shown = True

    def hide(self) -> None:
        if not self._shown:
            return
        with quietly("taking away that phones can join"):
            phone = self._bridge()
            activity = phone.activity()
            activity.stopService(self._intent(phone, activity))
        self._shown = False

    def _intent(self, phone: Java, activity: Any) -> Any:
        intent = phone.autoclass("android.content.Intent")()
        intent.setClassName(activity.getPackageName(), SERVICE)
        return intent


class DesktopNotice:
    """Nothing puts a desktop's window to sleep."""

    def show(self, title: Text, text: Text) -> None:
        pass

    def hide(self) -> None:
        pass
