"""The table screen's sheets: menu, Why?, people, corrections, a seat's card, the end of a play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.engine.boundary import GameFailed, logged
from companion.core.game import Joining
from companion.core.questions import InLine, traits
from companion.core.rulebook import Rule
from companion.core.seats import free_colour
from companion.core.setup import LONGEST_NAME, Person, name_key
from companion.core.table import Unwind
from companion.core.text import Refused, Text, count, listing, minus, say
from companion.core.values import Json
from companion.services.by_hand import NAMES, how_much, tell
from companion.services.library import Listed
from companion.services.summary import low_leads, view_of
from companion.services.table.controller import Result
from companion.services.table.situation import Peek, Q, peeks
from companion.services.table.why import HouseRule, why_of
from companion.ui.table.by_hand import HAND, row_for
from companion.ui.table.invite import open_invite
from companion.ui.table.panels.answer_panel import Action
from companion.ui.table.parts import GameCard, Tag
from companion.ui.table.tools import ToolSheet
from companion.ui.theme import Look
from companion.ui.widgets import (
    OutlineButton,
    PersonChip,
    PrimaryButton,
    SeatToken,
    TallChip,
    TonalButton,
    shown,
)
from companion.ui.widgets.base.flow import Column, Grid, Row, SideBySide, Wrap
from companion.ui.widgets.base.part import Do, Words
from companion.ui.widgets.controls.answer import ActionTile, signed
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow
from companion.ui.widgets.controls.sheet import Line, Sheet, tried
from companion.ui.widgets.controls.sheet import open_menu as open_lines

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp
    from companion.ui.table.screen import TableScreen


LOW = 700.0  # dp
SAME_KIND = 4  # more standing questions of one kind than this share a menu line
MOST_KNOWN = 12  # remembered people offered; type any other name
MOST_TOLD = 4  # of somebody's latest actions


def after(screen: TableScreen, do: Do) -> Callable[[], None]:
    return partial(screen.app.close_sheet, do)


# The menu

def open_menu(screen: TableScreen) -> None:
    look, over = screen.look, screen.situation.state == "over"
    low = screen.height < dp(LOW)  # a small phone: first lines say it
    first, last = ([ListRow(look, text, "" if low else second, icon, after(screen, do))
                    for text, second, icon, do in lines]
                   for lines in (_turn_lines(screen, over), _page_lines(screen, over)))
    tiles = Grid([ActionTile(look, str(text), icon, after(screen, do))
                  for text, icon, do in _tile_lines(screen)], columns=2 if look.big else 4, gap=8)
    screen.app.open_sheet(Sheet(look, screen.controller.game.named(screen.play.setup),
                                [Column([*first, *_standing_rows(screen)], gap=2), tiles, *last]))


def _turn_lines(screen: TableScreen, over: bool) -> Iterator[Line]:
    """Lines that correct the table, end what is under way, or change who plays."""
    app, controller = screen.app, screen.controller

    def leave(what: type[Unwind]) -> None:
        screen.tell_if(controller.exit(what))

    if has_pieces(screen):
        differs = say("Points, cards or pieces that differ from your table")
    else:
        differs = say("Points and settings")
    yield say("Fix something"), differs, "pencil-outline", screen.open_fix
    for what in controller.exits():
        yield what.by_hand or "", say("If everybody agrees"), "flag-checkered", partial(leave, what)
    if looks := [] if over else peeks(screen.play):
        yield (say("Look in secret"), say("Pass the device to one player"), "eye-outline",
               partial(open_looks, screen, looks))
    more = screen.clock.more_seconds()
    if more is not None:
        yield say("Ten more seconds"), "", "timer-plus-outline", more
    if not over:
        stays = say("Points and pieces stay as they are")
        yield say("Start this part again"), stays, "replay", screen.restart
        phones = app.device.guests.of(controller.opened)
        if phones is None:
            second = say("Everybody answers on their own phone, in a browser")
        else:
            second = say("Guests can join ({n} so far)", n=len(phones.joined))
        invite = partial(open_invite, app, screen.look, controller.opened)
        yield say("Invite phones"), second, "cellphone-link", invite
    yield (say("Somebody joins, leaves or comes back"), say("Or changes their name"), "exit-run",
           partial(open_people, screen))


def _tile_lines(screen: TableScreen) -> Iterator[tuple[Text, str, Do]]:
    app, opened = screen.app, screen.controller.opened
    yield say("Chronicle"), "script-text-outline", partial(app.go, "chronicle", opened=opened)
    yield say("Rules"), "book-open-variant", partial(app.go, "rules", game=opened.game.facts.id)
    yield say("Table mode"), "fullscreen", partial(app.go, "table_mode", opened=opened)
    yield say("Tools"), "toolbox-outline", lambda: app.open_sheet(ToolSheet(screen))
    if has_pieces(screen):  # needed once an evening
        yield say("Pack away"), "package-variant-closed", partial(app.go, "pack_away", opened=opened)
        yield say("Lay it out again"), "check-all", partial(app.go, "lay_it_out", opened=opened)
        yield say("To move"), HAND, partial(open_how_much, screen)
        yield say("Share"), "share-variant", screen.share


def _page_lines(screen: TableScreen, over: bool) -> Iterator[Line]:
    app, opened = screen.app, screen.controller.opened
    if not over:
        yield (say("End this play here"), say("Archive or delete it"), "flag-outline",
               partial(open_ending_of, app, screen.look, opened.id))
    if not has_pieces(screen):
        yield say("Share this play"), say("One file"), "share-variant", screen.share


def has_pieces(screen: TableScreen) -> bool:
    """Whether something lies on the table; a score sheet has nothing to lay out or to move."""
    return any(field.on_table for field in screen.play.fields())


def open_looks(screen: TableScreen, looks: list[Peek]) -> None:
    rows = []
    for one in looks:
        token = SeatToken(screen.look, one.seat.colour, screen.letters[one.seat.index], 32)
        rows.append(ListRow(screen.look, one.seat.name, "", "eye-outline",
                            after(screen, partial(screen.want, one.key())), token=token))
    screen.app.open_sheet(Sheet(screen.look, say("Who looks?"), rows))


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
    rows = [ListRow(screen.look, one.text, "", one.icon or "dots-horizontal", after(screen, one.do))
            for one in actions]
    screen.app.open_sheet(Sheet(screen.look, say("What else?"), rows))


# Why?

class RuleHead(Row):
    def __init__(self, look: Look, rule: Rule) -> None:
        title = Words(look, rule.title, "answer")
        super().__init__([Tag(look, rule.id, tone="container", ink="on_container"), title], title, gap=10)


class SeatLine(Grid):
    """The seats in order, with what it means for each; the current one stands out."""

    def __init__(self, screen: TableScreen, line: list[InLine]) -> None:
        look = screen.look
        self.tokens = [SeatToken(look, one.seat.colour, screen.letters[one.seat.index], 40,
                                 alpha=1.0 if one.now else 0.6) for one in line]
        self.captions = [Words(look, one.words, "label", "primary" if one.now else "text2", align="center",
                               chrome=True)
                         for one in line]
        pairs = zip(self.tokens, self.captions, strict=True)
        super().__init__([Column(pair, gap=4, centred=True) for pair in pairs], columns=len(line), gap=4)


def why_parts(screen: TableScreen, question: Q) -> list[Any]:
    look, why = screen.look, why_of(screen.controller, question)
    parts: list[Any] = [] if why.text is None else [Words(look, why.text, "body")]
    if why.line:
        parts.append(SeatLine(screen, list(why.line)))
    parts += [Words(look, text, "body", "text2") for text in why.hints]
    parts += [IconLine(look, one.text, one.icon, role="body") for one in why.reminders]
    parts += _answers(screen, question) if look.big else []
    for rule in why.rules:
        text = Words(look, rule.text, "body", "text2")
        parts.append(CardBox(look, shown((RuleHead(look, rule), True), (text, rule.text)), gap=6))
    parts += [_house_rule(screen, one) for one in why.house]
    if not parts:
        parts.append(Words(look, say("The rules say no more about this."), "body", "text2"))
    return parts


def _answers(screen: TableScreen, question: Q) -> list[Any]:
    """The answers' second lines, which big text hides in the panel."""
    if not traits(question).is_list or question.secret:
        return []
    table, lines = screen.play.table, []
    for choice in question.choices(table):
        face = question.face(table, choice)
        if face.hint is not None:
            words = say("{label}: {hint}", label=face.label, hint=face.hint)
            lines.append(IconLine(screen.look, words, face.icon))
        for one in face.points:
            words = say("{label}: {name} {points}", label=face.label, name=one.seat,
                        points=signed(one.change))
            lines.append(IconLine(screen.look, words, face.icon))
    return [CardBox(screen.look, lines)] if lines else []


