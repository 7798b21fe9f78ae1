"""The table screen's sheets: menu, Why?, corrections, a seat's card, undo warning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.table import Unwind
from companion.core.text import Text, count, say
from companion.core.values import Json
from companion.services.by_hand import NAMES, how_much, tell
from companion.services.table import Q
from companion.ui.table.by_hand.field_rows import row_for
from companion.ui.table.by_hand.hand_card import HAND
from companion.ui.table.ending import open_ending_of
from companion.ui.table.invite import open_invite
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts import GameCard
from companion.ui.table.people import open_people, open_rename
from companion.ui.table.small_tools import ToolSheet
from companion.ui.table.why import why_parts
from companion.ui.widgets import OutlineButton, SeatToken, SideBySide, TonalButton, Words
from companion.ui.widgets.base.part import Do
from companion.ui.widgets.controls.rows import IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, Sheet, ask

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

SAME_KIND = 4  # more standing questions of one kind than this share a menu line


def after(screen: TableScreen, do: Do) -> Callable[[], None]:
    return partial(screen.app.close_sheet, do)


# The menu

def open_menu(screen: TableScreen) -> None:
    over = screen.situation.state == "over"
    first, last = ([ListRow(screen.look, text, second, icon, after(screen, do)) for text, second, icon, do in lines]
                   for lines in (_turn_lines(screen, over), _page_lines(screen, over)))
    screen.app.open_sheet(Sheet(screen.look, screen.controller.game.named(screen.play.setup),
                                [*first, *_standing_rows(screen), *last]))


def _turn_lines(screen: TableScreen, over: bool) -> Iterator[Line]:
    """Lines that correct the table, end what is under way, or change who plays."""
    app, controller = screen.app, screen.controller

    def leave(what: type[Unwind]) -> None:
        screen.tell_if(controller.exit(what))

    yield (say("Correct"), say("Points, cards or pieces that differ from your table"), "pencil-outline",
           screen.open_correct)
    for what in controller.exits():
        yield what.by_hand or "", say("If everybody agrees"), "flag-checkered", partial(leave, what)
    more = screen.clock.more_seconds()
    if more is not None:
        yield say("Ten more seconds"), "", "timer-plus-outline", more
    if not over:
        yield say("Start this part again"), say("Points and pieces stay as they are"), "replay", screen.restart
        phones = app.device.guests.of(controller.opened)
        second = say("Everybody answers on their own phone, in a browser") if phones is None else \
            say("Guests can join ({n} so far)", n=len(phones.joined))
        yield say("Invite phones"), second, "cellphone-link", partial(open_invite, app, screen.look, controller.opened)
    yield (say("Somebody joins, leaves or comes back"), say("Or changes their name"), "exit-run",
           partial(open_people, screen))


def _page_lines(screen: TableScreen, over: bool) -> Iterator[Line]:
    app, game, opened = screen.app, screen.controller.game.facts.id, screen.controller.opened
    go = partial(app.go, opened=opened)
    yield (say("Pack away"), say("What to keep together for the next time"), "package-variant-closed",
           partial(go, "pack_away"))
    yield say("Lay it out again"), say("What goes where, as a checklist"), "check-all", partial(go, "lay_it_out")
    yield say("What to move by hand"), NAMES[how_much(app.library, game)], HAND, partial(open_how_much, screen)
    yield say("Chronicle"), "", "script-text-outline", partial(go, "chronicle")
    yield say("Rules"), "", "book-open-variant", partial(app.go, "rules", game=game)
    yield say("Table mode"), "", "fullscreen", partial(go, "table_mode")
    yield (say("Tools"), say("Dice, a coin, who starts, a countdown"), "toolbox-outline",
           lambda: app.open_sheet(ToolSheet(screen)))
    yield say("Share this play"), say("One file; closed votes stay hidden"), "share-variant", screen.share
    if not over:
        yield (say("End this play here"), say("Put it away, or delete it"), "flag-outline",
               partial(open_ending_of, app, screen.look, opened.id))


def _standing_rows(screen: TableScreen) -> list[ListRow]:
    """Questions that are always open; many of one kind share a line that opens a list."""
    look, live = screen.look, screen.play.table
    kinds: dict[type, list[Q]] = {}
    for question in screen.situation.standing:
        kinds.setdefault(type(question), []).append(question)
    rows = []
    for same in kinds.values():
        if len(same) > SAME_KIND:
            rows.append(ListRow(look, same[0].title(live), "", same[0].icon or "hand-back-right-outline",
                                after(screen, partial(open_standing, screen, same))))
        else:
            rows += [_standing_row(screen, question) for question in same]
    return rows


def _standing_row(screen: TableScreen, question: Q) -> ListRow:
    live = screen.play.table
    possible = question.possible(live)
    seat = question.seat
    token = SeatToken(screen.look, seat.colour, screen.letters[seat.index], 32) if seat is not None else None
    return ListRow(screen.look, question.title(live), "" if possible else say("Not now"),
                   question.icon or "hand-back-right-outline",
                   after(screen, lambda: screen.choose_other(question)) if possible else None, token=token,
                   faded=not possible)


def open_standing(screen: TableScreen, questions: list[Q]) -> None:
    rows = [_standing_row(screen, question) for question in questions]
    screen.app.open_sheet(Sheet(screen.look, questions[0].title(screen.play.table), rows))


def open_more(screen: TableScreen, actions: list[Action]) -> None:
    rows = [ListRow(screen.look, one.text, "", one.icon or "dots-horizontal", after(screen, one.do)) for one in actions]
    screen.app.open_sheet(Sheet(screen.look, say("What else?"), rows))


# Why?

def open_why(screen: TableScreen) -> None:
    asked = screen.situation.question or next(iter(screen.situation.asked), None)
    if asked is None:
        return
    look = screen.look
    foot = SideBySide(look, [
        OutlineButton(look, say("Correct"), "pencil-outline", after(screen, screen.open_correct)),
        TonalButton(look, say("All rules"), "book-open-variant",
                    after(screen, lambda: screen.app.go("rules", game=screen.controller.game.facts.id)))])
    screen.app.open_sheet(Sheet(look, say("Why this question?"), why_parts(screen, asked), foot))


# People

def open_seat(screen: TableScreen, index: int) -> None:
    """A seat's marks and gauges, its latest actions, and the way to correct it."""
    look, seat = screen.look, screen.play.table.seats[index]
    view = screen.controller.view
    parts: list[Any] = []
    seen = next((one for one in view.seats if one.index == index), None) if view is not None else None
    score = seat.points if seen is None else seen.score
    if score is not None:
        parts.append(Words(look, count("{n} point", "{n} points", score), "answer"))
    if seen is not None and seen.side:
        parts.append(IconLine(look, say("Side: {side}", side=seen.side), "account-group-outline", role="body"))
    for mark in seen.marks if seen is not None else ():
        parts.append(IconLine(look, mark.text, mark.icon, role="body"))
    if seen is not None and seen.note is not None:
        parts.append(Words(look, seen.note, "body", "text2"))
    for card in view.cards if view is not None else ():
        if card.seat == index:
            parts.append(GameCard(look, card, (seat.colour, screen.letters[index])))
    parts += [IconLine(look, text, "circle-small", role="support", ink="text2", icon_ink="text2")
              for text in history_of(screen, index)]
    parts += [ListRow(look, field.sentence(field.read(), index), "", field.icon or "pencil-outline",
                      after(screen, partial(screen.put, field.path, index)), tone="surface2")
              for field in screen.controller.fields() if field.of_seats and field.read() not in (None, index)]
    parts.append(ListRow(look, say("Rename"), "", "pencil-outline",
                         after(screen, lambda: open_rename(screen, index)), tone="surface2"))
    foot = SideBySide(look, [
        TonalButton(look, say("Correct"), "pencil-outline", after(screen, lambda: screen.open_correct(seat=index))),
        # Translators: a button: this player leaves the table
        OutlineButton(look, say("Leaves") if not seat.gone else say("Comes back"), "exit-run",
                      after(screen, lambda: open_people(screen)))])
    screen.app.open_sheet(Sheet(look, seat.name, parts, foot))


