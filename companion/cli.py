"""The command line. No command imports Kivy; `watch` and `open` open a window afterwards."""

import argparse
import errno
import json
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NoReturn, TypeAlias

from companion import __version__
from companion.core import files
from companion.core.game import Game
from companion.core.language import ENGLISH, choose, current, speak, speaking
from companion.core.play import RulesFailed
from companion.core.registry import BUILT_IN, BrokenPlugin, Found
from companion.core.renamed import id_now
from companion.core.set_aside import FILE as SET_ASIDE
from companion.core.set_aside import SetAside
from companion.core.text import Refused, Text, count, decimal, say
from companion.core.values import Json
from companion.scaffold import LIKE, new_game
from companion.services.packs import games_here
from companion.services.packs.catalogues import collect
from companion.services.packs.making import make_pack, plugin_in
from companion.services.packs.pack import LARGEST, SUFFIX, PackFolder, read_pack
from companion.services.ports.desktop import system_languages
from companion.services.start import data_home
from companion.services.workshop import GameFolder, Workbench, lay_out
from companion.simulate import Failed, Measured, golden, random_play, random_setup, trial

INTERRUPTED = 130
KEPT = "\u200d\u00a0\u202f"
"""The first joins the parts of one emoji; the others are no-break spaces, wide and narrow."""
MOST_PLAYERS = 100
EVERYWHERE = "0.0.0.0"
OPTION = "as listed by `games`; may be given several times"


def main(words: Sequence[str], window: Callable[[Workbench], int] | None = None) -> int:
    """Run one command. Returns 0 if done, 1 if refused with one sentence, 2 if not understood.

    `window` shows what `watch` and `open` prepared."""
    _ready_to_print()
    speak(choose(system_languages()))
    given = _grammar().parse_args(words)
    given.bench = None
    try:
        VERBS[given.verb](given)
        sys.stdout.flush()
    except (Refused, RulesFailed, Failed) as error:
        return _sorry(str(error))
    except BrokenPipeError:  # the reader closed the pipe: discard what Python would still flush at exit
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        _sorry(str(say("Stopped.")))
        return INTERRUPTED
    except RecursionError:
        return _sorry(str(say("The file is nested too deeply to be from Tableside.")))
    except OSError as error:
        return _sorry(str(_why_no_file(error)))
    return 0 if given.bench is None or window is None else window(given.bench)


def _ready_to_print() -> None:
    """Escape characters the terminal lacks, and replace missing streams."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        with suppress(AttributeError, ValueError):  # a stream replaced by a test
            getattr(sys, name).reconfigure(errors="backslashreplace")


Verbs: TypeAlias = "argparse._SubParsersAction[_Grammar]"


class _Grammar(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{harmless(str(_misunderstood(message)))} "
                     f"{say('Try: {command}', command=f'{self.prog} --help')}\n")


def _misunderstood(message: str) -> Text | str:
    """What argparse complains about, in the user's language."""
    where, _, what = message.partition(": ")
    argument = where.removeprefix("argument ")
    if where.startswith("the following arguments are required"):
        if what.split(",")[0] != "VERB":
            return say("{what} is missing.", what=what.removesuffix(", LANGUAGE"))
        return say("There is no such option.") if len(sys.argv) > 1 else say("A verb is missing.")
    if where.startswith(("unrecognized arguments", "ambiguous option")):
        return say("{what} isn't understood.", what=what.partition(" could match")[0])
    if what.startswith("invalid choice"):
        word = what.removeprefix("invalid choice: ").partition(" (choose")[0]
        return say("There is no verb called {name}.", name=word.strip("'\""))
    if what.startswith("expected"):
        return say("{argument} needs a value.", argument=argument)
    if what.startswith("ignored explicit argument"):
        return say("{argument} takes no value.", argument=argument)
    return what  # of our own types


def _grammar() -> argparse.ArgumentParser:
    grammar = _Grammar(prog="main.py" if Path(sys.argv[0]).name == "main.py" else "tableside",
                       description="Tableside. Without a verb it opens the app.")
    grammar.add_argument("--version", action="version", version=f"Tableside {__version__}")
    grammar.add_argument("--smoke", action="store_true",
                         help="open every screen once without a display, then exit")
    grammar.add_argument("--invite", action="store_true", help="try it with guests: let them join a new play")
    grammar.add_argument("--verbose", action="store_true", help="show the log on the console")
    verbs = grammar.add_subparsers(metavar="VERB", dest="verb", required=True)
    _add_verbs_for_all(verbs)
    _add_serve(verbs)
    _add_verbs_for_makers(verbs)
    return grammar


