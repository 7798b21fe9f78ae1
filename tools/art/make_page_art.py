"""Write each game's page.svg, the pictures of its board for the guests' page, and its small cover.

Run it with python -m tools.art.make_page_art.
"""

import re
from pathlib import Path

from PIL import Image

from companion.services.home import SMALL_COVER
from tools.art.page_grounds import GROUNDS, WIDE

SOURCES = Path(__file__).with_name("sources")
ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "companion" / "games"
PICTURES = {
    "windward": ("crester_red", "crester_white", "crester_grey", "crester_red_tagged", "crester_white_tagged",
                 "crester_grey_tagged", "crester_red_defeated", "crester_white_defeated",
                 "crester_grey_defeated",
                 "ship", "longboat", "terrain_corner", "terrain_drift", "terrain_feed", "terrain_gas",
                 "terrain_redstart", "terrain_zephyr", "post", "flag", "token", "token_gas", "tooth_grey",
                 "tooth_red"),
    "winter_tales": ("house_graveyard", "house_house", "house_mansion", "house_park", "house_prison",
                     "house_tent",
                     "house_theatre", "house_tower", "house_works", "lamp", "pine_1", "moon", "quest_spring",
                     "quest_winter", "ribbon", "symbol_feather", "symbol_flower", "symbol_half",
                     "symbol_snowflake", "token_spring", "token_winter"),
}
SHINES = {"lamp": '<radialGradient id="winter_tales-lamp">'
                  '<stop offset="0" stop-color="#FFD98A" stop-opacity=".6"/>'
                  '<stop offset="1" stop-color="#FFD98A" stop-opacity="0"/></radialGradient>'
                  '<circle cy="-53.9" r="50.4" fill="url(#winter_tales-lamp)"/>'}
"""Light around a picture, beyond its edges."""
TINTED = {"ship": "#FB6824", "longboat": "#FB6824"}
"""Pictures in a seat's colour: theirs in the source."""


def symbol(folder: str, name: str, shared: dict[str, str]) -> str:
    """A picture; `shared` collects its gradients."""
    source = (SOURCES / folder / f"{name}_1.svg"
              if name in TINTED else SOURCES / folder / f"{name}.svg").read_text(encoding="utf-8")
    box = re.search(r'viewBox="([^"]+)"', source)
    assert box is not None, name
    inner = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", source, flags=re.S)
    if name in TINTED:
        inner = inner.replace(TINTED[name], "currentColor")
    for kind, mark in re.findall(r'<(\w+)Gradient id="([^"]+)"', inner):
        found = re.search(rf'<{kind}Gradient id="{mark}".*?</{kind}Gradient>', inner, flags=re.S)
        assert found is not None
        if f"url(#{mark})" in inner:
            shared.setdefault(f"{folder}-{mark}",
                              small(found[0].replace(f'id="{mark}"', f'id="{folder}-{mark}"')))
            inner = inner.replace(f"url(#{mark})", f"url(#{folder}-{mark})")
        inner = inner.replace(found[0], "")
    if name in SHINES:
        drawn = SHINES[name] + small(inner)
        return f'<symbol id="{name}" viewBox="{box[1]}" overflow="visible">{drawn}</symbol>'
    return f'<symbol id="{name}" viewBox="{box[1]}">{small(inner)}</symbol>'


def small(inner: str) -> str:
    """Leave out what nobody sees on a phone: bricks, second decimals."""
    inner = re.sub(r"\s*\n\s*", "", inner)
    inner = re.sub(r"<defs>\s*</defs>", "", inner)
    inner = re.sub(r'<\w+ [^>]*fill-opacity="0\.(?:0\d*|1\d?)"/>', "", inner)
    inner = re.sub(r"-?\d+\.\d+", lambda found: decimal(float(found[0])), inner)
    inner = inner.replace(' transform="translate(0,0) rotate(0) scale(1,1)"',
                          "").replace(" rotate(0) scale(1,1)", "")
    inner = inner.replace("translate(0,0) ", "").replace(" scale(1,1)", "").replace(' cx="0" cy="0"', "")
    inner = re.sub(r'<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)" fill="([^"]+)"(?: '
                   r'rx="[^"]+")?/>',
                   lambda one: f'<path d="M{one[1]} {one[2]}h{one[3]}v{one[4]}h-{one[3]}z" fill="{one[5]}"/>',
                   inner)
    thin = r"(?:1|1\.\d|\.\d)"
    inner = re.sub(rf'<path d="M\S+ \S+h(?:{thin}|\S+v{thin})(?:v\S+)?h-\S+z" fill="[^"]+"/>', "", inner)
    joined = ""
    while joined != inner:  # neighbours of one colour are one path
        joined, inner = inner, re.sub(r'<path d="([^"]+z)" (fill="[^"]+")/><path d="([^"]+z)" \2/>',
                                      r'<path d="\1\3" \2/>', inner)
    return re.sub(r"#(\w)\1(\w)\2(\w)\3\b", r"#\1\2\3", inner)


def decimal(number: float) -> str:
    """One decimal, or none where half a unit doesn't show."""
    found = f"{number:.0f}" if abs(number) > 4 else f"{number:.1f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", found) if found != "-0" else "0"


def small_cover(cover: Path) -> Image.Image:
    """As wide as two columns of a phone, in its pixels."""
    return Image.open(cover).convert("RGB").resize((480, 320), Image.Resampling.LANCZOS)


def main() -> None:
    for cover in GAMES.glob("*/cover.png"):
        small_cover(cover).save(cover.with_name(SMALL_COVER), quality=70, method=6)
    for game, ground in GROUNDS.items():
        shared: dict[str, str] = {}
        symbols = [symbol(game, name, shared) for name in PICTURES.get(game, ())]
        inner = "\n".join((*shared.values(), *symbols, *ground(WIDE[game])))
        text = f'<svg xmlns="http://www.w3.org/2000/svg">\n{inner}\n</svg>\n'
        (GAMES / game / "page.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
