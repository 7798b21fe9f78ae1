"""Contrast, measured as LOOK section 4 does it. The expected numbers are those of the page, not of the code."""

from importlib import import_module

import pytest

from companion.core.game import Facts, Palette
from companion.core.text import say
from companion.ui.theme import tokens
from companion.ui.theme.tokens import contrast, over, worst

SHELL = {  # text, text2, primary, gain, loss, outline, focus, on primary, on container, on warn
    "dark": (10.8, 6.2, 7.8, 7.2, 6.1, 3.3, 7.6, 10.6, 9.3, 9.1),
    "light": (12.4, 5.6, 5.3, 5.0, 4.9, 3.1, 4.9, 7.2, 11.9, 6.7),
    "contrast dark": (15.5, 12.5, 11.9, 11.9, 10.2, 15.5, 11.5, 16.1, 13.8, 15.3),
    "contrast light": (15.9, 10.9, 9.3, 8.7, 8.5, 15.9, 8.9, 12.3, 17.8, 11.3),
}
GAMES = {  # text, text2, accent, gain, loss, on accent, on container
    ("windmill", "dark"): (10.1, 6.1, 6.5, 6.7, 5.6, 9.4, 8.4),
    ("windmill", "light"): (12.1, 5.3, 4.9, 4.9, 4.8, 6.8, 12.1),
    ("story", "dark"): (10.4, 6.1, 5.9, 6.9, 5.9, 8.4, 9.2),
    ("story", "light"): (12.0, 5.3, 5.3, 4.8, 4.8, 7.5, 12.7),
    ("keywords", "dark"): (10.0, 6.0, 7.4, 6.5, 5.5, 9.1, 7.9),
    ("keywords", "light"): (12.2, 5.4, 5.2, 4.8, 4.8, 7.3, 12.4),
    ("windward", "dark"): (10.4, 6.2, 7.0, 6.8, 5.8, 8.5, 8.2),
    ("windward", "light"): (12.6, 5.4, 5.2, 4.9, 4.8, 7.1, 12.0),
    ("winter_tales", "dark"): (10.0, 6.0, 6.2, 6.4, 5.5, 9.1, 8.7),
    ("winter_tales", "light"): (12.4, 5.2, 5.0, 4.9, 4.9, 6.8, 12.6),
}
ON_ART = (  # two colours, the ratio of the page
    (tokens.ON_SCRIM, over(tokens.SCRIM, "#FFF4CF", tokens.SCRIM_ALPHA), 10.2),
    ("#4A1A2C", "#FFB45E", 8.1),
    (tokens.DARK_ROOM.text, tokens.DARK_ROOM.background, 17.1),
    (tokens.DARK_ROOM.text2, "#431415", 8.4),
    (tokens.DARK_ROOM.text, "#7A1512", 9.3),
    (tokens.DARK_ROOM.on_primary, tokens.DARK_ROOM.primary, 7.8),
    ("#2A1200", "#F28C28", 7.2),
    ("#14233F", "#F3F7FF", 14.6),
    ("#F28C28", "#2F4468", 4.0),
    ("#5E86C4", "#F3F7FF", 3.4),
    (tokens.ON_LIT, tokens.LIT, 16.4),
    ("#12192B", "#7FD6E8", 10.6),
    ("#FFFFFF", "#B3191D", 6.8),
    ("#FFE9BC", "#1A1330", 14.9),
    ("#FFF3DF", "#7A3B2E", 7.7),
    (tokens.ON_TIE, tokens.TIE, 9.4),
    (tokens.ON_LOSE, "#FF9C8F", 8.6),
    ("#FFFFFF", "#0B1230", 18.4),
)
SEAT_INK = (6.2, 8.5, 12.3, 5.2, 5.4, 15.6, 9.9, 5.4, 13.6, 13.5, 6.3, 8.6)
SEAT_ON_DARK = (3.7, 5.1, 7.8, 3.0, 3.0, 9.9, 6.0, 3.0, 8.7, 9.2, 3.6, 5.2)


@pytest.mark.parametrize("theme", SHELL)
def test_the_shell_reaches_the_ratios_of_the_page(theme: str) -> None:
    roles = tokens.THEMES[theme]
    grounds = (roles.background, roles.surface, roles.surface2, roles.surface3)
    inks = (roles.text, roles.text2, roles.primary, roles.gain, roles.loss, roles.outline, roles.focus)
    measured = [worst(ink, grounds) for ink in inks]
    measured += [contrast(roles.on_primary, roles.primary), contrast(roles.on_container, roles.container),
                 contrast(roles.on_warn, roles.warn)]
    assert [round(ratio, 1) for ratio in measured] == list(SHELL[theme])
    assert min(ratio for ink, ratio in zip(range(10), measured, strict=True) if ink != 5) >= 4.5
    assert measured[5] >= 3


