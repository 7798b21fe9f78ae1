"""A Python that has only what python-for-android packs: its output streams and its modules."""

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
        modules = json.loads((Path(__file__).parent / "modules.json").read_text())
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


if os.environ.get("ANDROID_ARGUMENT"):
    sys.stdout = sys.stderr = LogFile()  # type: ignore[assignment]
    sys.meta_path.insert(0, Missing())  # type: ignore[arg-type]
    for name in sys.meta_path[0].missing:  # type: ignore[attr-defined]
        sys.modules.pop(name, None)
