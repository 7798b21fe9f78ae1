"""The stage: three pictures with their tokens, and the active card."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import say
from companion.games.keywords import scoring
from companion.games.keywords.questions import BoardColour, EndOfStory, StackUp, StoryInTime
from companion.games.keywords.screen.cards import CardFace, Disc, PictureCard
from companion.games.keywords.screen.layout import beside_clock, lay
from companion.games.keywords.table import PICTURES, KeyWords, Player
from companion.ui.drawing import stage
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Backdrop, Motion, Sprite
from companion.ui.drawing.stage import Room
from companion.ui.theme import tokens

BEHIND_THE_CLOCK = 0.35
CALLED = 1.6  # seconds


class Stage(stage.Stage):
    def paint(self) -> None:
        self._motion = Motion(self)
        pictures = art("keywords")
        self._sky = Backdrop(self.canvas, pictures, "sky")
        self._floor = Backdrop(self.canvas, pictures, "floor")
        self._cards = [PictureCard(self.canvas, self._motion) for _ in PICTURES]
        self._shown = tuple(CardFace(picture, known=False) for picture in PICTURES)
        self._table: KeyWords | None = None
        self._timed = False
        self._telling = False
        self._clock_aside = False
        self._call = Sprite(self.canvas)
        self._call.alpha = 0.0

    def place(self) -> None:
        self._motion.settle()
        self._sky.stretch(self.pos, self.size)
        self._floor.cover(self.pos, self.size)
        self._draw()

    def show(self, play: Play[KeyWords], question: Question[Any, Any] | None) -> None:
        self._table = play.table
        self._timed = question is not None and question.kind == "confirm" and question.timer(play.table) is not None
        self._clock_aside = question is not None and not self._timed and question.timer(play.table) is not None
        active = question.picture if isinstance(question, (StackUp, BoardColour)) else 0
        self._shown = cards_of(play.table, active)
        self._draw()
        if self._telling and isinstance(question, StackUp):
            self._call_out()
        self._telling = isinstance(question, (EndOfStory, StoryInTime))

    called = NumericProperty(0.0)
    """Opacity of the call to place tokens, between story and counting."""

    def _call_out(self) -> None:
        self._call.clear()
        px = min(dp(40), self.room.width / 11)
        self._call.add_text(str(say("Place your tokens: go!")), tokens.VOICE, px, (0.0, 0.0), tokens.ON_SCRIM)
        self._call.pos = self.room.center
        Animation.cancel_all(self, "called")
        self.called = 1.0 if self.animate else 0.0
        if self.animate:
            (Animation(d=CALLED) + Animation(called=0.0, d=0.3)).start(self)

    def on_called(self, *_: object) -> None:
        self._call.alpha = self.called
        for card in self._cards:
            card.behind(1 - 0.75 * self.called)

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        if self._table is not None and isinstance(question, StackUp):
            self._shown = cards_of(self._table, question.picture, tuple(answer or ()))
            self._draw()

    def settle(self) -> None:
        self._motion.settle()
        Animation.cancel_all(self, "called")
        self.called = 0.0

    def _draw(self) -> None:
        room = self.room if self.room.height >= dp(56) else Room(self.x, self.y, *self.size)
        active = next((card.picture for card in self._shown if card.active), 0)
        wide, high = room.width / dp(1), room.height / dp(1)
        if self._clock_aside:
            wide, high = beside_clock(wide, high)
        boxes = lay(wide, high, active)
        low = float(room.top - dp(high))
        self._call.pos = room.center
        alpha = BEHIND_THE_CLOCK if self._timed else 1 - 0.75 * self.called
        for drawn, card, box in zip(self._cards, self._shown, boxes, strict=True):
            drawn.show(card, box, (room.x, low), alpha)


def cards_of(table: KeyWords, active: int, draft: tuple[Player, ...] | None = None) -> tuple[CardFace, ...]:
    """The three pictures; the active one as tapped so far."""
    this = table.this_round()
    letters = tokens.initials(seat.name for seat in table.seats)
    stacks = scoring.stacks_of(table, active, draft) if draft is not None else scoring.stacks_of(table)
    cards = []
    for picture, stack, tokens_on in zip(PICTURES, this.stacks, stacks, strict=True):
        discs = tuple(Disc(player.colour, letters[player.index], scoring.worth(place, len(tokens_on)))
                      for place, player in enumerate(tokens_on, 1))
        cards.append(CardFace(picture, discs, stack.board, picture == active, this.told))
    return tuple(cards)