@pytest.mark.parametrize(("game", "theme"), GAMES)
def test_a_game_reaches_the_ratios_of_the_page(game: str, theme: str) -> None:
    facts = facts_of(game)
    palette = facts.dark if theme == "dark" else facts.light
    shell, ground = tokens.THEMES[theme], tokens.panels(palette)
    measured = [worst(ink, ground) for ink in (palette.text, palette.text2, palette.accent, shell.gain, shell.loss)]
    measured += [contrast(palette.on_accent, palette.accent), contrast(palette.on_container, palette.container)]
    assert [round(ratio, 1) for ratio in measured] == list(GAMES[game, theme])
    assert not palette.faults()


def facts_of(game: str) -> Facts:
    try:
        module = import_module(f"companion.games.{game}")
    except ImportError:
        pytest.skip(f"{game} is not there yet")
    if not hasattr(module, "game"):
        pytest.skip(f"{game} is not there yet")
    facts: Facts = module.game.facts
    return facts


@pytest.mark.parametrize(("ink", "ground", "ratio"), ON_ART)
def test_what_stands_on_the_art_can_be_read(ink: str, ground: str, ratio: float) -> None:
    assert round(contrast(ink, ground), 1) == ratio


def test_the_timer_ring_stands_out_from_its_track_over_the_sky() -> None:
    track = over(tokens.RING_TRACK, "#6B3A55", 0.55)
    assert contrast(tokens.RING, track) >= 8.1


@pytest.mark.parametrize("ground", ["#E9C98F", "#647A45"])
def test_one_of_the_two_rims_stands_out_from_path_and_grass(ground: str) -> None:
    assert max(contrast(tokens.LIGHT_RIM, ground), contrast(tokens.DARK_RIM, ground)) >= 4.49


def test_the_seats_reach_the_ratios_of_the_page() -> None:
    dark_panels = [tone for game in ("windmill",) for tone in tokens.panels(facts_of(game).dark)]
    assert tuple(round(contrast(seat.ink, seat.fill), 1) for seat in tokens.SEATS) == SEAT_INK
    for seat, ratio in zip(tokens.SEATS, SEAT_ON_DARK, strict=True):
        assert worst(seat.fill, dark_panels) >= ratio - 0.05, seat.name


def test_high_contrast_replaces_the_games_colours() -> None:
    assert tokens.roles_of("contrast dark", facts_of("windmill")) == tokens.CONTRAST_DARK


def test_a_game_that_nobody_could_read_gets_the_shells_colours() -> None:
    pale = Palette("#FFFFFF", "#FFFFFF", "#FFFFFF", "#EEEEEE", "#EEEEEE", "#EEEEEE", "#FFFFFF", "#FFFFFF", "#FFFFFF")
    facts = Facts("pale", "Pale", 1, 2, "5", say("Pale."), "", dark=pale, light=pale)
    assert tokens.roles_of("dark", facts) == tokens.DARK


def test_a_game_whose_colours_are_no_colours_gets_the_shells() -> None:
    odd = Palette(*["red"] * 9)
    assert odd.faults()


@pytest.mark.parametrize(("wish", "system", "high", "theme"), [
    ("system", True, False, "dark"), ("system", False, False, "light"), ("system", None, False, "dark"),
    ("light", True, False, "light"), ("dark", False, False, "dark"), ("dark", False, True, "contrast dark"),
    ("system", False, True, "contrast light"), ("no such", None, False, "dark")])
def test_the_theme_for_a_wish(wish: str, system: bool | None, high: bool, theme: str) -> None:
    assert tokens.theme_of(wish, system, high) == theme


@pytest.mark.parametrize(("names", "letters"), [
    (["Ana", "Ben"], ["A", "B"]), (["Ana", "anton"], ["An", "An"]), ([" ", "x"], ["?", "X"]),
    (["Øyvind", "Ольга"], ["Ø", "О"])])
def test_initials(names: list[str], letters: list[str]) -> None:
    assert tokens.initials(names) == letters


def test_nothing_to_read_is_smaller_than_twelve() -> None:
    assert min(kind.size for kind in tokens.TYPE.values()) >= 12
