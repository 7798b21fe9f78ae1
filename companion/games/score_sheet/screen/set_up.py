"""Setting up a score sheet: the box's name, the players, and how points are counted."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.boxes.code import LONGEST
from companion.core.setup import Person, Setup
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.games.score_sheet import ready as ready_made
from companion.games.score_sheet import sheet as sheets
from companion.games.score_sheet.sheet import Sheet
from companion.services.open_play import OpenPlay
from companion.services.play_details import Details, save_details
from companion.ui.screens.new_play import NewPlayDraft, NewPlayScreen
from companion.ui.screens.plays import DayField
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Card, Column, IconDisc, Link, Row, SeatToken, Words, Wrap, shake
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.controls.rows import ChoiceRow, Divider, ListRow, Stepper, SwitchRow
from companion.ui.widgets.controls.sheet import open_menu

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

COLOURS = ("#C98A2B", "#B3423A", "#8A3FA0", "#3B5BDB", "#0B8A8F", "#3B8C3B", "#7A6A58", "#C2557E")
ICONS = ("cards-outline", "cards-heart-outline", "dice-5-outline", "castle", "rocket-launch-outline",
         "sword-cross", "tree-outline", "chess-knight")
LONGEST_ADDRESS, MOST_OFFERED = 200, 3
USUAL_ROUNDS = {sheets.NUMBERS: 5, sheets.BIDS: 10, sheets.WINS: 1}
OPEN, FIXED, NAMED, TARGET = "open", "fixed", "named", "target"
BY = [(sheets.NUMBERS, say("A number each round")), (sheets.TAPS, say("Taps, at any time")),
      (sheets.BIDS, say("Bids, then tricks")), (sheets.WINS, say("Won, lost or drawn"))]
BID_WORDS = [(sheets.SKULL_KING, say("Skull King")), (sheets.WIZARD, say("Wizard")),
             (sheets.OH_HELL, say("Oh Hell"))]
BID_PARTS = (say("A bid that is made"), say("Each trick in it"), say("Each trick off costs"),
             say("A bid of zero, for each round so far"), say("Bonus points per tap"))


class SeatChip(Card):
    """A player's token and name; a tap edits or removes the seat."""

    def __init__(self, look: Look, person: Person, letter: str, do: "Callable[[SeatChip], None]") -> None:
        name = Words(look, person.name, "kicker")
        row = Row([SeatToken(look, person.colour, letter, 28), name], name, gap=6, pad=8, air=7,
                  least=tokens.TARGET)
        super().__init__(look, row, lambda: do(self), text=person.name, corner=tokens.TARGET / 2)
        self.person = person

    def hug(self, most: float | None = None) -> float:
        self.content.hug(most)
        self.take_size(*self.content.size)
        return float(self.width)


def disc(look: Look, icon: str, do: Callable[[], object], name: Text, side: float = 44.0) -> IconDisc:
    made = IconDisc(look, icon, do, on_art=False)
    made.text = str(name)
    made.size, made.box.corner = (dp(side), dp(side)), dp(side / 2)
    return made


class Looks(Column):
    def __init__(self, look: Look, colour: str, icon: str, change: Callable[[str, str], None]) -> None:
        self.colour, self.icon, self.change = colour, icon, change
        self.swatches = {one: disc(look, "", partial(self._pick, one, ""), say("Colour")) for one in COLOURS}
        self.icons = {one: disc(look, one, partial(self._pick, "", one), say("Icon")) for one in ICONS}
        for one, made in (*self.swatches.items(), *self.icons.items()):
            made.box.fill(tokens.rgba(one) if one in COLOURS else look.colour("surface2"))
        super().__init__([Words(look, say("Its cover"), "body"), Wrap(self.swatches.values(), gap=8),
                          Wrap(self.icons.values(), gap=8)], gap=8)
        self._mark()

    def _pick(self, colour: str, icon: str) -> None:
        self.colour, self.icon = colour or self.colour, icon or self.icon
        self._mark()
        self.change(self.colour, self.icon)

    def _mark(self) -> None:
        for one, swatch in (*self.swatches.items(), *self.icons.items()):
            on = one in (self.colour, self.icon)
            swatch.box.border(swatch.look.colour("text") if on else None, dp(3) if on else 0)


