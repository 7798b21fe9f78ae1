"""As much of python-for-android's module as Kivy and we ask for."""

from typing import Any

from jnius import autoclass

python_act = autoclass("org.kivy.android.PythonActivity")
mActivity = python_act.mActivity
api_version = 36


def remove_presplash() -> None: ...


def __getattr__(name: str) -> Any:
    raise AttributeError(name)
