"""Write the list of names in docs/game-reference.md from the docstrings of `companion.api`.

    python -m tools.reference
"""

import ast
import inspect
import re
import sys
from functools import cache
from pathlib import Path
from types import FunctionType

from companion import api

PAGE = Path(__file__).resolve().parents[1] / "docs" / "game-reference.md"
BEGIN, END = "<!-- names: python -m tools.reference -->\n", "<!-- end of names -->\n"

INTERNAL: dict[str, frozenset[str]] = {
    "Question": frozenset({"key", "kind", "secret", "decode", "encode", "draft",
                           "possible", "seals"}),
    "Table": frozenset({"now", "ahead", "arriving", "exits", "told", "opened", "listed", "moved",
                        "laid_out_again", "called"}),
    "Game": frozenset({"rulebook", "prepare", "contract", "snapshots_apart"}),
    "Field": frozenset({"allowed", "check", "objection", "refused", "sentence"}),
    "Outcome": frozenset({"standing_for"}),
    "Counted": frozenset({"to_json", "from_json"}),
    "Setup": frozenset({"to_json", "from_json"}),
    "Switch": frozenset({"allows", "words"}),
    "Palette": frozenset({"faults"}),
}
"""Public names for the engine and the app that no game needs."""
ENGINE = frozenset({"kind", "secret", "decode", "encode", "draft", "possible", "check", "random_answer",
                    "limits", "few", "within", "begin"})
"""What the kinds override for the engine; a game overrides it only if `Question` lists it."""

GROUPS = {
    "Game": ("Game", "Boxes", "Packing", "Facts", "Palette", "Joining", "Switch", "Choice", "Setup",
             "Person"),
    "Table": ("Table", "Seat", "Side", "Unwind", "Sealed", "Bag", "Dealt", "Deck",
              "Hand"),
    "Questions": ("Question", "Face", "Option", "Row", "Timer", "Reason", "Points", "Sum", "InLine",
                  "Refusal", "Refused", "Odds"),
    "Kinds": ("Confirm", "Menu", "PickText", "PickSeat", "PickSeveral", "PutInOrder", "Number", "Numbers",
              "Dice", "Place", "Note", "Draw", "Deal", "ShuffleDeck", "SecretText", "SecretSeat",
              "SecretNumber", "Look"),
    "Fields": ("Field", "Ordered", "Rows"),
    "Forms": ("FormSection", "FormPart", "Guess", "NumberPart", "TextPart", "ChoicePart", "SwitchPart",
              "PickPart", "GroupPart", "SwapPart", "FacesPart", "MarksPart", "CardsPart", "PicksPart",
              "GridPart", "Brush", "PlacesPart"),
    "Views": ("View", "SeatView", "Mark", "Reminder", "Glance", "Map", "Spot", "Road", "Prop", "Arrow",
              "Reveal", "Track", "Piece", "InfoCard", "Gauge", "ScoreSheet", "SheetColumn", "SheetRow",
              "Outcome", "PodiumPlace", "Counted"),
}
FUNCTIONS = ("say", "say_in", "count", "listing", "spelled", "said", "podium", "best", "victory", "palettes",
             "sides", "switch", "people", "points_field", "pawn_field", "listed_once")
ALIASES = {"DONE": "The answer of a `Confirm`.", "Json": "A plain answer or value, as the log holds it.",
           "Text": "A sentence made by `say` or `count`."}


@cache
def classes_in(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(Path(sys.modules[module].__file__ or "").read_text(encoding="utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def names_of(kind: type) -> dict[str, tuple[str, str]]:
    """Every public name of a class and of bases that the API doesn't have:
    how it is written, and its docstring."""
    found: dict[str, tuple[str, str]] = {}
    for base in kind.__mro__:
        if base is kind or (base.__module__.startswith("companion.") and base.__name__ not in api.__all__):
            for name, told in _own_names(classes_in(base.__module__)[base.__name__]).items():
                found.setdefault(name, told)
    return found


def _own_names(node: ast.ClassDef) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    body = list(node.body)
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            body += [_as_attribute(line) for line in one.body]
    for at, one in enumerate(body):
        after = body[at + 1] if at + 1 < len(body) else None
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            name, how = one.name, _signature(one)
            told = ast.get_docstring(one) or ""
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            name, told = one.target.id, _string(after)
            how = name
        else:
            continue
        if not name.startswith("_"):
            found.setdefault(name, (how, told))
    return found


def _as_attribute(line: ast.stmt) -> ast.stmt:
    """`self.points = 0` in an `__init__`, as if it were in the class body."""
    target: ast.expr | None = None
    if isinstance(line, ast.Assign):
        target = line.targets[0]
    elif isinstance(line, ast.AnnAssign):
        target = line.target
    if isinstance(target, ast.Attribute):
        return ast.AnnAssign(ast.Name(target.attr), ast.Constant(0), None, 1)
    return line


def _signature(one: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    marks = {mark.id for mark in one.decorator_list if isinstance(mark, ast.Name)}
    if marks & {"property", "cached_property"}:
        return one.name
    given = [arg.arg for arg in (*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs)
             if arg.arg != "self"]
    if one.args.vararg is not None:
        given.append(f"*{one.args.vararg.arg}")
    return f"{'await ' if isinstance(one, ast.AsyncFunctionDef) else ''}{one.name}({', '.join(given)})"


def _string(node: ast.stmt | None) -> str:
    told = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else ""
    return told if isinstance(told, str) else ""


def first_part(told: str) -> str:
    """The first paragraph in one line."""
    return re.sub(r"\s+", " ", told.strip().split("\n\n")[0]).replace("|", "\\|")


def shown_names(name: str) -> dict[str, tuple[str, str]]:
    """What the page shows of a class; a kind omits what `Question` already has."""
    hidden = INTERNAL.get(name, frozenset())
    names = names_of(getattr(api, name))
    if name in GROUPS["Kinds"]:
        hidden = hidden | ENGINE | {one for one in names_of(api.Question) if not names.get(one, ("", ""))[1]}
    return {one: told for one, told in names.items() if one not in hidden}


def section(name: str) -> str:
    """A class: plain fields in one line, documented members in a table."""
    kind = getattr(api, name)
    told = first_part(ast.get_docstring(classes_in(kind.__module__)[name]) or "")
    names = shown_names(name)
    plain = [how for how, words in names.values() if not words.strip()]
    rows = [f"| `{how}` | {first_part(words)} |" for how, words in names.values() if words.strip()]
    head = f"**{name}**" + (f": {told}" if told else "")
    if plain:
        head = f"{head} {'Also' if rows else 'It has'}: {', '.join(f'`{one}`' for one in plain)}."
    return "\n".join([head, *(["", "| name | |", "|---|---|", *rows] if rows else [])]) + "\n"


def written() -> str:
    parts = []
    for title, names in GROUPS.items():
        parts += [f"### {title}\n", *map(section, names)]
    functions = [f"| `{name}{_given(getattr(api, name))}` | "
                 f"{first_part(inspect.getdoc(getattr(api, name)) or '')} |"
                 for name in FUNCTIONS]
    aliases = [f"| `{name}` | {told} |" for name, told in ALIASES.items()]
    return "\n".join([*parts, "### Functions\n", "| name | |", "|---|---|", *functions, *aliases]) + "\n"


def _given(function: FunctionType) -> str:
    return f"({', '.join(inspect.signature(function).parameters)})"


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{written()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
