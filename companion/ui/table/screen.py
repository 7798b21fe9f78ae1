"""The table screen: stage with bar, echo line and question panel."""

import logging
from collections.abc import Sequence
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.engine.boundary import GameFailed
from companion.core.engine.by_hand import HandLine
from companion.core.questions import Draft, traits
from companion.core.text import Text, say, without_stop
from companion.core.values import Json
from companion.services.by_hand import save_turn, turn_of
from companion.services.open_play import OpenPlay
from companion.services.table.controller import Change, Result
from companion.services.table.situation import Q
from companion.ui.app import focus
from companion.ui.app.tableside import TablesideApp
from companion.ui.drawing.stage import Room, Stage, own_stage
from companion.ui.speed.idle import fingers, idle
from companion.ui.stages.generic_stage import GenericStage
from companion.ui.table import layout, sheets
from companion.ui.table.ballot import DarkRoom
from companion.ui.table.bar import HIGH as BAR
from companion.ui.table.bar import StageClock, TableBar
from companion.ui.table.by_hand import PlaceRing
from companion.ui.table.fitting import Fitting
from companion.ui.table.invite import GuestPhones
from companion.ui.table.panel import QuestionPanel
from companion.ui.table.play_page import PlayPage
from companion.ui.theme import tokens
from companion.ui.widgets.base.flow import shown
from companion.ui.widgets.base.part import Do, Tap, hang, is_within
from companion.ui.widgets.controls.answer import AnswerCard
from companion.ui.widgets.displays.strip import EchoLine, SuspenseLine

log = logging.getLogger("tableside")
ECHO, TWO_LINES = 36.0, 56.0
READ_AFTER = 0.6  # seconds of a press, with speech on
SUSPENSE = 64.0  # dp of the window's lower edge for the line of a reveal
ROUND_ECHO = 12.0  # dp: gaps above and below it, so a finger has 48 dp