def _end_of(sheet: Sheet) -> str:
    if sheet.categories:
        return NAMED
    if sheet.has_target:
        return TARGET
    return FIXED if sheet.last_round else OPEN


@dataclass
class SheetDraft(NewPlayDraft):
    sheet: dict[str, Any] = field(default_factory=lambda: dict(Sheet().to_json()))
    ends: str = OPEN
    typed_rows: str = ""
    keep: bool = True
    more: bool = False
    teams: dict[str, int] = field(default_factory=dict)
    """The team of each name that changed teams by hand."""

    def partners(self) -> tuple[int, ...]:
        """The team of each seat: partners sit apart, unless somebody changed teams."""
        sides = self.sheet["sides"]
        if sides:
            return tuple(self.teams.get(person.name, at) % sides for at, person in enumerate(self.people))
        return ()

    def take(self, sheet: Sheet) -> None:
        self.sheet = dict(sheet.to_json())
        self.ends = _end_of(sheet)
        self.typed_rows = sheets.typed_rows(sheet)

    @staticmethod
    def of_sheet(people: list[Any], raw: Json, **about: Any) -> "SheetDraft":
        draft = SheetDraft(people, **about)
        sheet = Sheet.of(raw).for_another_play()
        draft.take(sheet)
        draft.teams = {person.name: team for person, team in zip(people, sheet.partners, strict=False)}
        return draft


