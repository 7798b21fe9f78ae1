"""The board of a guest's page: tapped, zoomed, moved about by keys, and read out."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.core.text import say
from companion.core.views import Piece
from companion.games.windward.rules.moves import Sail
from tests.sampling import sampled
from tests.services.phones.room import NAMES, Room
from tests.toys.boards import COURSE, HARBOUR, HILLS, SHORE, WORDY, InHarbour, OnBoard, OnOneSpot, Spiral
from tests.web.here import TableHere
from tests.web.table import At, Guest
from tests.web.test_app import LIT_IN_SIGHT

VIEW = "document.querySelector('.board-art').getAttribute('viewBox').split(' ').map(Number)"


def sailing(table: TableHere) -> None:
    """Up to a question with many spaces."""
    def go() -> None:
        opened, rng = table.serving.table.opened, Random(5)
        for _ in range(200):
            asked = next(one for one in opened.play.open() if one.possible(opened.play.table))
            if asked.kind == "place" and len(list(asked.choices(opened.play.table))) > 4:
                return
            opened.answer(asked.key(), asked.random_answer(opened.play.table, rng))
    table.call(go)


@pytest.fixture
def ana(serve: Any, phone: Any) -> Guest:
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    guest: Guest = phone(table, "Ana")
    guest.page.locator(".lit").first.wait_for()
    return guest


def test_a_lit_space_is_tapped_and_another_tells_what_lies_there(ana: Guest) -> None:
    assert ana.page.locator(".answers .answer").count() == 0, "the list is folded"
    ana.page.locator(".zoom button").nth(1).tap()
    ana.page.locator(".zoom button").nth(1).tap()
    box = ana.boxes(".spot.hex")[0]
    ana.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "Port" in ana.page.locator(".spot-told").inner_text(), "the first spot is the Post"
    before = ana.page.evaluate("S.epoch")
    ana.page.touchscreen.tap(*ana.page.evaluate(LIT_IN_SIGHT))
    ana.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")


@pytest.mark.thorough
def test_a_finger_that_rests_on_a_space_reads_what_it_costs(ana: Guest) -> None:
    """As in the app; it answers nothing, not even when the finger leaves."""
    before = ana.page.evaluate("S.epoch")
    x, y = ana.page.evaluate(LIT_IN_SIGHT)
    finger = ana.page.context.new_cdp_session(ana.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    ana.sees("without it")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ana.page.wait_for_timeout(300)
    assert ana.page.evaluate("S.epoch") == before and not ana.page.locator(".lit.on").count()


@pytest.mark.thorough
def test_a_board_may_go_while_a_finger_rests_on_it(ana: Guest) -> None:
    """The table has moved on to something without a board; the page's console stays empty."""
    x, y = ana.page.evaluate(LIT_IN_SIGHT)
    finger = ana.page.context.new_cdp_session(ana.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    ana.page.evaluate("() => { S.table.board = null; tableside.render(); }")
    assert not ana.page.locator(".board").count()
    ana.page.wait_for_timeout(800)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert ana.errors == []


@pytest.mark.thorough
def test_a_slow_tap_counts_where_the_game_tells_nothing(ana: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a mouse whose button stays down for long."""
    monkeypatch.setattr(Sail, "about_spot", lambda *_: ())
    before = ana.page.evaluate("S.epoch")
    ana.page.mouse.move(*ana.page.evaluate(LIT_IN_SIGHT))
    ana.page.mouse.down()
    ana.page.wait_for_timeout(900)
    ana.page.mouse.up()
    ana.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")


@pytest.mark.thorough
def test_keys_zoom_move_and_answer(ana: Guest) -> None:
    ana.page.locator(".lit").first.focus()
    ana.page.keyboard.press("0")
    whole = ana.page.evaluate(VIEW)
    ana.page.keyboard.press("+")
    assert ana.page.evaluate(VIEW)[2] < whole[2]
    ana.page.keyboard.press("0")
    assert ana.page.evaluate(VIEW) == whole
    name = "document.activeElement.getAttribute('aria-label')"
    names = [ana.page.evaluate(name)]
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        ana.page.keyboard.press(key)
        names.append(ana.page.evaluate(name))
    assert len(set(names)) > 1 and all(names), "from one lit space to the next"
    assert ana.page.locator(".lit[tabindex='0']").count() == 1
    before = ana.page.evaluate("S.epoch")
    ana.page.keyboard.press("Enter")
    ana.until(f"S.epoch !== '{before}' || document.querySelector('.lit.on') !== null")


@pytest.mark.thorough
def test_two_fingers_zoom_and_one_moves_the_board(ana: Guest) -> None:
    ana.page.locator(".lit").first.focus()
    ana.page.keyboard.press("0")
    whole = ana.page.evaluate(VIEW)
    ana.page.evaluate("""() => { const host = document.querySelector('.board');
        const at = (type, pointerId, clientX, clientY) => host.dispatchEvent(
            new PointerEvent(type, {pointerId, clientX, clientY}));
        at('pointerdown', 1, 150, 200); at('pointerdown', 2, 250, 200); at('pointermove', 2, 350, 200);
        at('pointerup', 2, 350, 200); at('pointermove', 1, 120, 200); at('pointerup', 1, 120, 200); }""")
    near = ana.page.evaluate(VIEW)
    assert near[2] < whole[2] * 0.6, "twice as near"


@pytest.mark.thorough
def test_a_screen_reader_hears_every_piece_and_its_space(ana: Guest) -> None:
    lines = ana.page.locator(".board ul.sr li").all_inner_texts()
    assert any(line.startswith("Ana's ship: ") for line in lines)
    assert len(lines) == ana.page.evaluate("S.table.board.pieces.length")


@pytest.mark.thorough
def test_a_screen_reader_hears_no_loose_digits_and_one_name_for_each_space(ana: Guest) -> None:
    loose = "all => all.filter(one => one.textContent.trim() && !one.closest('[aria-hidden]')).length"
    assert ana.page.locator(".board svg text").count() > 10, "badges and territories"
    assert ana.page.locator(".board svg text").evaluate_all(loose) == 0
    names = ana.page.locator(".lit").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert len(names) == len(set(names))
    assert not [name for name in names if re.search(r", (\d+), \1 speed", name)], "the cost is named once"
    assert not [line for line in ana.page.locator(".board ul.sr li").all_inner_texts() if ".:" in line]


@pytest.mark.thorough
def test_taps_go_to_whoever_asked_for_them_and_not_to_the_question(ana: Guest) -> None:
    """As the page that fixes something does."""
    before = ana.page.evaluate("S.epoch")
    ana.page.evaluate("""async () => { window.got = []; const boards = await import('/guest/board.js');
        const tap = (spot, pieces) => got.push([spot, ...pieces.map(one => one.key)]);
        const view = () => { boards.takeTaps({lit: ['0,0'], tap});
          const main = document.createElement('main');
          const stage = document.createElement('section'); stage.className = 'stage';
          main.dataset.k = 'table'; main.append(stage); stage.append(boards.boardPlace()); return main; };
        tableside.fixing = {view, bar: () => null}; tableside.render(); }""")
    assert ana.page.locator(".lit").count() == 1 and ana.page.locator(".lit[aria-label='Port']").count() == 1
    ana.page.locator(".lit").focus()
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("0")
    box = ana.boxes(".spot.hex")[1]
    ana.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    (post, *pieces), (other, *_) = ana.page.evaluate("got")
    assert post == "0,0" and "ship0" in pieces and other != post and ana.page.evaluate("S.epoch") == before
    ana.page.evaluate("tableside.fixing = null; tableside.render()")
    assert ana.page.locator(".lit").count() > 1


@pytest.mark.thorough
@pytest.mark.slow
def test_an_area_of_the_makers_picture_is_tapped(tmp_path: Path, phone: Any) -> None:
    with Room(tmp_path, OnBoard(COURSE, "bend", "goal"), ("Ana", "Ben", "Cleo")) as room:
        room.call(lambda: room.phones.views.let_guests_answer(True))
        ana: Guest = phone(At(room), "Ana")
        ana.until("[...document.querySelectorAll('.board-art image')].every(one => one.href.baseVal.length > 99)")
        assert ana.page.locator(".board-art image").count() == 2, "the board, and the apple on it"
        stack = ana.page.locator(".piece .t").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
        assert stack == sorted(stack, reverse=True) and len({*stack}) == 3, "the first at the bottom"
        box = ana.boxes(".lit.area")[0]
        ana.page.touchscreen.tap(box["x"] + 4, box["y"] + 4)
        ana.page.locator(".lit.area.on").wait_for()
        ana.until("document.querySelector('.answer .pic').src.startsWith('data:image/png')")
        assert "refused" in room.guest(1).do("picture", name="../rules.py"), "only pictures of that folder"


def test_a_tap_on_a_spot_of_two_answers_asks_which(tmp_path: Path, phone: Any) -> None:
    with Room(tmp_path, OnOneSpot(), ("Ana", "Ben", "Cleo")) as room:
        room.call(lambda: room.phones.views.let_guests_answer(True))
        ana: Guest = phone(At(room), "Ana")
        ana.page.locator(".lit").first.wait_for()
        assert ana.page.locator(".answers .answer").count() == 0, "six spaces: the list is folded"
        box = ana.boxes(".lit.area")[0]
        ana.page.touchscreen.tap(box["x"] + 4, box["y"] + 4)
        ana.page.locator(".answers .answer").nth(1).wait_for()
        answers = ana.page.locator(".answers .answer").all_inner_texts()
        assert [one.partition("\n")[0] for one in answers] == ["one bend", "two bend"]
        ana.page.locator(".answers .answer").nth(1).tap()
        ana.until("S.mine.ask.choices.find((one) => one.chosen).token === 'two bend'")


TILES = {
    "squares": (WORDY.showing(tone={"0,0": "#F4D9D9", "1,0": "#203040"}),
                ["rgb(18, 25, 43)", "rgb(255, 255, 255)"]),
    "hexes": (HILLS.showing(name={"-4,0": say("Hill")}, tone={"-4,0": "#9CCC65"}), ["rgb(255, 255, 255)"])}


@pytest.mark.thorough
@pytest.mark.slow
@sampled("tiles", sorted(TILES))
def test_words_on_tiles_have_an_ink_that_can_be_read(tmp_path: Path, phone: Any, tiles: str) -> None:
    board, inks = TILES[tiles]
    with Room(tmp_path, OnBoard(board), ("Ana", "Ben", "Cleo")) as room:
        ana: Guest = phone(At(room), "Ana", color_scheme="dark")
        ana.page.locator(".spot .on").first.wait_for(state="attached")
        seen = ana.page.locator(".spot .on").evaluate_all("all => all.map(one => getComputedStyle(one).fill)")
        assert seen[:len(inks)] == inks, "dark on a pale square, light on a dark one or in the dark"


BELOW_ITS_ICON = """(icon, word) => {
    const labels = [...document.querySelectorAll('.labels-layer text')];
    const label = labels.find((one) => one.textContent === word);
    const [above, below] = [icon, label].map((one) => one.getBoundingClientRect());
    const middle = (box) => box.y + box.height / 2;
    return above.height > 1.5 * below.height
        && middle(above) + 0.35 * above.height <= middle(below) - 0.3 * below.height;
}"""


def test_a_label_lies_below_the_icon_of_its_hex(tmp_path: Path, phone: Any) -> None:
    with Room(tmp_path, OnBoard(SHORE, "1,0"), ("Ana", "Ben", "Cleo")) as room:
        ana: Guest = phone(At(room), "Ana")
        ana.page.locator(".labels-layer text").first.wait_for(state="attached")
        ana.until(f"({BELOW_ITS_ICON})(document.querySelector('.spot.hex .i'), 'Beach')")


RIVER = replace(HILLS.showing(label={spot.key: f"hex {spot.key}" for spot in HILLS.spots}),
                pieces=(Piece("1,1", 0, letter="P"), Piece("0,0", 0)))
LABEL = """(label) => { const one = [...document.querySelectorAll('.labels-layer text')]
    .find((text) => text.textContent === label); const box = one.getBoundingClientRect();
    return {size: one.style.fontSize, fill: getComputedStyle(one).fill,
        top: box.top, bottom: box.bottom}; }"""


@pytest.mark.thorough
@pytest.mark.slow
def test_labels_have_one_size_below_pieces_and_dark_ink_on_lit_hexes(tmp_path: Path, phone: Any) -> None:
    with Room(tmp_path, OnBoard(RIVER, "0,1"), ("Ana", "Ben", "Cleo")) as room:
        room.call(lambda: room.phones.views.let_guests_answer(True))
        ana: Guest = phone(At(room), "Ana", color_scheme="dark")
        ana.page.locator(".lit").first.wait_for(state="attached")
        free, lit, below = (ana.page.evaluate(LABEL, f"hex {key}") for key in ("-4,0", "0,1", "1,1"))
        assert free["size"] == lit["size"], "hex -4,0 is longer, and sets the size"
        assert (free["fill"], lit["fill"]) != ("rgb(18, 25, 43)",) * 2 and lit["fill"] == "rgb(18, 25, 43)"
        token = ana.page.locator(".piece .t").last.bounding_box()
        assert token is not None
        assert below["top"] >= token["y"] + 0.8 * token["height"], "not under its middle"
        letters = ana.page.locator(".piece .t text").all_text_contents()
        assert sorted(letters) == ["A", "P"], "a piece's own letter takes the place of the initial"
        assert ana.page.locator(".piece .letter").count() == 0


ON_A_SPOT = """() => [...document.querySelectorAll('.zoom button')].some((button) => {
    const one = button.getBoundingClientRect();
    const spots = [...document.querySelectorAll('.spot')].map((spot) => spot.getBoundingClientRect());
    return one.width && spots.some((two) =>
        one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom); })"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@sampled("game", [OnBoard(WORDY, "0,0", "4,4"), Spiral()], ids=["grid", "spiral"])
def test_zoom_buttons_lie_on_no_spot(tmp_path: Path, phone: Any, game: Any, size: tuple[int, int]) -> None:
    with Room(tmp_path, game, ("Ana", "Ben")) as room:
        wide, high = size
        ana: Guest = phone(At(room), "Ana", viewport={"width": wide, "height": high})
        ana.page.locator(".spot").first.wait_for(state="attached")
        ana.until("!document.querySelector('.board.near')")
        assert not ana.page.evaluate(ON_A_SPOT)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_piece_on_a_track_has_its_own_icon_and_only_its_moves_are_drawn(tmp_path: Path, phone: Any) -> None:
    """Going from two coins to three draws no path on the track, although it has spaces 2 and 3."""
    with Room(tmp_path, Spiral(), ("Ana", "Ben")) as room:
        ana: Guest = phone(At(room), "Ana")
        room.answer("Ride/table", "done")
        ana.until("S.table.hand && S.table.hand.lines.length === 2")
        assert ana.page.evaluate("S.table.board.arrows.map(one => one.way)") == [["1", "2", "3"]]
        ana.page.locator(".arrow.hand").wait_for()
        ana.until("document.querySelector('.piece .thing-on').textContent.codePointAt(0) > 0xF0000")
        ana.until("document.fonts.check('20px MoreIcons', String.fromCodePoint(0xF07C6))")
        assert ana.page.locator(".piece .letter").count() == 0
        assert ana.boxes(".piece .thing")[0]["width"] > 16, "large enough to be seen"


WATCH_VOTES = """() => { window.falls = []; window.delays = []; let last = '';
const {animate} = Element.prototype;
Element.prototype.animate = function (frames, how) {
    if (frames.translate) delays.push(how.delay);
    return animate.call(this, frames, how); };
setInterval(() => {
    const head = document.querySelector('.panel h1');
    const pieces = [...document.querySelectorAll('.piece')];
    const votes = pieces.filter(one => getComputedStyle(one).opacity > 0).length - 4;
    const shown = !!head?.checkVisibility({visibilityProperty: true});
    const now = [votes, shown && head.textContent.includes('wins')];
    if (last !== (last = now.join())) falls.push(now); }, 10); }"""


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_votes_fall_one_by_one_and_the_last_one_waits_unless_motion_is_reduced(
        tmp_path: Path, phone: Any, motion: str) -> None:
    """They and the winner's name came at once, before the table's own screen had shown them."""
    with Room(tmp_path, "story", NAMES[:4]) as room:
        dev: Guest = phone(At(room), "Dev", reduced_motion=motion)
        room.play_until("ballots")
        for seat, story in enumerate((3, 3, 3)):
            room.answer(f"Ballot/{seat}/first", story)
        dev.choose("Ana")
        dev.until("S.table.state === 'sealed' && !document.querySelector('body.secret')")
        dev.page.evaluate(WATCH_VOTES)
        dev.until("falls.length")
        room.call(room.opened.open_votes)
        dev.until("falls.at(-1)?.[1]")
        seen, late = dev.page.evaluate("falls"), phone(At(room), reduced_motion=motion).watch()
        assert late.page.locator("body.falling").count() == 0, "who joins later doesn't wait"
        if motion == "reduce":
            assert seen == [[0, False], [4, True]]
            return
        assert seen == sorted(seen) and seen[0] == [0, False] and seen[-1] == [4, True], "the name is last"
        first, *later = dev.page.evaluate("delays")
        assert first > 0 and [at - first for at in later] == pytest.approx([400, 800, 1900], abs=100)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_the_board_has_the_page_while_votes_fall(tmp_path: Path, phone: Any, size: tuple[int, int]) -> None:
    """A guest saw the votes in a third of the page. The line names whose vote is held back."""
    wide, high = size
    with Room(tmp_path, "story", NAMES[:4]) as room:
        dev: Guest = phone(At(room), "Dev", viewport={"width": wide, "height": high},
                           reduced_motion="no-preference")
        room.play_until("ballots")
        for seat in range(3):
            room.answer(f"Ballot/{seat}/first", 3)
        dev.choose("Ana")
        dev.until("S.table.state === 'sealed' && !document.querySelector('body.secret')")
        room.call(room.opened.open_votes)
        dev.until("document.querySelector('.suspense')?.textContent === 'The votes are revealed…'")
        (stage,) = dev.boxes(".stage")
        assert stage["width"] * stage["height"] > 0.7 * wide * high
        dev.until("document.querySelector('.suspense')?.textContent === 'Cleo\\'s vote is the last…'")
        widths = dev.page.evaluate("[...document.querySelectorAll('.piece svg')].map(one => "
                                   "one.getBoundingClientRect().width)")
        assert len(widths) == 8
        assert min(widths) >= 20 and max(widths) >= 28, "a triangle is narrower than its box"
        if wide < 800:
            (seats,) = dev.boxes(".panel .strip")
            assert seats["y"] + seats["height"] <= high and dev.boxes(".strip .t")
        dev.until("!document.querySelector('.suspense')")
        assert "wins" in dev.page.locator(".panel h1").inner_text()
        assert dev.boxes(".stage")[0]["width"] * dev.boxes(".stage")[0]["height"] < 0.7 * wide * high


@pytest.mark.thorough
@pytest.mark.parametrize("watches", [False, True], ids=["guest", "television"])
def test_the_board_has_the_page_while_stacks_are_counted(tmp_path: Path, phone: Any, watches: bool) -> None:
    """Key Words: tokens fall from the bottom up, and the last one is held back, as in the app."""
    with Room(tmp_path, "keywords", NAMES[:4]) as room:
        wide, high = (1280, 800) if watches else (360, 640)
        dev: Guest = phone(At(room), *(() if watches else ("Dev",)), viewport={"width": wide, "height": high},
                           reduced_motion="no-preference")
        if watches:
            dev.watch()
        for key, raw in (("FirstNarrator/table", 0), ("EndOfStory/0", "done"), ("StackUp/table/1", [2, 1]),
                         ("StackUp/table/2", [])):
            room.answer(key, raw)
        dev.until("document.querySelectorAll('.piece').length === 2")
        assert dev.page.locator(".suspense").count() == 0
        room.answer("StackUp/table/3", [3, 1])
        dev.until("document.querySelector('.suspense')?.textContent === 'The stacks are counted…'")
        (stage,) = dev.boxes(".board" if watches else ".stage")
        assert stage["width"] * stage["height"] > 0.7 * wide * high
        dev.until("document.querySelector('.suspense')?.textContent === 'Ben\\'s token is the last…'")
        dev.until("!document.querySelector('.suspense')")
        assert dev.page.locator("body.falling").count() == 0
        room.answer("LookAgain/table", "first")
        room.answer("StackUp/table/1", [2])
        dev.until("document.querySelectorAll('.piece').length === 3")
        assert dev.page.locator("body.falling").count() == 0, "a second look is no surprise"


TAP = """() => {
    const send = (css, event) => document.querySelector(css).dispatchEvent(event);
    send('.stage', new PointerEvent('pointerdown', {bubbles: true}));
    send('.foot .first', new MouseEvent('click', {bubbles: true, detail: 1}));
}"""


@pytest.mark.thorough
def test_a_tap_that_shows_all_tokens_at_once_answers_nothing(serve: Any, phone: Any) -> None:
    """It fell on the button that came up under the finger."""
    table = serve("keywords", *NAMES[:4])
    opened = table.serving.table.opened
    ana: Guest = phone(table, NAMES[0], reduced_motion="no-preference")
    for key, raw in (("FirstNarrator/table", 0), ("EndOfStory/0", "done"), ("StackUp/table/1", [2, 1]),
                     ("StackUp/table/2", []), ("StackUp/table/3", [3, 1])):
        ana.until("S.mine?.ask")
        table.call(lambda key=key, raw=raw: opened.answer(key, raw))
    ana.until("document.querySelector('body.falling .foot .first')")
    ana.page.evaluate(TAP)
    ana.until("!document.querySelector('body.falling')")
    ana.page.evaluate("new Promise((done) => setTimeout(done)).then(() => line_).then(() => null)")
    assert table.call(opened.play.position) == 5, "nothing was sent"
    ana.page.evaluate(TAP)
    ana.until("S.mine.ask?.key !== 'BookRound/table'")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(320, 640), (1280, 800)])
