"""Fewer colours, for small files."""

from PIL import Image, ImageColor

from companion.core.seats import SEATS

COLOURS = 256


def with_few_colours(picture: Image.Image) -> Image.Image:
    """Reduce the colours for a small file, but keep the seats', so that no yellow token turns orange."""
    seats = [channel for seat in SEATS for channel in ImageColor.getrgb(seat.fill)]
    colours = (COLOURS if picture.width < 1000 else COLOURS // 2) - len(SEATS)
    own = picture.quantize(colours, kmeans=1, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(seats + own[:3 * colours])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)
