"""Pictures, sounds and font: all listed, readable, as large as they say, and as the look wants them."""

import json
import math
import wave
from array import array
from pathlib import Path
from typing import Any

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from PIL import Image, ImageChops, ImageStat

from companion.games.winter_tales.board.characters import FIGURES, POWERS
from tools.art.make_web_fonts import FIRST, PAGE, known_icons, names_in_order

pytestmark = pytest.mark.slow
ASSETS = Path(__file__).resolve().parents[1] / "assets"
PLACES = ("windmill", "story", "keywords", "windward", "winter_tales", "shell")
LOOSE = {
    "LICENCE.md",
    "THIRD_PARTY.md",
    "icon.png",
    "icon_fg.png",
    "icon_bg.png",
    "icon_mono.png",
    "presplash.png",
    "fonts/Vollkorn-Bold.ttf",
    "fonts/OFL-Vollkorn.txt",
    "sounds/sounds.json",
}
OF_A_GAME = ("start", "tick", "chime", "book", "refuse", "win")
SOUNDS = {"start", "tick", "chime", "tap", "book", "undo", "turn", "reveal",
          "win", "lose", "dice", "refuse", "seal", "drum"}
SOUNDS |= {f"{place}/{name}" for place in PLACES[:-1] for name in OF_A_GAME}


def layers_of(place: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ASSETS / "art" / place / "layers.json").read_text(encoding="utf-8"))
    layers: dict[str, Any] = data["layers"]
    return layers


LAYERS = [(place, name, entry) for place in PLACES for name, entry in layers_of(place).items()]
NAMES = [f"{place}-{name}" for place, name, _ in LAYERS]


def picture(place: str, entry: dict[str, Any]) -> Image.Image:
    with Image.open(ASSETS / "art" / place / entry["file"]) as image:
        return image.convert("RGBA")


# ------------------------------------------------------------------ pictures


@pytest.mark.parametrize(("place", "name", "entry"), LAYERS, ids=NAMES)
def test_every_layer_is_a_picture_of_its_shape(place: str, name: str, entry: dict[str, Any]) -> None:
    image = picture(place, entry)
    wide, tall = entry["size"]
    if entry["anchor"] != "stretch":
        assert image.width / image.height == pytest.approx(wide / tall, rel=0.03)
    assert max(image.size) <= 2048, "older phones hold no larger texture"
    assert image.getchannel("A").getextrema()[1] > 30, "nothing to see"


def test_no_picture_has_a_palette() -> None:
    """SDL_image never frees the pixels of one: a round through the games grew by five megabytes."""
    found = []
    for path in [*(ASSETS / "art").rglob("*.png"), *ASSETS.parent.glob("companion/games/*/*.png")]:
        with Image.open(path) as image:
            found += [path.name] if image.mode == "P" else []
    assert found == []


@pytest.mark.parametrize(("place", "name", "entry"), LAYERS, ids=NAMES)
def test_points_lie_in_their_layer(place: str, name: str, entry: dict[str, Any]) -> None:
    wide, tall = entry["size"]
    for value in entry.get("points", {}).values():
        for x, y in value if isinstance(value[0], list) else [value]:
            assert 0 <= x <= wide and -0.01 <= y <= tall + 0.01


TINTED = [row for row in LAYERS if row[2].get("tint")]


@pytest.mark.parametrize(("place", "name", "entry"), TINTED, ids=[f"{p}-{n}" for p, n, _ in TINTED])
def test_what_is_tinted_is_grey(place: str, name: str, entry: dict[str, Any]) -> None:
    red, green, blue, _ = picture(place, entry).split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()


def test_edges_are_not_dark_where_the_graphics_chip_looks() -> None:
    """A mask is white even where nothing shows: else every scaled token gets a dirty edge."""
    red = picture("shell", layers_of("shell")["seat_1"]).getchannel("R")
    assert red.getextrema() == (255, 255)


def test_every_seat_has_its_shape_and_both_rims() -> None:
    shell = layers_of("shell")
    for seat in range(1, 9):
        areas = []
        for part in ("", "_rim", "_edge"):
            alpha = picture("shell", shell[f"seat_{seat}{part}"]).getchannel("A")
            areas.append(sum(alpha.histogram()[128:]))
        assert areas[0] < areas[1] < areas[2]


@pytest.mark.parametrize("name", ["icon_fg", "windmill/mill", "shell/seal", "story/peg"])
def test_a_picture_is_rendered_again_alike(name: str, tmp_path: Path) -> None:
    from tools.art.render import SOURCES, render, target, write_png

    source = SOURCES / f"{name}.svg"
    write_png(render(source), tmp_path / "again.png")
    with Image.open(tmp_path / "again.png") as again, Image.open(target(source)) as before:
        assert again.tobytes() == before.tobytes()


def test_the_page_has_the_covers_of_the_app() -> None:
    from companion.services.home import GAMES, small_covers
    from tools.art.make_page_art import small_cover

    covers = sorted(GAMES.glob("*/cover.png"))
    assert [path.parent.name for path in covers] == sorted(set(PLACES) - {"shell"})
    assert [path.parent for path in covers] == [path.parent for path in small_covers().values()]
    for large, path in zip(covers, small_covers().values(), strict=True):
        with Image.open(large) as image:
            assert image.size == (1050, 750) and image.mode == "RGB"
        with Image.open(path) as small:
            difference = ImageStat.Stat(ImageChops.difference(small.convert("RGB"), small_cover(large)))
            assert max(difference.mean) < 6, path