def _house_rule(screen: TableScreen, rule: HouseRule) -> ListRow:
    """A house rule; a tap opens its page, with the alternative and the reason."""
    text: Text = say("House rule: {label}: {choice}", label=rule.label, choice=rule.choice)
    app, opened = screen.app, screen.controller.opened
    go = partial(app.go, "rules", game=opened.game.facts.id, rule=rule.rule, opened=opened)
    return ListRow(screen.look, text, rule.sentence, "scale-balance", partial(app.close_sheet, go),
                   more="chevron-right")


def open_why(screen: TableScreen) -> None:
    asked = screen.situation.question or next(iter(screen.situation.asked), None)
    if asked is None:
        return
    look = screen.look
    foot = SideBySide(look, [
        OutlineButton(look, say("Fix something"), "pencil-outline", after(screen, screen.open_fix)),
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
        side = say("Side: {side}", side=seen.side)
        parts.append(IconLine(look, side, "account-group-outline", role="body"))
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
        TonalButton(look, say("Fix something"), "pencil-outline",
                    after(screen, lambda: screen.open_fix(seat=index))),
        # Translators: a button: this player leaves the table
        OutlineButton(look, say("Leaves") if not seat.gone else say("Comes back"), "exit-run",
                      after(screen, lambda: open_people(screen)))])
    screen.app.open_sheet(Sheet(look, seat.name, parts, foot))


