"""Everything of a copy that is no tile: the Post and the die, the ship board, the cards, the counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.text import Text, count, say
from companion.games.windward.copy.model import EFFECTS, RANGES, Achievement, Supply
from companion.games.windward.screen.editor.draft import CopyDraft, swapped
from companion.games.windward.screen.editor.parts import FaceTile, Swaps
from companion.games.windward.words import CREW as CREW_NAMES
from companion.ui.screens.copy_editor import headed
from companion.ui.theme.look import Look
from companion.ui.widgets import Grid, TonalButton
from companion.ui.widgets.controls.choices import ChoiceRow
from companion.ui.widgets.controls.rows import ListRow, Stepper

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
"""Only what a play reads: of Coffee, lives, dice and cards nobody counts how many there are."""
EFFECT_NAMES: dict[str, Text] = {
    "coffee": say("Coffee"), "bait": say("Bait"), "fuel": say("Fuel"), "harpoon": say("Harpoon"),
    "aerogenerator": say("Aerogenerator"), "deadweight": say("Deadweight"), "false_flag": say("False Flag"),
    "other": say("Something else"),
}

Change = Callable[..., None]
"""Sets fields of the copy; the section is shown again."""
Looked = Callable[[str], None]
"""A part was compared with the owner's box."""
Edit = Callable[[int | None], None]
"""Opens a card by its place in the list; None: a new one."""


def guess_note(look: Look, draft: CopyDraft, looked: Looked, part: str) -> list[Any]:
    """Above a part that nobody has compared with the box: a tap says that it is the same there."""
    if part not in draft.copy.guessed:
        return []
    return [ListRow(look, GUESSES[part], say("Tap if it is the same in your box; else set it right below."),
                    "help-circle-outline", partial(looked, part), tone="surface2")]


GUESSES = {"post": say("Numbers and sides are a guess"), "die": say("The die's faces are a guess"),
           "board": say("The board's numbers are a guess"), "crew": say("The crew slots are a guess"),
           "supplies": say("These cards are a guess"), "achievements": say("These achievements are a guess"),
           "counts": say("These numbers are a guess")}


def post_section(look: Look, draft: CopyDraft, change: Change, looked: Looked) -> list[Any]:
    """WW-4: numbers, handedness, the faces of the battle die."""
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
               say("Clockwise, beginning with the one. Tap two numbers to swap them."),
               Swaps(look, [str(number) for number in copy.order], 6, swap)),
        ChoiceRow(look, say("Where a tile lies"),
                  say("Look from the Post along the arrow of its corner: on which side is the rest of the tile?"),
                  ((True, say("On the right")), (False, say("On the left"))), copy.clockwise,
                  lambda right: change(clockwise=right)),
        *guess_note(look, draft, looked, "die"),
        headed(look, say("The faces of a battle die"), say("Tap a face until it shows its hits."),
               Grid(faces, columns=6, gap=6)),
    ]


def ship_section(look: Look, draft: CopyDraft, change: Change, looked: Looked) -> list[Any]:
    """What is printed on a Ship Status Board, and who shares a crew slot."""
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
               say("Two names share a slot: one row, one slot. Tap two names to swap them."),
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
        headed(look, say("Supply cards"), say("What each card is called, and its hits in battle."),
               *supplies, TonalButton(look, say("Add a supply card"), "plus", lambda: edit_supply(None))),
        *guess_note(look, draft, looked, "achievements"),
        headed(look, say("Achievement cards"), say("Two of them lie on the table; each captain may score each once."),
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
            headed(look, say("How many of everything"), say("Only needed where pieces run out."), *rows)]


# --- one card


def supply_form(look: Look, card: Supply, change: Callable[[Supply], None]) -> list[Any]:
    """All but its name; `change` is called with every new version of the card."""
    now = [card]

    def put(**new: Any) -> None:
        now[0] = replace(now[0], **new)
        change(now[0])

    choices = tuple((effect, EFFECT_NAMES[effect]) for effect in EFFECTS)
    return [
        ChoiceRow(look, say("What it does"), say("The app knows these; of any other card it knows only the name."),
                  choices, card.effect, lambda effect: put(effect=effect)),
        Stepper(look, say("Hits in a battle"), card.hits, 0, 9, lambda value: put(hits=value)),
    ]


def achievement_form(look: Look, card: Achievement, change: Callable[[Achievement], None]) -> list[Any]:
    now = [card]

    def put(**new: Any) -> None:
        now[0] = replace(now[0], **new)
        change(now[0])

    return [
        Stepper(look, say("For the first captain"), card.high, 0, 15, lambda value: put(high=value)),
        Stepper(look, say("For the others"), card.low, 0, 15, lambda value: put(low=value)),
    ]


