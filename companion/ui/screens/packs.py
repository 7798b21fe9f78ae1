"""A game pack from a file: said what it is, tried out beside the screen, then in the library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.refusals import Refused
from companion.core.registry import BUILT_IN
from companion.core.text import Text, say
from companion.services.packs.pack import LARGEST, Pack, read_pack
from companion.services.packs.pack_folder import PLAYS, PackFolder
from companion.ui.screens.long_work import work
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.picture import cover_game
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import OutlineButton, PrimaryButton
from companion.ui.widgets.controls.rows import IconLine
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

SECONDS, LINES = 20.0, 4000


def trial(game: Game[Any], seed: int) -> Text | None:
    """One wild play of the kit. The laws of By hand are the maker's business, and double the time."""
    from companion.testing.wild import wild_play

    played = wild_play(game, seed, limit=LINES, seconds=SECONDS, looks=0.02, complete=0.0, laws=False)
    return say("{fault}.", fault=played.findings[0].sentence[:200]) if played.findings else None


def take_path(app: TablesideApp, path: Path, done: Callable[[], object]) -> None:
    """A file that lies here."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError:
        app.tell(say("This file can't be read. Choose it again, or another."))
        return
    take_pack(app, raw, done)


def take_pack(app: TablesideApp, raw: bytes, done: Callable[[], object]) -> None:
    """What was checked is said before a line of it runs; then the owner decides."""
    try:
        pack = read_pack(raw)
    except Refused as error:
        app.tell(error.refusal.why)
        return
    look = app.look

    def take() -> None:
        app.close_sheet(lambda: work(app, say("Trying out {title}", title=pack.title),
                                     lambda: PackFolder(app.home).take_in(raw, trial, set(app.found.games)),
                                     lambda game: _taken(app, game, done)))

    parts = [Words(look, say("A pack is a program by its maker: add only what you trust."), "body"),
             IconLine(look, say("Checked: the list of its files, its licence, and that its rules use nothing but the "
                                "contract and harmless parts of Python."), "check-circle-outline"),
             IconLine(look, say("Next: {n} trial plays. It stands in your library only if none of them breaks.",
                                n=PLAYS), "progress-check"),
             IconLine(look, _here(app, pack), "puzzle-outline")]
    foot = Column([PrimaryButton(look, say("Try it and add it"), "import", take),
                   OutlineButton(look, say("Leave it"), "close", app.close_sheet)])
    app.open_sheet(Sheet(look, pack.title, parts, foot))


def _here(app: TablesideApp, pack: Pack) -> Text:
    old = next((one for one in PackFolder(app.home).packs() if one.id == pack.id), None)
    if old is None:
        return say("Version {version}, new here.", version=pack.version)
    return say("Version {version} takes the place of {old}.", version=pack.version, old=old.version)


def _taken(app: TablesideApp, game: Game[Any], done: Callable[[], object]) -> None:
    app.found.games[game.facts.id] = game
    cover_game(game)
    done()
    app.go("library")
    app.tell(say("{title} is in your library now.", title=game.facts.title))


def can_put_away(app: TablesideApp, game: Game[Any]) -> bool:
    return game.facts.id not in BUILT_IN and any(one.id == game.facts.id for one in PackFolder(app.home).packs())


def put_away(app: TablesideApp, game: Game[Any]) -> None:
    """Its plays stay saved."""
    PackFolder(app.home).put_away(game.facts.id)
    app.found.games.pop(game.facts.id, None)
    app.go("library")
    app.tell(say("{title} was put away. Its plays are kept, and open again when it is back.", title=game.facts.title))
