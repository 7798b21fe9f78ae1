"""The settings of a phone: applied at once, kept by its browser, and for nobody else."""

import re
from base64 import b64encode
from typing import Any

import pytest

from tests.games.windmill.last_guess import up_to_the_last_guess
from tests.web.table import Guest
from tests.web.test_look import TOO_WIDE
from tests.web.test_table import correct_step

pytestmark = pytest.mark.slow

EARS = """window.played = []; window.buzzed = [];
Object.defineProperty(navigator, 'vibrate', {value: (ms) => buzzed.push(ms)});
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () {
    played.push(this.buffer.duration); start.call(this); };"""
SIZE = "getComputedStyle(document.documentElement).fontSize"
PANEL = "getComputedStyle(document.documentElement).getPropertyValue('--panel')"
WARM = PANEL.replace("panel", "warm")


def settings(guest: Guest) -> Guest:
    guest.page.locator(".bar .me").tap()
    guest.tap("Settings")
    guest.page.locator("dialog .picks").first.wait_for()
    return guest


def pick(guest: Guest, words: str) -> None:
    guest.page.locator("dialog .picks label", has_text=words).tap()


def flip(guest: Guest, words: str) -> None:
    guest.page.get_by_role("switch", name=words).tap()


@pytest.fixture
def ben(serve: Any, phone: Any) -> Guest:
    """A guest; Ana is the host."""
    table = serve("toy", "Ana", "Ben")
    phone(table, "Ana")
    guest: Guest = phone(table, color_scheme="dark")
    guest.prepare(EARS)
    return guest.join("Ben")


def test_theme_contrast_size_hand_and_movement_apply_at_once_and_stay(ben: Guest) -> None:
    settings(ben)
    dark, size = ben.page.evaluate(PANEL), ben.page.evaluate(SIZE)
    pick(ben, "Light")
    light = ben.page.evaluate(PANEL)
    flip(ben, "High contrast")
    pick(ben, "150")
    flip(ben, "Left-handed")
    flip(ben, "Movement")
    for _ in range(2):
        assert light != dark and ben.page.evaluate(PANEL) == "#ffffff"
        assert size == "16px" and ben.page.evaluate(SIZE) == "24px"
        assert ben.page.evaluate("getComputedStyle(document.querySelector('.rise')).animationName") == "rise"
        assert ben.page.evaluate("'left' in document.documentElement.dataset")
        ben.page.reload()
        ben.page.locator(".panel h1").first.wait_for()
    settings(ben)
    assert ben.page.get_by_role("switch", name="Left-handed").is_checked()
    assert ben.page.get_by_role("radio", name="150 %").is_checked()
    pick(ben, "Automatic")
    flip(ben, "High contrast")
    assert ben.page.evaluate(PANEL) == dark


@pytest.mark.thorough
def test_a_page_follows_the_device_before_the_browser_tells_it(serve, phone) -> None:
    """In light colours, the title of the card To move stayed that of the dark ones."""
    ana = phone(serve("toy", "Ana", "Ben"), color_scheme="dark")
    ana.prepare("MediaQueryList.prototype.addEventListener = () => {};")
    ana.join("Ana")
    assert ana.page.evaluate(WARM) == "#ffc46b"
    ana.page.emulate_media(color_scheme="light")
    ana.page.evaluate("tableside.render()")
    assert ana.page.evaluate(WARM) == "#84480a"


@pytest.mark.thorough
def test_a_phone_has_settings_before_it_has_a_seat(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table)
    ana.page.goto(table.url)
    ana.tap("Settings")
    ana.page.locator("select[name=language]").select_option(label="Français")
    ana.page.locator("dialog h2", has_text="Réglages").wait_for()
    ana.page.locator("dialog .head button").tap()
    assert ana.page.locator("main h1").inner_text() == "Qui es-tu\xa0?"
    assert ana.page.evaluate(TOO_WIDE) <= 0