def history_of(screen: TableScreen, index: int, most: int = 4) -> list[str]:
    found: list[str] = []
    for entry in reversed(screen.play.chronicle()):
        found += [str(line.text) for line in reversed(entry.lines) if line.seat == index and not line.heading]
        if len(found) >= most:
            break
    return found[:most]


# Corrections

class OneChange:
    """Stands in for the page that field rows expect: sets the first value tapped and closes the sheet."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.app, self.look = screen, screen.app, screen.look

    def set_to(self, path: str, value: Json) -> None:
        self.app.close_sheet(partial(self.screen.put, path, value))

    def token(self, seat: int) -> SeatToken:
        return SeatToken(self.look, self.screen.play.table.seats[seat].colour, self.screen.letters[seat], 32)


def open_fix(screen: TableScreen, title: str, line: str, paths: Sequence[str]) -> None:
    """Offer the values of one thing on the table; one tap sets it, and undo reverts it."""
    look, page = screen.look, OneChange(screen)
    fields = {field.path: field for field in screen.controller.fields()}
    rows = [row_for(page, fields[path], fields[path].read()) for path in paths if path in fields]
    words = [Words(look, line, "body", "text2")] if line else []
    foot = TonalButton(look, say("Correct more"), "pencil-outline",
                       after(screen, lambda: screen.open_correct(paths[0] if paths else "")))
    screen.app.open_sheet(Sheet(look, title, [*words, *rows], foot))


# Undo

def open_warning(screen: TableScreen, warning: Text, do: Do) -> None:
    ask(screen.app, screen.look, warning, (say("Leave it"), "close", None),
        (say("Take it back"), "undo-variant", do))


def open_how_much(screen: TableScreen) -> None:
    look, game = screen.look, screen.controller.game.facts
    now = how_much(screen.app.library, game.id)

    def choose(how: str) -> None:
        tell(screen.app.library, game.id, how)
        screen.app.close_sheet(lambda: screen.controller.tell_by_hand(how))

    rows = [ListRow(look, name, "", "", partial(choose, how), more="check-bold" if how == now else "",
                    tone="surface3" if how == now else "surface2") for how, name in NAMES.items()]
    hint = Words(look, say("What to move after each answer, in every play of {game}.",
                           game=game.title), "support", "text2")
    screen.app.open_sheet(Sheet(look, say("What should the app tell you to move?"), [hint, *rows]))
