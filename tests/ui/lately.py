"""The extra lines of a tablet's panel: standings, last lines, what comes next."""

from companion.ui.table.parts import Lately


def lines_seen(lately: Lately) -> list[str]:
    return [line.words.text for line in lately.lines if line.get_parent_window() is not None]


def ranked(lately: Lately) -> list[tuple[str, str]]:
    return [(one.name.text, one.points.text) for one in lately.places if one.get_parent_window() is not None]


def coming(lately: Lately) -> str:
    return str(lately.next.text) if lately.next.get_parent_window() is not None else ""
