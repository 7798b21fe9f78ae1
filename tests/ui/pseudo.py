"""A language for tests: English with accents, a third longer, every sentence between « and »."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from companion.core import language
from companion.core.language import HOLE, Catalogue

ACCENTS = str.maketrans("aeiouycnszAEIOUYCNSZ", "áéíóúýçñšžÁÉÍÓÚÝÇÑŠŽ")
INNERMOST = re.compile(r"«[^«»]*»")


def pseudo(message: str) -> str:
    """
    >>> pseudo("{name} wins the round.")
    '«{name} wíeñš théo róuuñd.»'
    """
    words = message.rpartition(language.CONTEXT)[2]
    parts = HOLE.split(words)
    if not re.search("[A-Za-z]", "".join(parts[0::3])):
        return words
    longer = [re.sub(r"(\w\w)(\w)", lambda found: found[0] + "eou"[len(found[1]) % 3], part) for part in parts[0::3]]
    holes = [f"{{{key}}}" for key in parts[1::3]] + [""]
    return "«" + "".join(part.translate(ACCENTS) + hole for part, hole in zip(longer, holes, strict=True)) + "»"


class Pseudo(Catalogue):
    def one(self, message: str) -> str:
        return pseudo(message)

    def counted(self, one: str, many: str, n: int) -> str:
        return pseudo(one if n == 1 else many)


def untranslated(text: str) -> str:
    """Texts that no catalogue can change."""
    while (inner := INNERMOST.sub("", text)) != text:
        text = inner
    return text


@contextmanager
def pseudo_locale() -> Iterator[set[str]]:
    """Offer it as "qps"; yields every text that is drawn meanwhile, also on stages."""
    from kivy.core.text import LabelBase
    seen: set[str] = set()
    render = LabelBase.render

    def listen(self: Any, real: bool = False) -> object:
        seen.add(str(self.text))
        return render(self, real)

    language.loaded["qps"] = Pseudo("qps")
    try:
        with patch.object(LabelBase, "render", listen):
            yield seen
    finally:
        language.loaded.pop("qps")
        language.speak(None)
