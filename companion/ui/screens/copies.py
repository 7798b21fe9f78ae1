"""My copies: contents of the owner's boxes that the rulebook doesn't list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.language import editions
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.core.values import same
from companion.services import when
from companion.services.open_play import OpenPlay, starter_copy
from companion.services.store import CopyRow
from companion.ui.screens.file_exchange import hand_out, take_file
from companion.ui.screens.plain import PlainPage, in_pairs
from companion.ui.screens.settings import name_of
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Column, Link, TonalButton, Voice
from companion.ui.widgets.controls.rows import CardBox, ChoiceRow, Hint, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, open_menu, open_name, open_offer, tried

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


def offer(app: TablesideApp, look: Look, opened: OpenPlay, done: Callable[[], None]) -> list[Any]:
    played, game = opened.play, opened.game
    learned = game.learned_copy(played.table)
    if learned is None:
        return []
    saved = app.library.copies(game.facts.id)
    if any(same(row.copy, learned) for row in saved):
        return []
    mine = next((row for row in saved if same(row.copy, played.setup.copy)), None)

    def save() -> None:
        name = str(say("My box")) if mine is None else mine.name
        app.library.save_copy(game.facts.id, name, learned, None if mine is None else mine.id)
        app.tell(say("Saved in {name}.", name=name))
        done()

    words: Text = say("You named places that aren't in your copy yet.")
    return [CardBox(look, [IconLine(look, words, "map-marker-plus-outline"),
                           TonalButton(look, say("Keep them for next time"), "check-bold", save)], gap=8)]


class CopiesScreen(PlainPage):
    widest = 1080.0

    def __init__(self, app: TablesideApp, game: str | None = None) -> None:
        one = None if game is None else app.found.games[game]
        super().__init__(app, app.look_for(one), say("My copies"), actions=[("import", self._import)])
        games = [one] if one is not None else list(app.found.games.values())
        self.games = [each for each in games if self._has_any(each)]
        self.gone: tuple[Game[Any], CopyRow] | None = None

    def _has_any(self, game: Game[Any]) -> bool:
        """A game with an editor has a starter set; others only saved copies."""
        if game.copy_editor:
            return starter_copy(game) is not None
        return bool(self.app.library.copies(game.facts.id))

    # Parts

    def parts(self) -> list[Any]:
        look = self.look
        parts: list[Any] = []
        if self.gone is not None:
            parts.append(Link(look, say("{name} is deleted. Undo", name=self.gone[1].name), "undo-variant",
                              self._bring_back))
        if not self.games:
            parts.append(Hint(look, say("None of these games asks what is in your box."), "package-variant-closed"))
        if len(self.games) != 1:
            return [*parts, *in_pairs(look, (Column(self._of(game)) for game in self.games), tokens.XL)]
        shown = self._of(self.games[0])
        return [*parts, *in_pairs(look, (one for one in shown if isinstance(one, ListRow))),
                *(one for one in shown if not isinstance(one, ListRow))]

    def _of(self, game: Game[Any]) -> list[Any]:
        look = self.look
        head = [Voice(look, game.facts.title, "title")] if len(self.games) > 1 else []
        rows = [ListRow(look, row.name, self._second(game, row), "package-variant-closed",
                        partial(self._menu, game, row), tone="surface2")
                for row in self.app.library.copies(game.facts.id)]
        if not game.copy_editor:
            return [*head, *self._box(game), *rows]
        starter = ListRow(look, say("Starter set"), say("A guess, so you can start right away"),
                          "help-circle-outline", lambda: self._starter_menu(game), tone="surface2")
        new = TonalButton(look, say("Enter my own copy"), "plus", lambda: self._begin(game))
        return [*head, *self._box(game), starter, *rows, new]

    def _box(self, game: Game[Any]) -> list[Any]:
        """The language of the names on the cards, if more than one edition is known."""
        key, boxes = game.facts.id, self.app.library.settings()["boxes"]
        known = editions(key)
        if len(known) == 1:
            return []
        choices: list[tuple[str, Text | str]] = [("", say("Like the app")), *((one, name_of(one)) for one in known)]

        def choose(language: str) -> None:
            self.app.library.set("boxes", {**{one: box for one, box in boxes.items() if one != key},
                                           **({key: language} if language else {})})
            self.app.apply_settings()

        return [ChoiceRow(self.look, say("Language of your box"), say("For the names printed on cards and pieces."),
                          choices, boxes.get(key, ""), choose)]

    def _second(self, game: Game[Any], row: CopyRow) -> Text:
        day = when.day(row.changed)
        try:
            about = game.about_copy(row.copy)
            if about is not None:
                return say("{day}. {about}", day=day, about=about)
            warnings = list(game.check_copy(row.copy))
        except Refused as error:
            return error.refusal.why
        except Exception:  # an unreadable copy can still be exported
            return say("This copy can't be read.")
        if warnings:
            return say("{day}. {warning}", day=day, warning=warnings[0])
        return say("Changed on {day}", day=day)

    # Actions

    def _edit(self, game: Game[Any], copy: int) -> None:
        self.app.go(game.copy_editor, copy=copy)

    def _begin(self, game: Game[Any]) -> None:
        if not tried(self.app, lambda: self._edit(game, self._save(game, str(say("My box")), game.new_copy()).id)):
            self.refresh()

    def _save(self, game: Game[Any], name: str, copy: Any) -> CopyRow:
        taken = {row.name for row in self.app.library.copies(game.facts.id)}
        free, number = name, 1
        while free in taken:
            number += 1
            free = f"{name} {number}"
        return self.app.library.save_copy(game.facts.id, free, copy)[0]

    def _starter_menu(self, game: Game[Any]) -> None:
        why = say("The starter set is a guess. Enter your own box once, and every play will match it.")
        open_offer(self.app, self.look, say("Starter set"), [why],
                   (say("Enter my own copy"), "plus", lambda: self._begin(game)))

    def _menu(self, game: Game[Any], row: CopyRow) -> None:
        edit: list[Line] = [(say("Edit"), "", "pencil-outline", lambda: self._edit(game, row.id))]
        open_menu(self.app, self.look, row.name, [
            *(edit if game.copy_editor else ()),
            (say("Rename"), "", "form-textbox", lambda: self._rename(game, row)),
            (say("Duplicate"), "", "content-copy", lambda: self._duplicate(game, row)),
            (say("Export"), say("One file, to keep or to send"), "export-variant",
             lambda: hand_out(self.app, f"{row.name}.json", lambda: self.app.library.export_copy(row.id))),
            (say("Delete"), say("Plays that use it keep it"), "delete-outline", lambda: self._delete(game, row))])

    def _rename(self, game: Game[Any], row: CopyRow) -> None:
        def take(name: str) -> None:
            self.app.library.save_copy(game.facts.id, name, row.copy, row.id)
        open_name(self.app, self.look, say("Rename"), row.name, say("Save the name"), take, self.refresh)

    def _duplicate(self, game: Game[Any], row: CopyRow) -> None:
        tried(self.app, lambda: self._save(game, row.name, row.copy))
        self.refresh()

    def _delete(self, game: Game[Any], row: CopyRow) -> None:
        if tried(self.app, lambda: self.app.library.delete_copy(row.id)):
            self.gone = (game, row)
        self.refresh()

    def _bring_back(self) -> None:
        if self.gone is not None:
            game, row = self.gone
            self.gone = None
            self._duplicate(game, row)

    def _import(self) -> None:
        take_file(self.app, say("Import a copy"), self.refresh)
