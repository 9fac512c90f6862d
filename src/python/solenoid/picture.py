"""Pictures of fields."""

import os
from typing import Union


class Picture(bytes):
    """The bytes of a PNG file, which a notebook shows."""

    def _repr_png_(self) -> bytes:
        return bytes(self)

    def save(self, file: Union[str, os.PathLike]) -> None:
        with open(file, "wb") as out:
            out.write(self)
