"""What is wrong with a page for screen readers and thumbs: axe, and a ruler for whatever can be tapped."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from functools import cache
from typing import Any

import pytest

VERSION = "4.14.0"
INTEGRITY = "9WTZxEjsZ7b13TH8JPmbV2z8CHbl80/2hm3XPEG4JgNdQLK81IBRXmSxHfMAOkSqQeRxT/0dwNDz2GOm3zzpcQ=="
LEAST = 44
"""Pixels of a target's shorter side."""

FAULTS = """async (least) => {
  const within = document.querySelector("dialog[open]") || document;
  const {violations} = await axe.run(within);
  const side = (one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height);
  const target = (one) => (one.matches("input") && one.closest("label")) || one;
  const small = [...within.querySelectorAll("button, input, select, textarea, summary, a[href]")]
    .filter((one) => side(one) > 1 && one.checkVisibility())
    .map(target)
    .filter((one) => side(one) < least - .5);
  const places = (nodes) => nodes.slice(0, 3).map((one) => one.html).join(" | ");
  return [
    ...violations.map((one) => one.id + ": " + places(one.nodes)),
    ...small.map((one) => "small: " + one.outerHTML.slice(0, 160) + " " + side(one) + " px"),
  ];
}"""


@cache
def axe() -> str:
    """From npm, once."""
    if shutil.which("npm") is None:
        pytest.skip("There is no npm here, and axe comes from it (Debian: apt-get install -y npm).")
    from tools import web

    try:
        path = web.package("axe-core", VERSION, INTEGRITY)
    except subprocess.CalledProcessError:
        pytest.skip("npm can't get axe: is there a network?")
    with tarfile.open(path) as files:
        script = files.extractfile("package/axe.min.js")
        assert script is not None
        return script.read().decode()


def faults(guest: Any) -> list[str]:
    """Of what the phone shows now: the open sheet, or else the whole page."""
    page = guest.page
    if not page.evaluate("!!window.axe"):
        page.evaluate("(() => {" + axe() + "})()")
    found: list[str] = page.evaluate(FAULTS, LEAST)
    return found
