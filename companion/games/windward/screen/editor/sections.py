"""Sections for the Post, the die, the ship board, the cards and the counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.core.text import Text, count, say, term
from companion.games.windward.board.planet import LARGEST, SMALLEST, Terrain
from companion.games.windward.copy.model import EFFECTS, RANGES, Achievement, Supply
from companion.games.windward.screen.editor.tile import CopyDraft, swapped
from companion.games.windward.screen.stage.board import SIGNS
from companion.games.windward.screen.stage.camera import SIDE
from companion.games.windward.screen.stage.meshes import ART, Fields, Layer, Quads
from companion.games.windward.words import CREW as CREW_NAMES
from companion.ui.drawing.art import art
from companion.ui.screens.copy_editor import headed
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Box, Card, Column, Grid, Icon, PrimaryButton, Row, Tap, TonalButton, Words
from companion.ui.widgets.controls.entry import TextEntry
from companion.ui.widgets.controls.pad import DieFace
from companion.ui.widgets.controls.rows import ChoiceRow, ListRow, Stepper
from companion.ui.widgets.controls.sheet import LONGEST, Sheet

if TYPE_CHECKING:
    from companion.games.windward.screen.editor.editor import Editor


BRUSHES: dict[Terrain, Text] = {
    Terrain.SKY: say("Open sky"), Terrain.DRIFT: say("Drift"), Terrain.ZEPHYR: say("Zephyr"),
    Terrain.GAS: say("Gas pocket"), Terrain.FEEDING: say("Feeding"), Terrain.RED: say("Red start"),
}
GROUND, QUIET, BRIGHT, ON_BRIGHT = "#5F4763", "#1D2740", "#7FD6E8", "#00303A"
MOST_HITS = 6


class LetterTab(Card):
    """A tile's letter, with a check if the tile has no warnings."""

    def __init__(self, look: Look, letter: str, do: Callable[[str], None]) -> None:
        self.letter = letter
        self.label = Words(look, letter, "score big", tokens.ON_SCRIM, align="center", chrome=True)
        self.sign = Icon(look, "circle-outline", 18, tokens.ON_SCRIM)
        super().__init__(look, Row([self.label, self.sign], gap=6, least=48, centred=True), lambda: do(letter),
                         text=letter, corner=16)

    def show(self, chosen: bool, sign: str) -> None:
        self.chosen, self.sign.name = chosen, sign
        self.show_pressed(False)
        for part in (self.label, self.sign):
            part.tint(ON_BRIGHT if chosen else tokens.ON_SCRIM)

    def show_pressed(self, down: bool) -> None:
        self.box.fill(tokens.rgba(BRIGHT) if self.chosen else tokens.rgba(QUIET, 0.92))


class ArtPill(Tap):
    def __init__(self, look: Look, icon: str, do: Callable[[], object]) -> None:
        super().__init__(look, do)
        self.box = Box(self, look.scrim(), dp(24))
        self.icon = Icon(look, icon, 22, tokens.ON_SCRIM)
        self.label = Words(look, "", "kicker", tokens.ON_SCRIM, chrome=True)
        self.add_parts(self.icon, self.label)

    def say(self, text: Text | str) -> None:
        self.text = str(text)
        self.label.say(text)
        self.label.hug()
        self.take_size(self.icon.width + self.label.width + dp(40), dp(48))

    def arrange(self) -> None:
        self.icon.pos = (self.x + dp(14), self.center_y - self.icon.height / 2)
        self.label.pos = (self.icon.right + dp(10), self.center_y - self.label.height / 2)


