"""What table mode says of the By hand card: one quiet line, and all of it aloud."""

from __future__ import annotations

from companion.core.by_hand.lines import HandCard
from companion.core.text import Text, count, say
from companion.ui.widgets.base.words import ARROW


def quiet_line(hand: HandCard) -> Text | str:
    """The first thing for the hands, and how many more there are; empty: nothing to do."""
    if not hand.lines:
        return ""
    first, more = hand.lines[0].sentence, len(hand.lines) - 1
    if not more:
        return say("{title}: {first}", title=hand.title, first=first)
    return count("{title}: {first}, and {n} more", "{title}: {first}, and {n} more", more, title=hand.title,
                 first=first)


def aloud(hand: HandCard, sentence: str) -> str:
    """All that hands must do, then the question."""
    told = [str(line.sentence).replace(ARROW, str(say("to"))) for line in hand.lines]
    return f"{hand.title}: {'. '.join(told)}. {sentence}" if told else sentence
