"""Nothing ever comes back to this activity."""

from typing import Any


def bind(**_: Any) -> None: ...


def unbind(**_: Any) -> None: ...