class Brush(Tap):
    def __init__(self, look: Look, terrain: Terrain, do: Callable[[Terrain], None]) -> None:
        super().__init__(look, partial(do, terrain))
        self.terrain, self.text, self.chosen, self.low = terrain, str(BRUSHES[terrain]), False, False
        self.box = Box.card(self, look)
        group = InstructionGroup()
        self.canvas.add(group)
        self._layer = Layer(group)
        self.label = Words(look, self.text, "kicker", align="center", chrome=True)
        self.add_parts(self.label)

    def choose(self, on: bool) -> None:
        self.chosen = on
        self.box.fill(self.look.colour("container" if on else "surface2"))
        edge = "primary" if on else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0)
        self.label.tint("on_container" if on else "text")

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "container" if self.chosen else "surface2"))

    def fit(self, width: float) -> float:
        full = self.look.px("kicker", chrome=True)
        self.label.set_size_px(full if width > dp(64) else full * 12 / 14)
        self.label.fit(width - dp(2))
        return self.take_size(width, max(dp(60 if self.low else 84), self.label.height + dp(38 if self.low else 54)))

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(1), self.y + dp(6 if self.low else 8))
        room = self.top - self.label.top
        side = min(dp(24), room * 0.48)
        middle = (self.center_x, self.label.top + room / 2 - dp(1))
        self._layer.clear()
        Fields(self._layer, GROUND, 1.0, side).put([middle])
        name = SIGNS.get(self.terrain)
        if name is not None:
            full = [part * 1.1 * side / dp(SIDE) for part in art(ART).size(f"terrain_{name}")]
            Quads(self._layer, art(ART).texture(f"terrain_{name}"), (full[0], full[1])).put([middle])


class FaceTile(Card):
    """One face of the battle die; a tap adds a hit; after six the face is blank again."""

    def __init__(self, look: Look, hits: int, do: Callable[[int], None]) -> None:
        face = DieFace(look, hits, 44, "star-four-points")
        super().__init__(look, Row([face], least=60, centred=True), lambda: do((hits + 1) % (MOST_HITS + 1)),
                         text=str(count("{n} hit", "{n} hits", hits)))


class SwapTile(Card):
    def __init__(self, look: Look, text: Text | str, do: Callable[[], object]) -> None:
        self.label = Words(look, text, "answer", align="center")
        super().__init__(look, Row([self.label], self.label, pad=4, air=10, least=52), do, text=str(text))

    def choose(self, on: bool) -> None:
        super().choose(on)
        self.label.tint("on_container" if on else "text")


class Swaps(Grid):
    def __init__(self, look: Look, things: Sequence[Text | str], columns: int,
                 swap: Callable[[int, int], None]) -> None:
        self._held: int | None = None
        self._swap = swap
        self.tiles = [SwapTile(look, thing, partial(self._tap, at)) for at, thing in enumerate(things)]
        super().__init__(self.tiles, columns=columns)

    def _tap(self, at: int) -> None:
        if self._held is None:
            self._held = at
            self.tiles[at].choose(True)
            return
        held, self._held = self._held, None
        self.tiles[held].choose(False)
        if held != at:
            self._swap(held, at)


BOARD: dict[str, tuple[Text, Text]] = {
    "gas_slots": (say("Gas slots"), say("Before any crew is aboard")),
    "cannon_slots": (say("Cannon slots"), say("Before any crew is aboard")),
    "longboat_order": (say("Longboat order"), say("How much longboat speed it gives")),
    "morale_order": (say("Morale order"), say("How much morale it gives")),
    "supplies_order": (say("Supplies order"), say("How many cards it gives")),
    "rest_at_port": (say("Rest at port"), say("How much morale it gives")),
}
COUNTS: dict[str, Text] = {
    "greys": say("Grey Cresters"), "reds": say("Red Cresters"), "grey_teeth": say("Grey teeth"),
    "red_teeth": say("Red teeth"), "gas_and_cannons": say("Gas and cannon tokens"), "plus_two": say("+2 tokens"),
    "tags": say("Tags"), "crew_of_each_name": say("Crew of each name"),
}
"""Only counts that the game uses."""
EFFECT_NAMES: dict[str, Text] = {
    "coffee": term("Coffee"), "bait": term("Bait"), "fuel": term("Fuel"), "harpoon": term("Harpoon"),
    "aerogenerator": term("Aerogenerator"), "deadweight": term("Deadweight"), "false_flag": term("False Flag"),
    "other": say("Something else"),
}

