"""The program to double-click holds no library whose licence nobody checked, and starts on old systems."""

import ast
from pathlib import Path

import pytest

from companion.services.phones.server import page_files
from tools.check_desktop import main, needed_glibc, page_names, unnamed_libraries

SPEC = Path(__file__).resolve().parents[1] / "packaging" / "desktop" / "tableside.spec"
ELF, MACH_O, PE = b"\x7fELF", b"\xcf\xfa\xed\xfe", b"MZ"


def test_the_program_leaves_out_the_gpl_and_what_only_its_build_needs() -> None:
    """On macOS and Windows the build has Pillow, whose libraries nobody looked at."""
    calls = [node for node in ast.walk(ast.parse(SPEC.read_text(encoding="utf-8")))
             if isinstance(node, ast.Call) and ast.unparse(node.func) == "Analysis"]
    settings = {setting.arg: setting.value for call in calls for setting in call.keywords}
    assert {"PIL", "readline", "curses", "_curses"} <= set(ast.literal_eval(settings["excludes"]))


KNOWN = {
    "linux": (ELF, "libSDL2-2-87637523.0.so.0.3000.7", "libpng15-ce838cd1.so.15.13.0", "libz.so.1",
              "libcrypto.so.3", "libpython3.13.so.1.0", "_ssl.cpython-313-x86_64-linux-gnu.so",
              "_rust.abi3.so", "Tableside"),
    "macos": (MACH_O, "SDL2", "SDL2_mixer", "png", "Python", "libcrypto.3.dylib",
              "_ssl.cpython-313-darwin.so", "Tableside"),
    "windows": (PE, "SDL2_ttf.dll", "python3.dll", "python313.dll", "vcruntime140_1.dll",
                "api-ms-win-crt-heap-l1-1-0.dll", "libcrypto-3.dll", "d3dcompiler_47.dll", "glew32.dll",
                "pywintypes313.dll", "_ssl.pyd", "Tableside.exe", "tableside-console.exe"),
}


def write_all(folder: Path, content: bytes, *names: str) -> Path:
    for name in names:
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("system", KNOWN)
def test_the_libraries_of_each_system_are_known(system: str, tmp_path: Path) -> None:
    assert unnamed_libraries(write_all(tmp_path, *KNOWN[system])) == []


@pytest.mark.parametrize(("begins", "name"), [
    (ELF, "libreadline.so.8"), (ELF, "libzstd.so.1"), (ELF, "libXyz.so"), (ELF, "pngquant.so"),
    (ELF, "libssl3tool"), (MACH_O, "libjpeg"), (MACH_O, "Pythonic"), (PE, "python3tools.dll"),
    (PE, "libgme.dll")])
def test_a_library_under_the_gpl_or_an_unknown_one_stops_the_build(
        begins: bytes, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that only begins like a known one is unknown, too."""
    (tmp_path / "_internal").mkdir()
    write_all(tmp_path / "_internal", begins, name)
    assert main(tmp_path) == 1
    assert capsys.readouterr().err == f"list.txt names no licence for: {name}\n"


def test_a_program_that_needs_a_newer_system_than_it_should_stops_the_build(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_all(tmp_path, ELF + b"...GLIBC_2.2.5...GLIBC_2.9...GLIBC_2.38...", "libz.so.1")
    assert needed_glibc(tmp_path) == "2.38"
    assert main(tmp_path, "2.35") == 1
    assert "needs glibc 2.38, so it won't start on systems with 2.35" in capsys.readouterr().err


def test_the_check_asks_for_every_file_that_is_served_and_no_other() -> None:
    assert {f"/{name}" for name in page_names()} == set(page_files())
