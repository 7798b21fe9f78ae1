"""Make .venv from the pinned lists, once. If something is missing, one sentence says how to fix it.

    python3 tools/setup_env.py [--window] [--venv=FOLDER] base app [dev] [spec]

`make` calls this before every target. A stamp beside each installed list makes a second start install
nothing. Standard library only, and no syntax younger than Python 3.6: a Python too old for Tableside must get
its sentence too.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Tuple

ROOT = Path(__file__).resolve().parents[1]
# Kivy 2.3.1 has ready-made builds for these; from source it would need compilers and the SDL headers.
OLDEST, NEWEST = (3, 11), (3, 13)
# Kivy's own modules link against libGL; SDL opens its windowless surface (the tests) through libEGL.
LIBRARIES = ("libGL.so.1", "libEGL.so.1")
INSTALL = {  # package manager -> its command
    "apt-get": "apt-get update && {sudo}apt-get install -y --no-install-recommends",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --noconfirm",
    "brew": "brew install",
    "winget": "winget install",
}
PACKAGES = {  # piece -> its name there; {} is the Python version
    "python": {"brew": "python@3.13", "winget": "Python.Python.3.13", "dnf": "python3.13"},
    "venv": {"apt-get": "python{}-venv"},  # only Debian and its derivatives package venv separately
    "opengl": {
        "apt-get": "libgl1 libegl1 libgl1-mesa-dri libmtdev1",
        "dnf": "mesa-libGL mesa-libEGL mesa-dri-drivers mtdev",
        "pacman": "mesa libglvnd mtdev",
    },
}
ASK_PYTHON = "import sys; print('.'.join(map(str, sys.version_info[:3])))"

Version = Tuple[int, ...]


class Missing(Exception):
    """Something is missing on this machine; the message is all the user sees."""


def in_words(version: Version) -> str:
    return ".".join(str(part) for part in version)


def suits(version: Version) -> bool:
    return OLDEST <= version[:2] <= NEWEST


def mend(piece: str, otherwise: str, version: str = "",
         which: Callable[[str], Optional[str]] = shutil.which) -> str:
    """The command that installs a piece on this machine, or `otherwise` where we know none."""
    for manager, packages in PACKAGES[piece].items():
        if which(manager):
            needs_sudo = manager not in ("brew", "winget") and hasattr(os, "geteuid") and os.geteuid() != 0
            sudo = "sudo " if needs_sudo else ""
            return f"{sudo}{INSTALL[manager].format(sudo=sudo)} {packages.format(version)}"
    return otherwise


def ask_version(python: str, having: str = "sys") -> Optional[Version]:
    """The version of an interpreter, or None if it does not run (a dangling link,
    a pyenv shim) or lacks a module."""
    question = "import {}; {}".format(having, ASK_PYTHON)
    try:
        told = subprocess.run([python, "-c", question], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in told.stdout.decode().split("."))


def choose_python(
    this: Version = tuple(sys.version_info[:3]), ask: Callable[[str], Optional[Version]] = ask_version,
    find: Optional[Callable[[Sequence[str]], str]] = None
) -> str:
    """The interpreter that started us if it suits, else the newest suitable one:
    on PATH, from `py`, from uv."""
    if suits(this):
        return sys.executable
    find = find or ask_for_path
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        for name in (f"python3.{minor}",
                     find(["py", f"-3.{minor}", "-c", "import sys; print(sys.executable)"])):
            if name and suits(ask(name) or (0, 0)):
                return name
    from_uv = find(["uv", "python", "find", ">=3.11,<3.14"])
    if from_uv and suits(ask(from_uv) or (0, 0)):
        return from_uv
    raise Missing(
        "Tableside runs on Python {} to {} and this is {}; get one with: {}".format(
            in_words(OLDEST), in_words(NEWEST), in_words(this),
            mend("python", "uv python install 3.13 (uv: https://docs.astral.sh/uv), then start again")
        )
    )


def ask_for_path(command: Sequence[str]) -> str:
    """The path a launcher prints; empty if there is no such launcher or no such Python."""
    try:
        told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.decode(errors="replace").strip()


def need_venv(python: str, version: Version) -> None:
    if ask_version(python, having="venv, ensurepip; ensurepip.version()") is None:
        raise Missing(
            "Python {} cannot make a virtual environment here; fix it with: {}".format(
                in_words(version),
                mend("venv", "a Python that has its ensurepip module", in_words(version[:2]))
            )
        )


def need_opengl(load: Callable[[str], object] = ctypes.CDLL, platform: str = sys.platform) -> None:
    """macOS and Windows bring OpenGL along; a bare Linux does not."""
    if not platform.startswith("linux"):
        return
    for library in LIBRARIES:
        try:
            load(library)
        except OSError:
            raise Missing(
                "The window needs OpenGL and {} is not here; fix it with: {}".format(
                    library, mend("opengl", "your system's Mesa packages (OpenGL and EGL)")
                )
            ) from None


def python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(list_file: Path, version: Version) -> str:
    """Changes when the pinned list or the Python under it changes;
    a list installed for another one is stale."""
    return hashlib.sha256(list_file.read_bytes() + in_words(version).encode()).hexdigest()


def stamp_of(venv: Path, list_file: Path) -> Path:
    return venv / f"{list_file.stem}.stamp"


def stale_lists(venv: Path, lists: Sequence[Path], version: Version) -> List[Path]:
    def is_fresh(list_file: Path) -> bool:
        stamp = stamp_of(venv, list_file)
        return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint(list_file, version)

    return [list_file for list_file in lists if not is_fresh(list_file)]


def run(command: Sequence[str], sentence: str, **environ: str) -> None:
    if subprocess.run(command, check=False, env=dict(os.environ, **environ)).returncode:
        raise Missing(sentence)


def make_venv(venv: Path) -> Version:
    """The version inside the environment; makes it first where it is absent, half made,
    or its Python has gone."""
    version = ask_version(str(python_of(venv)), having="pip")
    if version and suits(version):
        return version
    python = choose_python()
    need_venv(python, ask_version(python) or OLDEST)
    run([python, "-m", "venv", "--clear", str(venv)], f"The virtual environment {venv} could not be made.")
    return ask_version(str(python_of(venv))) or OLDEST


def install(venv: Path, lists: Sequence[Path], version: Version) -> None:
    print("Setting up {} (once): {}".format(venv.name, ", ".join(path.stem for path in lists)), flush=True)
    for number, list_file in enumerate(lists, 1):
        packages = [line for line in list_file.read_text(encoding="utf-8").splitlines() if "==" in line]
        print("{} of {}: {} packages for {}".format(number, len(lists), len(packages), list_file.stem),
              flush=True)
        # materialyoucolor compiles C++ if there is no ready-made build; its pure Python does the same.
        run([str(python_of(venv)), "-m", "pip", "install", "--disable-pip-version-check", "--no-deps",
             "--requirement", str(list_file)],
            "pip could not install the pinned lists; its lines above say why. A first set-up needs the "
            "internet.", MYCP_PURE_PYTHON="1")
        stamp_of(venv, list_file).write_text(fingerprint(list_file, version), encoding="utf-8")


def compile_words(venv: Path, root: Path) -> None:
    """Translations are kept as .po files, and the app reads .mo files."""
    for path in (root / "companion").rglob("*.po"):
        made = path.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < path.stat().st_mtime:
            run([str(python_of(venv)), "-m", "tools.messages", "--compile"],
                "The translations could not be compiled.")
            return


def set_up(names: Sequence[str], window: bool, root: Path = ROOT, folder: str = ".venv") -> None:
    venv = root / folder
    lists = [root / "requirements" / f"{name}.txt" for name in names]
    version = make_venv(venv)
    if window:
        need_opengl()
    stale = stale_lists(venv, lists, version)
    if stale:
        install(venv, stale, version)
    if "build" in names:
        compile_words(venv, root)


def main(arguments: Sequence[str]) -> int:
    names = [name for name in arguments if not name.startswith("--")]
    folder = next((word.partition("=")[2] for word in arguments if word.startswith("--venv=")), ".venv")
    try:
        set_up(names, window="--window" in arguments, folder=folder)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
