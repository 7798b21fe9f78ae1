"""Packs that mean harm in other ways: names, pictures, manifests, hanging code, and one in another's place."""

import io
import json
import os
import signal
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core import language
from companion.core.registry import Found
from companion.core.text import Refused, say
from companion.core.views import InfoCard, Piece, Reminder, Track, View
from companion.services.packs import pack as packs
from companion.services.packs.pack import STAGED, PackFolder, read_pack
from companion.services.start import PACKS
from tests.sampling import sampled
from tests.services.packs.changed import Files, files_of, named, pebbles, said, sealed, source

pytestmark = pytest.mark.slow  # attacks wait until they are refused

PACKAGE = "tableside_pebbles"
NEEDS_ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no alarm")
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"


SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def licence_called(name: str) -> Callable[[Files], bytes]:
    """The licence may be outside the package, but nothing else."""
    def change(files: Files) -> bytes:
        rest = {path: data for path, data in files.items() if path != "LICENCE"}
        return sealed({**rest, name: b"# nothing"}, licence=name)
    return change


def crooked(files: Files) -> bytes:
    """A part that claims to be compressed, but isn't."""
    raw = bytearray(sealed(files))
    with zipfile.ZipFile(io.BytesIO(bytes(raw))) as archive:
        at = archive.getinfo("LICENCE").header_offset
    raw[at + 37:at + 57] = b"\xff" * 20
    return bytes(raw)


def other_compression(files: Files) -> bytes:
    """Declared as LZMA, and filled with noise."""
    page = io.BytesIO(sealed(files))
    with zipfile.ZipFile(page, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr(f"{PACKAGE}/noise.txt", bytes(range(256)) * 8)
        at = archive.getinfo(f"{PACKAGE}/noise.txt").header_offset
    raw = bytearray(page.getvalue())
    raw[at + 70:at + 90] = b"\xaa" * 20
    return bytes(raw)


def png(wide: int, high: int) -> bytes:
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return PNG + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))


ATTACKS: dict[str, tuple[Callable[[Files], bytes], str]] = {
    "a compressed part that is none": (crooked, "not a game pack"),
    "another way to compress, and noise": (other_compression, "not a game pack"),
    "a file that is a folder, too": (
        lambda files: sealed({**files, f"{PACKAGE}/a.md": b"x", f"{PACKAGE}/a.md/b.md": b"x"}), "both a file and"),
    "a name that no disk takes": (named(f"{PACKAGE}/{'n' * 300}.md"), "Not every phone can store"),
    "a path too deep": (named(f"{PACKAGE}/" + "d/" * 40 + "x.md"), "Not every phone can store"),
    "two spellings of one name": (named(f"{PACKAGE}/caf\u00e9.md"), "Not every phone can store"),
    "a name that reads backwards": (named(f"{PACKAGE}/\u202egnp.md"), "Not every phone can store"),
    "a device of Windows": (named(f"{PACKAGE}/aux.md"), "Not every phone can store"),
    "a dot at the end": (named(f"{PACKAGE}/rules.py."), "Not every phone can store"),
    "a space at the end": (named(f"{PACKAGE}/rules.py "), "Not every phone can store"),
    "a hidden file": (named(f"{PACKAGE}/.secret.md"), "Not every phone can store"),
    "the same name in capitals": (named(f"{PACKAGE}/RULES.py", b"x = 1"), "twice"),
    "the same folder in capitals": (named(f"{PACKAGE.upper()}/rules.md"), "twice"),
    "a module of Python as licence": (licence_called("random.py"), "A pack needs its licence"),
    "compiled code as licence": (licence_called("_decimal.so"), "A pack needs its licence"),
    "the code itself as licence": (said(licence=f"{PACKAGE}/game.py"), "A pack needs its licence"),
    "a manifest that is a list": (lambda files: zipped_with(files, []), "can't be read"),
    "a manifest without end": (lambda files: zipped_with(files, None, b"[" * 100_000), "can't be read"),
    "a contract that is true": (said(contract=True), "plugin interface True"),
    "a contract in words": (said(contract="1"), "plugin interface 1"),
    "a title of a hundred lines": (said(title="Pebbles\n" * 8), "can't be shown"),
    "a title that turns the writing": (said(title="Pebbles \u202egnihton"), "can't be shown"),
    "a title of nothing": (said(title=" "), "can't be shown"),
    "a version with a bell": (said(version="1\x07"), "can't be shown"),
    "a package of the app's": (said(package="main", game="main:game"), "The pack needs another one"),
    "a huge picture": (named(f"{PACKAGE}/cover.png", png(60_000, 60_000)), "pixels on each side"),
    "a picture of nothing": (named(f"{PACKAGE}/cover.png", png(0, 10)), "pixels on each side"),
    "a photograph": (named(f"{PACKAGE}/cover.jpg", b"\xff\xd8\xff\xe0"), "isn't allowed in a game pack"),
    "a picture that is none": (named(f"{PACKAGE}/cover.png", b"GIF89a"), "not a picture"),
    "a script for guests": (named(f"{PACKAGE}/page.svg", SCRIPT), "not a picture"),
    "rules without end": (named(f"{PACKAGE}/rules.md", b"**PB-1** Twice. Twice.\n\n" * 60_000), "too big"),
}


