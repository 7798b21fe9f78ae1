"""Key Words' stage: the grid of cards, where they lie and how they turn."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.graphics import BorderImage, Color, InstructionGroup, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import say
from companion.core.views import Reveal
from companion.games.keywords import scoring
from companion.games.keywords.questions import BOARD_FACES, BoardColour, EndOfStory, StackUp, StoryInTime
from companion.games.keywords.table import PICTURES, KeyWords, Player
from companion.games.keywords.view import reveal
from companion.ui.drawing import stage
from companion.ui.drawing.art import Backdrop, Motion, Point, Sprite, art, group_in
from companion.ui.drawing.letters import drawn
from companion.ui.theme import tokens

CARD, TALL = 114.0, 272.0
ACTIVE = 12.0
ROW = 27.0
RADIUS, SQUASH, SIDE, STEP = 33.0, 0.44, 0.34, 0.46
"""A token of the stack: its radius in dp, the rest in radii."""
TITLE = 46.0
"""Height of a full card's title."""
CLOCK = 120.0
"""Size of a clock in the corner, with margins."""
TRAY = 40.0
"""From the tray's lower edge to the bottom of the stack."""


@dataclass(frozen=True)
class CardPlace:
    """One card: middle, size, content scale, and whether list and stack are side by side."""

    x: float
    y: float
    width: float
    height: float
    scale: float
    beside: bool


def lay(width: float, height: float, active: int) -> tuple[CardPlace, CardPlace, CardPlace]:
    """Three cards in a row; `active` is 1 to 3, or 0."""
    gap = 12.0 if width >= 380 else 8.0
    wide = min(200.0, (width - 2 * gap - 2 * 15 - ACTIVE) / 3)
    tall = min(height - 24, TALL * max(1.0, wide / CARD))
    scale = min(1.7, max(0.7, min(wide / CARD, tall / 240)))
    beside = tall < 165
    if beside:
        scale = min(1.4, max(0.45, min(wide / CARD, tall / 130)))
    all_wide = 3 * wide + 2 * gap + (ACTIVE if active else 0)
    x, boxes = (width - all_wide) / 2, []
    for number in (1, 2, 3):
        more = ACTIVE if number == active else 0.0
        high = tall + min(more, height - tall - 4)
        boxes.append(CardPlace(x + (wide + more) / 2, height / 2, wide + more, high,
                               scale, beside))
        x += wide + more + gap
    return boxes[0], boxes[1], boxes[2]


def beside_clock(width: float, height: float) -> tuple[float, float]:
    """Room for the cards above or left of a clock; the whole stage if they would get too small.

    >>> beside_clock(412, 430), beside_clock(430, 280), beside_clock(360, 180)
    ((412, 310.0), (310.0, 280), (360, 180))
    """
    if height >= 340:
        return width, height - CLOCK
    return (width - CLOCK, height) if width >= 400 else (width, height)


def row_height(box: CardPlace, tokens: int) -> float:
    if box.beside:
        return min(22.0, (box.height - 16 - (20 if titled(box) else 0)) / max(3, tokens))
    return min(ROW, 90 / max(1, tokens)) * box.scale


def titled(box: CardPlace) -> bool:
    return not box.beside or box.height > 105


def foot(box: CardPlace, named: bool) -> float:
    """Height below the tray for the board's name, if entered."""
    return (36.0 if named else 16.0) * box.scale


def stack_scale(box: CardPlace, tokens: int, named: bool) -> float:
    """Fit the whole stack between the list and the board's name."""
    needed = TRAY + RADIUS * (SQUASH + SIDE + STEP * max(0, tokens - 1)) + 4
    if box.beside:
        free = box.height - 14 - (18 if titled(box) else 0)
        return min(free / needed, box.width * 0.46 / (2 * RADIUS + 18))
    free = box.height - TITLE * box.scale - foot(box, named) - tokens * row_height(box, tokens)
    return max(0.3, min(box.scale, free / needed))


