"""A game's page.svg is drawn inside every guest's page, so nothing in it may run, load or point elsewhere."""

from pathlib import Path

import pytest

from companion.core.registry import find_games
from companion.services.packs.page_art import FILE, Unfit, page_art, read_art, stamp, symbols

HEAD = '<svg xmlns="http://www.w3.org/2000/svg">'
DISC = '<symbol id="disc" viewBox="-9 -9 18 18"><circle r="9" fill="url(#shine)"/></symbol>'


def svg(inner: str) -> bytes:
    return f"{HEAD}{inner}</svg>".encode()


HOSTILE = {
    "script": "<script>alert(1)</script>",
    "script of another prefix": '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    "html": "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
    "html without its frame": '<img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>',
    "handler": '<g onload="alert(1)"/>',
    "handler in capitals": '<g ONCLICK="alert(1)"/>',
    "link": '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    "outside picture": '<image href="http://example.org/spy.png"/>',
    "outside symbol": '<use href="http://example.org/x.svg#a"/>',
    "data": '<use href="data:image/svg+xml;base64,AAAA#a"/>',
    "old link": '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="http://example.org#a"/>',
    "outside paint": '<path d="M0 0" fill="url(http://example.org/#a)"/>',
    "outside paint, escaped": r'<path d="M0 0" fill="u\72l(//example.org/#a)"/>',
    "paint of this server": '<path d="M0 0" fill="URL(leave)"/>',
    "animation": '<use href="#disc"><set attributeName="href" to="javascript:alert(1)"/></use>' + DISC,
    "style": "<style>@import url(//example.org)</style>",
    "style attribute": '<path d="M0 0" style="background:url(//example.org)"/>',
    "class": '<g class="toast"/>',
    "entity": "&amp;<path d='&x;'/>",
    "deep": "<g>" * 20 + "</g>" * 20,
    "many": "<g/>" * 6000,
    "many uses": '<use href="#disc"/>' * 600 + DISC,
    "a use of itself": '<symbol id="a" viewBox="0 0 1 1"><use href="#a"/></symbol>',
    "uses of uses": '<symbol id="a" viewBox="0 0 1 1"><use href="#b"/></symbol>'
                    '<symbol id="b" viewBox="0 0 1 1"><use href="#a"/></symbol>',
    "a symbol without a name": '<symbol viewBox="0 0 1 1"/>',
    "a symbol without a size": '<symbol id="a"/>',
    "an odd id": '<symbol id="a b" viewBox="0 0 1 1"/>',
}


@pytest.mark.parametrize("inner", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_shape_is_refused(inner: str) -> None:
    with pytest.raises(Unfit):
        read_art(svg(inner))


@pytest.mark.parametrize("raw", [
    b"", b"<svg", b"\xff\xfe<svg/>", b"<svg/>", b"<html xmlns='http://www.w3.org/1999/xhtml'/>",
    f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aa">]>{HEAD}</svg>'.encode(),
    f'<!DOCTYPE svg SYSTEM "file:///etc/passwd">{HEAD}</svg>'.encode("utf-16"),
    svg(" " * 300_000)],
    ids=["empty", "cut", "no text", "no namespace", "html", "entities", "utf-16", "large"])
def test_what_is_no_svg_is_refused(raw: bytes) -> None:
    with pytest.raises(Unfit):
        read_art(raw)


def test_shapes_stay_and_ids_can_t_be_those_of_the_page() -> None:
    shine = '<radialGradient id="shine"><stop offset="0" stop-color="#FFF"/></radialGradient>'
    ground = '<symbol id="ground" viewBox="0 0 9 9" overflow="visible"><use href="#disc" x="1"/></symbol>'
    raw = svg(f"<!-- by hand --><?x?>{shine}{DISC}words{ground}")
    art = read_art(raw)
    assert symbols(raw) == {"disc", "ground"}
    assert 'id="art-disc"' in art and 'fill="url(#art-shine)"' in art and 'href="#art-disc"' in art
    assert "words" not in art and "by hand" not in art and "<?x" not in art
    assert read_art(art.encode()).count("art-art-disc") == 2, "what a browser gets is itself fit"


def test_the_games_have_art_for_guests() -> None:
    for id in ("windward", "winter_tales", "windmill", "story", "keywords"):
        home = find_games().games[id].home
        art = page_art(home)
        assert art is not None and "ground" in symbols((home / FILE).read_bytes()), id
        assert len(art) < 40_000 and len(stamp(art)) == 8


def test_a_game_without_art_or_with_unfit_art_has_none(tmp_path: Path) -> None:
    assert page_art(tmp_path) is None
    (tmp_path / FILE).write_bytes(svg("<script/>"))
    assert page_art(tmp_path) is None