@pytest.mark.thorough
def test_another_language_is_only_for_this_phone(ben: Guest) -> None:
    settings(ben)
    ben.page.locator("select[name=language]").select_option(label="Deutsch")
    ben.page.locator("dialog h2", has_text="Optionen").wait_for()
    ben.until("document.documentElement.lang === 'de'")
    ben.page.locator(".bar").get_by_role("status").get_by_text("Anas Tisch", exact=True).wait_for()
    ben.page.reload()
    ben.until("S?.table && document.documentElement.lang === 'de'")
    ben.page.locator(".bar .me").tap()
    ben.page.get_by_role("button", name="Optionen").tap()
    ben.page.locator("select[name=language]").select_option(index=0)
    ben.page.locator("dialog h2", has_text="Settings").wait_for()
    assert ben.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.thorough
def test_sounds_and_vibration_have_switches(ben: Guest) -> None:
    settings(ben)
    ben.page.evaluate("played.length = buzzed.length = 0")
    flip(ben, "Sound")
    flip(ben, "Vibration")
    assert ben.page.evaluate("[played, buzzed]") == [[], []]
    flip(ben, "Vibration")
    assert ben.page.evaluate("buzzed") == [40]
    flip(ben, "Sound")
    ben.until("played.length === 1")


@pytest.mark.thorough
def test_a_phone_stays_awake_after_a_reload(ben: Guest) -> None:
    ben.until("tableside.awake")
    ben.page.reload()
    ben.until("window.tableside && tableside.awake")


@pytest.mark.thorough
def test_the_last_seconds_of_a_clock_tick_at_the_tables_phone(serve, phone) -> None:
    ana = phone(serve("toy", "Ana", "Ben"))
    ana.prepare(EARS)
    ana.join("Ana")
    ana.page.locator(".bar .me").tap()
    ana.tap("Close")
    timer = {"seconds": 30, "running": True, "over": False, "started": True}
    ana.page.evaluate(
        "(timer) => { S.table.timer = {...timer, ends: Date.now() - tableside.offset + 2300}; }", timer)
    ana.until("played.filter((one) => Math.abs(one - .06) < .01).length === 2")
    ana.until("played.some((one) => Math.abs(one - 1.84) < .01)")


NO_LOCK = "Object.defineProperty(Navigator.prototype, 'wakeLock', {value: undefined});"
DENIED = "WakeLock.prototype.request = () => Promise.reject(new DOMException('', 'NotAllowedError'));"


@pytest.mark.thorough
@pytest.mark.parametrize("browser_says", [NO_LOCK, DENIED])
def test_a_phone_without_a_wake_lock_stays_awake_by_a_video(serve, phone, browser_says: str) -> None:
    """As over plain http. Safari needs sound in it, and no loop; a switch lets the phone sleep."""
    ana = phone(serve("toy", "Ana", "Ben"))
    ana.prepare(browser_says)
    ana.join("Ana")
    ana.until("!!document.querySelector('video')")
    ana.page.locator(".bar .me").tap()
    ana.until("tableside.awake && !document.querySelector('video').paused")
    how = "(({muted, loop, duration}) => [muted, loop, duration])(document.querySelector('video'))"
    assert ana.page.evaluate(how) == [False, False, 10]
    ana.until("document.querySelector('video').webkitAudioDecodedByteCount > 0")
    ana.tap("Settings")
    flip(ana, "Stay awake")
    ana.until("!tableside.awake && document.querySelector('video').paused")
    flip(ana, "Stay awake")
    ana.until("tableside.awake")


@pytest.mark.thorough
def test_the_video_ends_at_the_podium_and_goes_on_with_the_next_play(serve, phone) -> None:
    """It kept the screen on, and the music off, until the page was closed."""
    table = serve("windmill", "Ana", "Ben", "Cleo")
    ana = phone(table)
    ana.prepare(NO_LOCK)
    ana.join("Ana")
    ana.page.locator(".bar .me").tap()
    ana.until("tableside.awake")
    table.call(lambda: up_to_the_last_guess(table.serving.table.opened))
    table.call(lambda: give_right(table))
    ana.until("S.table.outcome && document.querySelector('video').paused && !tableside.awake")
    table.next_play(1, 0)
    ana.until("!S.table.outcome && tableside.awake")


