"""What the panel shows while there isn't exactly one question to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.text import Text, count, say
from companion.ui.table.panels.answer_panel import Action
from companion.ui.widgets import SeatToken, Words
from companion.ui.widgets.controls.rows import CardBox, IconLine, ListRow

if TYPE_CHECKING:
    from companion.ui.table.panel import QuestionPanel


def show_plainly(panel: QuestionPanel, parts: Iterable[Any] = (), primary: Action | None = None,
                 second: Action | None = None, kicker: Text | str = "") -> None:
    panel.strip_optional, panel.strip_hidden, panel.has_why = False, False, False
    panel.kicker.say(kicker)
    panel.headline.say(panel.screen.controller.headline)
    panel.over_headline, panel.body, panel.reminders = [], [*parts], []
    panel.row.show(primary, second)
    panel.tiles.fill([])


def show_seats(panel: QuestionPanel) -> None:
    situation = panel.situation
    open_ones = [one for one in situation.asked if one.key() not in situation.given]
    rows = []
    for one in situation.asked:
        done = one.key() in situation.given
        seat = one.seat
        name = seat.name if seat is not None else str(one.title(panel.live))
        token = SeatToken(panel.look, seat.colour, panel.letter(seat), 40) if seat is not None else None
        rows.append(ListRow(panel.look, name, say("done; tap to change") if done else one.title(panel.live),
                            "account-outline", partial(panel.screen.want, one.key()), token=token,
                            more="check-circle" if done else "chevron-right", tone="surface2"))
    show_plainly(panel, rows, kicker=count("{n} still to answer", "{n} still to answer", len(open_ones)))
    panel.has_why = bool(situation.asked)
    panel.other_tiles()


def show_over(panel: QuestionPanel) -> None:
    outcome = panel.situation.outcome
    details = [IconLine(panel.look, one.text, one.icon or "circle-small", role="body")
               for one in (outcome.details if outcome is not None else ())]
    show_plainly(panel, [CardBox(panel.look, details)] if details else [],
                Action(say("See the result"), "trophy-outline", panel.screen.open_result))


def show_stuck(panel: QuestionPanel) -> None:
    parts = [Words(panel.look, say("No answer fits here. Start this part again, or undo."), "body", "text2")]
    show_plainly(panel, parts, Action(say("Start this part again"), "replay", panel.screen.restart),
                Action(say("Correct"), "pencil-outline", panel.screen.open_correct))


def show_misfit(panel: QuestionPanel) -> None:
    parts = [Words(panel.look, panel.situation.sentence or "", "body", "loss"),
             Words(panel.look, say("Everything before that line is unchanged. The rest stays in the log and can be "
                                   "exported."), "body", "text2")]
    show_plainly(panel, parts, Action(say("Play on from here"), "play", panel.screen.play_on),
                Action(say("Export"), "share-variant", panel.screen.share))


def show_broken(panel: QuestionPanel) -> None:
    """The game failed to read or draw: ask nothing more until the table decides."""
    parts = [Words(panel.look, panel.situation.sentence or "", "body", "loss"),
             Words(panel.look, say("Every answer is saved. Undo may help; or export the play, or come back "
                                   "later."), "body", "text2")]
    export = Action(say("Export"), "share-variant", panel.screen.share)
    undo = Action(say("Undo"), "undo-variant", panel.screen.undo)
    show_plainly(panel, parts, *((undo, export) if panel.screen.play.can_undo() else (export,)))


WITHOUT_QUESTION: dict[str, Callable[[QuestionPanel], None]] = {
    "seats": show_seats, "over": show_over, "stuck": show_stuck, "misfit": show_misfit, "broken": show_broken}
