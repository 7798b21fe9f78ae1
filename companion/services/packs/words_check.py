"""Names that no pack uses: they reach files, other code, the inside of Python or of the engine."""

from __future__ import annotations

NAMES = frozenset({
    "open", "exec", "eval", "compile", "__import__", "input", "breakpoint", "globals", "locals", "vars", "memoryview",
    "getattr", "setattr", "delattr", "exit", "quit", "help", "license", "__builtins__", "__loader__", "__spec__"})
_PATHS = frozenset({
    "read_text", "write_text", "read_bytes", "write_bytes", "unlink", "rmdir", "mkdir", "iterdir", "glob", "rglob",
    "rename", "touch", "symlink_to", "hardlink_to", "link_to", "chmod", "lchmod", "open", "walk", "home", "cwd",
    "expanduser"})
"""By these a path reaches the disk. (`home` is what a game calls its own folder: as a name it is fine.)"""
_FRAMES = frozenset({
    "gi_frame", "gi_code", "gi_yieldfrom", "cr_frame", "cr_code", "cr_await", "cr_origin", "ag_frame", "ag_code",
    "ag_await", "tb_frame", "tb_next", "f_back", "f_builtins", "f_code", "f_globals", "f_locals", "f_trace"})
"""By these a script reaches whoever called it."""
_BY_WORDS = frozenset({
    "attrgetter", "methodcaller", "Formatter", "get_field", "get_type_hints", "ForwardRef", "singledispatch",
    "singledispatchmethod", "update_wrapper", "wraps", "global_enum", "CodeType", "FunctionType", "LambdaType",
    "ModuleType", "FrameType", "TracebackType", "CellType"})
"""These take the name of an attribute, or code, as a text."""
_MODULES = frozenset({
    "os", "_os", "sys", "_sys", "io", "builtins", "bltns", "importlib", "import_module", "metadata", "inspect",
    "contextlib", "gettext", "traceback", "threading", "_thread", "ctypes", "pythonapi", "posixpath", "ntpath",
    "fnmatch", "warnings", "linecache", "subprocess", "socket", "shutil", "weakref", "copyreg"})
"""What allowed modules have imported themselves; `tests/services/packs/test_fence.py` holds that it is all of it."""
TOUCHES = _PATHS | _FRAMES | _BY_WORDS | _MODULES | {"break_seal"}

PLAIN_DUNDERS = frozenset({
    "__init__", "__file__", "__name__", "__all__", "__future__", "__str__", "__repr__", "__eq__", "__hash__", "__lt__",
    "__len__", "__iter__", "__contains__", "__getitem__", "__post_init__", "__bool__", "__slots__", "__enter__",
    "__exit__", "__add__", "__sub__", "__version__", "__author__", "__doc__", "__members__", "__match_args__"})


def hidden(name: str) -> bool:
    """The inside of Python: `__class__`, `__subclasses__`."""
    return name.startswith("__") and name.endswith("__") and name not in PLAIN_DUNDERS
