"""The app's drawing of a game's form for the owner's box. See `companion.core.boxes.form` for its kinds.

Grids and places are drawn on a stage: see `box_stage`, or the game's own editor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.boxes.edits import check_marks, confirmed, is_guess, marked, next_face
from companion.core.boxes.form import (
    CardsPart,
    ChoicePart,
    FacesPart,
    FormPart,
    FormSection,
    GridPart,
    GroupPart,
    MarksPart,
    NumberPart,
    PickPart,
    PicksPart,
    PlacesPart,
    SwapPart,
    SwitchPart,
    TextPart,
    ValuePart,
    parts_of,
)
from companion.core.text import Refused, Text, listing, say, spelled
from companion.core.values import Json
from companion.ui.theme import tokens
from companion.ui.widgets import Card, Chip, Column, Do, Grid, Icon, PrimaryButton, Row, TonalButton, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.rows import ChoiceRow, ListRow, Stepper, SwitchRow
from companion.ui.widgets.controls.sheet import Sheet, tried

if TYPE_CHECKING:
    from companion.ui.screens.boxes import BoxEditor

LastLine = tuple[Text | str, str, Do]
ON_STAGE = (GridPart, PlacesPart)
WIDE = 408.0
"""A panel with room for seven tiles of 48 dp in a row."""
ENOUGH: LastLine = (say("That's enough"), "close", lambda: None)
"""Last line of the list while players enter one card after another."""


class BoxForm:
    def __init__(self, editor: BoxEditor) -> None:
        self.editor, self.app, self.look, self.draft = editor, editor.app, editor.look, editor.draft
        self.form: list[FormSection] = list(editor.game.boxes.form())

    def sections(self, *, with_stages: bool) -> list[str]:
        """Their names; without those that only hold what a game draws on its own stage."""
        return [str(section.title) for section in self.form
                if with_stages or not all(isinstance(part, ON_STAGE) for part in section.parts)]

    def on_stage(self, section: str) -> GridPart | PlacesPart | None:
        return next((part for part in self._parts(section) if isinstance(part, ON_STAGE)), None)

    def draw(self, section: str) -> list[Any]:
        """The parts of a section. Above what is a guess, a row to tap if the box is the same."""
        shown: list[Any] = []
        told: set[str] = set()
        for part in self._parts(section):
            if isinstance(part, ON_STAGE):
                continue
            guess = part.guess if is_guess(self.draft.box, part) else None
            if guess is not None and guess.sentence and guess.key not in told:
                told.add(guess.key)
                shown.append(self._line(guess.sentence, "help-circle-outline", partial(self._confirm, part),
                                        say("Tap if your box matches. If not, change it below.")))
            shown.append(self._part(part))
        return shown

    def _parts(self, section: str) -> list[FormPart]:
        return [part for one in self.form if str(one.title) == section for part in one.parts]

    def _part(self, part: FormPart) -> Any:
        if isinstance(part, (NumberPart, TextPart, ChoicePart, SwitchPart)):
            row = self.row(part, self.draft.value(part), partial(self._change, part))
            return self._titled(part, [row]) if isinstance(part, TextPart) else row
        if isinstance(part, PickPart):
            return self._pick(part)
        return self._titled(part, self._inside(part))

    def _titled(self, part: FormPart, parts: list[Any]) -> Column:
        hint = [Words(self.look, part.hint, "support", "text2")] if part.hint else []
        return Column([Words(self.look, part.title, "card title"), *hint, *parts], gap=tokens.S)

    def _inside(self, part: FormPart) -> list[Any]:
        match part:
            case GroupPart():
                return [self._part(one) for one in part.parts]
            case SwapPart():
                return self._swap(part, self.draft.value(part))
            case FacesPart():
                return self._faces(part, self.draft.value(part))
            case MarksPart():
                return self._marks(part, self.draft.value(part))
            case CardsPart():
                return self._cards(part, self.draft.value(part))
            case PicksPart():
                return self._picks(part, self.draft.value(part))
        raise TypeError(f"{part.kind} is no part of a form")

    # Changes

    def _keep(self, part: ValuePart, value: Json) -> None:
        self.draft.put(part, value, check=partial(self._check, part))

    def _check(self, part: ValuePart, box: Json) -> None:
        """The game's own reason comes first."""
        self.editor.game.boxes.check(box)
        if isinstance(part, MarksPart):
            check_marks(part, box)

    def _put(self, part: ValuePart, value: Json) -> None:
        self.editor.do(self._keep, part, value)

    def _change(self, part: ValuePart, value: Json) -> None:
        if isinstance(part, (NumberPart, TextPart)):
            self._keep_row(part, value)
        else:
            self._put(part, value)

    def _keep_row(self, part: ValuePart, value: Json) -> None:
        """Don't rebuild the section, so that a held button keeps counting and a field keeps its cursor."""
        self._keep(part, value)
        self.editor.show_state()
        self.editor.arrange()

    def _confirm(self, part: FormPart) -> None:
        self.editor.do(self.draft.take, confirmed(self.draft.box, part))

    # Parts

    def row(self, part: FormPart, value: Any, change: Callable[[Any], None]) -> Any:
        look = self.look
        match part:
            case TextPart():
                return TextEntry(look, part.title, value or "", part.icon, longest=part.longest,
                                 on_type=lambda typed: change(typed.strip()))
            case NumberPart():
                return Stepper(look, part.title, value or 0, part.low, part.high, change, hint=part.hint)
            case SwitchPart():
                return SwitchRow(look, part.title, part.hint, value, change)
            case ChoicePart():
                choices = [(one.value, one.label) for one in part.choices]
                return ChoiceRow(look, part.title, part.hint, choices, value, change)
        raise TypeError(f"{part.kind} is no row")

    def _line(self, words: Text | str, icon: str, do: Do, second: Text | str = "") -> ListRow:
        return ListRow(self.look, words, second, icon, do, tone="surface2")

    def _swap(self, part: SwapPart, value: list[Any]) -> list[Any]:
        """Tap two to swap them."""
        labels = {one.value: one.label for one in part.choices}
        things = [name for pair in value for name in pair] if part.pairs else list(value)
        held: list[int] = []

        def tap(at: int) -> None:
            if not held:
                grid.parts[at].choose(True)
                held.append(at)
                return
            one = held.pop()
            grid.parts[one].choose(False)
            things[one], things[at] = things[at], things[one]
            self._put(part, _in_order(part, things))

        grid = Grid([Chip(self.look, labels.get(thing, str(thing)), do=partial(tap, at), high=52.0, pad=4.0,
                          role="answer", chrome=False, corner=tokens.CORNER["answer"])
                     for at, thing in enumerate(things)], 2 if part.pairs else min(6, len(things)))
        return [grid]

    def _faces(self, part: FacesPart, value: list[int]) -> list[Any]:
        """A tap adds one; after the last it is blank."""
        def face(at: int, number: int) -> Card:
            after = [*value[:at], next_face(part, number), *value[at + 1:]]
            picture = DieFace(self.look, number, 44, part.icon)
            return Card(self.look, Row([picture], least=60, centred=True), partial(self._put, part, after),
                        text=str(label_of(part, number)))

        return [Grid([face(at, number) for at, number in enumerate(value)], columns=6, gap=6)]

    def _marks(self, part: MarksPart, value: list[int]) -> list[Any]:
        look = self.look

        def tile(number: int) -> Card:
            on = number in value
            icon = Icon(look, part.icon if on else "", 24, "on_container")
            label = Words(look, str(number), "number", "on_container" if on else "text2", align="center")
            toggle = partial(self._put, part, marked(value, number))
            card = Card(look, Column([icon, label], 10, 0, 13, centred=True), toggle,
                        text=str(say("Space {n}", n=number)), corner=14, least=88)
            card.choose(on)
            return card

        wide = self.editor.ground.width >= dp(WIDE) and not look.big
        return [Grid([tile(number) for number in range(part.low, part.high + 1)], 7 if wide else 4, gap=6),
                Words(look, _marked(part, value), "body", "text2")]

    def _cards(self, part: CardsPart, value: list[Any]) -> list[Any]:
        lines = [self._line(card.get(part.name.at, ""), part.icon, partial(self._open_card, part, at),
                            _about_card(part, card)) for at, card in enumerate(value)]
        return [*lines, TonalButton(self.look, part.add, "plus", partial(self._open_card, part))]

    def _pick(self, part: PickPart) -> ListRow:
        place = self.draft.value(part)
        second = self._named(part.of, [place]) if place else part.unset
        return self._line(part.title, part.icon, partial(self._open_pick, part), second)

    def _picks(self, part: PicksPart, value: list[Any]) -> list[Any]:
        lines = [self._line(self._named(part.of, card if isinstance(card, list) else [card]), part.icon,
                            partial(self._open_picks, part, at)) for at, card in enumerate(value)]
        add = [TonalButton(self.look, part.add, "plus", partial(self._open_picks, part))]
        return [*lines, *(add if len(value) < part.limit else ())]

    def _places(self, of: str) -> dict[str, str]:
        return {one["id"]: one["name"] for one in self.draft.at(of)}

    def _named(self, of: str, card: Sequence[str]) -> Text | str:
        places = self._places(of)
        return listing([places.get(key, key) for key in card])

    # Sheets

    def _open_card(self, part: CardsPart, at: int | None = None) -> None:
        """Edit the card at this place, or add one."""
        cards = self.draft.value(part)
        card: dict[str, Json] = dict(part.new if at is None else cards[at])
        before, after = (cards, []) if at is None else (cards[:at], cards[at + 1:])

        def put(*new: Mapping[str, Json]) -> None:
            if not all(one.get(part.name.at) for one in new):
                raise Refused(say("The card has no name. Type one."))
            self._keep(part, [*before, *new, *after])
            self.app.close_sheet()
            self.editor.refresh()

        def refuse(why: str) -> None:
            rows[0].refuse(why)
            sheet.refit()

        rows = [self.row(one, card.get(one.at), partial(card.__setitem__, one.at))
                for one in (part.name, *part.fields)]
        foot: list[Any] = [PrimaryButton(self.look, say("Save this card"), "check-bold",
                                         lambda: tried(self.app, partial(put, card), refuse))]
        if at is not None:
            foot.append(TonalButton(self.look, part.remove, "delete-outline", put))
        sheet = Sheet(self.look, say("A card"), rows, Column(foot), on_close=lambda: rows[0].focus(False))
        self.app.open_sheet(sheet)

    def _open_pick(self, part: PickPart) -> None:
        def take(place: str) -> None:
            self._put(part, place)
            self._next_card()
        unset: LastLine = (part.none, "close", partial(self._put, part, None))
        self._open_places(part, part.ask, take, unset if self.draft.value(part) else ENOUGH)

    def _open_picks(self, part: PicksPart, at: int | None = None, *chosen: str) -> None:
        """Choose the places of the card at `at`, or of a new one, one after another."""
        cards = self.draft.value(part)
        start = len(cards) if at is None else at

        def put(*card: Any) -> None:
            self._put(part, [*cards[:start], *card, *cards[start + 1:]])
            if at is None:
                self._next_card()

        def take(place: str) -> None:
            if len(chosen) + 1 < len(part.asks):
                self._open_picks(part, at, *chosen, place)
            else:
                put([*chosen, place] if chosen else place)

        last: LastLine | None = None
        if not chosen:
            last = ENOUGH if at is None else (part.remove, "delete-outline", put)
        self._open_places(part, part.asks[len(chosen)], take, last, chosen)

    def _open_places(self, part: PickPart | PicksPart, title: Text | str, take: Callable[[str], None],
                     last: LastLine | None, without: Sequence[str] = ()) -> None:
        """Offer places to choose; `last` adds a line to remove the card or stop."""
        rows = [ListRow(self.look, name, "", "map-marker-outline",
                        partial(self.app.close_sheet, partial(take, key)), more="")
                for key, name in self._places(part.of).items() if key not in without]
        if last is not None:
            words, icon, do = last
            close = partial(self.app.close_sheet, do)
            rows.append(ListRow(self.look, words, "", icon, close, more="", ink="loss"))
        self.app.open_sheet(Sheet(self.look, title, [Column(rows, gap=0)]))

    def _next_card(self) -> None:
        """Continue with the next card until all are entered or the player stops."""
        for part in parts_of(self.form):
            if isinstance(part, PickPart) and not self.draft.value(part):
                return self._open_pick(part)
            if isinstance(part, PicksPart) and len(self.draft.value(part)) < part.limit:
                return self._open_picks(part)


def _in_order(part: SwapPart, things: list[Any]) -> list[Any]:
    if part.pairs:
        return [things[n:n + 2] for n in range(0, len(things), 2)]
    first = things.index(1) if part.ring else 0
    return [*things[first:], *things[:first]]


def label_of(part: FacesPart, number: int) -> Text | str:
    """The words for a face. A box from a file may hold a higher number than the form offers."""
    return part.labels[number] if 0 <= number < len(part.labels) else str(number)


def _marked(part: MarksPart, value: Sequence[int]) -> Text | str:
    left = part.limit - len(value)
    if not value:
        return part.none
    return say("Tap {n} more.", n=spelled(left)) if left else part.full


def _about_card(part: CardsPart, card: Mapping[str, Json]) -> str:
    said: list[Text | str] = []
    for one in part.fields:
        value = card.get(one.at)
        if isinstance(one, NumberPart) and value:
            said.append(say("{label}: {hint}", label=one.title, hint=value))
        elif isinstance(one, TextPart) and value:
            said.append(str(value))
        elif isinstance(one, ChoicePart):
            said += [choice.label for choice in one.choices if choice.value == value]
        elif isinstance(one, SwitchPart) and value:
            said.append(one.title)
    return ", ".join(map(str, said))