def _add_verbs_for_all(verbs: Verbs) -> None:
    _verb(verbs, "games", "list the games, and which are broken")
    plays = _verb(verbs, "simulate", "play random games without a window")
    plays.add_argument("game", metavar="GAME", help="its id, or its folder")
    plays.add_argument("--golden", action="store_true", help="print the first play, line by line")
    plays.add_argument("--plays", metavar="N", type=_count, default=100, help="how many (default: 100)")
    plays.add_argument("--seed", metavar="S", type=_whole, default=1,
                       help="another number gives other plays (default: 1)")
    plays.add_argument("--players", metavar="P", type=_count, help="at each table (default: as it comes)")
    plays.add_argument("--option", metavar="K=V", action="append", default=[], help=OPTION)
    plays.add_argument("--export", metavar="DIR", type=Path, help="write each play into a file there")
    plays.add_argument("--report", metavar="FILE", nargs="?", type=Path, const=Path(),
                       help="write a page for designers: wins by seat, length, points, options taken, rules "
                            "that never fire (default: GAME.html; as text if FILE ends in .txt)")


def _add_serve(verbs: Verbs) -> None:
    serve = _verb(verbs, "serve", "run a play without a window: guests answer on their phones, in a browser")
    serve.add_argument("--game", metavar="GAME", default="",
                       help="start this game: its id, folder or pack (default: resume the last play)")
    serve.add_argument("--with", metavar="PACK|FOLDER", dest="also", action="append", default=[],
                       help="offer this game, too (repeatable): a pack is added, a folder is played as it is "
                            "now")
    serve.add_argument("--watch", action="store_true",
                       help="load the folders again when you save a file: all phones follow")
    serve.add_argument("--players", metavar="NAMES", default="", help="names in seating order: Ana,Ben,Cleo")
    serve.add_argument("--option", metavar="K=V", action="append", default=[], help=OPTION)
    serve.add_argument("--box", metavar="NAME", default="newest",
                       help="one of your boxes, or a friend's box code (default: the newest)")
    serve.add_argument("--copy", dest="box", default=argparse.SUPPRESS, help=argparse.SUPPRESS)  # as before
    serve.add_argument("--port", metavar="N", type=partial(_count, most=65535),
                       help="listen on this one (default: the first that is free)")
    serve.add_argument("--bind", metavar="ADDRESS", default=EVERYWHERE, help="listen only on this address")
    serve.add_argument("--here", action="store_true",
                       help="only on this device: open its browser; needs no network")
    serve.add_argument("--store", metavar="FILE", type=Path,
                       help="the file with the plays (default: the app's); your library's games are "
                            "offered, too")
    web = _verb(verbs, "web", "try the table in a browser tab: serve the files of `make web` on this device")
    web.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=Path("dist", "web"),
                     help="where they are (default: dist/web)")
    web.add_argument("--port", metavar="N", type=partial(_count, most=65535), default=8585,
                     help="of its address (default: 8585)")


def _add_verbs_for_makers(verbs: Verbs) -> None:
    add = _verb(verbs, "add", "check a game, then add it to the library; add only games you trust")
    add.add_argument("source", metavar="PACK|FOLDER", help="a file *.tableside, or the folder it is made of")
    remove = _verb(verbs, "remove", "remove a game that was added; its plays are kept")
    remove.add_argument("game", metavar="GAME", help="its id, as listed by `games`")
    pack = _verb(verbs, "pack", "pack a game's folder into one file for a phone")
    _add_folder(pack)
    new = _verb(verbs, "new-game", "create a folder with a tiny game that passes the test kit")
    new.add_argument("name", metavar="NAME",
                     help="such as skull_king; the folder is created in the current one")
    new.add_argument("--like", metavar="SORT", type=_like,
                     help=f"begin with the nearest example: {', '.join(LIKE)} (default: a score sheet)")
    words = _verb(verbs, "messages",
                  "collect a game's sentences for translators, and compile what they wrote")
    _add_folder(words)
    words.add_argument("languages", metavar="LANGUAGE", nargs="*", help="begin this one: de, pt_BR")
    watch = _verb(verbs, "watch", "play a game while you write it; reloads what you save")
    _add_folder(watch)
    watch.add_argument("--log", metavar="FILE", type=Path, help="open it at this exported play")
    look = _verb(verbs, "open", "open an exported play in the app")
    look.set_defaults(folder=None)
    look.add_argument("log", metavar="FILE", type=Path, help="the exported play")
    for verb in (watch, look):
        verb.add_argument("--at", metavar="N", type=_whole,
                          help="open it after N answers; Redo brings the rest")