def zipped_with(files: Files, manifest: object, raw: bytes = b"") -> bytes:
    from companion.services.packs.making import zipped
    return zipped({**files, "tableside.json": raw or json.dumps(manifest).encode()})


@sampled("name", ATTACKS, keep=8)
def test_it_is_refused_by_reading_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    change, why = ATTACKS[name]
    raw = change(files_of(pebbles()))
    with pytest.raises(Refused, match=why):
        read_pack(raw)
    with pytest.raises(Refused):
        PackFolder(tmp_path).take_in(raw, lambda game, seed: None, set()).finish()
    assert not (tmp_path / PACKS).exists() or not list((tmp_path / PACKS).iterdir())


def test_a_picture_as_games_have_them_is_taken() -> None:
    read_pack(sealed({**files_of(pebbles()), f"{PACKAGE}/cover.png": png(640, 300)}))


# Code that runs

def take(home: Path, raw: bytes, plays: int = 1, taken: frozenset[str] = frozenset()) -> object:
    return PackFolder(home).take_in(raw, lambda game, seed: None, set(taken), plays).finish()


@NEEDS_ALARM
@sampled("line", ["sum(1 for _ in iter(int, 1))", "while True: pass"])
def test_code_that_never_comes_back_is_stopped(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "SECONDS_TO_LOAD", 0.5)
    with pytest.raises(Refused, match="took too long"):
        take(tmp_path, source(line)(files_of(pebbles())))
    assert PackFolder(tmp_path).packs() == []


@pytest.mark.thorough
@NEEDS_ALARM
def test_a_trial_play_that_never_comes_back_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "SECONDS_A_PLAY", 0.5)

    def forever(game: object, seed: int) -> None:
        while True:
            pass
    with pytest.raises(Refused, match="took too long"):
        PackFolder(tmp_path).take_in(pebbles(), forever, set(), 1).finish()
    assert PackFolder(tmp_path).packs() == []


def test_a_trial_of_long_plays_ends_with_fewer_of_them(tmp_path: Path) -> None:
    played: list[int] = []
    folder = PackFolder(tmp_path)
    folder.take_in(pebbles(), lambda game, seed: played.append(seed), set(), 100, seconds=0.0).finish()
    assert played == [*range(10)], "ten at least"


def test_facts_that_are_none_are_one_sentence(tmp_path: Path) -> None:
    files = files_of(pebbles())
    path = f"{PACKAGE}/game.py"
    changed = {**files, path: files[path] + b"\n\nPebblesGame.facts = 7\n"}
    with pytest.raises(Refused, match="It has no facts"):
        take(tmp_path, sealed(changed))


@pytest.mark.parametrize(("old", "new"), [(b'"Pebbles", 2, 4', b'"Pebbles", 2, 1_000_000'),
                                          (b'"Pebbles", 2, 4', b'"Peb\\u202ebles", 2, 4'),
                                          (b'"Pebbles", 2, 4', b'"Pebbles" * 50, 2, 4')])
def test_facts_beyond_measure_are_one_sentence(old: bytes, new: bytes, tmp_path: Path) -> None:
    """A million players would be seated before the first trial play."""
    files = files_of(pebbles())
    path = f"{PACKAGE}/game.py"
    assert old in files[path]
    with pytest.raises(Refused, match="Its facts are incomplete"):
        take(tmp_path, sealed({**files, path: files[path].replace(old, new)}))


@pytest.mark.parametrize("line", ['stage = "antigravity:fly"', 'setup_page = "idlelib.idle:main"'])
def test_a_page_of_its_own_would_be_imported_by_its_name(line: str, tmp_path: Path) -> None:
    files = files_of(pebbles())
    path = f"{PACKAGE}/game.py"
    changed = {**files, path: files[path].replace(b"    facts = ", f"    {line}\n    facts = ".encode())}
    with pytest.raises(Refused, match="its own stage or pages"):
        take(tmp_path, sealed(changed))


def test_an_editor_of_its_own_would_be_imported_by_its_name(tmp_path: Path) -> None:
    files = files_of(pebbles())
    box = "from companion.api import Boxes\n\n\nclass Mine(Boxes):\n    editor = 'antigravity:fly'\n"
    with pytest.raises(Refused, match="its own stage or pages: antigravity:fly"):
        take(tmp_path, sealed({**files, f"{PACKAGE}/box.py": box.encode()}))


