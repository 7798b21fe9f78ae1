"""An activity that never gets a result."""

from typing import Any


def bind(**_: Any) -> None: ...


def unbind(**_: Any) -> None: ...
