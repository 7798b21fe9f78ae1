"""Plain words: code, docs and every sentence on the screen use the shortest common one (CONTRIBUTING.md, Words)."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent

PLAIN = {
    "deed": "action", "deeds": "actions", "nought": "zero", "anew": "again", "beforehand": "prefetch, or in advance",
    "sweep": "collect garbage, or remove", "sweeps": "collects", "swept": "collected", "hush": "pause",
    "hushed": "paused", "thrift": "say what is saved",
}
"""A word of our old dialect, and what to write instead."""

WORD = re.compile(rf"(?<![A-Za-z])((?i:{'|'.join(sorted(PLAIN, reverse=True))}))(?![a-z])")
"""Also as a part of a name: `wild_deed`, `_DEEDS`, `DeedDone`."""

KEPT = re.compile(r"(?i)(?:^|_)(?:kept|keeper)(?:_|$)|Kept|Keeper")
"""In prose plain English, in a name a riddle: is it saved, cached, stored, frozen, safe?"""

TEXT = (".py", ".md", ".txt", ".toml", ".spec", "Makefile")


def dialect(place: str, text: str) -> list[str]:
    """Where a text speaks it."""
    return [f"{place}:{number}: {word}, better: {PLAIN[word.lower()]}"
            for number, line in enumerate(text.splitlines(), 1) for word in WORD.findall(line)]


def our_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=HOME, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout, so nobody can say which files are ours")
    return [one for one in listed.stdout.splitlines() if one.endswith(TEXT) and one != "tests/test_words.py"]


def test_code_docs_and_messages_use_plain_words() -> None:
    files = our_files()
    assert "companion/games/windmill/rules.md" in files, "the sentences of rules and screens are read too"
    found = [line for place in files if (HOME / place).is_file()
             for line in dialect(place, (HOME / place).read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)


def names(source: str) -> set[str]:
    """Every name that stands in a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {one.string for one in tokens if one.type == tokenize.NAME}


def named_kept(source: str) -> list[str]:
    """Only where the word stands at all: telling names from prose takes its time."""
    return sorted(filter(KEPT.search, names(source))) if re.search(r"(?i)kept|keeper", source) else []


def test_a_name_says_whether_a_thing_is_saved_stored_or_cached() -> None:
    files = [one for one in our_files() if one.startswith(("companion/", "tools/")) and one.endswith(".py")]
    assert len(files) > 300
    found = [f"{place}: {name}" for place in files if (HOME / place).is_file()
             for name in named_kept((HOME / place).read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["kept", "_kept", "kept_apart", "NotKept", "KeptDoor", "Keeper", "KEPT"])
def test_a_name_that_speaks_of_keeping_is_found(name: str) -> None:
    assert named_kept(f"def told(): return {name}  # it was kept") == [name]


@pytest.mark.parametrize("text", ["never below nought", "wild_deed(self)", "_DEEDS = ()", "class DeedDone:", "Anew."])
def test_the_dialect_is_found_in_prose_and_in_names(text: str) -> None:
    assert len(dialect("companion/core/play.py", text)) == 1


@pytest.mark.parametrize("text", ["indeed", "sweeping", "renewed", "hand over", "thrifty"])
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert dialect("companion/core/play.py", text) == []