def _verb(verbs: Verbs, name: str, does: str) -> "_Grammar":
    return verbs.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")


def _add_folder(verb: "_Grammar") -> None:
    verb.add_argument("folder", metavar="FOLDER", type=lambda word: Path(word).resolve(),
                      help="the one with the game's pyproject.toml")


def _count(word: str, most: float = math.inf) -> int:
    if word.isdecimal() and 1 <= int(word[:100]) <= most:
        return int(word)
    if most == math.inf:
        raise argparse.ArgumentTypeError(say("{word} is not a number from 1 on.", word=word))
    raise argparse.ArgumentTypeError(say("{word} is not a number from 1 to {most}.", word=word, most=most))


def _like(word: str) -> str:
    if word in LIKE:
        return word
    sorts = ", ".join(LIKE)
    raise argparse.ArgumentTypeError(say("{word} is none of these: {words}.", word=word, words=sorts))


def _whole(word: str) -> int:
    with suppress(ValueError):
        return int(word)
    raise argparse.ArgumentTypeError(say("{word} is not a whole number.", word=word))


# games

def show_games(given: argparse.Namespace) -> None:
    found = games_here(None, data_home())
    for game in found.games.values():
        facts = game.facts
        _print(say("{id}: {title}, {fewest} to {most} players, {minutes} minutes", id=facts.id,
                   title=facts.title, fewest=facts.fewest, most=facts.most, minutes=facts.minutes))
        for option in game.options:
            choices = ", ".join(_spelled(choice.value) for choice in option.choices)
            # Translators: such as: market=true (true, false): Cards are bought. [OR-3]
            line = say("{option} ({choices}): {sentence} [{rule}]", choices=choices, rule=option.rule,
                       option=f"{option.key}={_spelled(option.default)}", sentence=option.sentence)
            _print(f"    {line}")
    for one in found.broken:
        _print(_not_loaded(one, data_home()))


# simulate

def run_simulation(given: argparse.Namespace) -> None:
    folder = _no_pack(Path(given.game))
    if folder.is_dir():
        game = GameFolder(folder).load()
    else:
        game = _game(games_here(None, data_home()), given.game, data_home())
    options = dict(_read_option(game, word) for word in given.option)
    if (given.players or 0) > MOST_PLAYERS:
        raise Refused(say("{title} is for {fewest} to {most} players.", title=game.facts.title,
                          fewest=game.facts.fewest, most=game.facts.most))
    if given.report is not None:
        return _write_report(given, game, options)
    measured = Measured()
    if given.export is not None:
        given.export.mkdir(parents=True, exist_ok=True)
    for number in range(given.plays):
        rng = Random(f"{given.seed}/{number}")
        name = str(say("{game}, seed {seed}, play {n}", game=game.facts.id, seed=given.seed, n=number))
        play = random_play(game, random_setup(game, rng, given.players, options), rng, measured, name)
        if given.golden:
            with speaking(ENGLISH):
                return _print("\n".join(golden(play)))
        if given.export is not None:
            uid = f"simulated-{game.facts.id}-{given.seed}-{number}"
            file = given.export / f"{game.facts.id}-{given.seed}-{number}.json"
            made = files.play_file(play, game.rules_version, uid)
            if len(made.log) < len(play.log):  # secrets that nobody opens, such as dealt cards
                made = replace(made, log=list(play.log), covered=True)
            file.write_text(files.dump(made), encoding="utf-8")
    lengths, answers = measured.lengths, sum(measured.lengths)
    _print(say("{title}. Plays: {plays}; answers: {answers}; answers per second: {speed}",
               title=game.facts.title,
               plays=len(lengths), answers=answers, speed=round(answers / (measured.seconds or 1))))
    _print(say("Answers per play: {least} to {most}, median {median}", least=min(lengths), most=max(lengths),
               median=decimal(median(lengths))))
    for sentence, plays in measured.outcomes.most_common():
        _print(f"{plays:6}  {harmless(sentence)}")


def _write_report(given: argparse.Namespace, game: Game[Any], options: Mapping[str, Json]) -> None:
    from companion.report import as_html, as_text, report

    page = Path(f"{game.facts.id}.html") if given.report == Path() else given.report
    parts = report(game, given.plays, given.seed, given.players, options)
    title = str(count("{title}: one play", "{title}: {n} plays", given.plays, title=game.facts.title))
    as_page = as_text(title, parts) if page.suffix == ".txt" else as_html(title, parts, current().language)
    page.write_text(as_page, encoding="utf-8")
    _print(say("Wrote {file}.", file=str(page)))