@pytest.mark.parametrize("box", ["5", "None", "Pebbles"])
def test_boxes_that_are_none_are_one_sentence(box: str, tmp_path: Path) -> None:
    files = files_of(pebbles())
    path = f"{PACKAGE}/game.py"
    line = f"    boxes = {box}\n    facts = "
    changed = {**files, path: files[path].replace(b"    facts = ", line.encode())}
    with pytest.raises(Refused, match="boxes must be an instance of Boxes"):
        take(tmp_path, sealed(changed))


def test_a_pack_with_boxes_is_taken(tmp_path: Path) -> None:
    files = files_of(pebbles())
    box = """from companion.core.boxes import Boxes
from companion.core.boxes.form import FormSection, NumberPart


class Mine(Boxes):
    def starter(self):
        return {"heap": 9}

    def form(self):
        return [FormSection("Heap", (NumberPart(at="heap", title="Pebbles", low=5, high=20),))]
"""
    game = PackFolder(tmp_path).take_in(
        sealed({**files, f"{PACKAGE}/box.py": box.encode()}), lambda game, seed: None, set(), 1).finish()
    assert game.boxes.starter() == {"heap": 9} and len(list(game.boxes.form())) == 1


def test_a_panel_is_taken_only_from_the_games_own_package(tmp_path: Path) -> None:
    """The panel of a question is a text, and importing it runs code."""
    pytest.importorskip("kivy")
    from companion.ui.drawing.stage import own_part
    game = PackFolder(tmp_path).take_in(pebbles(), lambda game, seed: None, set(), 1).finish()
    assert own_part([game], f"{PACKAGE}.game:PebblesGame") is type(game)
    for target in ("antigravity:fly", "companion.cli:main", "companion.games.windmill.game:WindmillGame"):
        with pytest.raises(ImportError):
            own_part([game], target)
    assert "antigravity" not in sys.modules


def test_a_disk_that_is_full_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / PACKS).write_text("no folder", encoding="utf-8")
    with pytest.raises(Refused, match="Free some space"):
        take(tmp_path, pebbles())


MO = b"\xde\x12\x04\x95"
"""How a file of translations begins."""


@sampled("data", [MO, MO + b"\x00" * 3, MO + b"\xff" * 24, MO + b"\x00\x00\x00\x00" + b"\x01" * 40,
                  b"", b"no words"])
def test_translations_that_are_none_leave_the_app_in_english(data: bytes, tmp_path: Path) -> None:
    """They are read at every start, before the first page."""
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "hostile.mo").write_bytes(data)
    try:
        language.learn("hostile", tmp_path)
        language.speak("de")
        assert str(say("{n} pebbles are lost", n=3)) == "3 pebbles are lost"
    finally:
        language.forget("hostile")
        language.speak(None)


@pytest.mark.thorough
@sampled("line", ["import os; os._exit(7)", "raise KeyboardInterrupt"])
def test_a_pack_that_stopped_the_app_while_it_loaded_is_left_out(tmp_path: Path, line: str) -> None:
    """It may hang or crash in C, where nothing can stop it."""
    take(tmp_path, pebbles())
    place = tmp_path / PACKS / PACKAGE
    (place / PACKAGE / "game.py").write_text(f"{line}\n", encoding="utf-8")
    code = ("import sys; from pathlib import Path; from companion import cli;"
            "cli.data_home = lambda: Path(sys.argv[1]); sys.exit(cli.main(sys.argv[2:]))")
    command = [sys.executable, "-c", code, str(tmp_path)]
    starts = [subprocess.run([*command, *verb], capture_output=True, encoding="locale", check=False)
              for verb in (["games"], ["games"], ["games"], ["simulate", "pebbles"])]
    assert starts[0].returncode != 0 and starts[1].returncode != 0, "it is tried twice"
    said = ("Pebbles can't be loaded. The app was closed twice while it loaded, so it is set aside. "
            f"Its plays are kept. To try it again, delete {tmp_path / 'set_aside.txt'}.\n")
    assert starts[2].returncode == 0 and starts[2].stdout.endswith(said) and starts[3].stderr == said
    take(tmp_path, pebbles(), taken=frozenset({"pebbles"}))
    found = Found()
    PackFolder(tmp_path).find(found)
    assert list(found.games) == ["pebbles"] and found.broken == []


def test_a_view_that_would_freeze_the_app_is_the_games_error() -> None:
    with pytest.raises(ValueError, match="at most 1000"):
        Track(say("Road"), 5, tuple(Piece(0) for _ in range(50_000)))
    line, road = Reminder(say("Wait")), Track(say("Road"), 1, (Piece(0),) * 600)
    for much in ({"reminders": (line,) * 1_001}, {"tracks": (road, road)},
                 {"cards": (InfoCard(say("Ship"), lines=(line,) * 600),) * 2}):
        with pytest.raises(ValueError, match="at most 1000"):
            View(say("Day 1"), (), **much)
    View(say("Day 1"), (), (line,) * 300, (road,))


