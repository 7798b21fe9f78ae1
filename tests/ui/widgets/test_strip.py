"""The seat strip, what a change of the score covers; and the corners of a cover."""

from dataclasses import replace

import pytest
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.services.table.situation import SeatState
from companion.ui.theme import Look, fonts
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.displays.covers import Pictured
from companion.ui.widgets.displays.strip import SeatStrip

pytestmark = pytest.mark.touch
LETTERS = "ABCDEFGH"


def covers(one: Part, other: Part) -> bool:
    return bool(one.x < other.right and other.x < one.right and one.y < other.top and other.y < one.top)


@pytest.mark.parametrize(("seats", "width", "form"), [(5, 380, ""), (3, 336, ""), (8, 336, ""), (6, 380, ""),
                                                      (4, 440, "card")])
def test_a_change_of_the_score_covers_no_token_while_the_turn_goes_on(seats: int, width: int, form: str) -> None:
    """The last one scores four and their pill folds in the same call, as after a right guess."""
    fonts.register()
    strip = SeatStrip(Look.of("light"), lambda _: None)
    before = [SeatState(at, f"Name {at}", at, 9, active=at == seats - 1) for at in range(seats)]
    strip.show(before, LETTERS, form=form)
    strip.fit(dp(width))
    after = [replace(one, score=13 if at in (0, seats - 1) else 9, active=at == 1) for at, one in enumerate(before)]
    strip.show(after, LETTERS, form=form)
    strip.fit(dp(width))
    for place in (strip.places[0], strip.places[-1]):
        assert place.change.text == "+4"
        for part in (0.0, 0.4, 0.9):
            place.risen = part
            assert place.change.opacity > 0
            assert not [one for one in strip.places if covers(place.change, one.token)]
            assert not covers(place.change, place.score) or place.change.y > place.score.center_y
            assert strip.inner.x <= place.change.x and place.change.right <= strip.inner.right


def test_the_corner_of_a_cover_is_smooth() -> None:
    """A white picture on a dark page: along its round corner every row has a grey between the two."""
    fonts.register()
    look, white = Look.of("dark"), Texture.create(size=(1, 1))
    white.blit_buffer(b"\xff" * 4)
    card = Pictured(look, "windmill", 0.5, lambda: None, [])
    card.picture.show(white)
    card.fit(dp(200))
    card.pos = (dp(8), dp(8))
    fbo = Fbo(size=(220, 160), with_stencilbuffer=True)
    with fbo:
        ClearColor(*look.colour("background"))
        ClearBuffers()
    fbo.add(card.canvas)
    fbo.draw()
    dark, top, left = round(255 * look.colour("background")[0]), round(card.top), round(card.x)
    rows = [[fbo.get_pixel_color(x, y)[0] for x in range(left - 2, left + 20)] for y in range(top - 12, top - 3)]
    assert all(any(dark + 25 < one < 230 for one in row) for row in rows), rows
