"""The part of Android that the ports use, as plain objects."""

from types import SimpleNamespace
from typing import Any

from companion.services.ports.java import Java


def broken(*_: object) -> Any:
    raise NotImplementedError("not on this machine")


class FakeIntent:
    ACTION_SEND = "SEND"
    EXTRA_TEXT, EXTRA_SUBJECT, EXTRA_STREAM = "text", "subject", "stream"
    FLAG_GRANT_READ_URI_PERMISSION = 1

    def __init__(self, action: str) -> None:
        self.action, self.kind, self.flags = action, "", 0
        self.extras: dict[str, object] = {}

    def setType(self, kind: str) -> None:
        self.kind = kind

    def putExtra(self, key: str, value: object) -> None:
        self.extras[key] = value

    def addFlags(self, flags: int) -> None:
        self.flags |= flags

    @staticmethod
    def createChooser(intent: "FakeIntent", title: object) -> "FakeIntent":
        return intent


class FakePhone:
    """The part of Android that the ports use, as plain objects."""

    def __init__(self, sdk: int = 36, ui_mode: int = 0x21) -> None:
        self.sdk = sdk
        self.started: list[FakeIntent] = []
        self.downloads: dict[str, bytes] = {}
        self.insets: Any = None
        self.activity = SimpleNamespace(
            startActivity=self.started.append,
            getContentResolver=lambda: SimpleNamespace(insert=self._insert, openOutputStream=self._open),
            getResources=lambda: SimpleNamespace(getConfiguration=lambda: SimpleNamespace(uiMode=ui_mode)),
            getWindow=lambda: SimpleNamespace(
                getDecorView=lambda: SimpleNamespace(getRootWindowInsets=lambda: self.insets)
            ),
        )

    def _insert(self, where: str, values: dict[str, str]) -> str:
        return f"content://{where}/{values['_display_name']}"

    def _open(self, link: str) -> object:
        return SimpleNamespace(write=lambda data: self.downloads.update({link: data}), close=lambda: None)

    def autoclass(self, name: str) -> Any:
        class Values(dict[str, str]):
            def put(self, key: str, value: str) -> None:
                self[key] = value

        return {
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=self.activity),
            "android.os.Build$VERSION": SimpleNamespace(SDK_INT=self.sdk),
            "android.content.Intent": FakeIntent,
            "android.content.ContentValues": Values,
            "android.provider.MediaStore$Downloads": SimpleNamespace(EXTERNAL_CONTENT_URI="downloads"),
            "android.view.WindowInsets$Type": SimpleNamespace(systemBars=lambda: 7, displayCutout=lambda: 128),
            "java.lang.String": str,
        }[name]

    def java(self) -> Java:
        return Java(self.autoclass, lambda kind, thing: thing)
