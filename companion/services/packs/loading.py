"""The code of a pack, run from its folder: loaded newly, and nothing but its own package."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.core.game import Game
from companion.core.registry import load
from companion.core.rulebook import read_rules


def load_from(place: Path, target: str) -> Game[Any]:
    """The package, loaded newly from this folder. The folder is never searched for other modules: a file of the pack
    could stand there under the name of one of Python's."""
    package = target.partition(":")[0].partition(".")[0]
    forget(package)
    home = place / package
    spec = spec_from_file_location(package, home / "__init__.py", submodule_search_locations=[str(home)])
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)
    return load(target)


def forget(package: str) -> None:
    """Its code, and its rulebook: another version may lie at the same place."""
    read_rules.cache_clear()
    for name in modules_of(package):
        del sys.modules[name]


def modules_of(package: str) -> dict[str, ModuleType]:
    return {name: module for name, module in list(sys.modules.items())
            if name == package or name.startswith(f"{package}.")}


@contextmanager
def code_as_it_was(package: str) -> Iterator[None]:
    """What is loaded inside is gone again after it."""
    before = modules_of(package)
    try:
        yield
    finally:
        forget(package)
        sys.modules.update(before)


def belongs_to_others(package: str) -> bool:
    """Can it be imported here, and is no game? Then it is a part of the app, or of what the app runs on."""
    spec = _spec(package)
    if spec is None:
        return False
    return not any((Path(place) / "rules.md").is_file() for place in spec.submodule_search_locations or ())


def _spec(package: str) -> ModuleSpec | None:
    try:
        return find_spec(package)
    except (ImportError, ValueError, AttributeError):
        return None if package not in sys.modules else ModuleSpec(package, None)