# watch, open

def lay_out_bench(given: argparse.Namespace) -> None:
    for path in (given.folder, given.log):
        _no_pack(path or Path())
    given.bench = lay_out(given.folder, given.log, given.at, games_here(None, data_home()))


# add, remove, pack, messages, new-game

def add_game(given: argparse.Namespace) -> None:
    home = data_home()
    game = _added(games_here(None, home), Path(given.source), home)
    _print(say("{title} is in your library now.", title=game.facts.title))


def _added(found: Found, path: Path, home: Path) -> Game[Any]:
    """Try out a pack, or a folder as a pack, and install it."""
    if path.is_dir():
        raw = make_pack(path.resolve())[1]
    else:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    _print_now(str(say("Trying out {title}", title=read_pack(raw).title)))
    return PackFolder(home).take_in(raw, trial, set(found.games)).finish()


def remove_game(given: argparse.Namespace) -> None:
    game = games_here(None, data_home()).games.get(given.game)
    if given.game in BUILT_IN:
        raise Refused(say("{name} comes with the app and can't be removed.", name=given.game))
    if not PackFolder(data_home()).put_away(given.game):
        raise Refused(say("There is no pack called {name}.", name=given.game))
    _print(say("{title} was removed. Its plays are kept.",
               title=given.game if game is None else game.facts.title))


def _no_pack(path: Path) -> Path:
    if path.suffix == SUFFIX and path.is_file():
        raise Refused(say("{file} is a game pack. Add it to your library: tableside add {file}",
                          file=str(path)))
    return path


def make_pack_file(given: argparse.Namespace) -> None:
    name, raw = make_pack(given.folder)
    Path(name).write_bytes(raw)
    _print(say("{name}: {n} bytes. Send it to a phone and open it there with Add a game, A game pack.",
               name=name, n=len(raw)))
    licence = given.folder / "LICENCE"
    if licence.is_file() and b"Say here what others may do" in licence.read_bytes():
        _print(say("Its LICENCE is still the placeholder: write what others may do with your game."))


def collect_messages(given: argparse.Namespace) -> None:
    plugin = plugin_in(given.folder)
    for line in collect(given.folder / plugin.package, plugin.id, given.languages):
        _print(line)


def make_new_game(given: argparse.Namespace) -> None:
    folder = new_game(given.name, Path.cwd(), given.like)
    _print(say("Created {folder}. Its README.md has the commands to test, play and pack it.",
               folder=str(folder)))
    if find_spec("pytest") is None:
        _print(say("Its tests need pytest: {command}", command=f"{sys.executable} -m pip install pytest"))


def _not_loaded(broken: BrokenPlugin, home: Path) -> Text:
    if not broken.aside:
        why = broken.error
    else:
        why = say("{why} To try it again, delete {file}.", why=broken.error, file=str(home / SET_ASIDE))
    return say("{name} can't be loaded. {error}", name=broken.name, error=why)


def _game(found: Found, name: str, home: Path) -> Game[Any]:
    if id_now(name) in found.games:
        return found.games[id_now(name)]
    for one in found.broken:
        if name in (one.name, one.id):
            raise Refused(_not_loaded(one, home))
    raise Refused(say("There is no game called {name}, only {games}.", name=name,
                      games=", ".join(found.games)))


LONGEST_WORD = 40  # of a mistake that is told


def _read_option(game: Game[Any], word: str) -> tuple[str, Json]:
    """Parse `mode=never-ending` or `strict=true`, spelled as `games` lists them."""
    key, _, value = word.partition("=")
    option = next((one for one in game.options if one.key == key), None)
    if option is None:
        raise Refused(say("{title} has no option called {key}, only {options}.", title=game.facts.title,
                          key=key[:LONGEST_WORD], options=", ".join(one.key for one in game.options) or "–"))
    values = {_spelled(choice.value): choice.value for choice in option.choices}
    if value not in values:
        raise Refused(say("{label} can't be set to {value}, only to {values}.", label=option.label,
                          value=value[:LONGEST_WORD] or "–", values=", ".join(values)))
    return key, values[value]


