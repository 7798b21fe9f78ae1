"""Characters told apart by more than a letter: an emblem of our own, the side's shape and colour, the player's sign."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.core.colours import contrast
from companion.games.winter_tales.board.characters import FIGURES, SIDE_FIGURES
from companion.games.winter_tales.rules.powers import RetaliationTarget
from companion.games.winter_tales.screen.panel.cards_panel import FigureCard, FigureToken
from companion.games.winter_tales.screen.stage.night import ART
from companion.services.start import ASSETS
from companion.touches.offscreen import PHONE
from companion.ui.drawing.art import art
from tests.games.winter_tales.evening import five, light
from tests.games.winter_tales.screen.test_touch import begin, set_up
from tests.ui.night import Night

SMALLEST = 16
"""Pixels of an emblem on the smallest token of a coarse screen: 12.5 dp of radius, 1.28 of that."""


def emblem(key: str, side: int) -> Image.Image:
    """What of it covers the token."""
    drawn = Image.open(ASSETS / "art" / ART / f"figure_{key}.png").convert("RGBA").getchannel("A")
    return drawn.resize((side, side), Image.Resampling.BOX)


def covered(picture: Image.Image) -> float:
    """How much of its square it fills."""
    return sum(picture.tobytes()) / 255 / (picture.width * picture.height)


def unlike(one: Image.Image, other: Image.Image) -> float:
    return sum(abs(a - b) for a, b in zip(one.tobytes(), other.tobytes(), strict=True)) / 255 / (one.width * one.height)


def test_every_character_has_an_emblem_and_no_two_are_alike_at_the_smallest_size() -> None:
    """They differ even in one colour, for players who see no colours."""
    small = {key: emblem(key, SMALLEST) for key in FIGURES}
    for key, picture in small.items():
        assert 0.2 < covered(picture) < 0.75, f"{key} is a speck, or a blot"
    for one, other in combinations(FIGURES, 2):
        assert unlike(small[one], small[other]) > 0.15, f"{one} looks like {other}"


@pytest.mark.thorough
@pytest.mark.parametrize("side", ["spring", "winter"])
def test_an_emblem_can_be_read_on_its_token(side: str) -> None:
    """The token is the same in every look: its ink stands 4.5 to 1 against it at least, a spent one's 3 to 1."""
    token = Image.open(ASSETS / "art" / ART / f"token_{side}.png").convert("RGBA")
    middle: Any = token.getpixel((token.width // 2, token.height // 2))
    red, green, blue, alpha = middle
    assert alpha == 255
    assert contrast(str(art(ART).layers[f"token_{side}"]["ink"]), f"#{red:02X}{green:02X}{blue:02X}") >= 4.5
    assert len(SIDE_FIGURES[side]) == 7


def cards_of(hands: Any) -> list[tuple[str, str, int | None]]:
    """What leads each answer: the character, its letter, its player's colour."""
    return [card.token.shown for card in hands.drive.all(cls=FigureCard) if isinstance(card.token, FigureToken)]


@pytest.mark.rule("WT-7", "WT-16")
@pytest.mark.touch
def test_the_picking_page_and_the_turns_show_the_tokens(tmp_path: Path) -> None:
    """Seven rebels to choose from, then Ana's own two. The name is shown, so no letter is needed."""
    with Night(tmp_path, PHONE) as night:
        hands = begin(night, draws="phone")
        side = hands.question.seat.side
        free = [one.key for one in hands.question.choices(hands.play.table)]
        mine = {one for each in SIDE_FIGURES.values() for one in each} if side == "writer" else set(SIDE_FIGURES[side])
        assert [shown[0] for shown in cards_of(hands)] == free and mine <= set(free)
        assert not any(card.icon.name for card in hands.drive.all(cls=FigureCard))


@pytest.mark.thorough
@pytest.mark.rule("WT-7", "WT-16", "WT-32", "WT-40", "WT-57")
def test_questions_about_characters_use_the_page_with_tokens() -> None:
    figures, stops = "cards_panel:FiguresPanel", "walk_panel:StopPanel"
    assert five().asked("Activate").panel.endswith(figures)
    assert light().asked("Activate").panel.endswith(figures)
    walked = five().tap("Activate", "dorothy").tap("StepTo", "memory_lane_cemetery+oaks_park")
    assert walked.asked("Attack").panel.endswith(stops)
    assert RetaliationTarget.panel.endswith(figures), "it showed the players' tokens"


@pytest.mark.thorough
@pytest.mark.rule("WT-32")  # the Mad Hatter is Ben's; letting Dorothy by has no token
@pytest.mark.touch
def test_an_attacker_is_shown_with_its_players_sign(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night)
        set_up(hands)
        hands.answer("Activate", "dorothy")
        hands.answer("StepTo", "memory_lane_cemetery+oaks_park")
        table = hands.play.table
        assert cards_of(hands) == [("mad_hatter", "", table.who("mad_hatter").owner.colour)]
