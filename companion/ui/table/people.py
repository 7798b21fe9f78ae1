"""Sheets for people who leave, come back, join late or change their name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.engine.boundary import GameFailed
from companion.core.game import Joining
from companion.core.setup import LONGEST_NAME, Person, name_key
from companion.core.text import Text, count, listing, say
from companion.services.table import Result
from companion.ui.table.ending import open_ending_of
from companion.ui.theme.tokens import free_colour
from companion.ui.widgets import PersonChip, PrimaryButton, SeatToken, Words, Wrap
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

MOST_KNOWN = 12
"""Number of remembered people offered; type any other name."""


def open_people(screen: TableScreen) -> None:
    look, app = screen.look, screen.app

    def row(seat: Any) -> ListRow:
        token = SeatToken(look, seat.colour, screen.letters[seat.index], 40, alpha=0.45 if seat.gone else 1.0)
        action = screen.controller.come_back if seat.gone else screen.controller.leave
        text = say("{name} comes back", name=seat) if seat.gone else say("{name} leaves", name=seat)
        made = ListRow(look, text, "", "exit-run", lambda: act(made, action(seat.index)), token=token, tone="surface2")
        return made

    def act(line: ListRow, result: Result) -> None:
        screen.ring(result.ring)
        if result.done:
            app.close_sheet()
            offer_end(screen)
        else:
            line.refuse(str(result.why))
            sheet.refit(line)

    joining = may_join(screen)
    more = [ListRow(look, say("Somebody joins"), joining.how, "account-plus-outline",
                    (lambda: app.close_sheet(partial(open_join, screen, joining))) if joining.may else None,
                    faded=not joining.may),
            ListRow(look, say("Rename somebody"), say("Points and turn stay the same"), "pencil-outline",
                    lambda: app.close_sheet(partial(open_renaming, screen)))]
    hint = Words(look, say("Players who leave keep their seat and points. Their turns are skipped; anyone can answer "
                           "for them."),
                 "support", "text2")
    seats = screen.play.table.seats
    sheet = Sheet(look, say("Who sits at the table?"), [hint, *(row(seat) for seat in seats), *more])
    app.open_sheet(sheet)


def offer_end(screen: TableScreen) -> None:
    """Too few are left to play on: offer to end here. Undo or coming back still work."""
    left = screen.play.table.present()
    if screen.play.outcome() is None and 0 < len(left) < screen.play.game.facts.fewest:
        words = count("Only {names} is left. End here?", "Only {names} are left. End here?", len(left),
                      names=listing(tuple(left)))
        # Translators: a button: end the play
        screen.app.tell(words, (say("End"), partial(open_ending_of, screen.app, screen.look,
                                                    screen.controller.opened.id)))


def may_join(screen: TableScreen) -> Joining:
    """Whether the game lets people join; nobody can if its rules fail."""
    try:
        return screen.play.joining()
    except GameFailed as failed:
        return Joining(False, failed.refusal.why)


# Somebody joins late

def open_join(screen: TableScreen, joining: Joining) -> None:
    look, app = screen.look, screen.app
    table = screen.play.table
    seated = {name_key(seat.name) for seat in table.seats} | {name_key(one.name) for one in table.arriving}
    known = [one for one in app.library.people() if name_key(one.name) not in seated]

    ask_name(screen, say("Who joins?"), say("Sit down"), "account-plus-outline", "",
             lambda name: screen.controller.join(person_called(screen, name, known)),
             [Words(look, joining.how, "body", "text2")], known[:MOST_KNOWN])


def ask_name(screen: TableScreen, title: Text, button: Text, icon: str, now: str, give: Callable[[str], Result],
             above: Sequence[Any] = (), known: Sequence[Person] = ()) -> None:
    """A sheet to type a name, or to tap one of those known; it stays open until the name is taken."""
    look, app = screen.look, screen.app

    def take(name: str) -> None:
        result = give(name.strip()) if name.strip() else Result(False, say("Type a name first."))
        screen.ring(result.ring)
        if result.done:
            app.close_sheet()
        else:
            entry.refuse(str(result.why))
            entry.focus()
            sheet.refit(entry)

    entry = TextEntry(look, say("Name"), now, icon if not now else "pencil-outline", on_enter=take,
                      longest=LONGEST_NAME)
    chips = [PersonChip(look, one.name, "", partial(take, one.name), high=48.0) for one in known]
    sheet = Sheet(look, title, [*above, entry, *([Wrap(chips)] if chips else [])],
                  PrimaryButton(look, button, icon, lambda: take(entry.text)), on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
    if not chips:
        entry.focus()


def person_called(screen: TableScreen, name: str, known: list[Person]) -> Person:
    """A remembered person keeps their colour if nobody at the table has it."""
    table = screen.play.table
    taken = {seat.colour for seat in table.seats} | {one.colour for one in table.arriving}
    found = next((one for one in known if name_key(one.name) == name_key(name)), None)
    if found is not None:
        return found if found.colour not in taken else Person(found.name, free_colour(taken))
    return Person(name, free_colour(taken))


# Somebody changes their name

def open_renaming(screen: TableScreen) -> None:
    look = screen.look
    rows = [ListRow(look, seat.name, "", "pencil-outline",
                    partial(screen.app.close_sheet, partial(open_rename, screen, seat.index)),
                    token=SeatToken(look, seat.colour, screen.letters[seat.index], 40), tone="surface2")
            for seat in screen.play.table.seats]
    screen.app.open_sheet(Sheet(look, say("Whose name is wrong?"), rows))


def open_rename(screen: TableScreen, index: int) -> None:
    seat = screen.play.table.seats[index]

    def give(name: str) -> Result:
        return Result() if name == seat.name else screen.controller.rename(index, name)

    ask_name(screen, say("What is {name} called?", name=seat), say("Save the name"), "check-bold", seat.name, give)
