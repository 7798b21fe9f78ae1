"""The dark room: a vote only one person may see, open only while they hold the pad.

The ballot's widgets exist only while the pad is held, and unsealed choices are discarded with them. A ballot
belongs to one voter and one question: if the play moves on meanwhile, it closes and records nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.core.kinds import SecretNumber, SecretSeat
from companion.core.questions import Face
from companion.core.setup import Seat
from companion.core.text import Text, count, say, without_stop
from companion.core.views import Glance
from companion.services.table.situation import Peek, Q, Situation
from companion.ui.drawing.art import art
from companion.ui.drawing.stage import Room
from companion.ui.speed.idle import fingers
from companion.ui.stages.generic_stage import StillBoard
from companion.ui.table.layout import BIG
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Column, Grid, Icon, IconDisc, Pill, PrimaryButton, Row, Scroll, SeatToken
from companion.ui.widgets.base.part import Do, Tap, Voice, Words, reachable, shake
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.controls.rows import IconLine

if TYPE_CHECKING:
    from companion.ui.table.screen import TableScreen

WIDEST = 420.0
LINE = 124.0  # dp: the voters hang above


class MiddlePage(Widget):
    """One sentence, one button and Undo, shown before the votes are revealed."""

    covers = True

    def __init__(self, room: DarkRoom, on_open: Do) -> None:
        super().__init__(size_hint=(None, None))
        screen, look, at_desk, tablet = room.screen, room.look, room.at_desk, room.screen.app.is_tablet
        by_phone = screen.phones.brought_the_last()
        voted = screen.play.opened_votes([screen.play.last_number()])
        self.scale = max(1.0, look.scale)
        all_in = say("All votes are in") if voted else without_stop(say("All secret answers are in."))
        middle = say("Tablet to the middle") if tablet else say("Phone to the middle")
        title = all_in if by_phone or at_desk else middle
        self.icon = Icon(look, "monitor" if at_desk else "cellphone", 72, "text2", fixed=True)
        self.title = Voice(look, title, "display", align="center", chrome=True)
        self.hint = Words(look, self._hint(room, voted, by_phone), "body", "text2", align="center")
        self.scroll = Scroll(look, Column([self.title, self.hint], gap=12))
        words = say("Reveal all votes") if voted else say("Reveal them to everybody")
        self.button = PrimaryButton(look, words, "email-open-outline", on_open)
        self.undo = IconDisc(look, "undo-variant", screen.undo)
        for part in (self.icon, self.scroll, self.button, self.undo):
            self.add_widget(part)

    @staticmethod
    def _hint(room: DarkRoom, voted: bool, by_phone: bool) -> Text:
        votes = room.screen.controller.opened.votes_closed
        if not by_phone and (room.at_desk or room.screen.app.is_tablet):
            return say("Turn the screen so that everybody can see it.")
        if not voted:
            return say("One tap reveals them to everybody.")
        if by_phone:
            return count("One vote, still hidden. One tap reveals it to everybody.",
                         "{n} votes, still hidden. One tap reveals them to everybody.", votes)
        return count("The vote is in. Lay the phone where everybody can see it.",
                     "All {n} votes are in. Lay the phone where everybody can see it.", votes)

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float]) -> bool:
        """Returns whether the words reach up to the voters' line."""
        self.pos, self.size = pos, size
        left, upper, right, lower = insets
        wide = min(self.width - left - right - dp(32), dp(WIDEST) * self.scale)
        x = self.x + left + (self.width - left - right - wide) / 2
        self.undo.center = (self.right - right - dp(28), self.top - upper - dp(28))
        self.button.fit(wide)
        self.button.pos = (x, self.y + lower + dp(32))
        low, high = self.button.top + dp(16), self.top - upper - dp(LINE)
        shown = min(self.scroll.needs(wide), max(dp(48), self.top - upper - dp(24) - low))
        over = dp(88) if high - low - shown > dp(100) else 0.0  # hide the icon first if space is short
        self.icon.opacity = 1.0 if over else 0.0
        top = low + max(shown, (high - low + shown + over) / 2)
        self.icon.center = (x + wide / 2, top - dp(36))
        self.scroll.show((x, top - over - shown), wide, shown)
        return bool(shown > high - low)

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True  # block touches below