def test_a_town_fills_its_stage_and_no_name_is_cut(serve: Any, phone: Any, size: tuple[int, int]) -> None:
    wide, high = size
    table = serve("winter_tales", "Ana", "Ben", "Cleo")
    sailing(table)
    ana: Guest = phone(table, viewport={"width": wide, "height": high})
    ana.join("Ana").page.locator(".name text").first.wait_for()
    bar, board, art = ana.boxes(".bar, .board, .board-art")
    assert art["height"] > 0.8 * (board["height"] - bar["height"])
    names = ana.boxes(".name[opacity='1'] text")
    assert all(0 <= one["left"] < one["right"] <= board["width"] + 1 for one in names), names


BOX = "(css) => document.querySelector(css).getBoundingClientRect().toJSON()"


@pytest.mark.thorough
@pytest.mark.slow
def test_a_plugin_has_the_scenery_of_a_built_in_game(tmp_path: Path, phone: Any) -> None:
    """Ground, props, road, ring and headings come with its board, and pictures from its page.svg."""
    with Room(tmp_path, InHarbour(HARBOUR, "reef"), ("Ana", "Ben", "Cleo")) as room:
        ana: Guest = phone(At(room), "Ana")
        ana.page.locator(".board-art use[href='#art-ground']").wait_for(state="attached")
        art = ana.page.locator(".board-art use")
        used = art.evaluate_all("all => all.map(one => one.getAttribute('href'))")
        assert used == ["#art-ground", "#art-palm", "#art-arch", "#art-arch", "#art-kite"], "props first"
        assert ana.page.locator(".zoom").is_hidden(), "its zooms is False"
        road = ana.page.locator(".roads.paved").last.evaluate("one => getComputedStyle(one).stroke")
        assert road == "rgb(236, 211, 160)"
        mast, gull = (ana.page.locator(f".piece:has(use[href='#art-{name}'])").evaluate(
            "one => one.style.transform") for name in ("arch", "kite"))
        assert mast.startswith("translate(280px, 700px)"), "in the middle of its spot"
        assert not gull.startswith("translate(280px, 700px)"), "in the ring round it"
        assert "rotate(245deg)" in gull, "away from the middle of the board"
        assert ana.page.evaluate("getComputedStyle(document.querySelector('[href=\"#art-kite\"]')).color") \
            == ana.page.evaluate("getComputedStyle(document.querySelector('.piece .t .shape')).fill")
        light = ana.page.locator(".piece .letter").evaluate("one => one.classList.contains('dark')")
        assert not light, "light ink on a dark tone"


