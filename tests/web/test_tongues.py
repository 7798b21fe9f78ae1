"""A German and a French guest at an English table, with the catalogues that the app ships."""

import pytest

from companion.core.language import NAME_FORMS, current, name_in, offered
from companion.core.seats import SEATS
from tests.web.table import Guest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def test_each_guest_plays_in_the_language_of_their_own_phone(serve, phone) -> None:
    assert {"de", "fr"} <= set(offered()), "make messages compiles the catalogues"
    table = serve("windmill", "Ana", "Ben", "Cleo")
    table.call(lambda: table.serving.table.views.let_guests_answer(True))
    english, german, french = phone(table), phone(table, locale="de-AT"), phone(table, locale="fr-FR")
    tongues: list[tuple[Guest, str, str, str, str]] = [
        (english, "Ana", "en", "Who are you?", "Ana's table"), (german, "Ben", "de", "Wer bist du?", "Anas Tisch"),
        (french, "Cleo", "fr", "Qui es-tu ?", "La table d’Ana")]
    for guest, name, spoken, who, where in tongues:
        with guest.page.expect_request("**/words*") as words:
            guest.page.goto(table.url)
        assert words.value.all_headers()["accept-language"].startswith(spoken)
        guest.sees(who)
        assert guest.page.locator("html").get_attribute("lang") == spoken
        guest.page.locator(".answer", has_text=name).first.tap()
        guest.page.locator(".bar", has_text=where).wait_for()

    english.asked("Who is the oldest at the table?")
    german.asked("Wer am Tisch ist am ältesten?")
    french.asked("Qui est la personne la plus âgée de la table ?")
    german.tap("Warum?")
    german.sees("Wer am ältesten ist, bekommt den Startmarker")
    german.sees("Er bleibt das ganze Spiel dort und zeigt, wo jede Runde beginnt.")
    german.tap("Schließen")
    french.tap("Pourquoi ?")
    french.sees("La personne la plus âgée reçoit le jeton Premier joueur")
    french.tap("Fermer")

    german.choose("Cleo")
    french.asked("Cleo, raconte ton histoire.")
    french.tap("Carte posée")
    english.asked("Ana picks: is it Cleo's card?")
    english.tap("Wrong card")
    english.page.locator(".log li", has_text="Cleo is the oldest and begins.").wait_for()
    german.asked("Ben wählt: Ist es die Karte von Cleo?")
    german.page.locator(".answer", has_text="Zuerst die Windmühle nehmen").tap(force=True)
    german.page.locator(".why-not", has_text="Ben hat keinen Punkt zu riskieren.").wait_for()
    german.tap("Richtige Karte")

    french.tap("Chronique")  # the same log, read in three languages
    for line in ("Privilège de l’âge : Cleo commence.", "Ben a trouvé la carte de Cleo à l’essai 2."):
        french.page.locator("dialog .log li", has_text=line).wait_for()
    german.page.locator(".log li", has_text="Ben hat Cleos Karte gefunden, bei Tipp 2.").wait_for()
    assert current().language == "en"


NAMES = ["Ana", "Max", "Yann", "Yves", "Harry", "Élodie", "Inés", "Iago", "Ägidius", "Alice", "Ålesund"]


@pytest.mark.parametrize("language", ["de", "fr", "es", "it"])
def test_names_bend_in_the_browser_as_at_the_table(serve, phone, language: str) -> None:
    """Patterns are written once, and read by Python and JavaScript."""
    table = serve("toy", "Ana", "Ben")
    guest = phone(table, locale=language)
    guest.page.goto(table.url)
    guest.page.locator(".answer").first.wait_for()
    asked = {form: f"{{name.{form}}}" for form in [*NAME_FORMS[language], "acc"]}
    found = guest.page.evaluate("""async ([names, asked]) => {
        const {say} = await import('/guest/state.js');
        return names.map((name) => asked.map((words) => say(words, {name})));
    }""", [NAMES, list(asked.values())])
    assert found == [[name_in(name, NAME_FORMS[language].get(form)) for form in asked] for name in NAMES]


def test_every_seat_has_its_own_shape_and_colour_in_the_browser(serve, phone) -> None:
    ana = phone(serve("toy", "Ana", "Ben"), "Ana")
    drawn = ana.page.evaluate("""async () => { const {token} = await import('/guest/dom.js');
        return tableside.seats.map(({shape}, colour) => {
            const one = token({name: "", letter: "A", colour, shape});
            const [outline, letter] = one.children;
            return [outline.outerHTML.replace(/ fill="[^"]*"/, ""), outline.getAttribute("fill"),
                    letter.getAttribute("fill")]; }); }""")
    assert [tuple(one[1:]) for one in drawn] == [(seat.fill, seat.ink) for seat in SEATS]
    assert len({outline for outline, *_ in drawn}) == len(SEATS), "a missing shape is drawn as a circle"


def test_a_long_german_word_gets_a_tile_that_holds_it(serve, phone) -> None:
    table = serve("story", "Ana", "Ben", "Cleo")
    table.call(lambda: table.serving.table.views.let_guests_answer(True))
    german = phone(table, locale="de-DE", viewport={"width": 360, "height": 640})
    german.page.goto(table.url)
    german.page.locator(".answer", has_text="Ben").first.tap()
    german.robot(1, secrets=False)
    german.page.locator(".veil .first").tap()  # the only phone: each secret is covered
    own = german.page.locator(".answer small", has_text="deine eigene Geschichte").first
    own.wait_for()
    lines = own.evaluate("""(one) => { const word = document.createRange(), text = one.firstChild;
        word.setStart(text, text.data.indexOf("Geschichte"));
        word.setEnd(text, text.data.length);
        return word.getClientRects().length; }""")
    assert lines == 1