LOCKS = """window.held = 0; WakeLock.prototype.request = async () => {
    held++;
    const release = async () => {
        if (!lock.released) held--;
        lock.released = true;
        lock.onrelease?.();
    };
    const lock = {release};
    return lock; };"""
"""As the browser's own, which tells nobody how many are held."""


@pytest.mark.thorough
def test_the_wake_lock_ends_at_the_podium_and_comes_back_with_the_next_play(serve, phone) -> None:
    table = serve("windmill", "Ana", "Ben", "Cleo")
    ana = phone(table)
    ana.prepare(LOCKS)
    ana.join("Ana")
    ana.until("held === 1 && tableside.awake")
    table.call(lambda: up_to_the_last_guess(table.serving.table.opened))
    table.call(lambda: give_right(table))
    ana.until("S.table.outcome && held === 0 && !tableside.awake")
    assert ana.page.locator("video").count() == 0, "nothing else keeps it awake"
    table.next_play(1, 0)
    ana.until("!S.table.outcome && held === 1 && tableside.awake")


def give_right(table: Any) -> None:
    opened = table.serving.table.opened
    opened.answer(opened.play.open()[0].key(), "right")
    table.serving.table.look()


def test_the_wake_video_is_made_again_alike() -> None:
    from tools.art.make_wake_video import OUT, video

    assert b64encode(video()).decode() == re.sub(r"\s", "", OUT.read_text(encoding="utf-8").split("`")[1])


@pytest.mark.thorough
def test_each_game_has_its_own_sounds_at_the_tables_phone(serve, phone) -> None:
    found = {}
    for game in ("windmill", "story"):
        table = serve(game, "Ana", "Ben", "Cleo")
        ana = phone(table, "Ana")
        found[game] = ana.page.evaluate("""async () => {
            const {tones} = await import('/guest/tones.js');
            const on = new OfflineAudioContext(1, 22050, 22050);
            await tones(on, 'book', S.table.game);
            return [...(await on.startRendering()).getChannelData(0)].map((one) => Math.abs(one));
        }""")
    assert all(0.2 < max(one) <= 0.26 for one in found.values())
    assert found["windmill"] != found["story"]


@pytest.mark.thorough
def test_the_tables_phone_plays_what_happens(serve, phone) -> None:
    table = serve("toy", "Ana", "Ben")
    ana = phone(table)
    ana.prepare(EARS)
    ana.join("Ana")
    correct_step(ana, 11)
    ana.until("played.length > 0")
    ana.page.evaluate("played.length = 0")
    ana.tap("Undo")
    ana.until("played.length === 1 && Math.abs(played[0] - .49) < .01")


@pytest.mark.thorough
def test_a_guest_reads_the_licences_and_hears_if_they_cannot_come(ben: Guest) -> None:
    """The guests' page brings fonts of others."""
    settings(ben)
    ben.tap("About and licences")
    ben.sees("The font of the headlines, by Friedrich Althausen.")
    ben.page.route("**/licences.txt", lambda route: route.abort())
    ben.tap("All licences")
    ben.hears("The licences can’t be loaded.")
    ben.page.unroute("**/licences.txt")
    ben.tap("All licences")
    ben.press(ben.page.locator("summary", has_text="h11"))
    ben.sees("Copyright (c) 2016 Nathaniel J. Smith")
    assert ben.page.get_by_text("SIL OPEN FONT LICENSE").first.is_hidden()


@pytest.mark.thorough
def test_before_joining_there_are_licences_too(serve: Any, phone: Any) -> None:
    table = serve("toy", "Ana", "Ben")
    guest: Guest = phone(table)
    guest.page.goto(table.url)
    guest.tap("Settings")
    guest.tap("About and licences")
    guest.tap("All licences")
    guest.page.locator("summary", has_text="segno").wait_for()