COVERED = """() => { const all = [...document.querySelectorAll(".name[opacity='1'] text")]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
    return all.flatMap(([name, one], n) => all.slice(n + 1).filter(([_, two]) => one.left < two.right - 2 &&
        two.left < one.right - 2 && one.top < two.bottom - 3 && two.top < one.bottom - 3)
        .map(([other]) => name + " / " + other)); }"""


@pytest.mark.thorough
def test_names_of_the_town_give_way_when_the_text_grows(serve: Any, phone: Any) -> None:
    """*Text size* left the names that had fitted before: Dorothy's M|Mad Hatter's Asylum."""
    table = serve("winter_tales", "Ana", "Ben", "Cleo")
    sailing(table)
    ana: Guest = phone(table, "Ana", viewport={"width": 360, "height": 640})
    ana.page.locator(".name[opacity='1'] text").first.wait_for()
    assert ana.page.evaluate(COVERED) == []
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    assert ana.page.evaluate(COVERED) == []


@pytest.mark.thorough
def test_the_bar_of_a_wide_page_ends_before_the_panels_round_edge(serve: Any, phone: Any) -> None:
    """The edge cut the last button's disc."""
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    ana: Guest = phone(table, "Ana", viewport={"width": 1280, "height": 800})
    buttons, (panel,) = ana.boxes(".staged .bar button"), ana.boxes(".stage + .panel")
    assert buttons and max(one["right"] for one in buttons) <= panel["left"] - 20, "the edge is 1.25rem wide"