def _spelled(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# serve

def serve_phones(given: argparse.Namespace) -> None:
    from companion.services.phones.serve import serve
    from companion.services.store import Busy

    store = given.store or data_home() / "tableside.db"
    found = Found()
    for home in dict.fromkeys((store.parent, data_home())):  # packs are kept beside the plays
        found = games_here(found if found.games else None, home)
        for one in found.broken:
            if one.aside and one.aside in SetAside(home):
                _print_now(str(_not_loaded(one, home)))
    for other in (_game_to_serve(found, word, store.parent) for word in given.also):
        found.games[other.facts.id] = other
    for word in () if given.game else [word for word in ("option", "players") if getattr(given, word)]:
        raise Refused(say("--{word} needs --game. Without it, the last play continues, or the first phone "
                          "starts one.", word=word))
    game = _game_to_serve(found, given.game, store.parent) if given.game else None
    options = {} if game is None else dict(_read_option(game, word) for word in given.option)
    names = [name.strip() for name in given.players.split(",") if name.strip()]
    if game is not None and not names:
        raise Refused(say("Who plays? Name them in seating order: --players Ana,Ben,Cleo"))
    games = {**found.games, **({} if game is None else {game.facts.id: game})}
    watched = _watched([*given.also, given.game]) if given.watch else []
    try:
        serve(store, games, "" if game is None else game.facts.id, names, given.port, given.bind, _print_now,
              options=options, here=given.here, box=given.box, watched=watched)
    except Refused as refused:
        elsewhere = given.port is not None or given.bind != EVERYWHERE or given.box != "newest"
        if isinstance(refused, Busy) or game is None or elsewhere:
            raise
        raise Refused(say("{why} Players: --players Ana,Ben. Options: --option mode=solo, as `tableside "
                          # Translators: {why} is a sentence
                          "games` lists them.", why=refused.refusal.why)) from None


def _watched(words: Iterable[str]) -> list[GameFolder]:
    folders = [GameFolder(Path(word)) for word in words if word and Path(word).is_dir()]
    if not folders:
        raise Refused(say("--watch needs a game's folder: --with FOLDER."))
    return folders


def serve_web(given: argparse.Namespace) -> None:
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    if not (given.folder / "index.html").is_file():
        raise Refused(say("There is no page in {folder}. Unpack tableside-web.zip there, "
                          "or run make web in the source folder.", folder=str(given.folder)))
    files = partial(SimpleHTTPRequestHandler, directory=given.folder)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", given.port), files)
    except OSError:
        raise Refused(say("Port {port} is taken. Choose another: --port 8500", port=given.port)) from None
    with server:
        _print_now(f"http://127.0.0.1:{server.server_port}/")
        server.serve_forever()


def _game_to_serve(found: Found, name: str, home: Path) -> Game[Any]:
    """A game by its id, from its folder, or from a pack, which is installed."""
    path = Path(name)
    if path.is_dir():
        return GameFolder(path).load()
    return _added(found, path, home) if path.is_file() else _game(found, name, home)


def _why_no_file(error: OSError) -> Text:
    file = str(error.filename or "")
    if error.errno == errno.ENOSPC:
        return say("The disk is full. Free some space and try again.")
    if not file:
        return say("A file can't be read or written.")
    match error:
        case FileNotFoundError() if not Path(file).parent.is_dir():
            return say("There is no folder {folder}.", folder=str(Path(file).parent))
        case FileNotFoundError():
            return say("There is no {file}.", file=file)
        case PermissionError():
            return say("You aren't allowed to read or write {file}.", file=file)
        case IsADirectoryError():
            return say("{file} is a folder, not a file.", file=file)
        case FileExistsError() | NotADirectoryError():
            return say("{file} is not a folder.", file=file)
    return say("{file} can't be read or written.", file=file)


def harmless(text: str) -> str:
    """Escape characters that control a terminal or change the text direction.

    >>> harmless("An\\x1b[2Ja"), harmless("Zoë 🦊"), harmless("Fini\\u00a0!") == "Fini\\u00a0!"
    ('An\\\\x1b[2Ja', 'Zoë 🦊', True)
    """
    def shown(letter: str) -> str:
        is_harmless = letter.isprintable() or letter in KEPT
        return letter if is_harmless else letter.encode("unicode_escape").decode()
    return "".join(map(shown, text))


def _print(line: Text | str) -> None:
    sys.stdout.write(f"{line}\n")


def _print_now(line: str) -> None:
    _print(line)
    sys.stdout.flush()


def _sorry(sentence: str) -> int:
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{harmless(sentence)}\n")
    return 1


VERBS: dict[str, Callable[[argparse.Namespace], None]] = {
    "games": show_games, "simulate": run_simulation, "serve": serve_phones, "web": serve_web, "add": add_game,
    "remove": remove_game, "pack": make_pack_file, "new-game": make_new_game, "messages": collect_messages,
    "watch": lay_out_bench, "open": lay_out_bench}
