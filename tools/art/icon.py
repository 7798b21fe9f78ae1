"""The mark of Tableside: a lamp beside a round table, and one seat in its light."""

from __future__ import annotations

from .render import ASSETS, bleed, rasterise, write_png
from .svg import circle, document, ellipse, group, linear, path, radial, rect, seat_shape, solid, stroke, text

NIGHT = "#101518"
SIZE = 512.0


def background() -> str:
    return rect(-256, -256, 512, 512, "url(#night)") + circle(40, 30, 330, "url(#warm)")


def table_top() -> str:
    """A round table in the light: the lit top, its edge, and the dark beyond."""
    return (
        ellipse(30, 128, 168, 58, "#0A0D0F", fill_opacity=0.55)
        + ellipse(30, 116, 164, 56, "#5A3418")
        + ellipse(30, 104, 164, 56, "url(#top)")
        + ellipse(30, 104, 163, 55, "none", stroke="#FFE0A8", stroke_width=2.5, stroke_opacity=0.55)
    )


def lamp() -> str:
    """The foot stands beside the table, the arm bends over it."""
    arm = "M-150,140 V-64 C-150,-176 -34,-206 30,-160"
    shade = "M30,-164 C74,-158 106,-116 112,-64 L-52,-64 C-46,-116 -14,-158 30,-164Z"
    return (
        ellipse(-146, 150, 54, 15, "#0A0D0F", fill_opacity=0.5)
        + path("M-200,146 Q-190,124 -150,122 Q-110,124 -100,146 Q-150,160 -200,146Z", "#D9CDB8")
        + path("M-200,144 Q-190,122 -150,120 Q-110,122 -100,144 Q-150,156 -200,144Z", "#F4EFE6")
        + stroke(arm, "#0B0F11", 23)
        + stroke(arm, "#F4EFE6", 14)
        + path(shade, "#0B0F11", stroke="#0B0F11", stroke_width=10, stroke_linejoin="round")
        + path(shade, "url(#shade)")
        + rect(14, -176, 32, 18, "#0B0F11", 8)
        + rect(17, -173, 26, 13, "#F4EFE6", 6)
        + ellipse(30, -64, 82, 14, "#FFF6DE")
        + ellipse(30, -64, 81, 13, "none", stroke="#E8A548", stroke_width=3)
    )


def light() -> str:
    return path("M-50,-62 L-130,100 A164,56 0 0 0 190,100 L110,-62Z", "url(#cone)")


def seat() -> str:
    return (
        ellipse(36, 118, 44, 14, "#3A1D08", fill_opacity=0.55)
        + path("M14,78 H46 L58,112 Q30,124 2,112Z", "#2A1408")
        + group(
            seat_shape(1, 44, 14, fill="#180D08")
            + seat_shape(1, 44, 7, fill="#FFF8EC")
            + seat_shape(1, 44, 0, fill="url(#ember)"),
            x=30,
            y=48,
        )
    )


DEFS = (
    linear("night", solid((0, "#1B2429"), (1, "#0C1113")))
    + radial("warm", [(0, "#FFB65A", 0.42), (0.45, "#D9802E", 0.19), (1, "#C9762A", 0)])
    + radial("top", solid((0, "#FFDFA0"), (0.45, "#EDB060"), (1, "#8A4F22")), (0.5, 0.42), 0.62)
    + linear("cone", [(0, "#FFE09A", 0.9), (0.5, "#FFC266", 0.42), (1, "#FFB650", 0.12)])
    + linear("shade", solid((0, "#FFE7BC"), (0.3, "#FFCB78"), (0.65, "#F7AE48"), (1, "#D27F22")), (0, 0), (1, 0))
    + radial("ember", solid((0, "#FF9A5C"), (0.6, "#FB6824"), (1, "#EC5A18")), (0.4, 0.32), 0.75)
)


def mark() -> str:
    return table_top() + light() + seat() + lamp()


def save(name: str, body: str, size: int, box: tuple[float, float, float, float]) -> None:
    write_png(bleed(rasterise(document(body, box, DEFS), size)), ASSETS / name)


def draw() -> None:
    whole = (-256.0, -256.0, SIZE, SIZE)
    rounded = f'<clipPath id="card">{rect(-256, -256, 512, 512, "#fff", 112)}</clipPath>'
    placed = group(mark(), x=0, y=12, scale=1.12)
    save("icon.png", f'{rounded}<g clip-path="url(#card)">{background()}{placed}</g>', 512, whole)
    save("icon_bg.png", background(), 432, whole)
    save("icon_fg.png", group(mark(), x=2, y=4, scale=0.62), 432, whole)
    name = text("Tableside", 0, 190, 92, "#F4EFE6", "Vollkorn")
    splash = (
        rect(-360, -360, 720, 720, NIGHT)
        + circle(10, -40, 300, "url(#warm)", fill_opacity=0.6)
        + group(mark(), y=-70, scale=0.82)
        + name
    )
    save("presplash.png", splash, 1024, (-360.0, -360.0, 720.0, 720.0))
