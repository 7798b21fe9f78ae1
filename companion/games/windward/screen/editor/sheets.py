"""The sheets of the copy editor: its menu, the size of a planet, what looks odd, one card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.text import say
from companion.games.windward.board.planet import LARGEST, SMALLEST
from companion.games.windward.copy.model import Achievement, Supply
from companion.games.windward.screen.editor.draft import CopyDraft
from companion.games.windward.screen.editor.sections import achievement_form, supply_form
from companion.ui.theme.look import Look
from companion.ui.widgets import Column, PrimaryButton, TonalButton
from companion.ui.widgets.controls.choices import ChoiceRow
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.name_sheet import LONGEST
from companion.ui.widgets.controls.rows import Stepper
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp


class EditorPage(Protocol):
    """What a sheet needs of the editor that it lies over."""

    app: TablesideApp
    look: Look
    draft: CopyDraft

    def show_section(self, key: str) -> None: ...

    def change(self, **fields: Any) -> None: ...


def open_size(page: EditorPage) -> None:
    """Which side of the tiles, and how many hexes from the Post to the corner."""
    look, draft = page.look, page.draft

    def turn(small: bool) -> None:
        draft.small = small
        stepper.set(draft.side.radius)
        stepper.arrange()
        page.show_section("tiles")

    def resize(radius: int) -> None:
        draft.resize(radius)
        page.show_section("tiles")

    stepper = Stepper(look, say("Hexes from Post to corner"), draft.side.radius, SMALLEST, LARGEST, resize)
    parts = [ChoiceRow(look, say("Which planet"), say("The tiles have two sides."),
                       ((False, say("Large planet")), (True, say("Small planet"))), draft.small, turn), stepper]
    page.app.open_sheet(Sheet(look, say("Size of the planet"), parts,
                              PrimaryButton(look, say("Done"), "check-bold", page.app.close_sheet)))


def open_supply(page: EditorPage, at: int | None) -> None:
    cards = page.draft.copy.supplies
    first = Supply("other", "", 1) if at is None else cards[at]
    _open_card(page, at, first, cards, "supplies", supply_form)


def open_achievement(page: EditorPage, at: int | None) -> None:
    cards = page.draft.copy.achievements
    first = Achievement("", 3, 1) if at is None else cards[at]
    _open_card(page, at, first, cards, "achievements", achievement_form)


def _open_card(page: EditorPage, at: int | None, first: Any, cards: tuple[Any, ...], field: str,
               form: Callable[..., list[Any]]) -> None:
    from dataclasses import replace
    look, app = page.look, page.app
    now = [first]

    def put(card: Any) -> None:
        now[0] = card

    def done() -> None:
        name = entry.text.strip()
        if not name:
            entry.refuse(say("The card has no name. Type one."))
            sheet.refit()
            return
        card = replace(now[0], name=name)
        if isinstance(card, Achievement) and card.low > card.high:
            entry.refuse(say("The first captain's number is the higher one."))
            sheet.refit()
            return
        page.change(**{field: (*cards, card) if at is None else (*cards[:at], card, *cards[at + 1:])})
        app.close_sheet()

    def remove() -> None:
        if at is not None:
            page.change(**{field: (*cards[:at], *cards[at + 1:])})
        app.close_sheet()

    entry = TextEntry(look, say("Name of the card"), first.name, "cards-outline", longest=LONGEST)
    foot: list[Any] = [PrimaryButton(look, say("Keep this card"), "check-bold", done)]
    if at is not None:
        foot.append(TonalButton(look, say("Take it out"), "delete-outline", remove))
    sheet = Sheet(look, say("A card"), [entry, *form(look, first, put)], Column(foot),
                  on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
