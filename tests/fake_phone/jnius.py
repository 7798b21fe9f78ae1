"""A pyjnius without Java: every class exists, every call answers; what matters has the values of a real phone.

On the path of a process that runs in Android mode (`ANDROID_ARGUMENT`), never of the tests themselves.
"""

import os
from typing import Any

DENSITY, SDK = 2.625, 36  # a Pixel 8, 1080 by 2400
FONT_SCALE = float(os.environ.get("FAKE_FONT_SCALE", "1"))
VALUES: dict[str, Any] = {
    "android.os.Build$VERSION.SDK_INT": SDK,
    "android.os.LocaleList.getDefault().size()": 1,
    "android.os.LocaleList.getDefault().get().toLanguageTag()": "en-GB",
    "org.renpy.android.Hardware.getDPI()": 420,
    "org.renpy.android.Hardware.metrics.scaledDensity": DENSITY * FONT_SCALE,
    "org.kivy.android.PythonActivity.mActivity.getResources().getConfiguration().fontScale": FONT_SCALE,
    "org.kivy.android.PythonActivity.mActivity.getResources().getConfiguration().uiMode": 0x11,
    "org.kivy.android.PythonActivity.mActivity.getResources().getDisplayMetrics().density": DENSITY,
    "org.kivy.android.PythonActivity.mActivity.getWindow().getDecorView().getRootWindowInsets()": None,
    "org.kivy.android.PythonActivity.mActivity.getIntent().getAction()": "android.intent.action.MAIN",
    "org.kivy.android.PythonActivity.mActivity.getIntent().getStringExtra()": os.environ.get("FAKE_START"),
}


class Thing:
    """A Java class, object or method, known by its path."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        path = f"{self.path}.{name}"
        return VALUES[path] if path in VALUES else Thing(path)

    def __call__(self, *_: Any, **__: Any) -> Any:
        path = f"{self.path}()"
        if path.endswith(".finishAndRemoveTask()"):
            from kivy.app import App
            App.get_running_app()._stop()
        return VALUES[path] if path in VALUES else Thing(path)

    def __or__(self, other: Any) -> int:
        return 0

    __ror__ = __or__


class JavaException(Exception):
    pass


class PythonJavaClass:
    def __init__(self, *_: Any, **__: Any) -> None: ...


def autoclass(name: str) -> Thing:
    return Thing(name)


def cast(kind: str, thing: Any) -> Any:
    return thing


def java_method(*_: Any, **__: Any) -> Any:
    return lambda method: method
