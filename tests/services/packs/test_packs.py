"""Game packs: made from a folder, read, tried, kept, archived; and packs that are refused."""

import io
import json
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import cli
from companion.core.registry import Found
from companion.core.text import Refused
from companion.services.packs.making import make_pack, zipped
from companion.services.packs.pack import MANIFEST, PackFolder, read_pack
from companion.services.phones import serve
from tests.sampling import sampled
from tests.services.packs.changed import EXAMPLES, Files, files_of, named, pebbles, said, sealed, source

pytestmark = pytest.mark.slow
EVERY = sorted(path.name.removeprefix("tableside-").replace("-", "_") for path in EXAMPLES.glob("tableside-*"))


@sampled("name", EVERY, keep=2)
def test_an_example_becomes_a_pack_is_tried_and_found_again(name: str, tmp_path: Path) -> None:
    folder = EXAMPLES / f"tableside-{name.replace('_', '-')}"
    file, raw = make_pack(folder)
    assert file == f"{name}-0.1.0.tableside"
    assert make_pack(folder)[1] == raw, "the same files make the same pack"
    tried: list[int] = []
    game = PackFolder(tmp_path).take_in(raw, lambda game, seed: tried.append(seed), set(), plays=3).finish()
    assert game.facts.id == name and tried == [0, 1, 2]
    assert str(game.home).startswith(str(tmp_path)), "its rules and its art come from its own folder"
    later = Found()
    PackFolder(tmp_path).find(later)
    assert list(later.games) == [name] and later.broken == []
    assert PackFolder(tmp_path).put_away(name) and PackFolder(tmp_path).packs() == []
    assert not PackFolder(tmp_path).put_away(name)


def test_one_that_breaks_in_a_trial_play_is_not_kept(tmp_path: Path) -> None:
    from companion.core.text import say
    raw = pebbles()
    job = PackFolder(tmp_path).take_in(raw, lambda game, seed: say("It broke.") if seed == 2 else None, set(), plays=5)
    with pytest.raises(Refused, match=r"Trial play 3 failed.*It broke"):
        job.finish()
    assert PackFolder(tmp_path).packs() == [] and not list((tmp_path / "packs").glob(".checked*"))


def test_a_game_that_is_here_already_is_refused(tmp_path: Path) -> None:
    raw = pebbles()
    with pytest.raises(Refused, match="There is already a game called pebbles"):
        PackFolder(tmp_path).take_in(raw, lambda game, seed: None, {"pebbles"}, plays=1).finish()
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), plays=1).finish()
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, {"pebbles"}, plays=1).finish()  # a newer one of its own


def test_a_broken_pack_on_the_shelf_is_named_and_the_rest_works(tmp_path: Path) -> None:
    raw = pebbles()
    PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set(), plays=1).finish()
    (tmp_path / "packs" / "tableside_pebbles" / "tableside_pebbles" / "game.py").write_text("raise SystemExit", "utf-8")
    found = Found()
    PackFolder(tmp_path).find(found)
    assert found.games == {} and [one.name for one in found.broken] == ["Pebbles"]


