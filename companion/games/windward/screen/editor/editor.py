"""Editor for the owner's copy of Windward: tiles and everything else that differs between boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from kivy.metrics import dp

from companion.core.text import Text, count, say, say_in
from companion.games.windward.board.planet import LARGEST, SMALLEST, Terrain, tile_places
from companion.games.windward.copy.form import BOARD, BRUSHES, COUNTS, EFFECT_NAMES
from companion.games.windward.copy.model import (
    EFFECTS,
    RANGES,
    TILES,
    Achievement,
    Supply,
    from_json,
    to_json,
    warnings,
)
from companion.games.windward.screen.editor.tile import Brush, CopyDraft, LetterTab, TileCanvas, swapped
from companion.games.windward.screen.stage.meshes import Sky
from companion.games.windward.words import CREW as CREW_NAMES
from companion.ui.drawing.stage import Room
from companion.ui.screens.copies import CopyEditor, headed
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Action
from companion.ui.theme import Look
from companion.ui.widgets import Card, Column, Grid, PrimaryButton, Row, TonalButton, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.rows import ChoiceRow, IconLine, ListRow, Stepper
from companion.ui.widgets.controls.sheet import LONGEST, Line, Sheet
from companion.ui.widgets.displays.covers import Badge

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

PARTS = {"post": (say("Post and battle die"), "flag-variant"), "ship": (say("Ship board and crew"), "sail-boat"),
         "cards": (say("Cards"), "cards-outline"), "counts": (say("How many of everything"), "counter")}
PAINT = say("Look at your tile, pick a brush and paint.")
GUESS = say("Look at your tile, pick a brush and paint. Your first touch clears the guess.")
LOW = 700.0
MOST_HITS = 6
GUESSES = {"post": say("Numbers and sides are a guess"), "die": say("The die's faces are a guess"),
           "board": say("The board's numbers are a guess"), "crew": say("The crew slots are a guess"),
           "supplies": say("These cards are a guess"), "achievements": say("These achievements are a guess"),
           "counts": say("These numbers are a guess")}


class SwapTile(Card):
    def __init__(self, look: Look, text: Text | str, do: Callable[[], object]) -> None:
        self.label = Words(look, text, "answer", align="center")
        super().__init__(look, Row([self.label], self.label, pad=4, air=10, least=52), do, text=str(text))

    def choose(self, on: bool) -> None:
        super().choose(on)
        self.label.tint("on_container" if on else "text")


class Swaps(Grid):
    """Tap two tiles to swap them."""

    def __init__(self, look: Look, things: Sequence[Text | str], columns: int,
                 swap: Callable[[int, int], None]) -> None:
        self._held: int | None = None
        self._swap = swap
        super().__init__([SwapTile(look, thing, partial(self._tap, at)) for at, thing in enumerate(things)], columns)

    def _tap(self, at: int) -> None:
        held = self._held
        self._held = at if held is None else None
        self.parts[at if held is None else held].choose(held is None)
        if held is not None and held != at:
            self._swap(held, at)


class Editor(CopyEditor):
    game_id = "windward"
    sections: ClassVar[dict[str, Text]] = {"tiles": say("Tiles"), "post": say("Post"), "ship": say("Ship"),
                                           "cards": say("Cards"), "counts": say("Numbers")}

    def __init__(self, app: TablesideApp, copy: int, draft: CopyDraft | None = None) -> None:
        super().__init__(app, copy, draft)
        look = self.look
        self._sky = Sky(self.canvas.before)
        self.tabs = Grid([LetterTab(look, letter, self.show_tile) for letter in TILES], columns=6, gap=6)
        self.canvas_part = TileCanvas(self.draft, self.refresh)
        self.pills = [Badge(look, words, icon, do, high=48.0, role="kicker", icon_size=22.0) for words, icon, do in (
            ("", "resize", self.open_size),
            (say("Mirror tile"), "flip-horizontal", partial(self.do, self.draft.mirror_tile)))]
        self.post_words = Words(look.on_art(), say("Trading Post"), "subtitle", "text2", align="right", chrome=True)
        self.odd_line = IconLine(look, "", "alert-circle-outline", ink="text2", icon_ink="loss")
        self.brushes = [Brush(look, terrain, self.take_brush) for terrain in BRUSHES]
        self.brush_grid = Grid(self.brushes, columns=3, gap=8)
        self.refresh()

    def draft_of(self, copy: Any) -> CopyDraft:
        return CopyDraft(from_json(copy))

    def to_save(self) -> Any:
        return to_json(self.draft.to_save())

    def odd(self) -> list[Text]:
        return [reason.text for reason in warnings(self.draft.copy)]

    def menu(self) -> tuple[list[Line], list[Line]]:
        ways: list[Line] = [] if self.shows_sections else [
            (words, "", icon, partial(self.show_section, key)) for key, (words, icon) in PARTS.items()]
        return ways, [(say("Clear this tile"), "", "eraser", partial(self.do, self.draft.clear_tile)),
                      (say("Mirror tile"), "", "flip-horizontal", partial(self.do, self.draft.mirror_tile)),
                      (say("Planet and its size"), "", "resize", self.open_size)]

    # Showing

    def refresh(self) -> None:
        draft = self.draft
        self.canvas_part.draw()
        done = draft.done()
        planet = say("Small: {n} of 6 tiles", n=done) if draft.small else say("Large: {n} of 6 tiles", n=done)
        self.show_state(planet)
        for tab in self.tabs.parts:
            sign = "help" if draft.is_guess(tab.letter) else "check-bold" if draft.is_done(tab.letter) else \
                "circle-outline"
            tab.show(tab.letter == draft.letter, sign)
        self.pills[0].text = str(say("Size {n}", n=draft.side.radius))
        self.take_brush(draft.brush)
        if self.on_stage:
            self._fill_tile()
        else:
            self.column.gap = 20
            self.parts = {"post": self._post, "ship": self._ship, "cards": self._cards,
                          "counts": self._counts}[self.section]()
            self.row.show(self.save_action(), None)
        self.arrange()

    def _fill_tile(self) -> None:
        draft, odd = self.draft, self.draft.odd()
        guess = draft.is_guess()
        blank = guess and draft.tile.empty
        self.kicker.say(say("Tile {tile}: not painted yet", tile=draft.letter) if blank else
                        say("Tile {tile}: only a guess so far", tile=draft.letter) if guess else
                        say("Tile {tile}, {n} of {all} spaces marked", tile=draft.letter, n=draft.marked,
                            all=len(tile_places(draft.side.radius))))
        self.headline.say(say("What is on this tile?"))
        fine = say("This tile looks fine.")
        self.odd_line.show(PAINT if blank else GUESS if guess else odd[0].text if odd else fine,
                           "help-circle-outline" if guess else "alert-circle-outline" if odd else "check-bold")
        self.odd_line.icon.tint("loss" if odd and not guess else "primary")
        self.column.gap = 10
        self.parts = [self.odd_line, self.brush_grid]
        clear = Action(say_in("a tile", "Clear"), "eraser", partial(self.do, draft.clear_tile))
        self.row.show(self._onward(), clear if self.look.scale <= BIG else None)

    def _onward(self) -> Action:
        draft = self.draft
        at = TILES.index(draft.letter) + 1
        if at < len(TILES):
            return Action(say("Tile {tile} next", tile=TILES[at]), "arrow-right", self._next, icon_last=True)
        if not draft.small:
            return Action(say("Now the small planet"), "arrow-right", self._next, icon_last=True)
        return self.save_action()

    # The form

    def _part(self, part: str, title: Text, sentence: Text | None, *rows: Any) -> list[Any]:
        """One part of the form; if it is a guess, tap the row above it if the box is the same."""
        form = headed(self.look, title, sentence, *rows)
        if part not in self.draft.copy.guessed:
            return [form]
        return [ListRow(self.look, GUESSES[part], say("Tap if your box matches. If not, change it below."),
                        "help-circle-outline", partial(self.do, self.draft.looked, part), tone="surface2"), form]

    def _post(self) -> list[Any]:
        """WW-4: numbers, handedness and battle die."""
        look, copy = self.look, self.draft.copy

        def swap(one: int, other: int) -> None:
            order = swapped(copy.order, one, other)
            first = order.index(1)
            self.change(order=(*order[first:], *order[:first]))

        def face(at: int, hits: int) -> Card:
            """A tap adds a hit; after six it is blank."""
            more = (*copy.battle_die[:at], (hits + 1) % (MOST_HITS + 1), *copy.battle_die[at + 1:])
            return Card(look, Row([DieFace(look, hits, 44, "star-four-points")], least=60, centred=True),
                        partial(self.change, battle_die=more), text=str(count("{n} hit", "{n} hits", hits)))

        return [
            *self._part("post", say("The numbers round the Post"),
                        say("Clockwise, starting with 1. Tap two numbers to swap them."),
                        Swaps(look, [str(number) for number in copy.order], 6, swap)),
            ChoiceRow(look, say("Where a tile lies"),
                      say("Look out from the Post along the corner's arrow. Which side is the tile on?"),
                      ((True, say("On the right")), (False, say("On the left"))), copy.clockwise,
                      lambda right: self.change(clockwise=right)),
            *self._part("die", say("The faces of a battle die"), say("Tap a face until it shows its hits."),
                        Grid([face(at, hits) for at, hits in enumerate(copy.battle_die)], columns=6, gap=6)),
        ]

    def _ship(self) -> list[Any]:
        copy = self.draft.copy

        def swap(one: int, other: int) -> None:
            names = swapped(tuple(name for pair in copy.crew_slots for name in pair), one, other)
            self.change(crew_slots=(names[0:2], names[2:4], names[4:6]))

        crew = [CREW_NAMES[name] for pair in copy.crew_slots for name in pair]
        return [*self._part("board", say("Your ship's board"), None, *self._numbers("board", BOARD)),
                *self._part("crew", say("The three crew slots"),
                            say("Each row is one slot, shared by two names. Tap two names to swap them."),
                            Swaps(self.look, crew, 2, swap))]

    def _counts(self) -> list[Any]:
        return self._part("counts", say("How many of everything"), say("Only needed if pieces run out."),
                          *self._numbers("counts", {name: (label, "") for name, label in COUNTS.items()}))

    def _numbers(self, part: str, rows: dict[str, Any]) -> Iterable[Stepper]:
        """Steppers that change a number without rebuilding their section, so a held button keeps counting."""
        def take(name: str, value: int) -> None:
            self.draft.set(**{part: replace(getattr(self.draft.copy, part), **{name: value})})
            self.bar.undo.set_ready(self.draft.can_undo)

        for name, (label, hint) in rows.items():
            low, high = RANGES.get(name, (0, 200 if name == "gas_and_cannons" else 99))
            yield Stepper(self.look, label, getattr(getattr(self.draft.copy, part), name), low, high,
                          partial(take, name), hint=hint)

    def _cards(self) -> list[Any]:
        look, copy = self.look, self.draft.copy

        def effect(card: Supply) -> Text:
            line = EFFECT_NAMES[card.effect]
            return count("{line}, {n} hit", "{line}, {n} hits", card.hits, line=line) if card.hits else line

        supplies = [ListRow(look, card.name, effect(card), "cards-outline", partial(self.open_card, "supplies", at),
                            tone="surface2") for at, card in enumerate(copy.supplies)]
        goals = [ListRow(look, card.name, say("{high} for the first, {low} for the others", high=card.high,
                                              low=card.low), "trophy-outline",
                         partial(self.open_card, "achievements", at), tone="surface2")
                 for at, card in enumerate(copy.achievements)]
        return [*self._part("supplies", say("Supply cards"), say("Each card's name and its hits in battle."), *supplies,
                            TonalButton(look, say("Add a supply card"), "plus", partial(self.open_card, "supplies"))),
                *self._part("achievements", say("Achievement cards"),
                            say("Two are face up; each captain can score each one once."), *goals,
                            TonalButton(look, say("Add an achievement"), "plus",
                                        partial(self.open_card, "achievements")))]

    # Sheets

    def open_card(self, field: str, at: int | None = None) -> None:
        """Edit the card at this place, or add one."""
        look, app, cards = self.look, self.app, getattr(self.draft.copy, field)
        first = cards[at] if at is not None else Supply("other", "", 1) if field == "supplies" else \
            Achievement("", 3, 1)
        before, after = (cards, ()) if at is None else (cards[:at], cards[at + 1:])
        new: dict[str, Any] = {}

        def number(name: str, label: Text, most: int) -> Stepper:
            return Stepper(look, label, getattr(first, name), 0, most, lambda value: new.update({name: value}))

        def done() -> None:
            card = replace(first, **new, name=entry.text.strip())
            unordered = isinstance(card, Achievement) and card.low > card.high
            if unordered or not card.name:
                entry.refuse(say("The first captain's number must be the higher one.") if card.name else
                             say("The card has no name. Type one."))
                sheet.refit()
                return
            put(card)

        def put(*card: Any) -> None:
            self.change(**{field: (*before, *card, *after)})
            app.close_sheet()

        if isinstance(first, Supply):
            form = [ChoiceRow(look, say("What it does"),
                              say("The app knows these effects; other cards are just names."),
                              tuple((effect, EFFECT_NAMES[effect]) for effect in EFFECTS), first.effect,
                              lambda effect: new.update(effect=effect)),
                    number("hits", say("Hits in a battle"), 9)]
        else:
            form = [number("high", say("For the first captain"), 15), number("low", say("For the others"), 15)]
        entry = TextEntry(look, say("Name of the card"), first.name, "cards-outline", longest=LONGEST)
        foot: list[Any] = [PrimaryButton(look, say("Save this card"), "check-bold", done)]
        if at is not None:
            foot.append(TonalButton(look, say("Remove this card"), "delete-outline", put))
        sheet = Sheet(look, say("A card"), [entry, *form], Column(foot), on_close=lambda: entry.focus(False))
        app.open_sheet(sheet)

    def open_size(self) -> None:
        look, draft = self.look, self.draft

        def turn(small: bool) -> None:
            draft.small = small
            stepper.set(draft.side.radius)
            stepper.arrange()
            self.show_section("tiles")

        def resize(radius: int) -> None:
            draft.resize(radius)
            self.show_section("tiles")

        stepper = Stepper(look, say("Hexes from Post to corner"), draft.side.radius, SMALLEST, LARGEST, resize)
        parts = [ChoiceRow(look, say("Which planet"), say("The tiles have two sides."),
                           ((False, say("Large planet")), (True, say("Small planet"))), draft.small, turn), stepper]
        self.app.open_sheet(Sheet(look, say("Size of the planet"), parts,
                                  PrimaryButton(look, say("Done"), "check-bold", self.app.close_sheet)))

    # Actions

    def show_tile(self, letter: str) -> None:
        self.draft.letter = letter
        self.section = "tiles"
        self.canvas_part.forget_last()
        self.refresh()

    def take_brush(self, terrain: Terrain) -> None:
        self.draft.brush = terrain
        for brush in self.brushes:
            brush.choose(brush.terrain is terrain)

    def change(self, **fields: Any) -> None:
        self.do(self.draft.set, **fields)

    def _next(self) -> None:
        self.draft.next_tile()
        self.show_tile(self.draft.letter)

    # Layout

    def _is_tall(self) -> bool:
        """Is there room for a headline and two rows of brushes at this text size?"""
        return bool(self.height >= dp(LOW) * (1 + 0.9 * (self.look.scale - 1)))

    @property
    def shows_sections(self) -> bool:
        """On a small phone the menu replaces the sections, to leave room for the tile."""
        return not self.on_stage or self.is_beside or self._is_tall()

    def head_parts(self) -> list[Any]:
        told = [self.kicker_row, self.headline] if self.on_stage and self._is_tall() else []
        return [*([self.section_row] if self.shows_sections else ()), *told]

    def stage_parts(self) -> list[Any]:
        return [self.canvas_part, self.tabs, *self.pills, self.post_words]

    def arrange(self) -> None:
        self._sky.lay(self.pos, self.size)
        low = not self._is_tall() and not self.is_beside
        for brush in self.brushes:
            brush.low = low or self.height < dp(480)
        self.brush_grid.columns = 6 if low and self.look.scale <= BIG else 3
        super().arrange()

    def lay_stage(self, room: Room) -> None:
        """Centre the tile, with its buttons beside the Post on the side without hexes."""
        high = self.tabs.fit(min(room.width - dp(24), dp(520)))
        self.tabs.pos = (room.x + (room.width - self.tabs.width) / 2, room.top - high)
        edge, right, low = dp(6), self.draft.copy.clockwise, room.y + dp(10)
        self.canvas_part.lay((room.x + edge, room.y + edge),
                             (room.width - 2 * edge, room.height - high - dp(4) - 2 * edge))
        for pill in self.pills:
            pill.pos = (room.right - dp(16) - pill.hug() if right else room.x + dp(16), low)
            low = pill.top + dp(6)
        for pill in self.pills:  # under the tabs at large text; the menu has both
            pill.opacity, pill.disabled = float(low <= self.tabs.y), low > self.tabs.y
        post_x, post_y = self.canvas_part.middle((0, 0))
        wide, away = dp(64), self.canvas_part.hex_height * 0.62 + dp(2)
        outside = post_x - away - wide if right else post_x + away
        if not room.x <= outside <= room.right - wide:
            outside = post_x + away if right else post_x - away - wide
        self.post_words.align = "right" if outside < post_x else "left"
        self.post_words.fit(wide)
        self.post_words.pos = (outside, post_y - self.post_words.height / 2)