PAD = 148.0


class HoldPad(Tap):
    """Press and hold: opens after 350 ms and closes when the finger lifts or slips off.

    `at_desk`: a mouse can't hold the pad and choose, so one click opens it and the next closes it."""

    full = NumericProperty(0.0)
    harmless = True  # a short tap does nothing

    def __init__(self, look: Look, on_open: Callable[[], None], on_close: Callable[[], None],
                 at_desk: bool) -> None:
        super().__init__(look, size=(dp(PAD), dp(PAD)))
        self.at_desk = at_desk
        self.on_open, self.on_close = on_open, on_close
        self.is_open = False
        with self.canvas.before:
            Color(*look.colour("surface2"))
            self._disc = SmoothEllipse()
            self._fill_ink = Color(*look.colour("primary", 0))
            self._fill = SmoothEllipse()
            Color(*look.colour("outline"))
            self._edge = SmoothLine(width=dp(1.4))
            Color(*look.colour("primary"))
            self._arc = SmoothLine(width=dp(2.4))
        icon = "cursor-default-click-outline" if at_desk else "fingerprint"
        self.icon = Icon(look, icon, 64, "text", fixed=True)
        self.add_parts(self.icon)
        self.bind(full=self.moved)

    def show_pressed(self, down: bool) -> None:
        Animation.cancel_all(self, "full")
        if down:
            hold = Animation(full=1.0, d=tokens.MOTION["hold"].seconds)
            hold.bind(on_complete=lambda *_: self._opened())
            hold.start(self)
        else:
            self.full = 0.0
            if self.is_open:
                self.is_open = False
                self.on_close()
            elif not self.at_desk:
                shake(self)  # too short: hold it

    def _opened(self) -> None:
        if self.pressed and reachable(self):
            self.is_open = True
            self.on_open()

    def by_key(self) -> None:
        """Toggle, because you can't hold a key and choose at the same time."""
        self.press(not self.is_open)

    def release(self) -> None:
        """Close on seal or pause, and ignore the current touch so the next ballot doesn't open under it."""
        for touch in fingers():
            touch.ungrab(self)
        self.press(False)

    def seize(self, touch: Any) -> None:
        if self.at_desk:
            touch.ungrab(self)
            self.by_key()
        else:
            super().seize(touch)

    def follow(self, touch: Any) -> None:
        if self.is_open and not self.touched_by(touch):
            touch.ungrab(self)
        super().follow(touch)

    def arrange(self) -> None:
        side = self.width
        inner = side * 0.85
        x, y = (self.center_x, self.center_y)
        self._disc.pos = self._fill.pos = (x - inner / 2, y - inner / 2)
        self._disc.size = self._fill.size = (inner, inner)
        self._fill_ink.a = 1.0 if self.full >= 1 else 0.0
        self._edge.circle = (x, y, side / 2 - dp(2))
        self._arc.circle = (x, y, side / 2 - dp(2), 0, max(0.1, 360 * self.full))
        self.icon.center = (self.center_x, self.center_y)
        self.icon.tint("on_primary" if self.full >= 1 else "text")


NUMBERS_IN_A_ROW, NUMBER = 4, 64.0  # and their height in dp
CARD, LOWEST, HIGHEST = 76.0, 52.0, 120.0  # dp, a choice: normal, eight on a small phone, with space to spare
FEW = 4  # up to this many are stacked
ROOMY = 172.0  # dp, a card with space for its check mark