def test_a_pack_on_the_shelf_that_is_out_of_date_is_listed_with_the_fix(tmp_path: Path) -> None:
    """Packs were once kept without their version."""
    PackFolder(tmp_path).take_in(pebbles(), lambda game, seed: None, set(), plays=1).finish()
    home = tmp_path / "packs" / "tableside_pebbles"
    manifest = json.loads((home / MANIFEST).read_text(encoding="utf-8"))
    assert manifest.pop("contract") == 2
    (home / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (home / "tableside_pebbles" / "game.py").write_text("\n\ndef starter_copy():\n", encoding="utf-8")
    found = Found()
    PackFolder(tmp_path).find(found)
    assert found.games == {} and str(found.broken[0].error).endswith(
        "change tableside_pebbles/game.py, line 3: starter_copy() is now a Boxes class in box.py. "
        "To convert it, see What stays in the game reference.")


@pytest.mark.parametrize("packed", [True, False])
def test_the_command_line_adds_a_game_offers_it_to_guests_and_removes_it(
        packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    take_in, served = PackFolder.take_in, []
    monkeypatch.setattr(PackFolder, "take_in", lambda self, raw, trial, taken: take_in(self, raw, trial, taken, 2))
    monkeypatch.setattr(cli, "data_home", lambda: tmp_path)
    monkeypatch.setattr(serve, "serve", lambda store, games, *_, **__: served.append(list(games)))
    source = EXAMPLES / "tableside-pebbles"
    if packed:
        file, raw = make_pack(source)
        source = tmp_path / file
        source.write_bytes(raw)
        for verb in ("open", "watch", "simulate"):
            assert cli.main([verb, str(source)]) == 1
            assert f"is a game pack. Add it to your library: tableside add {source}\n" in capsys.readouterr().err
    assert cli.main(["serve", "--with", str(source), "--with", str(EXAMPLES / "tableside-deckhands")]) == 0
    assert served[0][-2:] == ["pebbles", "deckhands"] and len(PackFolder(tmp_path).packs()) == packed
    assert cli.main(["add", str(source)]) == 0 and cli.main(["games"]) == 0
    told = capsys.readouterr().out
    assert "Trying out Pebbles\nPebbles is in your library now.\n" in told and "\npebbles: Pebbles, 2 to 4 " in told
    assert cli.main(["remove", "pebbles"]) == 0 and PackFolder(tmp_path).packs() == []
    assert cli.main(["remove", "pebbles"]) == 1 and capsys.readouterr().err == "There is no pack called pebbles.\n"
    assert cli.main(["add", "nothing.tableside"]) == 1
    assert capsys.readouterr().err == "There is no nothing.tableside.\n"


def test_serve_with_another_store_offers_the_packs_of_the_library(tmp_path: Path,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[list[str]] = []
    library, other = tmp_path / "library", tmp_path / "other"
    other.mkdir()
    PackFolder(library).take_in(pebbles(), lambda game, seed: None, set(), plays=1).finish()
    monkeypatch.setattr(cli, "data_home", lambda: library)
    monkeypatch.setattr(serve, "serve",
                        lambda store, games, *_, **__: served.append([store.parent.name, *games]))
    assert cli.main(["serve", "--store", str(other / "plays.db")]) == 0
    assert served[0][0] == "other" and "windmill" in served[0] and served[0][-1] == "pebbles"


GROUP = '[project.entry-points."tableside.games"]\n'


@pytest.mark.parametrize(("toml", "why"), [
    ("project = 7", "project must be a table, not 7"),
    ("[project]\nentry-points = 7", "entry-points must be a table, not 7"),
    ('[project.entry-points]\n"tableside.games" = 7', "tableside.games must be a table, not 7"),
    ("[project]\nversion = 7", "names no game"),
    (f"{GROUP}pebbles = 7", "The entry point pebbles"),
    (f"{GROUP}pebbles = 'pebbles'", "The entry point pebbles"),
    (f"{GROUP}pebbles = '../pebbles:game'", "The entry point pebbles"),
    (f"{GROUP}pebbles = 'pebbles:game'", "has no folder pebbles"),
    ("[project\n", "is not valid: Expected ']'"),
    ("\x00", "is not valid")])
def test_an_odd_pyproject_is_one_sentence(toml: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        make_pack(tmp_path)
    assert why in str(refused.value) and str(refused.value).endswith(".") and "\n" not in str(refused.value)


# Hostile ones

def twice(files: Files) -> bytes:
    page = io.BytesIO(sealed(files))
    with zipfile.ZipFile(page, "a") as archive, pytest.warns(UserWarning):
        archive.writestr("tableside_pebbles/rules.py", b"import os")
    return page.getvalue()


def link(files: Files) -> bytes:
    page = io.BytesIO(sealed(files))
    with zipfile.ZipFile(page, "a") as archive:
        info = zipfile.ZipInfo("tableside_pebbles/link.md")
        info.external_attr = 0xA1FF << 16
        archive.writestr(info, b"/etc/passwd")
    return page.getvalue()


HOSTILE: dict[str, tuple[Callable[[Files], bytes], str]] = {
    "no zip": (lambda files: b"not a pack", "not a game pack"),
    "cut off": (lambda files: zipped(files)[:400], "not a game pack"),
    "empty": (lambda files: zipped({}), "no tableside.json"),
    "huge": (lambda files: b"PK" + b"\0" * 9_000_000, "too big"),
    "bomb": (named("tableside_pebbles/big.txt", b"\0" * 3_000_000), "too big"),
    "many files": (lambda files: sealed({**files, **{f"tableside_pebbles/n{n}.md": b"" for n in range(400)}}),
                   "too big"),
    "path up": (named("tableside_pebbles/../../evil.py"), "outside the pack"),
    "absolute": (named("/etc/evil.py"), "outside the pack"),
    "backslash": (named("tableside_pebbles\\evil.py"), "outside the pack"),
    "drive": (named("C:/evil.py"), "outside the pack"),
    "a link": (link, "encrypted, or a link"),
    "the same file twice": (twice, "twice"),
    "beside the package": (named("sitecustomize.py"), "outside the game's package"),
    "compiled": (named("tableside_pebbles/fast.so"), "only Python, text and pictures"),
    "byte code": (named("tableside_pebbles/rules.pyc"), "only Python, text and pictures"),
    "no licence": (lambda files: sealed({name: data for name, data in files.items() if name != "LICENCE"}),
                   "no LICENCE"),
    "no rules": (
        lambda files: sealed({name: data for name, data in files.items() if not name.endswith("rules.md")}),
        "no rules.md"),
    "another contract": (said(contract=3), "plugin interface 3; this app has 2"),
    "what the first contract had": (
        lambda files: sealed(files_of(source("def moves(): pass")(files)), contract=1),
        r"not added\. It was made for plugin interface 1, "
        r".* tableside_pebbles/rules\.py, line \d+: moves\(\) is now"),
    "a shipped game": (said(id="windmill"), "ships with the app"),
    "a module of Python": (said(package="json", game="json:game"), "The pack needs another one"),
    "another package": (said(game="companion.cli:main"), "must be inside the pack's own package"),
    "an odd id": (said(id="../x"), "is incomplete"),
    "no words": (said(title=7), "is incomplete"),
    "a manifest that is no JSON": (lambda files: zipped({**files, MANIFEST: b"{"}), "can't be read"),
    "imports os": (source("import os"), "imports os"),
    "imports by name": (source("__import__('os')"), "uses __import__"),
    "imports Kivy": (source("def f():\n    import kivy"), "imports kivy"),
    "evaluates": (source("eval('1')"), "uses eval"),
    "not even text": (named("tableside_pebbles/bad.py", b"\xff\xfe\x00"), "is not text"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_pack_is_refused_before_it_runs(name: str, tmp_path: Path) -> None:
    change, why = HOSTILE[name]
    raw = pebbles()
    before = set(sys.modules)
    with pytest.raises(Refused, match=why):
        read_pack(change(files_of(raw)))
    with pytest.raises(Refused):
        PackFolder(tmp_path).take_in(change(files_of(raw)), lambda game, seed: None, set()).finish()
    assert PackFolder(tmp_path).packs() == []
    assert not any(one.startswith("tableside_") for one in set(sys.modules) - before)


@pytest.mark.parametrize(("text", "why"), [
    ("raise SystemExit", "can't be loaded"), ("game = 7", "is not a game")])
def test_one_that_is_no_game_is_refused(text: str, why: str, tmp_path: Path) -> None:
    raw = pebbles()
    changed = sealed({**files_of(raw), "tableside_pebbles/__init__.py": text.encode()})
    with pytest.raises(Refused, match=why):
        PackFolder(tmp_path).take_in(changed, lambda game, seed: None, set()).finish()
    assert PackFolder(tmp_path).packs() == []
