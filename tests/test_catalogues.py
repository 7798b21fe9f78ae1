"""What each language must have that the app is translated into."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.core import language
from companion.core.language import BOX, CONTEXT, HOLE, NAME_FORMS, fits, holes, noun, speaking
from companion.core.registry import find_games
from companion.core.rulebook import Rulebook
from companion.core.text import Text
from tests import sentences
from tools import messages

pytestmark = pytest.mark.slow
COMPLETE = ("de", "es", "fr", "it")
"""Languages with nothing left to translate. Others may be partial; the app offers them from half on."""
LANGUAGES = sorted(messages.language_of(path) for path in messages.catalogues(messages.SOURCES))
DOMAINS = messages.domains()
STORES = messages.ROOT / "fastlane" / "metadata" / "android"
DRAWN_OTHERWISE = set("\n→")
QUOTES = "«»„“”‘’¿¡"
LOOSE = re.compile(" %")
LOOSE_FRENCH = re.compile("[^\u00a0\u202f\\d][?!;:»]|«[^\u00a0\u202f]|" + LOOSE.pattern)
"""A sign that could wrap to the next line, away from its word."""
SOME = r"(?:the |an? )?(?:\{\w+\}|\d+|half|one|two|three|four|five|six|seven|eight|nine|ten|twenty)(?!\w)"
"""A number after *at least*, in words, in digits or put in."""
MEANT = {
    r"[Dd]iscard\w* down to \w": {"de": r"bis auf \w", "fr": r"gard\w+ que \w", "es": r"hasta tener \w",
                                 "it": r"restare con \w"},
    rf"[Dd]raw\w*(?: back)? (?:up )?to {SOME}": {
        "de": r"\bauf \w+( \w+)? nach|bis (du|ihr|alle|sie)\b|zieh\w* auf\b",
        "fr": r"compl[èé]t|jusqu’à (en |re)?avoir|en avoir|revenir à",
        "es": r"(hasta|vuelve a|volver a) tener", "it": r"fino a(d)? (tornare|aver)"},
    rf"(?<!back )(?<!walked )(?<!draw )(?<!add )\b[Uu]p to {SOME}": {
        "de": r"[Bb]is zu\b|[Bb]is zur\b|[Hh]öchstens", "fr": r"[Jj]usqu’|au plus",
        "es": r"[Hh]asta\b|como mucho", "it": r"[Ff]ino a\b|[Aa]l massimo"},
    rf"[Aa]t least {SOME}": {"de": r"mindestens", "fr": r"au moins", "es": r"al menos|como mínimo",
                             "it": r"almeno"},
    rf"[Aa]t most {SOME}": {"de": r"[Hh]öchstens", "fr": r"au (plus|maximum)",
                            "es": r"[Cc]omo (mucho|máximo)|un máximo de", "it": r"[Aa]l massimo"},
    r"\b[Uu]nless\b": {"de": r"\baußer|\bwenn\b.*\bnicht|\bbis (ihr|du)\b",
                       "fr": r"\bsauf\b|à moins|\bsans que\b", "es": r"\bsalvo\b|\ba menos que\b|\bsi no\b",
                       "it": r"\bsalvo\b|\ba meno\b|\bse non\b"},
    r"[Ff]lip(?! a coin)": {"de": r"[Dd]reh[^.;:]*? um\b(?! \w*\d| eine?\b)|um(ge)?dreh|auf aktiviert",
                            "fr": r"[Rr]etourn(?!\w* (à|aux?|en|vers)\b)",
                            "es": r"\b[Dd]\w+ la vuelta\b|(ya|sigue) vuelta",
                            "it": r"[Gg]ira(?!\w* (di|verso)\b)"},
}
"""What each language may say for a phrase that decides a rule."""
NAMES = ("Ana", "Inés", "Yves", "Hélène", "Max", "Alice", "Eva")
NAMED = {"name", "names", "seat", "who", "other", "partner", "guesser", "teller", "captain", "loser", "winner", "rebel",
         "soldier", "character", "game", "title", "maker", "quest", "power", "card", "one", "two", "last"}
NUMBERS = (0, 1, 2, 21)
UNGRAMMATICAL = {
    "de": r"Maxs|Alices\b",
    "fr": r"\b([Dd]e|[Qq]ue|[Ll]orsque|[Pp]uisque) (Ana|Inés|Yves|Hélène|Alice|Eva)\b",
    "es": r"\by (Inés|Yves)\b|\b[Dd]e el\b|\ba el\b",
    "it": r"\ba (Ana|Alice)\b|\be Eva\b",
}
"""What a sentence never has once a name is in it."""
WOMAN = "Ana"
FIRST = rf"(?:^|[.:;?!] ){WOMAN}"
MANLY = {
    "de": rf"{FIRST}(,| ist| war| wird) (der|ein|kein|erster|letzter) [A-ZÄÖÜ]\w+|"
          rf"({WOMAN} \(|[Jj]etzt )Autor|"
          rf"(Spieler|Erzähler|Sieger|Gewinner|Verlierer|Kapitän|Autor|Hüter)( ist|:)? {WOMAN}",
    "fr": rf"{FIRST} (est|était|sera|reste) (le|un|seul|prêt|absent|\w+é)\b|"
          rf"(joueur|narrateur|gagnant|capitaine|auteur) {WOMAN}",
    "es": rf"{FIRST} (es|está|fue|queda|quedó|ha sido) (el|un|listo|solo|\w+[ai]do)\b|{FIRST}, el \w+|"
          rf"(jugador|narrador|ganador|capitán|escritor|anfitrión|invitado) {WOMAN}",
    "it": rf"{FIRST} (è|era|resta|viene|è stato) (il|lo|un|l’\w+|stato|pronto|solo|primo|\w+[aiu]to)\b|"
          rf"(giocatore|narratore|vincitore|capitano|autore) {WOMAN}|{FIRST}, (il|lo|l’)\s?\w+ore\b",
}
"""What would call a woman a man."""
MEN = {"de": r"\b([Ss]tart)?[Ss]pielers?\b|\bErzählers?\b",
       "fr": r"(?<!Premier )\b[Jj]oueur\b|\b[Nn]arrateur\b",
       "es": r"\b([Jj]ugador|[Nn]arrador|dueño)\b", "it": r"\b([Gg]iocatore|[Nn]arratore|proprietario)\b"}
"""Words for one man at the table; only *jeton Premier joueur* is the name of a piece."""
PEOPLE = {"name", "names", "seat", "other", "partner", "guesser", "teller", "captain", "loser", "winner"}
NO_PERSON = ("{name} ships with", "{name} was removed", "{name} is not installed", "The name {name}")
"""Here the name is that of a thing."""
NEVER_ONE = ("to {most} players", "{n} games", "{n} Reds", "{number} Reds", "the Reds' {number} dice", "+ {sure} hits",
             "{n} things by hand", "the first {n} answers", "points outside", "makes {n} rounds", "{votes} votes to",
             "{n} points and {teller} none", "Beside the planet", "For {n} players", "All {n} seats", "{n} trial plays",
             "at most {n} players", "{radius} hexes", "{memories} memories", "of {all} spaces", "of 6 large tiles")
each_language = pytest.mark.parametrize("spoken", LANGUAGES)
each_domain = pytest.mark.parametrize("domain", DOMAINS)


def catalogue(spoken: str, domain: str) -> Catalog:
    return messages.read(DOMAINS[domain] / "locale" / spoken / "LC_MESSAGES" / f"{domain}.po")


def words_of(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text),)


@cache
def translations(spoken: str) -> tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...]:
    """Domain, context, English and translation of everything translated."""
    return tuple((domain, one.context or "", words_of(one.id), words_of(one.string)) for domain in DOMAINS
                 for one in catalogue(spoken, domain) if one.id and any(words_of(one.string)))


def rules_of(spoken: str, domain: str = "") -> Iterator[tuple[str, str]]:
    """Each rule in English and in this language, of one game or of all."""
    for game in [DOMAINS[domain]] if domain else DOMAINS.values():
        if (book := game / f"rules.{spoken}.md").is_file():
            theirs = {rule.id: rule.text for rule in Rulebook.parse(book.read_text(encoding="utf-8"))}
            english = Rulebook.parse((game / "rules.md").read_text(encoding="utf-8"))
            yield from ((rule.text, theirs[rule.id]) for rule in english)


def texts_of(spoken: str) -> list[str]:
    """Every translated sentence, and every line of the rules."""
    rules = [book for game in DOMAINS.values() if (book := game / f"rules.{spoken}.md").is_file()]
    return [word for _, _, _, words in translations(spoken) for word in words] \
        + [line for book in rules for line in book.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def templates() -> dict[str, Catalog]:
    return sentences.templates()


@pytest.mark.parametrize("spoken", COMPLETE)
@each_domain
def test_nothing_is_missing_or_unsure(spoken: str, domain: str, templates: dict[str, Catalog]) -> None:
    merged = catalogue(spoken, domain)
    merged.update(templates[domain], no_fuzzy_matching=True)
    assert messages.missing(merged) == []


@each_language
def test_every_translation_has_the_holes_of_its_sentence(spoken: str) -> None:
    wrong = []
    for domain, _, english, words in translations(spoken):
        whole = "".join(english)
        for number, word in enumerate(words):
            spared = {"n", "number", "spaces", "hexes"} if len(english) > 1 and number == 0 else set()
            if not fits(whole, word) or holes(english[min(number, len(english) - 1)]) - spared - holes(word):
                wrong.append(f"{domain}: {english[0]!r} as {word!r}")
    assert wrong == []


@each_language
def test_every_plural_has_the_forms_of_the_language(spoken: str) -> None:
    number = get_plural(spoken)[0]
    assert [(english, words) for _, _, english, words in translations(spoken)
            if len(english) > 1 and len(words) != number] == []


@each_language
def test_a_sentence_asks_only_for_forms_that_some_noun_has(spoken: str) -> None:
    asked, known = defaultdict(list), {"capital", *NAME_FORMS.get(spoken, ())}
    for domain, _, _, words in translations(spoken):
        for word in words:
            known |= set(getattr(noun(word), "forms", ()))
            for _, form in HOLE.findall(word):
                if form:
                    asked[form].append(f"{domain}: {word}")
    assert {form: where for form, where in asked.items() if form not in known} == {}


@each_language
def test_a_line_between_forms_is_used_for_nothing_else(spoken: str) -> None:
    assert [word for _, _, english, words in translations(spoken) for word in words
            if "|" in word and ("|" in english[0] or not all("=" in form for form in word.split("|")[1:]))] == []


@each_language
def test_a_sentence_of_two_games_is_translated_the_same(spoken: str) -> None:
    """All catalogues are one at run time: say_in() parts two meanings."""
    found: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for _, context, english, words in translations(spoken):
        found[context, english[0]].add(words)
    assert {english: many for (_, english), many in found.items() if len(many) > 1} == {}


@each_language
@pytest.mark.parametrize("game", [domain for domain in DOMAINS if domain != messages.APP])
def test_the_rules_have_the_same_numbers(spoken: str, game: str) -> None:
    paths = [DOMAINS[game] / name for name in ("rules.md", f"rules.{spoken}.md")]
    if spoken not in COMPLETE and not paths[1].exists():
        pytest.skip("not begun")
    read = [Rulebook.parse(path.read_text(encoding="utf-8")) for path in paths]
    english, theirs = ([(rule.id, bool(rule.text)) for rule in book] for book in read)
    assert theirs == english
    sections = [len({rule.section for rule in book}) for book in read]
    assert sections[0] == sections[1]


@pytest.mark.parametrize("store", ["de-DE", "es-ES", "fr-FR", "it-IT"])
def test_the_text_in_a_store_uses_the_words_of_the_app(store: str) -> None:
    """Its labels, and what it calls the score sheet."""
    text = (STORES / store / "full_description.txt").read_text(encoding="utf-8")
    told = {english[0]: words[0] for _, _, english, words in translations(store[:2])}
    labels = [one.strip() for one in re.findall("[„«]([^“»]+)[“»]", text)]
    assert told["Why?"] in labels and [one for one in labels if one not in told.values()] == []
    assert f"* {told['Score sheet']}" in text


@pytest.mark.parametrize("spoken", COMPLETE)
@pytest.mark.parametrize("english", MEANT)
def test_an_english_phrase_keeps_its_meaning(english: str, spoken: str) -> None:
    sentences = [(one[0], word) for _, _, one, words in translations(spoken) for word in words]
    told = [(one, word) for one, word in [*sentences, *rules_of(spoken)] if re.search(english, one)]
    assert len(told) > 1 and [pair for pair in told if missed(english, spoken, *pair)] == []


def missed(english: str, spoken: str, sentence: str, translated: str) -> int:
    """How many of these phrases the translation lacks or has in another sense."""
    return max(0, len(re.findall(english, sentence)) - len(re.findall(MEANT[english][spoken], translated)))


@pytest.mark.parametrize(("spoken", "rotated", "flipped"), [
    ("de", "Dreh die Karte um 90 Grad", "Dreh die Karte um"),
    ("de", "Dreht sie um eine Seite", "Karte umdrehen"),
    ("fr", "Il retourne au port", "Retourne la carte"),
    ("es", "De vuelta al puerto", "Da la vuelta a la carta"),
    ("it", "Gira di 90 gradi la carta", "Gira la carta")])
def test_a_rotated_card_is_not_a_flipped_one(spoken: str, rotated: str, flipped: str) -> None:
    english = next(one for one in MEANT if re.search(one, "Flip the card"))
    assert missed(english, spoken, "Flip it", rotated) == 1
    assert missed(english, spoken, "Flip it", flipped) == 0
    assert missed(english, spoken, "Flip one and flip another", f"{flipped}. {rotated}") == 1


@pytest.mark.parametrize(("english", "spoken", "wrong", "right"), [
    ("Discard down to seven.", "de", "Wirf bis zu sieben ab.", "Wirf bis auf sieben ab."),
    ("Discard down to seven.", "fr", "Défausse jusqu’à sept.", "Défausse pour ne garder que sept cartes."),
    ("Draw back up to three.", "it", "Pesca fino a tre.", "Pesca fino a tornare a tre."),
    ("Draw back up to three.", "es", "Roba hasta tres.", "Roba hasta tener tres."),
    ("You may play up to two.", "de", "Du darfst mindestens zwei spielen.", "Du darfst bis zu zwei spielen."),
    ("It costs at least {n}.", "es", "Cuesta como mucho {n}.", "Cuesta al menos {n}."),
    ("It costs at most 5.", "fr", "Cela coûte au moins 5.", "Cela coûte au plus 5."),
    ("Stay unless you are saved.", "it", "Resta se ti salvano.", "Resta, se non ti salvano.")])
def test_the_opposite_of_a_phrase_is_noticed(english: str, spoken: str, wrong: str, right: str) -> None:
    phrase = next(one for one in MEANT if re.search(one, english))
    assert (missed(phrase, spoken, english, wrong), missed(phrase, spoken, english, right)) == (1, 0)


def plurals(spoken: str, templates: dict[str, Catalog]) -> set[str]:
    """Words that the language only says of several things: cards, Karten."""
    pairs = [words for _, _, english, words in translations(spoken) if len(english) > 1] if spoken != "en" else \
        [words_of(one.id) for made in templates.values() for one in made if len(words_of(one.id)) > 1]
    after = re.compile(r"\{n\} (\w+)")
    return {many for one, *_, last in pairs for many in set(after.findall(last)) - set(after.findall(one))
            if "{n}" in one}


@pytest.mark.parametrize("spoken", ["en", *LANGUAGES])
def test_sentences_with_names_and_numbers_are_grammatical(spoken: str, templates: dict[str, Catalog]) -> None:
    """No *1 cards*, *de Ana*, *y Inés* or *a Ana*."""
    find_games()
    bad = re.compile(rf"\b1 ({'|'.join(plurals(spoken, templates))})\b|{UNGRAMMATICAL.get(spoken, '(?!)')}")
    wrong = set()
    for one in (one for made in templates.values() for one in made if one.id):
        english, many, *_ = *words_of(one.id), ""
        if any(part in english for part in NEVER_ONE):
            continue
        said = f"{one.context}{CONTEXT}{english}" if one.context else english
        for n in {*NUMBERS, *range(len(NAMES))} if (keys := holes(english + many)) else ():
            with speaking(spoken):
                words = str(Text(said, {key: NAMES[n % len(NAMES)] if key in NAMED else n for key in keys}, many, n))
            wrong |= {words} if bad.search(words) else set()
    assert "\n".join(sorted(wrong)) == ""


@pytest.mark.parametrize("spoken", COMPLETE)
def test_no_sentence_calls_a_woman_a_man(spoken: str, templates: dict[str, Catalog]) -> None:
    find_games()
    wrong, seen = set(), 0
    for one in (one for made in templates.values() for one in made if one.id):
        english, many, *_ = *words_of(one.id), ""
        if english.startswith(NO_PERSON) or not (keys := holes(english + many)) & PEOPLE:
            continue
        said, seen = f"{one.context}{CONTEXT}{english}" if one.context else english, seen + 1
        for n in (1, 2):
            with speaking(spoken):
                words = str(Text(said, {key: WOMAN if key in PEOPLE else n for key in keys}, many, n))
            wrong |= {words} if re.search(MANLY[spoken], words) else set()
    assert seen > 500 and sorted(wrong) == []


@pytest.mark.parametrize(("spoken", "words"), [
    ("de", "Jetzt Autor"), ("de", "Ana ist der Naturforscher"), ("de", "Jetzt: Ana, der Autor"),
    ("es", "Ana es el escritor."), ("es", "Ana quedó eliminado"), ("fr", "Ana est le Naturaliste"),
    ("fr", "Ana est prêt"), ("it", "Ana, l’autore, pesca."),
    ("it", "Ana è il giocatore più giovane e comincia."), ("it", "Ana è arrivato troppo tardi")])
def test_a_man_s_word_is_noticed(spoken: str, words: str) -> None:
    assert re.search(MANLY[spoken], words)


@pytest.mark.parametrize("spoken", COMPLETE)
def test_no_sentence_and_no_rule_speaks_of_a_male_player(spoken: str) -> None:
    assert [text for text in texts_of(spoken) if re.search(MEN[spoken], text)] == []


def test_a_rule_is_found_without_its_accents() -> None:
    book = Rulebook.parse((DOMAINS["windmill"] / "rules.fr.md").read_text(encoding="utf-8"))
    assert "WM-A2" in [rule.id for rule in book.search("PREMIERE manche")]


@each_language
def test_signs_stay_with_their_words_and_spanish_opens_its_questions(spoken: str) -> None:
    texts = texts_of(spoken)
    loose = LOOSE_FRENCH if spoken == "fr" else LOOSE
    assert [text for text in texts if loose.search(text)] == []
    if spoken == "es":
        assert [text for text in texts for one, other in ("¿?", "¡!") if text.count(one) != text.count(other)] == []


@each_language
def test_every_letter_is_in_the_fonts(spoken: str) -> None:
    """The page sets digits and signs in the browser's own font."""
    found = find_spec("kivymd")  # importing it would open a window
    assert found is not None and found.origin is not None
    roboto = Path(found.origin).parent / "fonts"
    app = [messages.ROOT / "assets" / "fonts" / "Vollkorn-Bold.ttf",
           *(roboto / f"Roboto-{weight}.ttf" for weight in ("Regular", "Medium", "Bold"))]
    used = set("".join(texts_of(spoken))) - DRAWN_OTHERWISE
    for path in app:
        assert used - letters_of(path) == set(), path.name
    page = messages.SOURCES / "page" / "guest" / "voice.woff2"
    assert {letter for letter in used if letter.isalpha() or letter in QUOTES} - letters_of(page) == set()


