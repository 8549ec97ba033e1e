"""Photographs that people send: decoded and encoded anew, so that nothing is kept of them but the picture."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from controller.refusals import Code, Refused

KINDS: Final = ("JPEG", "PNG", "WEBP")
SIDE: Final = 2000
"""Pixels of the longer side that are kept: a sheet of A4 can be read at 170 dots per inch."""
MOST_PIXELS: Final = 24_000_000
"""Of what is sent: some 70 MB while it is decoded. Our pages make a photograph smaller before they send it."""
QUALITY: Final = 80


def re_encoded(data: bytes) -> bytes:
    """As JPEG, upright, without place, time and whatever else came with it. Raises ``Refused``."""
    from PIL import Image, ImageOps, UnidentifiedImageError  # 12 MB that a hall without photographs does not need

    try:
        with Image.open(BytesIO(data), formats=KINDS) as given:
            if given.width * given.height > MOST_PIXELS:
                raise Refused(Code.BAD_PHOTO, f"has more than {MOST_PIXELS // 1_000_000} million pixels", field="photo")
            given.draft("RGB", (SIDE, SIDE))
            upright = ImageOps.exif_transpose(given).convert("RGB")
    except UnidentifiedImageError:
        raise Refused(Code.BAD_PHOTO, f"is not of the kinds {', '.join(KINDS)}", field="photo") from None
    except (OSError, ValueError, SyntaxError, ArithmeticError, Image.DecompressionBombError) as error:
        raise Refused(Code.BAD_PHOTO, "cannot be decoded", field="photo") from error
    upright.thumbnail((SIDE, SIDE))
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)  # comments of a picture go along with it, its pixels do not have any
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
