"""The part of python-for-android's module that Kivy and the app use."""

from typing import Any

from jnius import autoclass

python_act = autoclass("org.kivy.android.PythonActivity")
mActivity = python_act.mActivity
api_version = 36


def remove_presplash() -> None: ...


def __getattr__(name: str) -> Any:
    raise AttributeError(name)