def history_of(screen: TableScreen, index: int) -> list[str]:
    found: list[str] = []
    for entry in reversed(screen.play.chronicle()):
        found += [str(line.text) for line in reversed(entry.lines) if line.seat == index and not line.heading]
        if len(found) >= MOST_TOLD:
            break
    return found[:MOST_TOLD]


def open_people(screen: TableScreen) -> None:
    look, app = screen.look, screen.app

    def row(seat: Any) -> ListRow:
        token = SeatToken(look, seat.colour, screen.letters[seat.index], 40, alpha=0.45 if seat.gone else 1.0)
        action = screen.controller.come_back if seat.gone else screen.controller.leave
        text = say("{name} comes back", name=seat) if seat.gone else say("{name} leaves", name=seat)
        made = ListRow(look, text, "", "exit-run", lambda: act(made, action(seat.index)), token=token,
                       tone="surface2")
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
    hint = Words(look, say("Players who leave keep their seat and points. Their turns are skipped; "
                           "anyone can answer for them."), "support", "text2")
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


def ask_name(screen: TableScreen, title: Text, button: Text, icon: str, now: str,
             give: Callable[[str], Result], above: Sequence[Any] = (), known: Sequence[Person] = ()) -> None:
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
    sheet = Sheet(look, title, [*above, entry, *shown((Wrap(chips), chips))],
                  PrimaryButton(look, button, icon, lambda: take(entry.text)),
                  on_close=lambda: entry.focus(False))
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

    title = say("New name for {name}", name=seat)
    ask_name(screen, title, say("Save the name"), "check-bold", seat.name, give)


