"""A Python that has only what python-for-android packs and Android's C library knows."""

import ctypes
import io
import json
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path


class LogFile(io.IOBase):
    """Can be written to, but has no file number."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> None:
        os.write(1, str(text).encode())


class Missing:
    """Refuses what `tools.check_spec.phone_modules` found missing on the phone."""

    def __init__(self) -> None:
        modules = json.loads((Path(__file__).parent / "modules.json").read_text(encoding="utf-8"))
        self.missing, self.installed = frozenset(modules["missing"]), frozenset(modules["installed"])

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if path is None and (name in self.missing or self.not_packed(name)):
            raise ModuleNotFoundError(f"No module named {name!r} on the phone", name=name)
        return None

    def not_packed(self, name: str) -> bool:
        if name in sys.stdlib_module_names or name in self.installed:
            return False
        found = PathFinder.find_spec(name)
        return found is not None and "site-packages" in str(found.origin or found.submodule_search_locations)


class NoSymbols:
    """Android's linker finds no function of Python's own library."""

    def __getattr__(self, name: str) -> object:
        raise AttributeError(f"undefined symbol: {name}")


NOT_IN_API_24 = ("copy_file_range", "getloadavg", "getrandom", "memfd_create", "posix_spawn", "posix_spawnp")
OURS = tuple(os.environ.get(name, "/") for name in ("ANDROID_PRIVATE", "ANDROID_ARGUMENT"))


def no_shared_memory(event: str, given: tuple[object, ...]) -> None:
    """A phone has no /dev/shm. The tests' own folders may lie there."""
    ours = (*OURS, *filter(None, sys.path))
    if event == "open" and str(given[0]).startswith("/dev/shm") and not str(given[0]).startswith(ours):
        raise FileNotFoundError(f"There is no {given[0]} on the phone")


if os.environ.get("ANDROID_ARGUMENT"):
    ctypes.pythonapi = NoSymbols()  # type: ignore[assignment]
    for name in NOT_IN_API_24:
        vars(os).pop(name, None)
    sys.addaudithook(no_shared_memory)
    sys.stdout = sys.stderr = LogFile()  # type: ignore[assignment]
    sys.meta_path.insert(0, Missing())  # type: ignore[arg-type]
    for name in sys.meta_path[0].missing:  # type: ignore[attr-defined]
        sys.modules.pop(name, None)
