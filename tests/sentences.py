"""Every sentence of the source code, read once for all tests of a process: that takes seconds."""

from functools import cache

from babel.messages.catalog import Catalog

from companion.core.messages import Message
from tools import messages


@cache
def sentences() -> dict[str, list[Message]]:
    return messages.sentences()


@cache
def templates() -> dict[str, Catalog]:
    return messages.templates(sentences())