def test_every_source_is_rendered() -> None:
    from tools.art.render import SOURCES, target

    sources = sorted(SOURCES.rglob("*.svg"))
    assert len(sources) > 150
    assert [source.name for source in sources if not target(source).is_file()] == []


@pytest.mark.parametrize(("name", "size"), [("icon", 512), ("icon_fg", 432), ("icon_bg", 432), ("presplash", 1024)])
def test_the_mark(name: str, size: int) -> None:
    with Image.open(ASSETS / f"{name}.png") as image:
        assert image.size == (size, size)
    if name == "icon_fg":
        box = Image.open(ASSETS / "icon_fg.png").getchannel("A").point(lambda a: 255 if a > 200 else 0).getbbox()
        assert box is not None
        safe = size * 33 / 108
        assert all(math.dist((x, y), (size / 2, size / 2)) < 1.2 * safe for x in box[::2] for y in box[1::2])


# ------------------------------------------------------------------ sounds


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_sound_is_heard_and_not_clipped(name: str) -> None:
    with wave.open(str(ASSETS / "sounds" / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        assert file.getframerate() in (22050, 44100)
        samples = array("h", file.readframes(file.getnframes()))
        assert 0.03 < file.getnframes() / file.getframerate() < 2.5
    assert 6000 < max(abs(s) for s in samples) < 32000
    assert math.sqrt(sum(s * s for s in samples) / len(samples)) > 300
    assert abs(samples[-1]) < 200, "it would end with a click"


def samples_of(name: str) -> bytes:
    with wave.open(str(ASSETS / "sounds" / f"{name}.wav")) as file:
        return file.readframes(file.getnframes())


@pytest.mark.parametrize("name", OF_A_GAME)
def test_every_game_has_short_and_quiet_sounds_of_its_own(name: str) -> None:
    found = {place: samples_of(f"{place}/{name}") for place in PLACES[:-1]}
    assert len(set(found.values())) == len(PLACES) - 1
    for samples in found.values():
        assert len(samples) / 2 / 22050 <= 0.9
        assert max(abs(sample) for sample in array("h", samples)) <= 0.6 * 32768


def test_sounds_are_made_again_alike() -> None:
    from tools.art.make_sounds import SOUNDS as PLAYED
    from tools.art.make_sounds import finished, played

    assert finished(played(PLAYED["tap"]), PLAYED["tap"].peak) == samples_of("tap")


# ------------------------------------------------------------------ the whole


def test_nothing_is_unlisted_or_missing() -> None:
    found = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*") if path.is_file()}
    listed = set(LOOSE)
    for place in PLACES:
        listed |= {f"art/{place}/{entry['file']}" for entry in layers_of(place).values()} | {f"art/{place}/layers.json"}
    sounds = json.loads((ASSETS / "sounds" / "sounds.json").read_text(encoding="utf-8"))
    assert set(sounds) == SOUNDS
    listed |= {f"sounds/{entry['file']}" for entry in sounds.values()}
    assert found == listed


def test_the_page_has_every_icon_of_ours() -> None:
    """A page without a network can't get more."""
    names = (PAGE / "icons.js").read_text(encoding="utf-8").split("`")[1].split()
    assert names == names_in_order(known_icons()), "run tools/art/make_web_fonts.py"
    assert "map-marker-outline" in names and "castle" in names
    marks = {one.mark for one in POWERS.values() if one.mark}
    assert {one.picture for one in FIGURES.values()} | marks <= set(names)


@pytest.mark.parametrize(("file", "left", "right"), [("icons", 213, 299), ("more-icons", 43, 469)])
def test_the_icons_of_the_page_are_in_the_middle_of_their_squares(file: str, left: int, right: int) -> None:
    """Of 512 units; all were at the left edge. The dots of the menu, and an icon for plugins only."""
    font = TTFont(PAGE / f"{file}.woff2")
    drawn = BoundsPen(font.getGlyphSet())
    dots = FIRST + names_in_order(known_icons()).index("dots-vertical")
    letter = {"icons": dots, "more-icons": 0xF0003}[file]
    font.getGlyphSet()[font.getBestCmap()[letter]].draw(drawn)
    assert (drawn.bounds[0], drawn.bounds[2]) == (left, right) and left + right == 512


def test_the_whole_stays_small() -> None:
    sizes = {path: path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < 6_000_000
    assert sum(size for path, size in sizes.items() if path.suffix == ".wav") < 1_000_000


def test_the_voice_font_comes_with_its_licence() -> None:
    font = (ASSETS / "fonts" / "Vollkorn-Bold.ttf").read_bytes()
    assert font[:4] in (b"\x00\x01\x00\x00", b"OTTO")
    assert "SIL OPEN FONT LICENSE Version 1.1" in (ASSETS / "fonts" / "OFL-Vollkorn.txt").read_text(encoding="utf-8")
