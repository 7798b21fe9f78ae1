"""The app's drawing of `Boxes.form()`: each part is data, and names where its value is in the box.

`number`, `choice`, `switch` and `pick` are rows. Other parts have a heading: `group` for rows, `swap` for things in
order, `faces` of a die, `marks` on a few numbers, `cards` with fields, and `picks`: cards that name places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.text import Refused, Text, say, spelled
from companion.ui.theme import tokens
from companion.ui.widgets import Card, Chip, Column, Do, Grid, Icon, PrimaryButton, Row, TonalButton, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.rows import ChoiceRow, ListRow, Stepper, SwitchRow
from companion.ui.widgets.controls.sheet import LONGEST, Sheet, tried

if TYPE_CHECKING:
    from companion.ui.screens.boxes import BoxEditor

Part = dict[str, Any]
LastLine = tuple[Text, str, Do]
ON_STAGE = ("tiles", "town")
"""Parts that only the game's own editor can draw."""
WIDE = 408.0
"""A panel with room for seven tiles of 48 dp in a row."""
ENOUGH: LastLine = (say("That's enough"), "close", lambda: None)
"""Last line of the list while players enter one card after another."""


class BoxForm:
    def __init__(self, editor: BoxEditor) -> None:
        self.editor, self.app, self.look, self.draft = editor, editor.app, editor.look, editor.draft
        self.parts: list[Any] = list(editor.game.boxes.form())
        self._keep = partial(self.draft.put, check=editor.game.boxes.check)

    def sections(self) -> list[str]:
        return list(dict.fromkeys(str(part["section"]) for part in self.parts if part["kind"] not in ON_STAGE))

    def draw(self, section: str) -> list[Any]:
        """The parts of a section. Above what is a guess, a row to tap if the box is the same."""
        shown: list[Any] = []
        guessed = set(self.draft.box.get("guessed", ()))
        for part in self.parts:
            if str(part["section"]) != section or part["kind"] in ON_STAGE:
                continue
            if part.get("guess") in guessed:
                guessed.remove(part["guess"])
                shown.append(self._line(part["guessed"], "help-circle-outline",
                                        partial(self._put, part, self.draft.value(part)),
                                        say("Tap if your box matches. If not, change it below.")))
            shown.append(self._part(part))
        return shown

    def _part(self, part: Part) -> Any:
        value = self.draft.value(part)
        if part["kind"] == "pick":
            return self._line(part["title"], part["icon"], partial(self._open_pick, part),
                              self._named(part, value) if value else part["unset"])
        if part["kind"] in ("number", "choice", "switch"):
            return self._row(part, value, partial(self._count if part["kind"] == "number" else self._put, part))
        drawn: Callable[[Part, Any], list[Any]] = {
            "group": self._group, "swap": self._swap, "faces": self._faces, "marks": self._marks,
            "cards": self._cards, "picks": self._picks}[part["kind"]]
        hint = [Words(self.look, part["hint"], "support", "text2")] if part.get("hint") else []
        return Column([Words(self.look, part["title"], "card title"), *hint, *drawn(part, value)], gap=tokens.S)

    def _put(self, part: Part, value: Any, *inside: int) -> None:
        self.editor.do(self._keep, part, value, *inside)

    def _count(self, part: Part, value: int) -> None:
        """Don't rebuild the section, so that a held button keeps counting."""
        self._keep(part, value)
        self.editor.show_state()
        self.editor.arrange()

    # Parts

    def _row(self, part: Part, value: Any, change: Callable[[Any], None]) -> Any:
        look, title, hint = self.look, part["title"], part.get("hint", "")
        if part["kind"] == "text":
            return TextEntry(look, title, value, "cards-outline", on_type=lambda typed: change(typed.strip()),
                             longest=LONGEST)
        if part["kind"] == "number":
            return Stepper(look, title, value or 0, part["low"], part["high"], change, hint=hint)
        if part["kind"] == "switch":
            return SwitchRow(look, title, hint, value, change)
        return ChoiceRow(look, title, hint, [(one["value"], one["label"]) for one in part["choices"]], value, change)

    def _line(self, words: Text | str, icon: str, do: Do, second: Text | str = "") -> ListRow:
        return ListRow(self.look, words, second, icon, do, tone="surface2")

    def _group(self, part: Part, _: Any) -> list[Any]:
        return [self._part(one) for one in part["parts"]]

    def _swap(self, part: Part, value: list[Any]) -> list[Any]:
        """Tap two to swap them: pairs, or numbers in a ring that begins with 1."""
        paired, labels = part.get("pairs"), part.get("labels", {})
        held: list[int] = []
        things = [name for pair in value for name in pair] if paired else list(value)

        def tap(at: int) -> None:
            grid.parts[held[0] if held else at].choose(not held)
            if not held:
                held.append(at)
                return
            one = held.pop()
            things[one], things[at] = things[at], things[one]
            first = 0 if paired else things.index(1)
            self._put(part, [things[n:n + 2] for n in range(0, len(things), 2)] if paired else
                      [*things[first:], *things[:first]])

        grid = Grid([Chip(self.look, labels.get(thing, str(thing)), do=partial(tap, at), high=52.0, pad=4.0,
                          role="answer", chrome=False, corner=tokens.CORNER["answer"])
                     for at, thing in enumerate(things)], 2 if paired else 6)
        return [grid]

    def _faces(self, part: Part, value: list[int]) -> list[Any]:
        """A tap adds one; after the last it is blank."""
        labels = part["labels"]
        return [Grid([Card(self.look, Row([DieFace(self.look, hits, 44, part["icon"])], least=60, centred=True),
                           partial(self._put, part, (hits + 1) % len(labels), at), text=str(labels[hits]))
                      for at, hits in enumerate(value)], columns=6, gap=6)]

    def _marks(self, part: Part, value: list[int]) -> list[Any]:
        look = self.look

        def tile(number: int) -> Card:
            on = number in value
            icon = Icon(look, part["icon"] if on else "", 24, "on_container")
            label = Words(look, str(number), "number", "on_container" if on else "text2", align="center")
            card = Card(look, Column([icon, label], 10, 0, 13, centred=True),
                        partial(self._put, part, sorted({*value} ^ {number})), text=str(say("Space {n}", n=number)),
                        corner=14, least=88)
            card.choose(on)
            return card

        left = part["limit"] - len(value)
        line = part["none"] if not value else say("Tap {n} more.", n=spelled(left)) if left else part["all"]
        wide = self.editor.ground.width >= dp(WIDE) and not look.big
        return [Grid([tile(number) for number in range(part["from"], part["to"] + 1)], 7 if wide else 4, gap=6),
                Words(look, line, "body", "text2")]

    def _cards(self, part: Part, value: list[Any]) -> list[Any]:
        def about(card: Part) -> str:
            said = []
            for field in part["fields"]:
                inside = card.get(field["at"][0])
                if field["kind"] == "number" and inside:
                    said.append(say("{label}: {hint}", label=field["title"], hint=inside))
                said += [one["label"] for one in field.get("choices", ()) if one["value"] == inside]
            return ", ".join(map(str, said))

        return [*[self._line(card["name"], part["icon"], partial(self._open_card, part, at), about(card))
                  for at, card in enumerate(value)],
                TonalButton(self.look, part["add"], "plus", partial(self._open_card, part))]

    def _picks(self, part: Part, value: list[Any]) -> list[Any]:
        add = [TonalButton(self.look, part["add"], "plus", partial(self._open_picks, part))]
        return [*[self._line(self._named(part, card), part["icon"], partial(self._open_picks, part, at))
                  for at, card in enumerate(value)], *(add if len(value) < part["limit"] else ())]

    def _places(self, part: Part) -> dict[str, str]:
        return {one["id"]: one["name"] for one in self.draft.box[part["of"]]}

    def _named(self, part: Part, card: str | list[str]) -> Text | str:
        names = [self._places(part).get(key, key) for key in ([card] if isinstance(card, str) else card)]
        return names[0] if len(names) == 1 else say("{one} and {two}", one=names[0], two=names[1])

    # Sheets

    def _open_card(self, part: Part, at: int | None = None) -> None:
        """Edit the card at this place, or add one. Its first field is its name."""
        cards = self.draft.value(part)
        card: Part = dict(part["new"] if at is None else cards[at])
        before, after = (cards, []) if at is None else (cards[:at], cards[at + 1:])

        def put(*new: Part) -> None:
            if not all(one["name"] for one in new):
                raise Refused(say("The card has no name. Type one."))
            self._keep(part, [*before, *new, *after])
            self.app.close_sheet()
            self.editor.refresh()

        def refuse(why: str) -> None:
            fields[0].refuse(why)
            sheet.refit()

        fields = [self._row(one, card.get(one["at"][0]), partial(card.__setitem__, one["at"][0]))
                  for one in part["fields"]]
        foot: list[Any] = [PrimaryButton(self.look, say("Save this card"), "check-bold",
                                         lambda: tried(self.app, partial(put, card), refuse))]
        if at is not None:
            foot.append(TonalButton(self.look, part["remove"], "delete-outline", put))
        sheet = Sheet(self.look, say("A card"), fields, Column(foot), on_close=lambda: fields[0].focus(False))
        self.app.open_sheet(sheet)

    def _open_pick(self, part: Part) -> None:
        def take(place: str) -> None:
            self._put(part, place)
            self._next_card()
        unset = (part["none"], "close", partial(self._put, part, None))
        self._open_places(part, part["ask"], take, unset if self.draft.value(part) else ENOUGH)

    def _open_picks(self, part: Part, at: int | None = None, *chosen: str) -> None:
        """Choose the places of the card at `at`, or of a new one, one after another."""
        cards = self.draft.value(part)
        start = len(cards) if at is None else at

        def put(*card: Any) -> None:
            self._put(part, [*cards[:start], *card, *cards[start + 1:]])
            if at is None:
                self._next_card()

        def take(place: str) -> None:
            if len(chosen) + 1 < len(part["asks"]):
                self._open_picks(part, at, *chosen, place)
            else:
                put([*chosen, place] if chosen else place)

        last = None if chosen else ENOUGH if at is None else (part["remove"], "delete-outline", put)
        self._open_places(part, part["asks"][len(chosen)], take, last, chosen)

    def _open_places(self, part: Part, title: Text, take: Callable[[str], None], last: LastLine | None,
                     without: Sequence[str] = ()) -> None:
        """Offer places to choose; `last` adds a line to remove the card or stop."""
        rows = [ListRow(self.look, name, "", "map-marker-outline",
                        partial(self.app.close_sheet, partial(take, key)), more="")
                for key, name in self._places(part).items() if key not in without]
        if last is not None:
            words, icon, do = last
            rows.append(ListRow(self.look, words, "", icon, partial(self.app.close_sheet, do), more="", ink="loss"))
        self.app.open_sheet(Sheet(self.look, title, [Column(rows, gap=0)]))

    def _next_card(self) -> None:
        """Continue with the next card until all are entered or the player stops."""
        for part in (one for outer in self.parts for one in outer.get("parts", [outer])):
            if part["kind"] == "pick" and not self.draft.value(part):
                return self._open_pick(part)
            if part["kind"] == "picks" and len(self.draft.value(part)) < part["limit"]:
                return self._open_picks(part)
