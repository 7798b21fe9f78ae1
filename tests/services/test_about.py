"""The notices are readable on a phone: each part by itself, with lines as long as the screen is wide."""

import doctest

from companion.services import about


def test_lines_of_a_paragraph_are_joined_and_those_of_a_list_are_not() -> None:
    assert doctest.testmod(about).failed == 0
    block = ("Redistributions in binary form must reproduce the above copyright\n   notice. \n"
             "1. The origin of this software must not be misrepresented; you must\n   not claim it.\n"
             "2. Altered versions must be marked.\n=====\nNobody\n")
    assert about.rewrapped(block) == (
        "Redistributions in binary form must reproduce the above copyright notice.\n"
        "1. The origin of this software must not be misrepresented; you must not claim it.\n"
        "2. Altered versions must be marked.\nNobody")


def test_each_part_begins_with_its_licence() -> None:
    found = about.notices()
    assert found["Python"][0] == "PSF licence, python.org"
    assert found["Tableside"][:3] == ["MIT", "MIT License", "Copyright (c) 2026 the Tableside contributors"]
    assert all(parts and "```" not in "".join(parts) for parts in found.values())


def test_a_browser_gets_every_part_under_its_headline() -> None:
    text = about.notices_file()
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == list(about.notices())
