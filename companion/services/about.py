"""What Tableside is made of and under which licences: the same words on every surface."""

import re
from typing import Final

from companion import __version__
from companion.core.text import Text, say
from companion.services.start import ASSETS

MADE_OF: Final[tuple[tuple[Text, Text], ...]] = (
    (say("Tableside {version}", version=__version__),
     say("Free software under the MIT licence. Pictures and sounds are made by this project's own scripts.")),
    (say("Vollkorn"), say("The font of the headlines, by Friedrich Althausen. SIL Open Font License 1.1.")),
    (say("Roboto and Material Design Icons"), say("Apache License 2.0.")),
    (say("Kivy and KivyMD"), say("The screens are built with them. MIT licence.")),
    (say("h11, segno and Pyodide"), say("They bring the table to browsers. MIT, BSD and MPL 2.0 licences.")),
    (say("The games"),
     say("They belong to their makers. The rules are in our own words, for owners of the box.")),
)
LICENCES: Final = "licences.txt"
"""The file with all notices, beside the page."""
FULL: Final = 50
"""A line with at least so many letters goes on in the next one."""
ITEM: Final = re.compile(r"\s*([-*•=(]|\d+[.)]\s)")


def notices() -> dict[str, list[str]]:
    """What Tableside includes, and the paragraphs of each part's notice, in lines as long as they may be."""
    _, *parts = (ASSETS / "THIRD_PARTY.md").read_text(encoding="utf-8").split("\n## ")
    found = {}
    for title, _, text in (part.partition("\n") for part in parts):
        blocks = re.split(r"\n\s*\n", text.replace("```", ""))
        found[title] = [words for words in map(rewrapped, blocks) if words]
    return found


def rewrapped(block: str) -> str:
    """Join the lines that only a narrow page divides.

    >>> rewrapped("Permission is hereby granted, free of charge, to any person\\nobtaining a copy")
    'Permission is hereby granted, free of charge, to any person obtaining a copy'
    """
    lines: list[str] = []
    before = ""
    for line in block.splitlines():
        if set(line.strip()) <= set("=-"):  # under a headline
            continue
        if len(before) >= FULL and not ITEM.match(line):
            lines[-1] += " " + " ".join(line.split())
        else:
            lines.append(" ".join(line.split()))
        before = line
    return "\n".join(lines)


def notices_file() -> str:
    """For browsers, which show each part by its headline."""
    return "\n\n".join("\n\n".join((f"## {title}", *parts)) for title, parts in notices().items()) + "\n"