def letters_of(path: Path) -> set[str]:
    return {chr(code) for code in TTFont(path).getBestCmap()}


def test_the_glossary_names_every_printed_term(templates: dict[str, Catalog]) -> None:
    page = " ".join((messages.ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split())
    terms = [str(one.id) for made in templates.values() for one in made if one.context == BOX]
    assert len(terms) > 40 and [one for one in terms if one not in page] == []


def test_the_templates_in_the_tree_are_those_of_the_code(templates: dict[str, Catalog]) -> None:
    """Weblate reads them."""
    for domain, made in templates.items():
        with (DOMAINS[domain] / "locale" / f"{domain}.pot").open("rb") as file:
            kept = read_po(file)
        assert {(one.id, one.context) for one in kept} == {(one.id, one.context) for one in made}, "make messages"


def test_short_sentences_have_a_note_and_every_note_has_a_sentence(templates: dict[str, Catalog]) -> None:
    noted = {one.id for made in templates.values() for one in made if one.auto_comments}
    assert len(noted) >= 80 and [one for one in messages.NOTES if one not in noted] == []


def test_a_printed_term_may_stay_english() -> None:
    made = Catalog()
    made.add("The Safe House", context=BOX)
    made.add("Undo")
    assert messages.missing(made) == ["Undo"]
    assert language.is_printed(f"{BOX}{language.CONTEXT}The Safe House")