WHITE, WORDS, QUIET, GAIN = "#FFFFFF", "#E2E5F8", "#A9B0D6", tokens.DARK.gain
DROP, FALL = 24.0, 0.14
READY = ("coral", "gold", "teal")
LEAST = 12.0
PLACES = (say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th"))


@dataclass(frozen=True)
class Disc:
    colour: int
    letter: str
    points: int


@dataclass(frozen=True)
class CardFace:
    """What a card shows; if not `known`, it is face down during the story."""

    picture: int
    discs: tuple[Disc, ...] = ()
    board: str | None = None
    active: bool = False
    known: bool = True
    read: bool = False
    due: int = 0
    """Tokens that are still to fall while the stacks are counted; they keep their room."""


class PictureCard:
    """Draws one card and drops a new top token into place."""

    def __init__(self, layer: InstructionGroup, motion: Motion) -> None:
        self._motion = motion
        self.group = group_in(layer)
        self._paper = Color(1, 1, 1, 1)
        self.box = BorderImage()
        self.edge = Color(1, 1, 1, 1)
        self._line = SmoothLine(width=1.0)
        for step in (self._paper, self.box, self.edge, self._line):
            self.group.add(step)
        self.words = Sprite(self.group)
        self.board = Sprite(self.group)
        self._stack = group_in(self.group)
        self.discs: list[Sprite] = []
        self._shown: tuple[CardFace, CardPlace, Point] | None = None

    def show(self, card: CardFace, box: CardPlace, origin: Point, alpha: float = 1.0) -> None:
        """`origin` is the corner of the stage's free part, in pixels."""
        if (card, box, origin) != self._shown:
            old = self._shown[0] if self._shown is not None else None
            moved = self._shown is not None and self._shown[1:] != (box, origin)
            self._shown = (card, box, origin)
            centre = (float(round(origin[0] + dp(box.x))), float(round(origin[1] + dp(box.y))))
            self._draw_paper(card, box, centre)
            self.words.pos = self.board.pos = centre
            self._write(card, box)
            fell = old is not None and len(card.discs) == len(old.discs) + 1 and not moved
            self._pile_up(card, box, centre, fell)
        self.fade(alpha)

    def fade(self, alpha: float) -> None:
        self._paper.a, self.edge.a = alpha, self._edge_alpha * alpha
        for sprite in (self.words, self.board, *self.discs):
            sprite.alpha = alpha

    def _draw_paper(self, card: CardFace, box: CardPlace, centre: Point) -> None:
        pictures, name = art("keywords"), "card" if card.known else "card_empty"
        low = 5.0 if card.known else 0.0  # space for the card's shadow
        border = float(pictures.layers[name]["border"][0])
        wide, high = float(dp(box.width + 2)), float(dp(box.height + 2 + low))
        self.box.texture = pictures.texture(name)
        self.box.border = (border * 2,) * 4
        shown = min(dp(border), wide / 2, high / 2)
        self.box.display_border = (shown,) * 4
        self.box.pos = (centre[0] - wide / 2, centre[1] - float(dp(box.height / 2 + 1 + low)))
        self.box.size = (wide, high)
        inset = dp(1.5 if card.active else 1)
        colour = WHITE if card.active else art("keywords").layers[f"tray_{card.board or 'plain'}"]["colour"]
        self._edge_alpha = 0.6 if card.known else 0.0
        if card.active:
            self._edge_alpha = 1.0
        self.edge.rgb = tokens.rgba(colour)[:3]
        self._line.width = float(inset)
        x, y = centre[0] - dp(box.width / 2) + inset, centre[1] - dp(box.height / 2) + inset
        round_ = max(1.0, min(dp(22) - inset, dp(box.height) / 2 - inset))
        wide, high = dp(box.width) - 2 * inset, dp(box.height) - 2 * inset
        self._line.rounded_rectangle = (x, y, wide, high, round_, 32)

    # Text

    def _write(self, card: CardFace, box: CardPlace) -> None:
        words, scale = self.words, box.scale
        words.clear()
        title = str(say("Picture {n}", n=card.picture))
        if not card.known:
            if titled(box):
                words.add_text(title, tokens.MEDIUM, size(15, scale), (0.0, self._up(box, 22)), QUIET)
            self._lay_board(card, box)
        elif box.beside:
            self._write_beside(card, box)
        else:
            words.add_text(title, tokens.MEDIUM, size(15, scale), (0.0, self._up(box, 22)), WHITE)
            self._write_list(card, box)
            self._write_board(card, box)

    def _lay_board(self, card: CardFace, box: CardPlace) -> None:
        """Before the story, show the boards with their symbols; the pictures are secret."""
        board = READY[(card.picture - 1) % len(READY)]
        scale = min(box.scale, box.height / 150, (box.width - 16) / 86)
        low = -float(dp(10 if titled(box) else 0))
        wide, high = art("keywords").size(f"tray_{board}")
        tray, above = art("keywords").texture(f"tray_{board}"), low + float(dp(4)) * scale
        self.words.add(tray, (wide * scale, high * scale), (0.0, low), alpha=0.9)
        self.words.add_icon(BOARD_FACES[board][1], size(26, scale), (0.0, above), WHITE, 0.9)

    def _up(self, box: CardPlace, down: float) -> float:
        return float(dp(box.height / 2 - down * (min(1.0, box.scale) if box.beside else box.scale)))

    def _write_list(self, card: CardFace, box: CardPlace) -> None:
        """Last on top, first at the bottom, like the stack."""
        scale, row = box.scale, row_height(box, len(card.discs) + card.due)
        if not card.discs and not card.due:
            words = say("nobody") if card.read else say("no tokens\nyet")
            for number, line in enumerate(str(words).splitlines()):
                at = (0.0, self._up(box, 80 + 17 * number))
                self.words.add_text(line, tokens.TEXT, size(13.5, scale), at,
                                     QUIET)
        tight, across = min(1.0, row / (23 * scale)), float(dp(33 * scale))
        for number, disc in enumerate(reversed(card.discs)):
            y = self._up(box, TITLE + 11) - float(dp(row)) * (number + card.due)
            place = str(PLACES[len(card.discs) - 1 - number])
            self.words.add_token(disc.colour, disc.letter, float(dp(9.5 * scale * tight)), (-across, y))
            self.words.add_text(place, tokens.TEXT, size(13.5, scale), (0.0, y), WORDS)
            self.words.add_text(f"+{disc.points}", tokens.BOLD, size(14.5, scale), (across, y), GAIN)

    def _write_board(self, card: CardFace, box: CardPlace) -> None:
        if card.board is not None:
            name, y = str(BOARD_FACES[card.board][0]), -float(dp(box.height / 2 - 20 * box.scale))
            px = size(13, box.scale)
            wide = drawn(name, tokens.MEDIUM, px, px * 1.2, None, "center", False).texture.width
            fits = min(1.0, float(dp(box.width - 10)) / wide)
            self.words.add_text(name, tokens.MEDIUM, px * fits, (0.0, y), WORDS)

    def _write_beside(self, card: CardFace, box: CardPlace) -> None:
        """On a low card: the stack on the left, tokens and points on the right."""
        row = row_height(box, len(card.discs) + card.due)
        low = -box.height / 2 + 8 + row / 2
        if titled(box):
            title = str(say("Picture {n}", n=card.picture))
            self.words.add_text(title, tokens.MEDIUM, float(dp(12.5)), (0.0, self._up(box, 14)), WHITE)
        for number, disc in enumerate(card.discs):
            y = float(dp(low + row * number))
            px, x = float(dp(min(13.5, row * 0.8))), float(dp(box.width))
            self.words.add_token(disc.colour, disc.letter, float(dp(min(8.5, row * 0.42))), (x * 0.14, y))
            self.words.add_text(f"+{disc.points}", tokens.BOLD, px, (x * 0.34, y), GAIN)

    # The stack

    def _pile_up(self, card: CardFace, box: CardPlace, centre: Point, fell: bool) -> None:
        self._stack.clear()
        self.board.clear()
        self.discs = []
        if not card.known:
            return
        named = card.board is not None
        scale = stack_scale(box, len(card.discs) + card.due, named)
        aside = -box.width * 0.22 if box.beside and (card.discs or card.due) else 0.0
        low = -box.height / 2 + (40 * scale + 8 if box.beside else foot(box, named) + 39 * scale)
        self._lay_tray(card, scale, (float(dp(aside)), float(dp(low))))
        base = (centre[0] + float(dp(aside)), centre[1] + float(dp(low)))
        for number, disc in enumerate(card.discs):
            last = number == len(card.discs) - 1
            sprite = self._disc(disc, scale, last)
            sprite.pos = (base[0], base[1] + float(dp(STEP * RADIUS)) * scale * number)
            self.discs.append(sprite)
        if fell:
            self._let_fall(self.discs[-1])

    def _lay_tray(self, card: CardFace, scale: float, foot: Point) -> None:
        pictures, name = art("keywords"), f"tray_{card.board or 'plain'}"
        foot = (foot[0], foot[1] - float(dp(4)) * scale)  # raise the stack so the symbol stays visible
        self.board.add_layer(pictures, name, scale, "stack", foot)
        if card.board is not None:
            (x, y), sign = pictures.point(name, "stack"), pictures.point(name, "sign")
            at = (foot[0] + (sign[0] - x) * scale, foot[1] + (sign[1] - y) * scale)
            self.board.add_icon(BOARD_FACES[card.board][1], float(dp(18)) * scale, at, "#141622", 0.8)

    def _disc(self, disc: Disc, scale: float, last: bool) -> Sprite:
        """Draw a token, anchored at the middle of its lower face."""
        sprite, pictures = Sprite(self._stack), art("keywords")
        fill = tokens.SEATS[disc.colour].fill
        sprite.add_layer(pictures, "disc_side", scale, "foot").tint(fill)  # the picture is already darker
        top = (0.0, float(dp(RADIUS * SIDE)) * scale)
        sprite.add_layer(pictures, "disc_top", scale, "top", top).tint(fill)
        sprite.add_layer(pictures, "disc_shine", scale, at=top)
        if last:
            px = float(dp(RADIUS * (0.44 if len(disc.letter) > 1 else 0.54))) * scale
            sprite.add_text(disc.letter, tokens.BOLD, px, top, tokens.SEATS[disc.colour].ink)
        return sprite

    def _let_fall(self, disc: Sprite) -> None:
        x, y = disc.pos

        def step(part: float) -> None:
            disc.pos = (x, y + float(dp(DROP)) * (1 - part))

        self._motion.move(self, FALL, step, curve="in_quad")


def size(px: float, scale: float) -> float:
    """Font size on a card: scaled, but always readable."""
    return float(dp(max(px * scale, LEAST)))


BEHIND_THE_CLOCK = 0.35
CALLED = 1.6  # seconds
FIRST, BETWEEN, HELD, SEEN = 0.35, 0.4, 0.7, 1.9  # of the count, in seconds, as on guests' phones
DRUM = 0.9  # seconds before the last token falls


class Stage(stage.Stage):
    tells_points = True

    def paint(self) -> None:
        pictures = art("keywords")
        self._sky = Backdrop(self.canvas, pictures, "sky")
        self._floor = Backdrop(self.canvas, pictures, "floor")
        self.cards = [PictureCard(self.canvas, self._motion) for _ in PICTURES]
        self._entering = False
        self._counts: Reveal | None = None
        """The count that begins at the next `draw`."""
        self.shown = tuple(CardFace(picture, known=False) for picture in PICTURES)
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
        self._timed = stage.timed(play, question)
        clock = question is not None and question.timer(play.table) is not None
        self._clock_aside = clock and not self._timed
        active = question.picture if isinstance(question, (StackUp, BoardColour)) else 0
        entered, self._entering = self._entering, isinstance(question, StackUp)
        if self.reveals and reveal(play.table) is None:
            self._motion.settle()  # players have moved on or undone
        if not self.reveals:
            self.shown = cards_of(play.table, active)
            begins = entered and not self._entering and self._motion.may_move
            self._counts = reveal(play.table) if begins else None
        self.redraw(moving=True)
        if self._telling and isinstance(question, StackUp):
            self._call_out()
        self._telling = isinstance(question, (EndOfStory, StoryInTime))

    called = NumericProperty(0.0)
    """Opacity of the call to place tokens, between story and counting."""

    # The count

    def about_to_reveal(self) -> bool:
        return self._counts is not None

    def draw(self, moving: bool) -> None:
        counts, self._counts = self._counts, None
        if counts is None:
            self._draw()
        elif moving:
            self._count(counts)

    def _count(self, counts: Reveal) -> None:
        """Let the tokens fall one by one, each with its points; the last one is held back."""
        full, tokens = self.shown, sum(len(card.discs) for card in self.shown)
        self.suspense, self.reveals = counts.told, True
        self._let_lie(full, 0)
        for fallen in range(1, tokens + 1):
            last = 1 < tokens == fallen
            wait = FIRST + BETWEEN * (fallen - 1) + (HELD if last else 0.0)
            self._motion.move(("count", fallen), 0.0, partial(self._let_lie, full, fallen), delay=wait)
        if tokens > 1:
            self._motion.move("drum", 0.0, lambda _: self._hold_back(counts), delay=max(0.0, wait - DRUM))
        self._motion.move("counted", 0.0, lambda _: self._end_count(full), delay=wait + SEEN)

    def _let_lie(self, full: tuple[CardFace, ...], fallen: int, _: float = 1.0) -> None:
        """Show the first tokens, beginning with the first picture's; hide the others."""
        faces: list[CardFace] = []
        for card in full:
            here = min(fallen, len(card.discs))
            faces.append(replace(card, discs=card.discs[:here], due=len(card.discs) - here))
            fallen -= here
        if not any(face.due for face in faces):
            self.suspense = None
        self.shown = tuple(faces)
        self._draw()

    def _hold_back(self, counts: Reveal) -> None:
        if self.reveals and self._motion.moving:  # not if a tap ended it
            self.suspense = counts.last
            self.dispatch("on_drum")

    def _end_count(self, full: tuple[CardFace, ...]) -> None:
        self.shown, self.suspense = full, None
        self._draw()
        self.reveals = False

    def _call_out(self) -> None:
        self._call.clear()
        px = min(dp(40), self.room.width / 13)
        self._call.add_text(str(say("Place your tokens: go!")), tokens.VOICE, px, (0.0, 0.0), tokens.ON_SCRIM)
        self._call.pos = self.room.center
        Animation.cancel_all(self, "called")
        self.called = 1.0 if self.animate else 0.0
        if self.animate:
            (Animation(d=CALLED) + Animation(called=0.0, d=0.3)).start(self)

    def on_called(self, *_: object) -> None:
        self._call.alpha = self.called
        for card in self.cards:
            card.fade(1 - 0.94 * self.called)

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        if self._table is not None and isinstance(question, StackUp):
            self.shown = cards_of(self._table, question.picture, tuple(answer or ()))
            self._draw()

    def settle(self) -> None:
        super().settle()
        Animation.cancel_all(self, "called")
        self.called = 0.0

    def _draw(self) -> None:
        room = self.free
        active = next((card.picture for card in self.shown if card.active), 0)
        wide, high = room.width / dp(1), room.height / dp(1)
        if self._clock_aside:
            wide, high = beside_clock(wide, high)
        boxes = lay(wide, high, active)
        low = float(room.top - dp(high))
        self._call.pos = room.center
        alpha = BEHIND_THE_CLOCK if self._timed else 1 - 0.94 * self.called
        for one, card, box in zip(self.cards, self.shown, boxes, strict=True):
            one.show(card, box, (room.x, low), alpha)


def cards_of(table: KeyWords, active: int, draft: tuple[Player, ...] | None = None) -> tuple[CardFace, ...]:
    """The three pictures; the active one as tapped so far."""
    this = table.this_round()
    letters = tokens.initials(seat.name for seat in table.seats)
    stacks = scoring.stacks_of(table, active, draft) if draft is not None else scoring.stacks_of(table)
    cards = []
    for picture, stack, tokens_on in zip(PICTURES, this.stacks, stacks, strict=True):
        discs = tuple(Disc(player.colour, letters[player.index], scoring.worth(place, len(tokens_on)))
                      for place, player in enumerate(tokens_on, 1))
        cards.append(CardFace(picture, discs, stack.board, picture == active, this.told,
                              stack.read and picture != active))
    return tuple(cards)