class TableScreen(PlayPage):
    """Open it with `app.go("table", opened=library.resume(id))`."""

    def __init__(self, app: TablesideApp, opened: OpenPlay,
                 half: tuple[str, Draft[Any]] | None = None) -> None:
        super().__init__(app, opened)
        self._half = half
        """A question and its half-entered answer, from before the page was rebuilt."""
        self.letters: list[str] = []
        self.broken: set[str] = set()
        """The game's stages and panels that failed to draw."""
        self.stage = self._make_stage()
        self.bar = TableBar(self.look, app.back, self.undo, self.redo, self.open_menu)
        self._echo_most = 0.0
        self.echo = EchoLine(self.look, self.open_chronicle, self.undo)
        self.foot = EchoLine(self.look, self.open_chronicle, self.undo, foot=True)
        self.place_ring = PlaceRing(self.look)
        self.phones = GuestPhones(self)
        self.clock: StageClock = StageClock(self)
        self.panel: QuestionPanel = QuestionPanel(self)
        self.panel.picture.bind(lift=lambda _, lift: self.follow_panel(lift))
        self.dark = DarkRoom(self)
        self.fitting = Fitting(self)
        self._answers, self._shown = 0, ("", 0, False)
        self._on_top = False
        self.whole = self.comes_back = False
        """`whole`: the stage has the window while it reveals something; then the panel comes back."""
        self.suspense = SuspenseLine(self.look)
        for part in (self.stage, self.place_ring, self.clock, self.echo, self.panel, self.bar, self.suspense):
            self.add_widget(part)

    # Coming and going

    def entered(self) -> None:
        self.stage.live = self._on_top = True
        self.phones.enter()
        super().entered()
        asked, half, self._half = self.situation.question, self._half, None
        if asked is not None and half is not None and asked.key() == half[0]:
            self.controller.take_over(asked, half[1])
            self.draw()
        library = self.app.library
        notice = self.controller.opened.changed or (None if library.store.writable else library.notice)
        if notice is not None:
            self.app.tell(notice)

    def left(self) -> None:
        self.stage.sleep()
        self._on_top = False
        asked = self.panel.answer_panel
        self.remember(half=None if asked is None else (asked.question.key(), asked.draft))
        super().left()
        self.phones.leave()
        self.dark.hide()
        self.clock.stop()

    def closed(self) -> None:
        if not any(visit.args.get("opened") is self.controller.opened for visit in self.app.visits):
            self.phones.close()

    def paused(self) -> None:
        self.dark.hide()

    def on_back(self) -> bool:
        if self.situation.aside:
            self.want("")
            return True
        return False

    def locked(self) -> bool:
        return bool(self.dark.is_open)

    def on_shortcut(self, key: str) -> bool:
        does: dict[str, Do] = {"z": self.undo, "y": self.redo}
        if key in does:
            does[key]()
        return key in does

    def answers(self) -> list[focus.Target]:
        """What answers the question, in reading order; keyboard focus starts here."""
        choices, main = self._by_key()
        return [*choices, *shown((main, main is not None))]

    def _by_key(self) -> tuple[Sequence[focus.Target], Tap | None]:
        if self.dark.parent is not None:
            return self.dark.answers()
        found = focus.targets(self.panel.middle)
        cards = [one for one in found if isinstance(one, Tap)]  # before Search
        return cards or found, self.panel.row.main

    def on_typed(self, key: str) -> bool:
        pad = getattr(self.panel.answer_panel, "pad", None) if self.dark.parent is None else None
        typed = None if pad is None else {"-": pad.sign, "\b": pad.erase, **pad.keys}.get(key)
        if typed is None or typed.disabled:
            return False
        typed.do()
        return True

    def on_answer_key(self, number: int) -> bool:
        main = self._by_key()[1]
        asked = self.panel.answer_panel
        people = asked is not None and traits(asked.question).people
        if number:
            wanted = self.answers()[number - 1:number]
        elif main is not None:
            wanted = [main]
        else:
            wanted = [] if people else self.answers()[:1]
        for tap in wanted:
            if not tap.disabled:
                tap.by_key()
        return bool(wanted)

    def on_touch_down(self, touch: Any) -> bool:
        """Finish all animations, and let the tap count."""
        self.phones.touch_down(touch)
        skips = self.panel.picture.veiled
        if self.app.machine.speech.on and not skips:
            touch.ud["read"] = Clock.schedule_once(lambda _: self._read_held(touch), READ_AFTER)
        self.stage_do("touched", touch)
        self.panel.picture.settle()
        return skips or bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        self.phones.touch_up(touch)
        if "read" in touch.ud:
            touch.ud["read"].cancel()
        try:
            return bool(super().on_touch_up(touch))
        finally:
            self.phones.touch_done()

    def _read_held(self, touch: Any) -> None:
        """A long press on an answer reads it, and doesn't give it."""
        for held in [reference() for reference in touch.grab_list]:
            if isinstance(held, AnswerCard) and held.pressed:
                held.press(False)
                touch.ungrab(held)
                self.app.machine.speech.say(held.spoken())
                self.app.machine.haptics.buzz(20)

    # The stage

    def _make_stage(self) -> Stage:
        game, library, opened = self.controller.game, self.app.library, self.controller.opened
        if game.stage and game.stage not in self.broken:
            try:
                stage = own_stage(game, self.look)
                stage.turn = turn_of(library, opened)
                self._listen(stage)
                stage.bind(turn=lambda _, turn: save_turn(library, opened, int(turn)))
                return stage
            except BaseException as error:  # a game's stage may raise anything
                if isinstance(error, KeyboardInterrupt):
                    raise
                self._stage_broke(game.stage)
        return self._plain_stage()

    def _plain_stage(self) -> GenericStage:
        plain = GenericStage(self.look, self.controller.game)
        plain.bind(on_space=self._space, on_correct=lambda _, *to: self.put(*to))
        return plain

    def _listen(self, stage: Stage) -> None:
        stage.bind(on_space=self._space, on_correct=lambda _, *to: self.put(*to), on_ask=self._ask,
                   on_held=lambda _, *of: sheets.open_thing(self, *of),
                   reveals=lambda _, on: self._reveal(on), suspense=lambda _, words: self._hold_breath(words),
                   on_drum=lambda _: self.app.noise("drum", 60), turn=lambda *_: self.panel.turned())

    def _stage_broke(self, name: str) -> None:
        log.exception("the stage %s could not be shown", name)
        self.broken.add(name)
        self.app.tell(say("This game's picture couldn't be drawn. You can play on with a plain one."))

    def stage_do(self, what: str, *args: Any) -> Any:
        """Call a method of the stage; if it raises, switch to the plain stage."""
        try:
            return getattr(self.stage, what)(*args)
        except BaseException as error:  # a game's stage may raise anything
            if isinstance(self.stage, GenericStage) or isinstance(error, KeyboardInterrupt):
                raise
            self._stage_broke(self.controller.game.stage)
            self._take_plain_stage()
            self.stage.show(self.play, self.situation.question)
            return getattr(self.stage, what)(*args)

    def _take_plain_stage(self) -> None:
        old, index = self.stage, self.children.index(self.stage)
        self.remove_widget(old)
        self.stage = self._plain_stage()
        self.stage.stand((old.x, old.y), (old.width, old.height), old.room)
        self.stage.live = old.live
        self.add_widget(self.stage, index=index)
        old.sleep()

    def _reveal(self, on: bool) -> None:
        picture = self.panel.picture
        picture.veil(on)
        if on or not self.whole:
            return
        top = self.panel.top + picture.lift
        self.whole = False
        picture.lift = 0.0
        self.comes_back = self.look.motion
        self._hold_breath(None)
        self.draw()
        picture.glide_from(top)

    def _hold_breath(self, words: Text | None) -> None:
        self.suspense.say(words if self.whole else None)
        if words is not None:
            self.app.machine.speech.say(str(words))
        self.suspense.stand(self)

    def _space(self, _: Stage, space: Any) -> None:
        choose = getattr(self.panel.answer_panel, "choose", None)
        if choose is not None:
            choose(space)

    def _ask(self, _: Stage, key: str) -> None:
        if self.situation.question is None or self.situation.question.key() != key:
            self.want(key)

    # Showing

    def show_change(self, change: Change) -> None:
        idle.pause()
        self._let_go(change.own)
        if not change.own:
            self.phones.close_stale_sheets(change)
        self.ring(change.ring)
        self._answers += bool(change.answered)
        self.draw()

    def _let_go(self, own: bool) -> None:
        """Release touches on the panel: another finger's or phone's answer has replaced its content."""
        for touch in fingers():
            for held in [reference() for reference in touch.grab_list]:
                if isinstance(held, Tap) and is_within(held, self.panel) and not (own and held.quick):
                    held.press(False)
                    touch.ungrab(held)
                    if not own:
                        self.phones.tell_late()

    def draw(self) -> None:
        if self._shown != (shown := (self.situation.key(), self._answers, self.dark.waits)):
            self._shown = shown
            self.app.layers.appeared(quick=True)
        if self.dark.stays_closed():  # all votes are in, but hidden until the phone is in the middle
            self._arrange_dark()
            return
        super().draw()
        notice = self.controller.take_notice()
        if notice is not None:
            self.app.tell(notice)

    def set_aside(self, failed: GameFailed) -> None:
        self._take_plain_stage()
        super().set_aside(failed)

    def draw_all(self) -> None:
        controller, play, now = self.controller, self.play, self.situation
        self.letters = tokens.initials(seat.name for seat in play.table.seats)
        self.place_ring.show(None)
        self.stage_do("hold")
        subtitle = controller.view.subtitle if controller.view is not None else ""
        self.bar.show(controller.game.named(play.setup), subtitle, play.can_undo(), play.can_redo())
        self._show_echo()
        self.panel.dress_for(self._form())
        self.stage.goes_back = controller.hand.put_back and bool(controller.hand.lines)
        self.stage_do("hands", controller.hand.lines)
        if now.state not in ("ballots", "broken"):
            self.stage_do("show", play, now.question)
        self.whole = self.stage.reveals or bool(self.stage_do("about_to_reveal"))
        self.clock.show(controller.timer)
        self.panel.show(controller)
        self.dark.show(now)
        self.arrange()
        if now.state == "ballots":
            self.stage_do("show", play, now.question)
        self.stage_do("release")
        self._name_spaces()
        self.clock.stand()  # the stage may only know now where the clock goes

    def _show_echo(self) -> None:
        echo = self.controller.echo
        if echo is None:
            return
        seat = None if echo.seat is None else self.play.table.seats[echo.seat]
        colour, letter = (None, "") if seat is None else (seat.colour, self.letters[seat.index])
        words = echo.text if echo.told is None else without_stop(self.stage_do("in_letters", echo.told))
        for line in (self.echo, self.foot):
            line.show(words, "" if echo.taken else str(say("Undo")), colour, letter)

    def _name_spaces(self) -> None:
        """Letters in place of spaces that the lines in view describe in words."""
        rows = self.panel.hand.lines_in_view()
        echo = self.controller.echo
        told = [echo.told] if echo is not None and echo.told is not None and self._shows_echo() else []
        if not self.stage_do("letter", [*[line.sentence for _, line in rows], *told]):
            return
        for row, line in rows:
            row.name_spaces(self.stage_do("in_letters", line.sentence))
        self._show_echo()
        self._hug_echo()

    def _hug_echo(self) -> None:
        self.echo.hug(self._echo_most)

    def _shows_echo(self) -> bool:
        return bool(self.echo.opacity or (self.panel.foot is not None and self.has_echo()))

    # The clock

    def clock_changed(self) -> None:
        """Update the buttons after the clock started, paused or ended."""
        self.app.layers.appeared(quick=True)
        if self.panel.answer_panel is not None and self.situation.state == "question":
            self.panel.answer_panel.read()
            self.panel.changed()

    # Doing

    def answer(self, question: Q, raw: Json, *, rolled: bool = False) -> bool:
        """Give an answer; it is saved before anything moves."""
        idle.pause()
        return self._after(self.controller.answer(question.key(), raw, rolled=rolled,
                                                  epoch=self.phones.epoch()))

    def choose_other(self, question: Q) -> None:
        """Do a simple action at once; show any other question in the panel."""
        idle.pause()
        self._after(self.controller.choose(question))

    def _after(self, result: Result) -> bool:
        self.ring(result.ring)
        if result.refused:
            self.panel.refused(str(result.why))
        elif result.why:
            self.app.tell(result.why)
        if result.over and not self.dark.waits:
            self.open_result(at_the_end=True)
        return result.done

    def open_votes(self) -> None:
        """Show the result of the votes once the phone is in the middle."""
        self.controller.opened.open_votes()
        self.refresh()
        if self.situation.state == "over":
            self.open_result(at_the_end=True)

    def undo(self, to: int | None = None) -> Result:
        closed = self.dark.waits
        result = super().undo(to)
        echo = self.controller.echo
        if result.done and not closed and self.situation.state == "ballots" and echo is not None:
            self.app.tell(echo.text)  # the dark room has no echo line
        return result

    def redo(self) -> None:
        self.tell_if(self.controller.redo())

    def restart(self) -> None:
        self.tell_if(self.controller.restart())

    def put(self, path: str, value: Json) -> None:
        self.tell_if(self.controller.correct(path, value))

    def want(self, key: str) -> None:
        """Show another open question; empty for the one the rules wait for."""
        self.controller.want(key)

    # To move

    def tap_hand(self, line: HandLine) -> None:
        """Light the line's place on the stage; on a second tap, or if it has none, open its value."""
        card = self.panel.hand
        if line.untracked:
            self.controller.tick_hand(line)
            return
        self.stage_do("point_out", line)
        places: list[Json] = []
        if line.place and not card.is_lit(line):
            places = [line.place, line.old]  # it may still lie there
        spots = (self.stage_do("spot_of", place) for place in places if isinstance(place, str))
        at = next((spot for spot in spots if spot is not None), None)
        if at is None:
            self.open_fix(line.path)
            return
        self.place_ring.show(at)
        card.light(line)
        self.arrange()

    def unfold_hand(self) -> None:
        self.fitting.seats_above_list = self.panel.shows_strip
        self.panel.hand.unfold()
        self.arrange()
        self._name_spaces()
        self.panel.scroll.scroll_y = 1.0  # the list leads
        self.app.layers.appeared()  # Redo may be where the finger is

    def fold_hand(self) -> None:
        self.app.layers.appeared()  # what was below moves up to the finger
        self.panel.hand.fold(self.arrange, self.controller.fold_hand)

    # Other pages and sheets

    open_menu, open_why, open_seat = sheets.open_menu, sheets.open_why, sheets.open_seat

    def open_fix(self, at: str = "", seat: int | None = None) -> None:
        """Open the page for corrections, at the field `at`, with the things of `seat` first."""
        self.app.go("fix", opened=self.controller.opened, at=at, seat=seat)

    def open_chronicle(self) -> None:
        self.app.go("chronicle", opened=self.controller.opened)

    def open_result(self, *, at_the_end: bool = False) -> None:
        self.app.go("result", opened=self.controller.opened,
                    last=self.controller.last_words if at_the_end else None)

    def share(self) -> None:
        title = self.controller.game.named(self.play.setup)
        self.app.tell(self.app.machine.share.share_text(title, self.controller.opened.export()))

    # Places

    def notice_place(self) -> tuple[float, float, float, bool]:
        """On the stage above the echo line; in the dark room below the bar, clear of the pad."""
        if self.situation.state == "ballots" or self.dark.waits:
            return float(self.x), float(self.top - self.insets[1] - dp(64)), float(self.width), False
        room, more = self.stage.room, self.clock.more
        low = more.top if self.clock.ring is not None and more.parent is not None and more.opacity else room.y
        return room.x, low + float(dp(4)), room.width, True

    def _form(self) -> layout.Form:
        return layout.form_of(self.width / dp(1), self.height / dp(1))

    def arrange(self) -> None:
        if self.width < 2 or self.height < 2 or not self._on_top:  # `entered` draws it, once
            return
        form = self._form()
        self.fitting.steady.begin((tuple(self.size), self.look.scale))
        if form != self.panel.form:
            self.refresh()
            return
        if self.situation.state == "ballots" or self.dark.waits:
            self._arrange_dark()
        elif form.beside:
            self._arrange_beside(form)
        else:
            self._arrange_below(form)
        self.app.notice.stand()

    def _arrange_dark(self) -> None:
        for part in (self.panel, self.echo, self.bar, self.clock):
            part.opacity = 0
            part.disabled = True
        self.dark.stand(self.pos, self.size, self.insets)
        self.stage_do("stand", tuple(self.pos), tuple(self.size), self.dark.upper_room())

    def _arrange_below(self, form: layout.Form) -> None:
        left, upper, right, lower = self.insets
        width, side = self.width - left - right, dp(form.sides)
        inner = self.panel.headline_width(width, side)
        above = upper + dp(BAR)
        picture = self.panel.picture
        was_here = self.panel.opacity and self.panel.placed == (form, width)
        before = self.panel.top + picture.lift if was_here else None
        picture.make_room(width, self.height - dp(BAR) - dp(layout.STRIP))  # so no answer has to wait for it
        level, high = self.fitting.choose(self.fitting.with_stage_part(form), inner)
        self.panel.stand(self.x + left, self.y, width, high, side, lower)
        self.panel.placed = (form, width)
        corner = dp(tokens.CORNER["panel"])
        stage_low = self.y + high - corner
        echo = self._place_echo(level, self.x + left, self.y + high, width)
        low = self.y + high + echo
        room = Room(self.x + left, low, width, max(2.0, self.top - above - low))
        self.bar.stand(self.x + left, self.top - upper, width)
        self._place_stage((self.x, stage_low), (self.width, self.top - stage_low), room)
        if before is not None and not self.whole:
            picture.glide_from(before)

    def follow_panel(self, lift: float) -> None:
        """Move stage and echo line along while the panel glides, unless it leaves for a reveal."""
        if self.whole or self.comes_back:
            self.comes_back = self.comes_back and bool(lift)
            return
        self.stage.stretch(lift)
        hang(self.echo, lift)
        if self.clock.ring is not None:
            ring = self.clock.ring.center
            hang(self.clock, self.stage.seen_at(ring)[1] - ring[1])

    def _arrange_beside(self, form: layout.Form) -> None:
        _, upper, _, lower = self.insets
        panel, stage = self.beside()
        side = dp(form.sides)
        self.panel.upper_inset = upper
        level, _ = self.fitting.choose(form, panel.inner_width - 2 * side)
        self.panel.stand(panel.inner_x, self.y, panel.inner_width, self.height, side, lower,
                         (panel.left, panel.right))
        x, wide = stage.inner_x, stage.inner_width
        echo = self._place_echo(level, x, self.y + lower, wide)
        high = max(2.0, self.height - upper - dp(BAR) - lower - echo)
        room = Room(x, self.y + lower + echo, wide, high)
        self.bar.stand(x, self.top - upper, wide)
        self._place_stage((stage.x, self.y), (stage.width, self.height), room)

    def has_echo(self) -> bool:
        return self.controller.echo is not None and not self._says_the_same()

    def _says_the_same(self) -> bool:
        """*Taken back* gives way to what to put back, and so does news that only concerns the hands."""
        echo, card = self.controller.echo, self.panel.hand.card
        if echo is None or not self.panel.hand.shown:
            return False
        return (echo.taken and card.put_back) or any(line.untracked for line in card.lines)

    def _place_echo(self, level: layout.Level, x: float, y: float, width: float) -> float:
        """Returns how much of the stage it covers."""
        shown = level.echo == "art" and self.has_echo()
        self.echo.opacity = 1.0 if shown else 0.0
        self._echo_most = width * self.panel.form.echo - dp(24)
        if shown:
            self._hug_echo()
            self.echo.pos = (x + dp(12), y + dp(ROUND_ECHO) / 2)
        if level.echo != "art" or self._says_the_same():
            return 0.0
        round_it, high = dp(ROUND_ECHO), self.echo.height if shown else 0.0
        least = dp(ECHO if self.panel.form.echo == 1 else TWO_LINES)
        return self.fitting.steady.echo_room(max(least, high) + round_it, dp(TWO_LINES) + round_it)

    def _whole_window(self, form: layout.Form) -> Room:
        """Move the panel out, but for the seats if it is below; returns the room above them."""
        left, upper, right, lower = self.insets
        picture, line = self.panel.picture, lower + dp(SUSPENSE) * max(1.0, self.look.scale)
        Animation.cancel_all(picture, "lift")
        seen = line
        if form.beside:
            picture.lift = -self.panel.height
        else:
            picture.lift = min(0.0, line - picture.lower)
            seen = self.panel.height + picture.lift
        low, high = self.y + seen, self.top - upper - dp(BAR)
        self.suspense.stand(self)
        self.bar.stand(self.x + left, self.top - upper, self.width - left - right)
        return Room(self.x + left, low, self.width - left - right, max(2.0, high - low))

    def _place_stage(self, pos: tuple[float, float], size: tuple[float, float], room: Room) -> None:
        if self.whole:
            pos, size, room = tuple(self.pos), tuple(self.size), self._whole_window(self.panel.form)
            self.echo.opacity = 0.0
        for part in (self.panel, self.bar, self.clock):
            part.opacity = 1.0
        for part in (self.panel, self.echo, self.bar, self.clock):
            part.disabled = False
        self.dark.go_away()
        self.stage_do("stand", pos, size, room)
        self.clock.stand()