# Corrections

class OneChange:
    """Stands in for the page that field rows expect: sets the first value tapped and closes the sheet."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.app, self.look = screen, screen.app, screen.look

    def set_to(self, path: str, value: Json) -> None:
        self.app.close_sheet(partial(self.screen.put, path, value))

    def token(self, seat: int) -> SeatToken:
        return SeatToken(self.look, self.screen.play.table.seats[seat].colour, self.screen.letters[seat], 32)


def open_thing(screen: TableScreen, title: str, line: str, paths: Sequence[str]) -> None:
    """Offer the values of one thing on the table; one tap sets it, and undo reverts it."""
    look, page = screen.look, OneChange(screen)
    fields = {field.path: field for field in screen.controller.fields()}
    rows = [row_for(page, fields[path], fields[path].read()) for path in paths if path in fields]
    words = [Words(look, line, "body", "text2")] if line else []
    foot = TonalButton(look, say("Fix something"), "pencil-outline",
                       after(screen, lambda: screen.open_fix(paths[0] if paths else "")))
    screen.app.open_sheet(Sheet(look, title, [*words, *rows], foot))


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


# The end of an unfinished play: its standings, and two ways to end it

def open_ending(app: TablesideApp, look: Look, play: Listed) -> None:
    library, one = app.library, play.id

    def end(winner: int | None) -> None:
        told = say("Ended. The standings are under History.") if winner is None else say("Ended early.")
        ended = _clear(app, partial(library.end_here, one, winner), told, partial(library.play_on, one))
        if ended and winner is not None:
            app.go("result", opened=library.resume(one))

    open_lines(app, look, say("End this play here?"), [
        (say("End with these points"), say("Kept in History, no winner"), "flag-checkered",
         partial(end, None)),
        (say("Archive it"), say("Hidden; you can bring it back under History"), "archive-outline",
         lambda: _clear(app, partial(library.archive, one), say("Archived. You'll find it under History."),
                        partial(library.archive, one, False))),
        (say("Delete it"), say("Moves to the trash under History"), "delete-outline",
         lambda: _clear(app, partial(library.delete, one), say("Deleted. It is in the trash under History."),
                        partial(library.bring_back, one)))], _standings(app, look, play, end))


def open_ending_of(app: TablesideApp, look: Look, play_id: int) -> None:
    with suppress(Refused):
        open_ending(app, look, app.library.listed(play_id))


def _standings(app: TablesideApp, look: Look, play: Listed, end: Callable[[int | None], None]) -> list[Any]:
    """The standings, most points first; tap a name to make them the winner."""
    low = False
    with logged("a game could not say who leads"):
        low = low_leads(view_of(app.library.resume(play.id).play))
    points = play.points or (0,) * len(play.people)
    order = sorted(range(len(play.people)), key=lambda seat: points[seat] if low else -points[seat])
    chips, scored = [], any(points)
    for seat in order:
        name = play.people[seat].name
        words = f"{name} {minus(points[seat])}" if scored else name
        chips.append(TallChip(look, words, "trophy-outline", partial(app.close_sheet, partial(end, seat))))
    ahead = [play.people[seat].name for seat in order if scored and points[seat] == points[order[0]]]
    asked = say("{name} leads. Who wins?", name=ahead[0]) if len(ahead) == 1 else say("Does anybody win?")
    return [Words(look, asked, "body", "text2"), Wrap(chips)]


def _clear(app: TablesideApp, action: Do, told: Text, undo: Do) -> bool:
    """Leave its table first, which saves the standings."""
    def done(action: Do) -> bool:
        worked = tried(app, action)
        if worked:
            app.show_again()
        return worked

    app.go_home()
    ended = done(action)
    if ended:
        app.tell(told, (say("Undo"), lambda: done(undo)))
    return ended
