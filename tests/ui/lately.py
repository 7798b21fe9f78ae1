"""The extra lines of a tablet's panel: standings, last lines, what comes next."""

from companion.ui.table.parts import Lately


def lines_seen(lately: Lately) -> list[str]:
    return [line.words.text for line in lately.lines if line.get_parent_window() is not None]


def coming(lately: Lately) -> str:
    return str(lately.next.text) if lately.next.get_parent_window() is not None else ""