Change = Callable[..., None]
"""Sets fields of the copy and rebuilds the section."""
Looked = Callable[[str], None]
"""Marks a part as compared with the box."""
Edit = Callable[[int | None], None]
"""Opens a card by index; None adds a new one."""


def guess_note(look: Look, draft: CopyDraft, looked: Looked, part: str) -> list[Any]:
    """A row above a guessed part; tap it if the box is the same."""
    if part not in draft.copy.guessed:
        return []
    return [ListRow(look, GUESSES[part], say("Tap if your box matches. If not, change it below."),
                    "help-circle-outline", partial(looked, part), tone="surface2")]


GUESSES = {"post": say("Numbers and sides are a guess"), "die": say("The die's faces are a guess"),
           "board": say("The board's numbers are a guess"), "crew": say("The crew slots are a guess"),
           "supplies": say("These cards are a guess"), "achievements": say("These achievements are a guess"),
           "counts": say("These numbers are a guess")}


def post_section(look: Look, draft: CopyDraft, change: Change, looked: Looked) -> list[Any]:
    """WW-4: numbers, handedness and battle die."""
    copy = draft.copy

    def swap(one: int, other: int) -> None:
        order = swapped(copy.order, one, other)
        first = order.index(1)
        change(order=(*order[first:], *order[:first]))

    def face(at: int, hits: int) -> None:
        change(battle_die=(*copy.battle_die[:at], hits, *copy.battle_die[at + 1:]))

    faces = [FaceTile(look, hits, partial(face, at)) for at, hits in enumerate(copy.battle_die)]
    return [
        *guess_note(look, draft, looked, "post"),
        headed(look, say("The numbers round the Post"),
               say("Clockwise, starting with 1. Tap two numbers to swap them."),
               Swaps(look, [str(number) for number in copy.order], 6, swap)),
        ChoiceRow(look, say("Where a tile lies"),
                  say("Look out from the Post along the corner's arrow. Which side is the tile on?"),
                  ((True, say("On the right")), (False, say("On the left"))), copy.clockwise,
                  lambda right: change(clockwise=right)),
        *guess_note(look, draft, looked, "die"),
        headed(look, say("The faces of a battle die"), say("Tap a face until it shows its hits."),
               Grid(faces, columns=6, gap=6)),
    ]


def ship_section(look: Look, draft: CopyDraft, change: Change, looked: Looked) -> list[Any]:
    copy = draft.copy

    def set_board(name: str, value: int) -> None:
        change(board=replace(draft.copy.board, **{name: value}))

    rows = [Stepper(look, label, getattr(copy.board, name), *RANGES[name],
                    partial(set_board, name), hint=hint)
            for name, (label, hint) in BOARD.items()]

    def swap(one: int, other: int) -> None:
        names = swapped(tuple(name for pair in copy.crew_slots for name in pair), one, other)
        change(crew_slots=(names[0:2], names[2:4], names[4:6]))

    crew = [CREW_NAMES[name] for pair in copy.crew_slots for name in pair]
    return [
        *guess_note(look, draft, looked, "board"),
        headed(look, say("Your ship's board"), None, *rows),
        *guess_note(look, draft, looked, "crew"),
        headed(look, say("The three crew slots"),
               say("Each row is one slot, shared by two names. Tap two names to swap them."),
               Swaps(look, crew, 2, swap)),
    ]


def cards_section(look: Look, draft: CopyDraft, edit_supply: Edit, edit_achievement: Edit,
                  looked: Looked) -> list[Any]:
    copy = draft.copy
    supplies = [ListRow(look, card.name, supply_line(card), "cards-outline", partial(edit_supply, at),
                        tone="surface2") for at, card in enumerate(copy.supplies)]
    goals = [ListRow(look, card.name, say("{high} for the first, {low} for the others", high=card.high, low=card.low),
                     "trophy-outline", partial(edit_achievement, at), tone="surface2")
             for at, card in enumerate(copy.achievements)]
    return [
        *guess_note(look, draft, looked, "supplies"),
        headed(look, say("Supply cards"), say("Each card's name and its hits in battle."),
               *supplies, TonalButton(look, say("Add a supply card"), "plus", lambda: edit_supply(None))),
        *guess_note(look, draft, looked, "achievements"),
        headed(look, say("Achievement cards"), say("Two are face up; each captain can score each one once."),
               *goals, TonalButton(look, say("Add an achievement"), "plus", lambda: edit_achievement(None))),
    ]


