"""One seed colour makes a whole palette, and every word on it can be read."""

import pytest

from companion.core.colours import contrast
from companion.core.game import Palette

SEEDS = ["#3B7DD8", "#FF0000", "#FFFF00", "#0000FF", "#000000", "#FFFFFF", "#7F7F7F", "#8A2BE2", "#00FF7F", "#C0392B"]


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_word_of_a_seeded_palette_reaches_4_5(seed: str, dark: bool) -> None:
    made = Palette.seeded(seed, dark=dark)
    assert made.faults() == []
    for ground in (made.panel, made.panel2, made.panel3):
        assert min(contrast(ink, ground) for ink in (made.text, made.text2, made.accent)) >= 4.5


def test_the_two_themes_differ_and_the_hue_stays() -> None:
    dark, light = (Palette.seeded("#3B7DD8", dark=one) for one in (True, False))
    assert int(dark.panel[1:3], 16) < 60 and int(light.panel[1:3], 16) > 200
    for accent in (dark.accent, light.accent):  # a blue: more of it than of red, in both
        assert int(accent[5:7], 16) > int(accent[1:3], 16) + 40


def test_faults_name_the_pair() -> None:
    made = Palette.seeded("#3B7DD8", dark=True)
    grey = Palette(made.panel, made.panel2, made.panel3, made.text, made.panel3, made.accent, made.on_accent,
                   made.container, made.on_container)
    assert grey.faults()[-1] == "text2 on panel3 has a contrast of 1.0, and 4.5 is needed"
    assert Palette(*["pink"] * 9).faults()[0] == "panel is 'pink', not a colour as #RRGGBB"
