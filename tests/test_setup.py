"""Setup: one sentence names what is missing and how to fix it; a second start installs nothing."""

import ast
import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest

import companion
from tools import setup_env
from tools.address import WHERE, filled_in
from tools.setup_env import Missing

ROOT = Path(__file__).resolve().parents[1]


def lists() -> list[Path]:
    return sorted((ROOT / "requirements").glob("*.txt"))


def pins(list_file: Path) -> list[str]:
    lines = list_file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_setup_has_no_syntax_a_too_old_python_would_choke_on() -> None:
    source = (ROOT / "tools" / "setup_env.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert imported == {"ctypes", "hashlib", "os", "shutil", "subprocess", "sys"}, "standard library only"


def test_too_old_a_python_is_told_in_one_sentence() -> None:
    with pytest.raises(Missing) as told:
        setup_env.choose_python(this=(3, 8, 18), ask=lambda name: None, find=lambda command: "")
    sentence = str(told.value)
    assert "Python 3.11 to 3.13" in sentence and "3.8.18" in sentence and "install" in sentence
    assert "\n" not in sentence


def test_a_good_python_beside_the_wrong_one_is_taken_newest_first() -> None:
    here = {"python3.12": (3, 12, 1), "python3.11": (3, 11, 7)}
    assert setup_env.choose_python(this=(3, 9, 2), ask=here.get, find=lambda command: "") == "python3.12"


def test_a_machine_without_opengl_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(library: str) -> object:
        if library == "libEGL.so.1":
            raise OSError(library)
        return object()

    only_apt(monkeypatch)
    with pytest.raises(Missing) as told:
        setup_env.need_opengl(load=load, platform="linux")
    assert "libEGL.so.1" in str(told.value)
    assert str(told.value).endswith("--no-install-recommends libgl1 libegl1 libgl1-mesa-dri libmtdev1")
    setup_env.need_opengl(load=load, platform="darwin")


def only_apt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Debian: of all package managers only apt-get is here."""
    debian = setup_env.mend

    def mend(piece: str, otherwise: str, version: str = "") -> str:
        return debian(piece, otherwise, version, which=lambda name: name if name == "apt-get" else None)

    monkeypatch.setattr(setup_env, "mend", mend)


def test_a_list_is_installed_once_and_again_only_when_it_or_the_python_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "requirements").mkdir()
    app = tmp_path / "requirements" / "app.txt"
    app.write_text("kivy==2.3.1\n", encoding="utf-8")
    (tmp_path / ".venv").mkdir()
    commands: list[list[str]] = []
    python: list[tuple[int, ...]] = [(3, 11, 7)]
    monkeypatch.setattr(setup_env, "make_venv", lambda venv: python[-1])
    monkeypatch.setattr(setup_env, "run", lambda command, sentence, **environ: commands.append(command))

    for _ in range(2):
        setup_env.set_up(["app"], window=False, root=tmp_path)
    assert len(commands) == 1, "the second start installs nothing"
    assert "--no-deps" in commands[0] and str(app) in commands[0]
    assert "Setting up .venv (once): app\n1 of 1: 1 packages for app\n" in capsys.readouterr().out
    quiet = [word for word in commands[0] if word.startswith("-q")]
    assert not quiet, "pip shows what it installs: it takes minutes"

    app.write_text("kivy==2.3.2\n", encoding="utf-8")
    setup_env.set_up(["app"], window=False, root=tmp_path)
    python.append((3, 12, 1))
    setup_env.set_up(["app"], window=False, root=tmp_path)
    assert len(commands) == 3


@pytest.mark.parametrize("list_file", lists(), ids=lambda path: path.stem)
def test_every_line_of_a_list_is_pinned(list_file: Path) -> None:
    loose = [line for line in pins(list_file) if "==" not in line.split(";")[0]]
    assert pins(list_file) and not loose


def test_no_list_pins_what_another_pins_otherwise() -> None:
    seen: dict[str, str] = {}
    for list_file in lists():
        for line in pins(list_file):
            name, version = line.split(";")[0].strip().lower().split("==")
            assert seen.setdefault(name, version) == version


def test_what_the_lists_install_is_what_is_imported_here() -> None:
    """Every pin of app and dev that this machine takes is installed in just that version."""
    from importlib import metadata

    from packaging.requirements import Requirement

    for name in ("base", "build", "app", "dev"):
        for pin in map(Requirement, pins(ROOT / "requirements" / f"{name}.txt")):
            if pin.marker is None or pin.marker.evaluate():
                assert metadata.version(pin.name) in pin.specifier, pin


def test_the_project_declares_its_games_and_its_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    games = project["project"]["entry-points"]["tableside.games"]
    assert games == {
        name: f"companion.games.{name}:game"
        for name in ("windmill", "story", "keywords", "windward", "winter_tales", "score_sheet")
    }
    assert project["tool"]["setuptools"]["dynamic"]["version"]["attr"] == "companion.__version__"
    version = companion.__version__.partition("rc")[0]
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_on_the_index_every_link_of_the_readme_is_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", lambda **facts: None)
    monkeypatch.setenv("TABLESIDE_ADDRESS", "https://example.org/page/")
    text = runpy.run_path("setup.py")["readme"]("https://example.org/t", "v1.0.0")
    links = re.findall(r'(?:\]\(|src="|href=")([^)"]+)', text)
    assert len(links) > 20 and [link for link in links if not link.startswith(("https://", "#"))] == []
    assert {"https://example.org/t/releases/latest", "https://example.org/page/"} <= set(links)


def test_a_release_writes_the_address_of_its_page_into_the_app() -> None:
    source = WHERE.read_text(encoding="utf-8")
    assert 'PAGE = "https://example.org/page/"' in filled_in(source, "https://example.org/page/").splitlines()
    for wrong in ("http://example.org/", "https://example.org", 'https://a"/', "example.org/"):
        with pytest.raises(ValueError, match="isn't an address"):
            filled_in(source, wrong)


@pytest.mark.skipif(not sys.flags.warn_default_encoding, reason="make asks Python to warn; this run doesn't")
def test_a_file_without_an_encoding_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EncodingWarning):
        (tmp_path / "guessed.txt").write_text("ü")
