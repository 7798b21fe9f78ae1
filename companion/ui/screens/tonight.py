"""Tonight: the plays of one evening with one podium, and as a picture to share."""

from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.core.text import in_a_row, say
from companion.services import when
from companion.services.chronicle import on_podium
from companion.services.history import Finished, game_of, title_of
from companion.services.tonight import Night, tonight, words_of
from companion.ui.app.tableside import TablesideApp
from companion.ui.screens.file_exchange import hand_out_file
from companion.ui.screens.plain import PlainPage, in_pairs
from companion.ui.screens.plays import PlayCard, open_play, titles_of
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Column, Grid, Part, Row, Voice, Words
from companion.ui.widgets.controls.buttons import PrimaryButton
from companion.ui.widgets.controls.rows import Hint
from companion.ui.widgets.displays.chart import Podium, Step
from companion.ui.widgets.displays.covers import Cover
from companion.ui.widgets.displays.covers import cover as load_cover
from companion.ui.widgets.displays.share_card import HIGH, WIDE, dense, write_picture

STAND = 190.0  # dp
MOST = 6  # plays in the picture; more are only counted in its title


class Stand(Part):
    """The podium of an evening, on its own ground."""

    def __init__(self, look: Look, night: Night) -> None:
        super().__init__()
        guests = night.guests
        steps = [Step(guests[one.seat].colour, guests[one.seat].letter, one.place, one.score)
                 for one in on_podium(night.outcome())]
        self.podium = Podium(look, steps)
        self.add_parts(self.podium)

    def fit(self, width: float) -> float:
        return self.take_size(width, dp(STAND))

    def arrange(self) -> None:
        foot = dp(tokens.S)
        self.podium.pos, self.podium.size = (self.x, self.y + foot), (self.width, self.height - foot)
        self.podium.arrange()


class NightRow(Row):
    """A play in the picture: its cover, its name and how it ended."""

    def __init__(self, look: Look, one: Finished, title: str) -> None:
        cover = Cover(game_of(one.game), corners=(dp(8),) * 4)
        cover.size = (dp(64), dp(38))
        words = Column([Words(look, title, "answer"),
                        Words(look, str(one.outcome).rstrip("."), "support", "text2")], gap=0)
        super().__init__([cover, words], gap=12)
        self.stretch = self.parts[1]


class NightCard(Column):
    """The evening as a picture: covers, podium, every play and the day."""

    def __init__(self, app: TablesideApp, night: Night) -> None:
        titles = titles_of(app)
        with dense():
            look = Look.of("dark")
            games = list(dict.fromkeys(game_of(one.game) for one in night.plays))
            for game in games:
                load_cover(game)  # at once: the picture is saved in this frame
            title, wins = words_of(night, app.library)
            head = [Cover(game, 0.62, (dp(10),) * 4) for game in games[:3]]
            rows = [NightRow(look, one, title_of(one.game, titles)) for one in night.plays[-MOST:]]
            date = Words(look, when.weekday(night.plays[-1].when), "support", "text2")
            parts = [Voice(look, title, "headline", align="center", chrome=True),
                     Words(look, wins, "answer", "text2", align="center"),
                     Grid(head, columns=len(head)), Stand(look, night), *rows,
                     Row([date, Voice(look, "Tableside", "answer")], date)]
            super().__init__(parts, gap=12, pad=16)
            Box(self, look.colour("background"))
            self.fit(WIDE)
            self.take_size(WIDE, max(HIGH, self.height))


class TonightScreen(PlainPage):
    widest = 720.0

    def __init__(self, app: TablesideApp) -> None:
        super().__init__(app, app.look, say("Tonight"))
        self.night: Night | None = None

    def parts(self) -> list[Any]:
        look, night = self.look, tonight(self.app.library)
        self.night = night
        if night is None:
            return [Hint(look, say("Nothing was played lately."), "podium")]
        title, wins = words_of(night, self.app.library)
        self.title.say(title)
        self.long.begin(in_pairs(look, [self._card(night, one) for one in reversed(night.plays)]))
        share = PrimaryButton(look, say("Share as a picture"), "share-variant", partial(self.share, night))
        below = Words(look, say("The numbers are plays won."), "support", "text2", align="center")
        return [Voice(look, wins, "headline", align="center"), Stand(look, night), below, share, self.long]

    def _card(self, night: Night, one: Finished) -> PlayCard:
        colours = {guest.name: guest.colour for guest in night.guests}
        seats = [(colours.get(seat.name, seat.seat % len(tokens.SEATS)), seat.name, seat.score)
                 for seat in one.seats]
        title = title_of(one.game, titles_of(self.app))
        return PlayCard(self.look, game_of(one.game), title, one.outcome, when.clock(one.when), seats,
                        partial(open_play, self.app, one.id, title))

    def share(self, night: Night) -> None:
        name = in_a_row(*words_of(night, self.app.library)[:1], when.iso_day(night.plays[-1].when))
        hand_out_file(self.app, f"{name}.png", lambda path: write_picture(NightCard(self.app, night), path))