UNDER_THE_PILL = """() => { const pill = document.querySelector('.outside').getBoundingClientRect();
    const lit = [...document.querySelectorAll('.lit')].map((one) => one.getBoundingClientRect());
    const under = lit.map((one) => [(one.left + one.right) / 2, (one.top + one.bottom) / 2])
        .filter(([x, y]) => x > pill.left && x < pill.right && y > pill.top && y < pill.bottom);
    return [pill.width, pill.height, under.length]; }"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_large_text_leaves_the_pill_of_the_spaces_outside_small(serve: Any, phone: Any,
                                                                size: tuple[int, int]) -> None:
    """195 by 88 pixels in the middle of the board, over a dozen of lit spaces."""
    table = serve("windward", "Ana", mode="solo")
    sailing(table)
    ana: Guest = phone(table, "Ana", viewport={"width": size[0], "height": size[1]})
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    ana.until("document.querySelector('.pill.outside:not([hidden])')")
    width, height, under = ana.page.evaluate(UNDER_THE_PILL)
    assert 44 <= height < 48 and 44 <= width < 120 and under <= 4
    bar, pill, seats = (ana.boxes(one)[0] for one in (".bar", ".outside", ".panel .strip"))
    assert pill["top"] > bar["bottom"]
    assert pill["bottom"] <= seats["top"] or pill["right"] <= seats["left"]
    ana.tap("more")
    ana.until("document.querySelector('.outside').hidden")


FLOWN = "One hex towards 3, then one towards 4, onto Ana's ship. The shortest path is 2, and it flies 3."
WHOLE = """() => { const board = document.querySelector(".board").getBoundingClientRect();
    const seen = [...document.querySelectorAll(".name[opacity='1'] text")];
    const names = seen.map((one) => one.getBoundingClientRect());
    return names.length > 1 &&
        names.every((one) => one.left >= board.left - 1 && one.right <= board.right + 1); }"""


def town_in_large_text(serve: Any, phone: Any, width: int, height: int) -> Guest:
    table = serve("winter_tales", "Ana", "Ben", "Cleo")
    sailing(table)
    ana: Guest = phone(table, "Ana", viewport={"width": width, "height": height})
    ana.page.locator(".name[opacity='1'] text").first.wait_for()
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'; tableside.render()")
    return ana


@pytest.mark.thorough
def test_large_text_leaves_a_town_whole_names_beside_a_panel(serve: Any, phone: Any) -> None:
    """*Memory Lane Cemetery* lost its first letter on a phone in landscape."""
    ana = town_in_large_text(serve, phone, 892, 412)
    ana.page.wait_for_function(WHOLE)


@pytest.mark.thorough
def test_large_text_leaves_a_town_whole_names(serve: Any, phone: Any) -> None:
    """Long names were cut at both edges, and the reason of a flight was too high for a phone's board."""
    ana = town_in_large_text(serve, phone, 360, 640)
    ana.page.wait_for_function(WHOLE)
    assert ana.page.evaluate(COVERED) == []
    ana.page.evaluate("(told) => { document.querySelector('.spot-told').textContent = told; }", FLOWN)
    bar, told = ana.boxes(".bar, .spot-told")
    assert told["y"] >= bar["y"] + bar["height"], "the reason of a flight lay across the bar"


@pytest.mark.thorough
def test_a_long_name_stays_on_its_print(serve: Any, phone: Any) -> None:
    """60 letters lay across the whole picture, over all others."""
    table = serve("story", "Ana", "W" * 60, "Maximiliane Charlotte")
    tv = phone(table, viewport={"width": 1280, "height": 720})
    tv.watch()
    tv.until("document.querySelectorAll('.spot.photo text.on').length === 4")
    widths = [(name["width"], one["width"]) for name, one in zip(
        tv.boxes(".spot.photo text.on"), tv.boxes(".spot.photo > rect:first-child"), strict=True)]
    assert all(name <= one for name, one in widths), widths
