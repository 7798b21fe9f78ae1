"""Cases of a test that `make test` runs, and those that it leaves to `make thorough`."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(names: str | tuple[str, ...], cases: Iterable[Any], *,
            keep: int = 1, **more: Any) -> pytest.MarkDecorator:
    """`parametrize`, with all but the first `keep` cases marked as thorough."""
    every = list(cases)
    later = [as_thorough(case, several=not isinstance(names, str)) for case in every[keep:]]
    return pytest.mark.parametrize(names, [*every[:keep], *later], **more)


def as_thorough(case: Any, *, several: bool) -> Any:
    values = case if several else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)
