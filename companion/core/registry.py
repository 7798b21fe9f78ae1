"""Finds the games: the built-in ones, and installed packages with a `tableside.games` entry point."""

import logging
import os
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any

from companion.core.boxes import Boxes
from companion.core.engine.boundary import GameFailed, guarded
from companion.core.game import CONTRACT, Facts, Game, Palette, class_of, function_of
from companion.core.language import learn
from companion.core.renamed import RENAMED
from companion.core.rulebook import Rulebook
from companion.core.set_aside import NOTHING, SetAside
from companion.core.table import Table
from companion.core.text import Text, say

log = logging.getLogger("tableside")

GROUP = "tableside.games"
BEFORE_BOXES = ("starter_copy", "check_copy", "copy_form", "copy_editor")
"""What a game wrote for its boxes before the first release."""

BUILT_IN: Mapping[str, str] = {
    "windmill": "companion.games.windmill:game",
    "story": "companion.games.story:game",
    "keywords": "companion.games.keywords:game",
    "windward": "companion.games.windward:game",
    "winter_tales": "companion.games.winter_tales:game",
    "score_sheet": "companion.games.score_sheet:game",
}
"""Listed here because a packaged phone app has no entry points."""


class Faulty(Exception):
    """A plugin that was imported but is not a valid game; the sentence says what it lacks."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class BrokenPlugin:
    """A plugin that could not be loaded; shown in grey with its error."""

    name: str
    error: Text
    details: str
    id: str = ""
    """The id of the game, if it is a pack's."""
    aside: str = ""
    """Its name in `SetAside`, if it is there and can be tried again."""


@dataclass(frozen=True)
class Found:
    games: dict[str, Game[Any]] = field(default_factory=dict)
    broken: list[BrokenPlugin] = field(default_factory=list)


def find_games(built_in: Mapping[str, str] = BUILT_IN, installed: Iterable[tuple[str, str]] | None = None,
               aside: SetAside = NOTHING) -> Found:
    """Load every game by id; a broken one doesn't affect the others.

    `installed`: names and `module:object` of the entry points; None looks them up. `aside`: plugins that
    twice ended the app while they were loaded; they are skipped.
    """
    found = Found()
    others = installed_games() if installed is None else installed
    looked_at: set[str] = set()
    for name, target in [*built_in.items(), *sorted(others)]:
        if target not in looked_at:  # the built-in games have entry points too
            looked_at.add(target)
            take(found, name, target, aside)
    return found


def installed_games() -> list[tuple[str, str]]:
    """Entry points of every installed package. A phone has none, and the lookup imports 20 modules."""
    if "ANDROID_ARGUMENT" in os.environ:
        return []
    from importlib import metadata
    return [(entry.name, entry.value) for entry in metadata.entry_points(group=GROUP)]


def set_aside(name: str, aside: str, id: str = "") -> BrokenPlugin:
    why = say("The app was closed twice while it loaded, so it is set aside. Its plays are kept.")
    return BrokenPlugin(name, why, "", id, aside)


def take(found: Found, name: str, target: str, aside: SetAside) -> None:
    ours = target in BUILT_IN.values()
    if not ours and target in aside:
        found.broken.append(set_aside(name, target))
        return
    try:
        with nullcontext() if ours else aside.noted(target):
            game = load(target) if ours else shielded(load(target))
        if game.facts.id in found.games:
            raise Faulty(say("There is already a game called {name}.", name=game.facts.id))
        found.games[game.facts.id] = game
    except BaseException as error:  # a plugin may raise anything, even SystemExit
        if isinstance(error, KeyboardInterrupt):
            raise
        found.broken.append(BrokenPlugin(name, why_broken(error), "".join(traceback.format_exception(error))))


# Hooks that only answer a question about the game

LOOKS: Mapping[str, type | UnionType] = {
    "named": str, "rulebook": Rulebook, "notes": list, "ahead": list, "totals": list, "how_much": Text,
    "counted": list, "dressed": object, "as_moves": list, "begun": Mapping, "bgg_of": int,
    "retold": tuple | None,
}
"""The expected type of each hook's answer."""

BOX_LOOKS: Mapping[str, type | UnionType] = {
    "starter": object, "new": object, "form": list, "about": object, "fixed": object, "learned": object,
    "dictionaries": list, "packings": list, "to_try": list, "ready": list, "once": object,
}
"""The same for the hooks of `Boxes`."""


def shielded(game: Game[Any]) -> Game[Any]:
    """Wrap a game so that a failing hook returns the default of `Game` or `Boxes`."""
    _shield(game, Game, LOOKS)
    boxes = copy(game.boxes)  # copy: several games may share one
    _shield(boxes, Boxes, BOX_LOOKS)
    game.boxes = boxes
    return game


def _shield(one: object, base: type, looks: Mapping[str, type | UnionType]) -> None:
    for name, kind in looks.items():
        default = getattr(base, name)
        plain = getattr(default, "__wrapped__", default)
        setattr(one, name, partial(_ask, getattr(one, name), kind, partial(plain, one)))


def _ask(hook: Callable[..., Any], kind: type | UnionType, default: Callable[..., Any], *args: Any) -> Any:
    def ask() -> Any:
        found = list(hook(*args)) if kind is list else hook(*args)
        if not isinstance(found, kind):
            raise TypeError(f"the game gave {found!r} where {kind} is expected")
        return found
    try:
        return guarded(ask)
    except GameFailed as failed:
        log.error("a game failed: %s", failed.details)
        with suppress(OSError):  # a game with its own `rulebook` may have no rules.md
            return default(*args)
        return Rulebook([])