class SetUpScreen(NewPlayScreen):
    """`box` is a saved sheet, `setup` repeats a play, `once` takes only final points."""

    draft: SheetDraft

    def __init__(self, app: "TablesideApp", game: str = "score_sheet", setup: Setup | None = None,
                 draft: SheetDraft | None = None, box: int | None = None, once: bool = False) -> None:
        if draft is None and setup is not None:
            draft = SheetDraft.of_sheet(list(setup.people), setup.box, keep=False)
        self._box, self._once = box, once
        super().__init__(app, game, None, draft)
        name = self.draft.sheet["name"]
        self.title.say(name or say("Score sheet"))
        self.lead.say(self.game.facts.blurb)
        self.named.say("")  # the title already says it
        if once:
            self.title.say(say("A play without Tableside"))
            self.lead.say(say("Box, people and final points"))
            self.links.fill([])  # it is over, so there is nothing to begin or join

    def _say_start(self) -> None:
        super()._say_start()
        if self._once and self.start.ready:
            self.start.text = str(say("Enter the points"))

    def _as_last_time(self) -> SheetDraft:
        last = super()._as_last_time()
        row = next((one for one in self.app.library.boxes(self.game.facts.id) if one.id == self._box), None)
        sheet = Sheet(rounds=1) if self._once else Sheet()
        return SheetDraft.of_sheet(last.people, row.box if row is not None else sheet.to_json(),
                                   typing=last.typing, box=self._box, keep=not self._once)

    # Parts

    def _make_parts(self) -> None:
        look, sheet = self.look, self.draft.sheet
        self.name = TextEntry(look, say("What is it called?"), sheet["name"], "pencil-outline",
                              on_type=self._named, on_enter=lambda _: self._type(), longest=LONGEST)
        self.ready = Column([], gap=0)
        if not sheet["name"]:
            self._offer_ready("")
        self.rows_entry = TextEntry(look, say("Farms, cities x2, debts x-1"), self.draft.typed_rows,
                                    "format-list-bulleted",
                                    on_type=partial(setattr, self.draft, "typed_rows"),
                                    longest=sheets.LONGEST_NAME * sheets.MOST_CATEGORIES)
        self.bgg = TextEntry(look, say("Its number or address at BoardGameGeek"), str(sheet.get("bgg") or ""),
                             "identifier", on_type=self._number_at_bgg, longest=LONGEST_ADDRESS)
        now = self.app.library.clock.wall()
        self.day = DayField(look, now, now, lambda: self.why.say(""))
        self.settings = Column([], gap=tokens.S)
        self._set_all()
        super()._make_parts()

    def _seat_everybody(self) -> None:
        """Use chips: seating matters little on a score sheet."""
        letters = tokens.initials(person.name for person in self.draft.people)
        chips: list[Any] = [SeatChip(self.look, person, letter, self._open_seat)
                            for person, letter in zip(self.draft.people, letters, strict=True)]
        if not isinstance(self.seats, Wrap):  # no dragging: a tap opens the seat, which can be moved there
            self.seats = Wrap(gap=6)
        if chips and not self.draft.typing:
            more = disc(self.look, "account-plus-outline", self._type, say("Add a player"), tokens.TARGET)
            more.box.border(self.look.colour("outline2"), dp(1.5))
            chips.append(more)
        self.seats.fill(chips)

    def _type(self) -> None:
        super()._type()
        self._seat_everybody()
        self.arrange()

    def _refresh(self) -> None:
        if self.draft.more and self.draft.sheet["sides"]:
            self._set_all()
        super()._refresh()

    def _chips(self) -> list[Any]:
        new = str(say("New"))  # the ring after the names says it
        return [chip for chip in super()._chips() if chip.text != new or not self.seats.parts]

    def _parts(self) -> list[Any]:
        return [self.name, *([] if self._once else [self.ready]), *super()._parts()]

    def _offer_ready(self, typed: str) -> None:
        """Ready-made sheets that fit what is typed; before that, a link to all of them."""
        look, fits = self.look, ready_made.found(typed)
        if not typed.strip():
            self.ready.fill([Link(look, say("Ready-made sheets"), "format-list-bulleted", self._list_ready)])
            return
        exact = any(str(one.name) == typed for one in fits)
        self.ready.fill([ListRow(look, one.name, one.about, one.plan.icon, partial(self._take, one.sheet()))
                         for one in ([] if exact else fits[:MOST_OFFERED])])

    def _list_ready(self) -> None:
        open_menu(self.app, self.look, say("Ready-made sheets"),
                  [(one.name, one.about, one.plan.icon, partial(self._take, one.sheet()))
                   for one in ready_made.READY_MADE])

    def _take(self, sheet: Sheet) -> None:
        """As if its owner had set it up here."""
        self.draft.take(sheet)
        self.rows_entry.typing.text = self.draft.typed_rows
        self.bgg.typing.text = str(sheet.bgg or "")
        self._again()
        self.name.typing.text = sheet.name                                  # comes to `_named` with the name

    def _box_parts(self) -> list[Any]:
        return []

    def _rule_parts(self) -> list[Any]:
        return [Divider(self.look), *([self.day] if self._once else []), self.settings]

    def _set_all(self) -> None:
        """How points come in, what ends it, who wins; everything else is folded."""
        draft, sheet, look = self.draft, self.draft.sheet, self.look
        parts: list[Any] = [ChoiceRow(look, say("Points"), "", BY, sheet["by"], self._set_by)]
        if sheet["by"] == sheets.BIDS:
            parts.append(ChoiceRow(look, say("A bid counts"), "", BID_WORDS, tuple(sheet["bids"]),
                                   lambda bids: self._set("bids", list(bids))))
        parts.append(ChoiceRow(look, say("It ends"), "", self._ends(), draft.ends, self._set_ends))
        if draft.ends == FIXED:
            parts.append(self._stepper(say("How many rounds"), "rounds", 1, sheets.MOST_ROUNDS, 1))
        elif draft.ends == NAMED:
            parts.append(self.rows_entry)
        elif draft.ends == TARGET:
            if not sheet["down"]:
                parts.append(self._stepper(say("Target score"), "target", -sheets.MOST, sheets.MOST, 5))
            parts.append(ChoiceRow(look, say("When somebody reaches it"), "", self._reaches(), sheet["reach"],
                                   partial(self._set, "reach")))
        if self._once and not draft.more:
            parts = []  # only final points
        parts.append(ChoiceRow(look, say("Who wins"), "", list(sheets.WINNERS.items()), sheet["wins"],
                               partial(self._set, "wins")))
        parts += self._more() if draft.more else [
            Link(look, say("More settings"), "chevron-down", self._show_more, icon_last=True)]
        name = sheet["name"].strip()
        kept = say("{name} will be listed among your games", name=name) if name else \
            say("give it a name to list it among your games")
        parts.append(SwitchRow(look, say("Keep this sheet"), kept, draft.keep,
                               partial(setattr, draft, "keep")))
        self.settings.fill(parts)

    def _more(self) -> list[Any]:
        look, sheet = self.look, self.draft.sheet
        parts: list[Any] = [
            ChoiceRow(look, say("Teams"), say("partners share a column, and sit apart"),
                      [(0, say("Off")), (2, say("Two")), (3, say("Three"))], sheet["sides"],
                      partial(self._set, "sides")),
            *self._teams(),
            SwitchRow(look, say("Below zero"), say("the pad gets a ±"), sheet["below_zero"],
                      partial(self._set, "below_zero")),
            self._stepper(say("Everybody begins with"), "start", -sheets.MOST, sheets.MOST, 5),
            SwitchRow(look, say("Count down"), say("points come off, down to zero"), sheet["down"],
                      self._set_down),
            ChoiceRow(look, say("After a tie"), "", list(sheets.TIES.items()), sheet["tie"],
                      partial(self._set, "tie")),
            ChoiceRow(look, say("Clock for a round"), "", self._clocks(), sheet["clock"], self._set_clock)]
        if sheet["by"] == sheets.NUMBERS:
            parts.append(SwitchRow(look, say("Each round adds up to zero"),
                                   say("the last number is worked out"),
                                   sheet["zero_sum"], partial(self._set, "zero_sum")))
        if sheet["by"] != sheets.TAPS:
            parts.append(ChoiceRow(look, say("Moves on each round"), "", list(sheets.TURNS.items()),
                                   sheet["turn"], partial(self._set, "turn")))
        if sheet["by"] == sheets.BIDS:
            parts += [self._bid_stepper(at, label) for at, label in enumerate(BID_PARTS)]
        looks = Looks(look, sheet["colour"], sheet["icon"],
                      lambda colour, icon: sheet.update(colour=colour, icon=icon))
        share = ListRow(look, say("Share as a code"), say("a friend pastes it in place of a name"),
                        "share-variant-outline", self._share)
        return [*parts, self.bgg, looks, share]

    def _teams(self) -> list[Any]:
        """A line for each team; a tap on a name moves it to the next team."""
        people, partners = self.draft.people, self.draft.partners()
        letters = tokens.initials(person.name for person in people)
        chips = [SeatChip(self.look, person, letter, self._change_team)
                 for person, letter in zip(people, letters, strict=True)]
        if not partners:
            return []
        columns = []
        for team in range(self.draft.sheet["sides"]):
            title = say("Team {n}: tap a name to move it", n=team + 1)
            members = [chip for chip, one in zip(chips, partners, strict=True) if one == team]
            columns.append(Column([Words(self.look, title, "support", "text2"), Wrap(members, gap=6)], gap=4))
        return columns

    def _ends(self) -> list[tuple[str, Text]]:
        by = self.draft.sheet["by"]
        rounds = [] if by == sheets.TAPS else [(FIXED, say("After some rounds"))]
        named = [(NAMED, say("After named rows"))] if by == sheets.NUMBERS else []
        return [(OPEN, say("When you say so")), *rounds, (TARGET, say("At a target score")), *named]

    def _reaches(self) -> list[tuple[str, Text]]:
        rounds = self.draft.sheet["by"] != sheets.TAPS
        return [one for one in sheets.REACHES.items() if rounds or one[0] != sheets.ROUND]

    def _bid_stepper(self, at: int, label: Text) -> Stepper:
        bids = self.draft.sheet["bids"]
        return Stepper(self.look, label, bids[at], -sheets.MOST_WORTH, sheets.MOST_WORTH,
                       partial(bids.__setitem__, at), by=5)

    def _stepper(self, label: Text, key: str, low: int, high: int, by: int) -> Stepper:
        sheet = self.draft.sheet

        def typed() -> None:
            open_number(self.app, self.look, label, sheet[key], low, high,
                        lambda number: self._set(key, number))

        return Stepper(self.look, label, sheet[key], low, high, partial(sheet.__setitem__, key), by=by,
                       on_type=typed)

    def _clocks(self) -> list[tuple[int, Text | str]]:
        usual = [0, 30, 60, 90]
        now = self.draft.sheet["clock"]
        seconds = [*usual, *([now] if now not in usual else [])]
        words: list[tuple[int, Text | str]] = [(one, say("{n} s", n=one) if one else say("Off"))
                                               for one in seconds]
        return [*words, (-1, say("Other"))]

    # Actions

    def _change_team(self, chip: SeatChip) -> None:
        draft = self.draft
        draft.teams[chip.person.name] = draft.partners()[draft.people.index(chip.person)] + 1
        self._again()

    def _set(self, key: str, value: Json) -> None:
        self.draft.sheet[key] = value
        self._again()

    def _again(self) -> None:
        self._set_all()
        self.arrange()

    def _set_by(self, by: str) -> None:
        """Start with the usual settings of such a game."""
        sheet = self.draft.sheet
        sheet.update(by=by, reach=sheets.ONCE if by == sheets.TAPS else sheets.ROUND)
        self._set_ends({sheets.BIDS: FIXED, sheets.WINS: FIXED}.get(by, OPEN))
        if by in USUAL_ROUNDS:
            self._set("rounds", USUAL_ROUNDS[by])

    def _set_ends(self, ends: str) -> None:
        sheet = self.draft.sheet
        self.draft.ends = ends
        rounds = target = 0
        if ends == FIXED:
            rounds = USUAL_ROUNDS[sheets.NUMBERS]
        elif ends == TARGET and not sheet["down"]:
            target = 10 if sheet["by"] == sheets.TAPS else 100
        sheet.update(rounds=rounds, target=target)
        self._again()

    def _set_down(self, down: bool) -> None:
        sheet = self.draft.sheet
        start = sheet["start"] if sheet["start"] > 0 else 501
        sheet.update(down=down, reach=sheets.ONCE, start=start if down else 0)
        self._set_ends(TARGET if down else OPEN)

    def _set_clock(self, seconds: int) -> None:
        if seconds >= 0:
            self._set("clock", seconds)
            return
        open_number(self.app, self.look, say("Seconds for a round"), None, 5, 3600,
                    partial(self._set, "clock"))
        self._again()

    def _show_more(self) -> None:
        self.draft.more = True
        self._again()

    def _number_at_bgg(self, typed: str) -> None:
        why: Text | str = ""
        try:
            self.draft.sheet["bgg"] = sheets.bgg_in(typed)
        except Refused as error:
            why = error.refusal.why
        self.bgg.refuse(why)
        self.arrange()

    def _named(self, name: str) -> None:
        why: Text | str = ""
        sheet = None
        try:
            sheet = Sheet.of_code(name)
        except Refused as error:
            why = error.refusal.why
        self.name.refuse(why)
        if sheet is not None:
            self._take(sheet)
            return
        self._offer_ready(name)
        self.draft.sheet["name"] = name[:sheets.LONGEST_NAME]
        self.title.say(name.strip() or say("Score sheet"))
        self.arrange()

    def _share(self) -> None:
        try:
            sheet = self.sheet()
        except Refused as error:
            self.app.tell(error.refusal.why)
            return
        self.app.tell(self.app.machine.share.share_text(str(say("A score sheet for Tableside")),
                                                        sheet.to_code()))

    # Starting

    def sheet(self) -> Sheet:
        names, worth = sheets.rows_of(self.draft.typed_rows) if self.draft.ends == NAMED else ((), ())
        raw = {**self.draft.sheet, "name": self.draft.sheet["name"].strip(), "categories": names,
               "worth": worth, "partners": ()}
        if self.draft.ends == NAMED and not names:
            raise Refused(say("Name the rows first, with commas between them."))
        return Sheet.of(raw)

    def setup(self) -> Setup:
        partners = self.draft.partners() if self.draft.teams else ()
        return Setup(tuple(self.draft.people), {}, replace(self.sheet(), partners=partners).to_json())

    def _begin(self, *, draws: bool = False) -> OpenPlay | None:
        try:
            sheet, moment = self.sheet(), self.day.moment(0.0) if self._once else 0.0
        except Refused as error:
            self.why.say(error.refusal.why)
            shake(self.start)
            self.arrange()
            return None
        started = super()._begin(draws=draws)
        if started is not None and moment:
            save_details(self.app.library, started.id, Details(when=moment))
        if started is not None and self.draft.keep and sheet.name:
            self._keep(sheet)
        return started

    def _keep(self, sheet: Sheet) -> None:
        """Save under its name, replacing a sheet with the same name."""
        library, game = self.app.library, self.game.facts.id
        name = sheet.name.casefold()
        same = next((row.id for row in library.boxes(game) if row.name.casefold() == name), None)
        library.save_box(game, sheet.name, sheet.to_json(), same if same is not None else self.draft.box)
