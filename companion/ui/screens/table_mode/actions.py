"""What the two big buttons of table mode do, read from the play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from companion.core.play import Play
from companion.core.questions import Json
from companion.core.text import Text, say
from companion.services.table.controller import TableController
from companion.services.table.situation import Q, Situation


@dataclass(frozen=True)
class BigAction:
    """One of the two buttons."""

    words: Text | str
    icon: str
    do: Callable[[], object]
    main: bool = False


class TableModePage(Protocol):
    """What the buttons do on the screen; `table_mode.TableModeScreen` is the only one."""

    controller: TableController

    def answer(self, question: Q, raw: Json) -> object: ...

    def confirm_actions(self, question: Q) -> list[BigAction]: ...

    def roll(self, question: Q) -> None: ...

    def to_table(self) -> None: ...


def actions_of(play: Play[Any], now: Situation, screen: TableModePage) -> tuple[list[BigAction], Text | str]:
    """What the two buttons do, and the one line that names what else could be done on the table screen."""
    question = now.question
    if now.state != "question" or question is None or question.secret or question.panel:
        icon = "cellphone" if now.state == "ballots" else "arrow-right"
        return [BigAction(_words_for(now), icon, screen.to_table, True)], ""
    if question.kind == "confirm":
        return screen.confirm_actions(question), ""
    if question.kind == "dice":
        return [BigAction(say("Roll"), "dice-multiple-outline", lambda: screen.roll(question), True),
                BigAction(say("Type it"), "pencil-outline", screen.to_table)], ""
    if question.kind in ("pick one", "pick a seat"):
        return _choices(play, question, screen)
    return [BigAction(say("Answer this"), "arrow-right", screen.to_table, True)], ""


def _words_for(now: Situation) -> Text:
    return {"over": say("See the result"), "ballots": say("Take the phone")}.get(now.state, say("To the table"))


def _choices(play: Play[Any], question: Q, screen: TableModePage) -> tuple[list[BigAction], Text | str]:
    def answer(choice: Any) -> None:
        screen.answer(question, question.encode(choice))

    table, late = play.table, screen.controller.late_hidden(question)
    choices = [one for one in question.choices(table) if late is None or one != late]
    faces = [(question.face(table, one), one) for one in choices]
    plain = [pair for pair in faces if not pair[0].opens]
    if len(plain) > 2 or not plain:
        return [BigAction(say("Choose"), "arrow-right", screen.to_table, True)], ""
    plain.sort(key=lambda pair: not pair[0].main)
    actions = [BigAction(face.label, face.icon, partial(answer, one), number == 0)
               for number, (face, one) in enumerate(plain)]
    others = [face.label for face, _ in faces if face.opens]
    return actions, others[0] if others else ""