def load(target: str) -> Game[Any]:
    """Load and validate the game at `module:object`. Raises whatever is wrong with it."""
    module, _, attribute = target.partition(":")
    game = getattr(import_module(module), attribute, None)
    if not isinstance(game, Game):
        raise Faulty(say("{target} is not a game.", target=target))
    if not isinstance(getattr(game, "facts", None), Facts):
        raise Faulty(say("It has no facts: no title, no number of players."))
    if not _whole(game.facts):
        raise Faulty(say("Its facts are incomplete: check its id, title, players and colours."))
    if game.facts.id in RENAMED:
        raise Faulty(say("There is already a game called {name}.", name=game.facts.id))
    if game.contract not in range(1, CONTRACT + 1):
        raise Faulty(say("It needs plugin interface {wanted}, but this app has {known}. "
                         "Update the older one.", wanted=str(game.contract)[:20], known=CONTRACT))
    check_contract(game.contract, game.home)
    if not len(game.rulebook()):
        raise Faulty(say("Its rules.md has no numbered rule."))
    if target in BUILT_IN.values():
        learn(game.facts.id, game.home / "locale", None)
        return game
    _check_parts(game)
    learn(game.facts.id, game.home / "locale", partial(_own_words, game))
    return game


# Games for an older version of the plugin interface

@dataclass(frozen=True)
class Dropped:
    version: int
    """The version that no longer has it."""
    name: str
    looks: str
    """How it looks in a file of that time, as a regular expression."""
    instead: str


BOXES = "a Boxes class in box.py"
OF_BOXES = ("starter_copy", "new_copy", "check_copy", "copy_form", "about_copy", "fixed_copy", "learned_copy",
            "copies_to_try", "code_dictionaries")
DROPPED = (
    Dropped(2, "moves()", r"\bdef moves\(", "table.by_players()"),
    Dropped(2, "Option(moves=...)", r"\bmoves=", "table.by_players()"),
    Dropped(2, "setup.copy", r"\bsetup\.copy\b", "setup.box"),
    Dropped(2, "sits_down_now()", r"\bdef sits_down_now\(", "Joining(..., now=False)"),
    Dropped(2, "Field(ordered=...)", r"\bordered=", "Field(ordered=Ordered(names))"),
    Dropped(2, "Map(scene=...)", r"\bscene=", "ground in page.svg"),
    Dropped(2, "copy_editor", r"\bcopy_editor\b", BOXES),
    *(Dropped(2, f"{name}()", rf"\bdef {name}\(", BOXES) for name in OF_BOXES),
)


def out_of_date(made_for: int, sources: Mapping[str, str]) -> Text | None:
    """Name the first line of a game for an older version that doesn't work any more, and the fix."""
    for one in DROPPED if made_for < CONTRACT else ():
        for file, text in sources.items():
            found = re.search(one.looks, text) if made_for < one.version else None
            if found is not None:
                return say("It was made for plugin interface {old}, and this app has {new}. Its maker must "
                           "change {file}, line {line}: {name} is now {instead}. To convert it, see What "
                           "stays in the game reference.", old=made_for, new=CONTRACT,
                           file=file, line=text.count("\n", 0, found.start()) + 1, name=one.name,
                           instead=one.instead)
    return None


def instead_of(name: str) -> str:
    """What to write instead of a hook or parameter that is gone; empty if there never was one."""
    return next((one.instead for one in DROPPED if re.search(rf"\b{re.escape(name)}\b", one.name)), "")


def check_contract(made_for: int, home: Path) -> None:
    """Raise `Faulty` if the game in this folder was made for an older version and uses what is gone."""
    if made_for < CONTRACT:
        why = out_of_date(made_for, {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8")
                                     for path in sorted(home.rglob("*.py"))})
        if why is not None:
            raise Faulty(why)


def _check_parts(game: Game[Any]) -> None:
    """Raise `Faulty` if one of the required parts is missing, or one is left of before there was `Boxes`."""
    kind: type = type(game)
    for name, module in (("new", "table"), ("play", "rules"), ("view", "view"), ("outcome", "view")):
        there = class_of(kind, Table, "table") if name == "new" else function_of(kind, module, name)
        if there is None and getattr(kind, name) is getattr(Game, name):
            raise Faulty(say("It has no {name}: write it in {module}.py, or as a method of the game.",
                             name=name, module=module))
    if not isinstance(game.boxes, Boxes):
        raise Faulty(say("Its boxes must be an instance of Boxes, such as MyBoxes()."))
    for name in BEFORE_BOXES:
        if hasattr(kind, name) or function_of(kind, "copy", name) is not None:
            raise Faulty(say("It has {name}: write a Boxes class in box.py instead.", name=name))


def _own_words(game: Game[Any]) -> set[str]:
    from companion.core.messages import said_in
    return {message.one for message in said_in(game.home)}


def _whole(facts: Facts) -> bool:
    words = (facts.id, facts.minutes, facts.players_rule, facts.icon, facts.maker)
    return (all(isinstance(word, str) for word in words)
            and all(isinstance(word, (Text, str)) for word in (facts.name, facts.blurb))
            and type(facts.fewest) is int and type(facts.most) is int and 1 <= facts.fewest <= facts.most
            and isinstance(facts.dark, Palette) and isinstance(facts.light, Palette))


def why_broken(error: BaseException) -> Text:
    if isinstance(error, Faulty):
        return error.why
    if isinstance(error, FileNotFoundError):
        return say("It has no rules.md.")
    if isinstance(error, ModuleNotFoundError):
        return say("Part of it is missing: {name}.", name=error.name or "?")
    return say("It could not be loaded: {error}", error=f"{type(error).__name__}: {error}")