# In another's place

def renamed(old: bytes, new: bytes, **manifest: str) -> bytes:
    """Pebbles with another word everywhere, also in its paths."""
    files = {path.replace(old.decode(), new.decode()): data.replace(old, new) for path, data in
             files_of(pebbles()).items()}
    return sealed(files, **manifest)


def test_another_game_in_the_package_of_one_that_is_here_is_refused(tmp_path: Path) -> None:
    """It would replace the folder of Pebbles."""
    take(tmp_path, pebbles())
    other = sealed({**files_of(pebbles()), f"{PACKAGE}/game.py": files_of(pebbles())[f"{PACKAGE}/game.py"].replace(
        b'"pebbles"', b'"boulders"')}, id="boulders")
    with pytest.raises(Refused, match="This pack and Pebbles both use the name"):
        take(tmp_path, other, taken=frozenset({"pebbles"}))
    assert [pack.id for pack in PackFolder(tmp_path).packs()] == ["pebbles"]


def test_another_package_with_the_id_of_one_that_is_here_is_refused(tmp_path: Path) -> None:
    """Both would be installed, but Python would only ever find one of them."""
    take(tmp_path, pebbles())
    other = renamed(b"tableside_pebbles", b"tableside_boulders", package="tableside_boulders",
                    game="tableside_boulders:game")
    with pytest.raises(Refused, match="both use the name pebbles"):
        take(tmp_path, other, taken=frozenset({"pebbles"}))
    assert [pack.package for pack in PackFolder(tmp_path).packs()] == [PACKAGE]


def test_a_package_called_like_a_part_of_the_app_is_refused(tmp_path: Path) -> None:
    """`certifi` or `yaml` would be gone for whoever imports it next."""
    assert "pluggy" in sys.modules, "pytest itself runs on it"
    before = sys.modules["pluggy"]
    with pytest.raises(Refused, match="The pack needs another one"):
        take(tmp_path, renamed(b"tableside_pebbles", b"pluggy", package="pluggy", game="pluggy:game"))
    assert sys.modules["pluggy"] is before


def test_a_newer_version_that_is_refused_leaves_the_old_ones_code(tmp_path: Path) -> None:
    """A play that is open goes on: what its rules import later is their own."""
    take(tmp_path, pebbles())
    before = sys.modules[f"{PACKAGE}.rules"]
    job = PackFolder(tmp_path).take_in(pebbles(), lambda game, seed: pytest.fail("a broken trial"), {"pebbles"}, 1)
    with pytest.raises(BaseException, match="a broken trial"):
        job.finish()
    assert sys.modules[f"{PACKAGE}.rules"] is before
    assert [pack.id for pack in PackFolder(tmp_path).packs()] == ["pebbles"]


# Power cuts

def test_closed_while_it_was_tried_out_it_is_not_taken_in(tmp_path: Path) -> None:
    job = PackFolder(tmp_path).take_in(pebbles(), lambda game, seed: None, set(), 5)
    for _ in range(3):
        job.step()
    (half,) = (tmp_path / PACKS).glob(f"{STAGED}*")
    kept = {path.relative_to(half): path.read_bytes() for path in half.rglob("*") if path.is_file()}
    job.cancel()
    for path, data in kept.items():  # as after a power cut: nobody has cleaned up
        (half / path).parent.mkdir(parents=True, exist_ok=True)
        (half / path).write_bytes(data)
    assert PackFolder(tmp_path).packs() == []
    found = Found()
    os.utime(half, (0, 0))
    PackFolder(tmp_path).find(found)
    assert found.games == {} and found.broken == [] and not half.exists()


def test_another_process_that_starts_leaves_a_pack_alone_that_is_being_tried_out(tmp_path: Path) -> None:
    job = PackFolder(tmp_path).take_in(pebbles(), lambda game, seed: None, set(), 5)
    for _ in range(3):
        job.step()
    PackFolder(tmp_path).find(Found())
    assert job.finish().facts.id == "pebbles"


def test_a_power_cut_between_two_versions_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take(tmp_path, pebbles())
    rename = Path.rename

    def cut(self: Path, target: Path) -> Path:
        if self.name.startswith(STAGED):
            raise KeyboardInterrupt
        return rename(self, target)
    monkeypatch.setattr(Path, "rename", cut)
    with pytest.raises(KeyboardInterrupt):
        take(tmp_path, pebbles(), taken=frozenset({"pebbles"}))
    monkeypatch.undo()
    found = Found()
    PackFolder(tmp_path).find(found)
    assert list(found.games) == ["pebbles"] and found.broken == []