def supply_line(card: Supply) -> Text:
    line = EFFECT_NAMES[card.effect]
    return count("{line}, {n} hit", "{line}, {n} hits", card.hits, line=line) if card.hits else line


def counts_section(look: Look, draft: CopyDraft, change: Change, looked: Looked) -> list[Any]:
    copy = draft.copy

    def set_count(name: str, value: int) -> None:
        change(counts=replace(draft.copy.counts, **{name: value}))

    rows = [Stepper(look, label, getattr(copy.counts, name), 0, 99 if name != "gas_and_cannons" else 200,
                    partial(set_count, name)) for name, label in COUNTS.items()]
    return [*guess_note(look, draft, looked, "counts"),
            headed(look, say("How many of everything"), say("Only needed if pieces run out."), *rows)]


# --- one card


Put = Callable[..., None]
"""Sets fields of the card being edited."""


def supply_form(look: Look, card: Supply, put: Put) -> list[Any]:
    """Everything but the name."""
    choices = tuple((effect, EFFECT_NAMES[effect]) for effect in EFFECTS)
    return [ChoiceRow(look, say("What it does"), say("The app knows these effects; other cards are just names."),
                      choices, card.effect, lambda effect: put(effect=effect)),
            Stepper(look, say("Hits in a battle"), card.hits, 0, 9, lambda value: put(hits=value))]


def achievement_form(look: Look, card: Achievement, put: Put) -> list[Any]:
    return [Stepper(look, say("For the first captain"), card.high, 0, 15, lambda value: put(high=value)),
            Stepper(look, say("For the others"), card.low, 0, 15, lambda value: put(low=value))]


def open_size(page: Editor) -> None:
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


def open_supply(page: Editor, at: int | None) -> None:
    cards = page.draft.copy.supplies
    first = Supply("other", "", 1) if at is None else cards[at]
    _open_card(page, at, first, cards, "supplies", supply_form)


def open_achievement(page: Editor, at: int | None) -> None:
    cards = page.draft.copy.achievements
    first = Achievement("", 3, 1) if at is None else cards[at]
    _open_card(page, at, first, cards, "achievements", achievement_form)


def _open_card(page: Editor, at: int | None, first: Any, cards: tuple[Any, ...], field: str,
               form: Callable[..., list[Any]]) -> None:
    look, app = page.look, page.app
    before, after = (cards, ()) if at is None else (cards[:at], cards[at + 1:])
    new: dict[str, Any] = {}

    def done() -> None:
        card = replace(first, **new, name=entry.text.strip())
        unordered = isinstance(card, Achievement) and card.low > card.high
        if unordered or not card.name:
            entry.refuse(say("The first captain's number must be the higher one.") if card.name else
                         say("The card has no name. Type one."))
            sheet.refit()
            return
        page.change(**{field: (*before, card, *after)})
        app.close_sheet()

    def remove() -> None:
        page.change(**{field: (*before, *after)})
        app.close_sheet()

    entry = TextEntry(look, say("Name of the card"), first.name, "cards-outline", longest=LONGEST)
    foot: list[Any] = [PrimaryButton(look, say("Save this card"), "check-bold", done)]
    if at is not None:
        foot.append(TonalButton(look, say("Remove this card"), "delete-outline", remove))
    sheet = Sheet(look, say("A card"), [entry, *form(look, first, new.update)], Column(foot),
                  on_close=lambda: entry.focus(False))
    app.open_sheet(sheet)
