"""Seats under the three common colour-vision types, and every pair of tokens of every palette. No window is needed."""

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.registry import find_games
from companion.ui.theme import tokens
from companion.ui.theme.tokens import contrast, rgba, roles_of, worst

Matrix = tuple[tuple[float, float, float], ...]
VISIONS: dict[str, tuple[Matrix, int, tuple[str, str]]] = {  # Machado 2009 at full strength; what LOOK's table says
    "protanopia": (((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
                   23, ("Rose", "Slate")),
    "deuteranopia": (((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                      (-0.011820, 0.042940, 0.968881)), 21, ("Bone", "Rose")),
    "tritanopia": (((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
                   21, ("Sun", "Bone")),
}


def linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def seen(colour: str, eye: Matrix) -> tuple[float, float, float]:
    """The colour as such an eye sees it, in CIE Lab."""
    light = [linear(channel) for channel in rgba(colour)[:3]]
    mixed = (sum(part * one for part, one in zip(row, light, strict=True)) for row in eye)
    red, green, blue = (min(1.0, max(0.0, one)) for one in mixed)
    x, y, z = ((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047, 0.2126 * red + 0.7152 * green + 0.0722 * blue,
               (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    fx, fy, fz = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


FIRST = 8  # the colours of every table of up to eight
FULL: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def closest(seats: Sequence[tokens.SeatColour], eye: Matrix) -> tuple[float, tuple[str, str]]:
    """The two that are most alike, and how far they are from each other."""
    return min((dist(seen(one.fill, eye), seen(other.fill, eye)), (str(one.name), str(other.name)))
               for one, other in combinations(seats, 2))


@pytest.mark.parametrize("vision", VISIONS)
def test_no_two_seats_look_alike_to_any_eye(vision: str) -> None:
    eye, least, pair = VISIONS[vision]
    far, alike = closest(tokens.SEATS[:FIRST], eye)
    assert (round(far), alike) == (least, pair)
    assert far >= 20, "and each has a shape of its own besides"
    assert len({seat.shape for seat in tokens.SEATS}) == len(tokens.SEATS)


@pytest.mark.parametrize("vision", VISIONS)
def test_twelve_seats_are_told_apart_by_any_eye(vision: str) -> None:
    """Colours after the eighth are as distinct as possible and still readable on every dark panel."""
    assert closest(tokens.SEATS, VISIONS[vision][0])[0] >= 19
    assert closest(tokens.SEATS, FULL)[0] >= 30


@pytest.mark.parametrize("game", find_games().games.values(), ids=lambda game: game.facts.id)
def test_a_seat_beyond_eight_stands_out_from_every_dark_panel(game: Game[Any]) -> None:
    assert min(worst(seat.fill, tokens.panels(game.facts.dark)) for seat in tokens.SEATS[FIRST:]) >= 3.0


GAMES = [None, *find_games().games.values()]


@pytest.mark.parametrize("theme", tokens.THEMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: "shell" if game is None else game.facts.id)
def test_every_ink_can_be_read_on_every_ground(theme: str, game: object) -> None:
    """4.5 to 1, and 7 to 1 in high contrast; lines that are only seen 3 to 1."""
    roles = roles_of(theme, None if game is None else game.facts)  # type: ignore[attr-defined]
    least = 7.0 if tokens.is_contrast(theme) else 4.5
    grounds = (roles.background, roles.surface, roles.surface2, roles.surface3)
    for ink in ("text", "text2", "primary", "gain", "loss", "warm", "focus"):
        assert worst(getattr(roles, ink), grounds) >= least, ink
    for ink, ground in (("on_primary", "primary"), ("on_container", "container"), ("on_warn", "warn")):
        assert contrast(getattr(roles, ink), getattr(roles, ground)) >= least, ink
    assert worst(roles.outline, grounds) >= 3.0


@pytest.mark.parametrize("seat", tokens.SEATS, ids=lambda seat: str(seat.name))
def test_the_initial_can_be_read_in_its_shape(seat: tokens.SeatColour) -> None:
    assert contrast(seat.ink, seat.fill) >= 4.5