class BallotPaper(Widget):
    """The choices of a vote; one thumb holds the pad while the other chooses and seals."""

    covers = True

    def __init__(self, room: DarkRoom, question: Q, changing: bool, seal: Callable[[BallotPaper, Any], None],
                 why: Do) -> None:
        super().__init__(size_hint=(None, None))
        screen, look = self.screen, self.look = room.screen, room.look
        self.question, self.seal = question, seal
        self.changing = changing
        """The voter has sealed before and is changing the vote."""
        table = screen.play.table
        with self.canvas.before:
            Color(*look.colour("background"))
            self._ground = Rectangle()
        seat = question.seat
        name = seat.name if seat is not None else ""
        kicker = question.kicker(table) or say("For {name}'s eyes only", name=name)
        self.kicker = Words(look, kicker, "kicker", "text2", chrome=True)
        self.title = Voice(look, question.sentence(table), "title")
        self.hint = Words(look, question.hint(table) or "", "body", "text2")
        self.numbers, choices = isinstance(question, SecretNumber), list(question.choices(table))
        self.chosen: Any = choices[0] if choices and not question.seals else None
        cards = [self._card(one) for one in choices] if question.seals else []
        self.cards: list[Any] = sorted(cards, key=lambda card: card.place)
        self.grid = Grid(self.cards, columns=self._columns(), gap=8)
        self.seen = self._glance(None if seat is None else screen.play.glance(seat.index))
        self.column = Column([self.title, self.hint, *self.seen, self.grid], gap=10)
        self.scroll = Scroll(look, self.column)
        if self.chosen is None:
            face = Face(question.button(table, None), icon="email-seal-outline")
        else:
            face = question.face(table, self.chosen)
        self.button = PrimaryButton(look, face.label, face.icon, self._seal)
        self.button.set_ready(self.chosen is not None)
        votes = isinstance(question, SecretSeat) and len(screen.situation.asked) > 1
        until = say("Sealed until everybody has voted") if look.scale <= BIG and votes else ""
        self.sealed_until = Words(look, until, "support", "text2", align="center")
        lift = say("Lift to hide") if screen.app.machine.is_phone else say("Click to hide")
        self.lift = Words(look, lift, "support", "text", align="center")
        self.why = Pill(look, say("Why?"), "help-circle-outline", why)
        token = [] if seat is None else [SeatToken(look, seat.colour, screen.letters[seat.index], 36)]
        self.head = Row([*token, self.kicker, self.why], self.kicker, least=36)
        self.foot = Column([self.button, self.sealed_until] if choices else [])
        for part in (self.head, self.scroll, self.foot, self.lift):
            self.add_widget(part)

    def _glance(self, glance: Glance | None) -> list[Any]:
        """What only this seat sees."""
        if glance is None:
            return []
        title = [] if isinstance(self.question, Peek) else [Words(self.look, glance.title, "answer")]
        board = [] if glance.map is None else [StillBoard(self.screen.play, glance.map)]
        lines = [IconLine(self.look, one.text, one.icon, role="body") for one in glance.lines]
        return [*title, *lines, *board]

    def _columns(self) -> int:
        """Four numbers per row, so all bids are visible at once."""
        return (NUMBERS_IN_A_ROW if self.numbers else 2) - (self.look.scale > BIG)

    def _card(self, choice: Any) -> AnswerCard:
        face = self.question.face(self.screen.play.table, choice)
        card = AnswerCard(self.look, self.screen.panel.letter, NUMBER if self.numbers else CARD)
        if self.numbers:
            card.label.align = "center"
            card.label.set_size_px(self.look.px("number", chrome=True))
        card.place = face.seat.index if face.seat is not None else 0  # seating order, whatever the rules list
        card.show(face, filled=False)
        card.choice = choice
        card.bind(on_tap=self._choose)
        return card

    def _choose(self, chosen: Any) -> None:
        self.chosen = chosen.choice
        for card in self.cards:
            roomy = card.width >= dp(ROOMY)  # else the name needs the space
            card.more.name = "check-circle" if card is chosen and roomy else ""
            card.choose(card is chosen)
        self.button.set_ready(True)
        self.column.fit(self.column.width)

    def _seal(self) -> None:
        if self.chosen is not None:
            self.seal(self, self.question.encode(self.chosen))

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float], pad: Any) -> None:
        self.pos, self.size = pos, size
        self._ground.pos, self._ground.size = pos, size
        left, upper, right, lower = insets
        x, wide = self.x + left + dp(16), self.width - left - right - dp(32)
        top = self.top - upper - dp(24)
        if self.width > self.height:
            half = wide / 2 - dp(8)
            near = x if pad.center_x < self.center_x else x + wide - half
            far = x + wide - half if near == x else x
            self._stand_beside(near, far, half, top, lower, pad)
        else:
            below = self._stand_head(x, wide, top)
            low = self._stand_row(x, wide, pad)
            self.column.fill([self.title, self.hint, *self.seen, self.grid])
            self.grid.columns = 1 if len(self.cards) <= FEW and not self.numbers else self._columns()
            rest = self._grow_into(wide, below - low - dp(8))
            self._stand_scroll(x, wide, below - rest / 2, low + dp(8))

    def _grow_into(self, wide: float, room: float, beside: bool = False) -> float:
        """Enlarge the choices to fill the space; returns what is left."""
        for board in (one for one in self.seen if isinstance(one, StillBoard)):
            board.most = 10_000.0  # all of it in sight, if possible
            board.most = board.fit(wide) - max(0.0, self.scroll.needs(wide) - room)
        if self.numbers or not self.cards:
            return 0.0
        for card in self.cards:
            card.high = CARD
        if not beside and not self.seen and self.scroll.needs(wide) > room:
            self.column.fill([self.title, self.grid])  # every choice matters more than the hint
        rows = -(-len(self.cards) // self.grid.columns)
        for _ in range(3):  # a card with a second line may keep its height, so the others compensate
            spare = (room - self.scroll.needs(wide)) / dp(1) / rows
            for card in self.cards:
                card.high = max(LOWEST, min(HIGHEST, card.high + spare))
        return max(0.0, room - float(self.scroll.needs(wide)))

    def _stand_beside(self, near: float, far: float, half: float, top: float, lower: float, pad: Any) -> None:
        """Landscape: the question above the pad, the choices in the other half."""
        below = self._stand_head(near, half, top)
        self._stand_row(near, half, pad)
        self.grid.columns = self._columns()
        self.column.fill([*self.seen, self.grid])
        for part in (self.title, self.hint):
            if part.parent is not self:
                self.add_widget(part)
        self.title.fit(half)
        self.hint.fit(half)
        self.title.pos = (near, below - self.title.height)
        self.hint.pos = (near, self.title.y - dp(4) - self.hint.height)
        self.hint.opacity = 1.0 if self.hint.y > pad.top else 0.0
        low = self.y + lower + dp(16)
        self._stand_scroll(far, half, top - self._grow_into(half, top - low, beside=True) / 2, low)

    def _stand_head(self, x: float, wide: float, top: float) -> float:
        """Place the voter's name and Why?; returns the lower edge."""
        self.head.fit(wide)
        self.head.pos = (x, top - self.head.height)
        return float(self.head.y - dp(12))

    def _stand_scroll(self, x: float, wide: float, top: float, low: float) -> None:
        shown = min(self.scroll.needs(wide), max(dp(40), top - low))
        self.scroll.show((x, top - shown), wide, shown)

    def _stand_row(self, x: float, wide: float, pad: Any) -> float:
        """Keep the pad under its thumb, with the button on the free side; returns the upper edge."""
        right = pad.center_x > x + wide / 2
        start, end = (x, pad.x - dp(16)) if right else (pad.right + dp(16), x + wide)
        self.lift.fit(pad.width + dp(28))
        self.lift.pos = (pad.x - dp(14), max(self.y + dp(4), pad.y - self.lift.height - dp(6)))
        self.foot.fit(end - start)
        self.foot.pos = (start, pad.center_y - self.foot.height / 2)
        return float(max(pad.top, self.foot.top))


class DarkRoom(Widget):
    """Hand-overs and ballots. The bar works as usual, except while a ballot is open."""

    covers = True

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(size_hint=(None, None))
        self.screen = screen
        self.look = look = screen.look.dark_room()
        self.situation: Situation | None = None
        self.ballot: BallotPaper | None = None
        self.middle: MiddlePage | None = None
        self.on_phones = False
        """Only guests with their own phones still have to vote."""
        with self.canvas.before:
            self._ground_ink = Color(*look.colour("background"))
            self._ground = Rectangle()
            self._red_ink = Color(1, 1, 1, 1)
            self._red = Rectangle(size=(0, 0))
        self.back = IconDisc(look, "arrow-left", screen.app.back)
        self.undo = IconDisc(look, "undo-variant", screen.undo)
        self.menu = IconDisc(look, "dots-vertical", screen.open_menu)
        self.line = Widget(size_hint=(None, None))
        self.token = SeatToken(look, 0, "", 150)
        self.title = Voice(look, "", "display", align="center", chrome=True)
        self.hint = Words(look, say("Everyone else looks at the table."), "body", "text2", align="center")
        self.at_desk = not screen.app.machine.is_phone
        self.pad = HoldPad(look, self._open, self._close, self.at_desk)
        self.call = Words(look, "", "answer")
        self.count = Words(look, "", "support", "text2")
        self.calls = Column([self.call, self.count], gap=4)
        self.handover = [self.back, self.undo, self.menu, self.line, self.title, self.hint, self.calls,
                         self.token]
        for part in (*self.handover, self.pad):
            self.add_widget(part)
        self.bind(pos=self._place_ground, size=self._place_ground)

    # Showing

    def show(self, situation: Situation) -> None:
        before = self.question
        self.on_phones = self.ballot is None and self.screen.phones.hand_round(situation)
        if situation.state == "ballots":
            situation = self.screen.situation  # it may have been handed on
        self.situation = situation if situation.state == "ballots" else None
        asked = situation.question
        secret = asked is not None and asked.secret
        self.screen.app.machine.secure.keep(self.situation is not None or secret)
        if self.ballot is not None:
            if self._still_hers(self.ballot, situation):
                return  # show other answers once the voter lifts the thumb
            if not isinstance(self.ballot.question, Peek):
                self.screen.app.tell(say("Somebody answered on another phone, so your answer wasn't taken."))
        if self.situation is None:
            self.hide()
            return
        if self.parent is None:
            self.screen.add_widget(self)
        handed_on = before is None or asked is None or before.key() != asked.key()
        if self.ballot is not None or handed_on:
            self.hide()  # a thumb already on the pad belongs to someone else
        self._say()
        if handed_on:
            self.screen.app.machine.speech.say(self.title.text)

    def go_away(self) -> None:
        if self.situation is None and self.parent is not None:
            self.parent.remove_widget(self)

    def hide(self) -> None:
        self.pad.release()
        self._drop_ballot()

    @property
    def question(self) -> Q | None:
        """The open ballot's question, otherwise the current one."""
        if self.ballot is not None:
            return self.ballot.question
        return self.situation.question if self.situation is not None else None

    @property
    def is_open(self) -> bool:
        """Whether only the ballot or the reveal button may be used; shortcuts are disabled."""
        return self.ballot is not None or self.waits

    @property
    def waits(self) -> bool:
        """Whether all votes are in but not revealed; stored in the play, so it survives a restart."""
        return self.screen.controller.opened.votes_closed > 0

    def answers(self) -> tuple[list[Tap], Tap]:
        """The choices for the keys 1 to 9, and what Enter presses."""
        if self.middle is not None:
            return [], self.middle.button
        if self.ballot is not None:
            peeks = isinstance(self.ballot.question, Peek)
            return self.ballot.cards, self.pad if peeks else self.ballot.button
        return [], self.pad

    def _still_hers(self, ballot: BallotPaper, now: Situation) -> bool:
        """Whether the ballot's question is still asked and unanswered by anyone else."""
        key = ballot.question.key()
        if isinstance(ballot.question, Peek):
            return ballot.question == now.question
        return (now.state == "ballots" and any(one is ballot.question for one in now.asked)
                and (key in now.given) == ballot.changing)

    def _say(self) -> None:
        situation, question = self.situation, self.question
        if situation is None or question is None or question.seat is None:
            return
        seat = question.seat
        changing, peeks = question.key() in situation.given, isinstance(question, Peek)
        self.title.say(self._call_for(situation, seat))
        self.hint.say(say("Tap a name above to answer here instead.") if self.on_phones
                      else say("Everyone else looks at the table."))
        self.pad.disabled = self.on_phones
        self.pad.opacity = self.call.opacity = 0.0 if self.on_phones else 1.0
        if self.at_desk:
            self.call.say(say("{name}: click to change it", name=seat) if changing
                          else say("{name}: click to answer", name=seat))
        else:
            self.call.say(say("{name}: press and hold to change it", name=seat) if changing
                          else say("{name}: press and hold", name=seat))
        answered = say("Answered: {n} of {all}", n=len(situation.given), all=len(situation.asked))
        self.count.say("" if peeks else answered)
        self.token.become(seat.colour, self.screen.letters[seat.index])
        self.undo.set_ready(self.screen.play.can_undo())
        self.line.clear_widgets()
        for one in situation.asked:
            if one.seat is not None and not peeks:
                self.line.add_widget(LinePlace(self, one, one.key() in situation.given, one is question))
        self._redden()

    def _redden(self) -> None:
        own = self.screen.stage.has_dark_room
        self._ground_ink.a = self._red_ink.a = 0.0 if own else 1.0
        if not own:
            self._red.texture = art("story").texture("dark_room")

    # Places

    def stand(self, pos: Any, size: Any, insets: tuple[float, float, float, float]) -> None:
        self.insets = insets
        self.pos, self.size = pos, size
        self.arrange()

    def upper_room(self) -> Room:
        """Space for a stage's own dark room, between the bar and the big token."""
        low = self.token.top
        return Room(self.x, low, self.width, max(dp(20), self.top - self.insets[1] - dp(56) - low))

    def arrange(self) -> None:
        left, upper, right, lower = self.insets
        middle = self.top - upper - dp(28)
        self.back.center = (self.x + left + dp(28), middle)
        self.menu.center = (self.right - right - dp(28), middle)
        self.undo.center = (self.right - right - dp(76), middle)
        self._arrange_line(self.x + left, self.top - upper - dp(56), self.width - left - right)
        self._arrange_pad(self.x + left, self.width - left - right, lower)
        self._arrange_words(self.x + left, self.width - left - right)
        if self.ballot is not None:
            self.ballot.stand(self.pos, self.size, self.insets, self.pad)
        if self.middle is not None:
            self._redden()
            if self.middle.stand(self.pos, self.size, self.insets):
                self._ground_ink.a = 1.0

    def _call_for(self, situation: Situation, seat: Seat) -> Any:
        """Who comes, or gets the device, next."""
        if self.on_phones:
            return self.screen.phones.waiting_words(situation)
        if self.at_desk:
            return say("{name}, come to the computer", name=seat)
        if self.screen.app.is_tablet:
            return say("Pass the tablet to {name}", name=seat)
        return say("Pass the phone to {name}", name=seat)

    def _arrange_line(self, x: float, top: float, width: float) -> None:
        """Place the voters side by side, or in two lines if crowded and the stage draws no prints."""
        places = list(reversed(self.line.children))
        own = self.screen.stage.has_dark_room
        two = not own and len(places) * dp(tokens.TARGET) > width
        across = (len(places) + 1) // 2 if two else max(1, len(places))
        each, high = width / across, dp(tokens.TARGET if two else 64)
        first = dp(92) if own else dp(44)
        for number, place in enumerate(places):
            low = dp(24) + high * (number // across) if two else first
            place.size = (min(dp(60), each), high)
            place.center = (x + each * (number % across + 0.5), top - low)
            place.opacity = 1.0
            place.quiet(own)

    def _arrange_pad(self, x: float, wide: float, lower: float) -> None:
        """Place the pad where the thumb holds it, with the text beside it."""
        pad = min(dp(PAD), self.height * 0.2, wide * 0.42)
        self.pad.size = (pad, pad)
        low = self.y + lower + dp(40)
        words_wide = wide - pad - dp(44)
        self.pad.pos = (x + dp(14) if not self.look.left_handed else x + wide - dp(14) - pad, low)
        at = self.pad.right + dp(16) if not self.look.left_handed else x + dp(16)
        self.calls.fit(words_wide)
        self.calls.pos = (at, self.pad.center_y - self.calls.height / 2)

    def _arrange_words(self, x: float, wide: float) -> None:
        """The big token, who comes next, and a hint if there is room."""
        self.hint.fit(wide - dp(32))
        self.title.balance(wide - dp(32))
        free_low, free_high = max(self.pad.top, self.calls.top) + dp(8), self.top - self.insets[1] - dp(152)
        roomy = free_high - free_low > self.title.height + self.hint.height + dp(100)
        self.hint.opacity = 1.0 if roomy and self.ballot is self.middle is None else 0.0
        block = self.title.height + (dp(10) + self.hint.height if roomy else 0.0)
        side = max(dp(36), min(dp(190), free_high - free_low - block - dp(12)))
        used = block + side + dp(12)
        top = free_low + max(used, (free_high - free_low + used) / 2)
        self.token.size = (side, side)
        self.token.pos = (x + wide / 2 - side / 2, top - side)
        self.title.pos = (x + (wide - self.title.width) / 2, top - side - dp(12) - self.title.height)
        self.hint.pos = (x + dp(16), self.title.y - dp(10) - self.hint.height)

    def _place_ground(self, *_: object) -> None:
        for ground in (self._ground, self._red):
            ground.pos, ground.size = self.pos, self.size

    # The ballot

    def _open(self) -> None:
        question, situation = self.question, self.situation
        if question is None or situation is None or self.ballot is not None or self.on_phones:
            return
        self.screen.app.noise("tap", 20)
        for part in self.handover:
            part.opacity = 0
        self._ground_ink.a = 1.0
        self.ballot = BallotPaper(self, question, question.key() in situation.given, self._seal, self._why)
        self.add_widget(self.ballot, index=self.children.index(self.pad) + 1)
        self.ballot.stand(self.pos, self.size, self.insets, self.pad)

    def _close(self) -> None:
        peeked = self.ballot is not None and isinstance(self.ballot.question, Peek)
        self._drop_ballot()
        if peeked:
            self.screen.want("")
            return
        self._say()
        self.arrange()

    def _drop_ballot(self) -> None:
        if self.ballot is not None:
            self.remove_widget(self.ballot)
            self.ballot = None
        for part in self.handover:
            part.opacity = 1

    def _why(self) -> None:
        """Put the ballot away first, because the sheet leads to other pages."""
        self.hide()
        self.screen.open_why()

    def _seal(self, ballot: BallotPaper, raw: Any) -> None:
        if ballot is not self.ballot:
            return
        self.screen.controller.read()
        now = self.screen.situation
        if not self._still_hers(ballot, now):
            self.screen.refresh()  # shows the reason and closes the ballot
            return
        self.hide()
        if self.screen.answer(ballot.question, raw):
            self.screen.app.noise("seal", 40)

    # The reveal

    def stays_closed(self) -> bool:
        """After the last vote, only tell people to put the phone in the middle."""
        if not self.waits:
            self._drop_middle()
            return False
        self.screen.app.machine.secure.keep(True)
        if self.parent is None:
            self.screen.add_widget(self)
        if self.middle is None:
            self.middle = MiddlePage(self, self._open_all)
            self.add_widget(self.middle)
            self.screen.stage_do("all_in", self.screen.play)
        for part in (*self.handover, self.pad):
            part.opacity = 0
        return True

    def _drop_middle(self) -> None:
        if self.middle is not None:
            self.remove_widget(self.middle)
            self._drop_ballot()  # the hand-over is seen again
        self.middle = None

    def _open_all(self) -> None:
        self._drop_middle()
        self.screen.app.noise("reveal", 60)
        self.screen.open_votes()

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True  # block touches below


class LinePlace(Tap):
    """One person on the line: whether they sealed, never what. A tap lets them change their vote."""

    def __init__(self, room: DarkRoom, question: Q, sealed: bool, turn: bool) -> None:
        super().__init__(room.look)
        seat = question.seat
        assert seat is not None
        self.token = SeatToken(room.look, seat.colour, room.screen.letters[seat.index], 34,
                               alpha=1.0 if sealed or turn else 0.55)
        self.check = Icon(room.look, "check-circle" if sealed else "", 18, "text", fixed=True)
        self.add_parts(self.token, self.check)
        self.bind(on_tap=lambda _: room.screen.want(question.key()))

    def quiet(self, on: bool) -> None:
        """Hide the token when the stage draws the prints; taps still work."""
        self.token.opacity = self.check.opacity = 0.0 if on else 1.0

    def arrange(self) -> None:
        self.token.center = (self.center_x, self.center_y)
        self.check.center = (self.center_x + dp(13), self.center_y - dp(15))
