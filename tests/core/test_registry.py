"""Find each built-in and installed game once, and name the broken ones."""

import sys
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion.core.registry import BUILT_IN, Found, find_games, installed_games
from tests.toys.orchard import game as orchard
from tests.toys.orchard.game import OrchardGame

ORCHARD = "tests.toys.orchard:game"


def plugin(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> str:
    """A module that holds what is given, as if it were installed."""
    module = ModuleType(name)
    vars(module).update(contents)
    monkeypatch.setitem(sys.modules, name, module)
    return f"{name}:game"


def only_broken(found: Found) -> tuple[str, str]:
    """The other games work; the broken one is named, with details for programmers."""
    assert list(found.games) == ["orchard"]
    (broken,) = found.broken
    assert "Error" in broken.details or "Faulty" in broken.details or "SystemExit" in broken.details
    return broken.name, str(broken.error)


def test_the_built_in_games_need_no_entry_points() -> None:
    assert set(BUILT_IN) == {"windmill", "story", "keywords", "windward", "winter_tales", "score_sheet"}
    found = find_games(installed=[])
    assert {*found.games, *(one.name for one in found.broken)} == set(BUILT_IN)


def test_an_installed_game_appears_beside_them() -> None:
    found = find_games({}, [("orchard", ORCHARD)])
    assert found.games == {"orchard": orchard} and found.broken == []


def test_the_built_in_games_own_entry_points_count_once() -> None:
    built_in = {"orchard": ORCHARD}
    found = find_games(built_in, [("orchard", ORCHARD), ("apples", ORCHARD)])
    assert found.games == {"orchard": orchard} and found.broken == []


def test_entry_points_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    named = [metadata.EntryPoint("orchard", ORCHARD, "tableside.games"),
             metadata.EntryPoint("windmill", BUILT_IN["windmill"], "tableside.games")]
    monkeypatch.setattr(metadata, "entry_points", lambda group: named if group == "tableside.games" else [])
    assert installed_games() == [("orchard", ORCHARD), ("windmill", BUILT_IN["windmill"])]
    found = find_games()
    assert "orchard" in found.games and len([*found.games, *found.broken]) == len(BUILT_IN) + 1


def test_a_game_with_a_name_that_is_taken_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = plugin(monkeypatch, "twin", game=OrchardGame())
    assert only_broken(find_games({"orchard": ORCHARD}, [("cider", twin)])) == (
        "cider", "There is already a game called orchard.")
    assert only_broken(find_games({"orchard": ORCHARD}, [("orchard", twin)])) == (
        "orchard", "There is already a game called orchard.")


def test_a_module_that_is_not_there_is_broken() -> None:
    assert only_broken(find_games({"orchard": ORCHARD}, [("chess", "no_such_chess:game")])) == (
        "chess", "Part of it is missing: no_such_chess.")


def test_what_is_no_game_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    for contents in ({}, {"game": 3}, {"game": OrchardGame}):
        target = plugin(monkeypatch, "pebble", **contents)
        assert only_broken(find_games({"orchard": ORCHARD}, [("pebble", target)])) == (
            "pebble", "pebble:game is not a game.")


def bare_orchard(home: Path | None, **members: Any) -> Any:
    places = {} if home is None else {"home": home}
    return type("Bare", (OrchardGame,), {**places, **members})()


def test_a_game_without_facts_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    target = plugin(monkeypatch, "pebble", game=bare_orchard(None, facts=None))
    assert only_broken(find_games({"orchard": ORCHARD}, [("pebble", target)])) == (
        "pebble", "It has no facts: no title, no number of players.")


@pytest.mark.parametrize(("page", "why"), [
    (None, "It has no rules.md."),
    ("# Rules\n\nNone yet.", "Its rules.md has no numbered rule."),
    ("**PB-1** One. A.\n\n**PB-1** Two. B.", "It could not be loaded: ValueError: numbered twice in rules.md: PB-1"),
])
def test_a_game_whose_rules_cannot_be_looked_up_is_broken(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str | None, why: str) -> None:
    if page is not None:
        (tmp_path / "rules.md").write_text(page, encoding="utf-8")
    target = plugin(monkeypatch, "pebble", game=bare_orchard(tmp_path))
    assert only_broken(find_games({"orchard": ORCHARD}, [("pebble", target)])) == ("pebble", why)


@pytest.mark.parametrize(("line", "why"), [
    ("import no_such_thing", "Part of it is missing: no_such_thing."),
    ("def game(:", "It could not be loaded: SyntaxError: invalid syntax"),
    ("raise RuntimeError('rain')", "It could not be loaded: RuntimeError: rain"),
    ("raise SystemExit(3)", "It could not be loaded: SystemExit: 3"),
])
def test_a_module_that_breaks_while_it_is_imported_is_broken(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "bad_plugin.py").write_text(line + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bad_plugin", raising=False)
    name, error = only_broken(find_games({"orchard": ORCHARD}, [("bad", "bad_plugin:game")]))
    assert name == "bad" and error.startswith(why)
