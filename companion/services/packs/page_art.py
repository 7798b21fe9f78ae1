"""A game's pictures for the guests' page: the symbols of its `page.svg`, checked to hold no script."""

import logging
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from zlib import crc32

log = logging.getLogger("tableside")
FILE = "page.svg"
GROUND, END = "ground", "end"
"""Symbols with a fixed place: the ground behind the board, and the picture behind the podium."""
LARGEST, MOST_ELEMENTS, MOST_USES, DEEPEST = 200_000, 5_000, 500, 12
SVG = "http://www.w3.org/2000/svg"
ELEMENTS = frozenset({
    "svg", "defs", "symbol", "g", "use", "mask",
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "linearGradient", "radialGradient", "stop"})
ATTRIBUTES = frozenset({
    "id", "viewBox", "version", "overflow", "preserveAspectRatio", "transform", "opacity", "color", "mask",
    "href", "d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy",
    "width", "height",
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit",
    "offset", "stop-color", "stop-opacity", "gradientUnits", "gradientTransform", "spreadMethod"})
NUMBERS = re.compile(r"-?[\d.]+( -?[\d.]+){3}", re.ASCII)
NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)
VALUE = re.compile(r"(?:url\(#[\w-]+\)|(?!url)[\w\s#.,%()+-])*", re.ASCII | re.IGNORECASE)
"""Numbers, colours and names. Without slash, colon, quote and backslash it names nothing outside the file."""
LINK = re.compile(r"url\(#([\w-]+)\)", re.IGNORECASE)
PREFIX = "art-"
"""Keeps a game's ids apart from those of the page."""


class Unfit(ValueError):
    """Why guests' browsers don't get the file."""


def page_art(home: Path) -> str | None:
    """The checked `page.svg` of a game's folder; None if there is none, or it is unfit."""
    path = home / FILE
    try:
        return _checked(path, path.stat().st_mtime_ns)
    except OSError:
        return None


def stamp(art: str) -> str:
    """Changes with the art, so that a page knows whether it has it."""
    return f"{crc32(art.encode()):08x}"


@lru_cache(maxsize=8)
def _checked(path: Path, changed: int) -> str | None:
    try:
        return read_art(path.read_bytes())
    except Unfit as unfit:
        log.warning("guests don't see %s: %s", path, unfit)
        return None


def read_art(raw: bytes) -> str:
    """The file as a browser may have it. Raises `Unfit`."""
    root = _parsed(raw)
    for element in _elements(root):
        _check(element)
    _check_uses(root)
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{SVG}}}")
        element.text = element.tail = None
        element.attrib.update({name: _renamed(name, value) for name, value in element.attrib.items()})
    root.set("xmlns", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def symbols(raw: bytes) -> frozenset[str]:
    """The ids of its pictures. Raises `Unfit`."""
    return frozenset(one.get("id", "") for one in _parsed(raw).iter(f"{{{SVG}}}symbol"))


def _parsed(raw: bytes) -> Element:
    if len(raw) > LARGEST:
        raise Unfit(f"it has more than {LARGEST // 1000} kB")
    try:
        text = raw.decode("utf-8")
        if "<!DOCTYPE" in text:
            raise Unfit("it has a DOCTYPE, which could define anything: delete that line")
        root = ElementTree.fromstring(text)
    except (UnicodeDecodeError, ElementTree.ParseError, ValueError, RecursionError) as error:
        if isinstance(error, Unfit):
            raise
        raise Unfit("it is not readable XML") from None
    if root.tag != f"{{{SVG}}}svg":
        raise Unfit(f'it is no SVG: it begins with <svg xmlns="{SVG}">')
    return root


def _elements(root: Element) -> Iterator[Element]:
    """Every element, if there are not too many, nested not too deep."""
    level, found = [root], 0
    for _ in range(DEEPEST):
        found += len(level)
        yield from level
        level = [child for element in level for child in element]
    if level or found > MOST_ELEMENTS:
        raise Unfit(f"it has more than {MOST_ELEMENTS} elements, or more than {DEEPEST} inside each other")


def _check(element: Element) -> None:
    name = element.tag.removeprefix(f"{{{SVG}}}")
    if name not in ELEMENTS:
        raise Unfit(f"it has <{name}>: only {', '.join(sorted(ELEMENTS))} are drawn")
    for key, value in element.attrib.items():
        if key not in ATTRIBUTES or (key == "href" and name != "use"):
            raise Unfit(f"<{name}> has {key}, which is not drawn: save it as plain SVG, without styles")
        wanted = {"id": NAME, "href": re.compile(rf"#{NAME.pattern}", re.ASCII)}.get(key, VALUE)
        if not wanted.fullmatch(value):
            raise Unfit(f"<{name}> has {key}={value[:40]!r}: "
                        "only names, numbers, colours and links within the file")
    if name == "symbol" and not ("id" in element.attrib and NUMBERS.fullmatch(element.get("viewBox", ""))):
        raise Unfit("a <symbol> needs an id, and a viewBox of four numbers with its middle at 0 0")


def _check_uses(root: Element) -> None:
    """A symbol that uses others is used by none: otherwise a few lines could draw millions of shapes."""
    plain = {one.get("id") for one in root.iter(f"{{{SVG}}}symbol") if one.find(f".//{{{SVG}}}use") is None}
    uses = list(root.iter(f"{{{SVG}}}use"))
    if len(uses) > MOST_USES:
        raise Unfit(f"it has more than {MOST_USES} <use>")
    for use in uses:
        if use.get("href", "")[1:] not in plain:
            raise Unfit(f"<use> draws {use.get('href')!r}, which is no symbol, or uses others itself")


def _renamed(key: str, value: str) -> str:
    if key == "id":
        return PREFIX + value
    if key == "href":
        return f"#{PREFIX}{value[1:]}"
    return LINK.sub(rf"url(#{PREFIX}\1)", value)
