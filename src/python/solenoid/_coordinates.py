"""Coordinates of cells, of all of a box or of a part."""

import numpy


class Coordinates:
    """x, y and z by what _coordinate(axis) gives."""

    @property
    def x(self) -> numpy.ndarray:
        """Coordinates of cells' centres along x; with y and z shaped to be used in expressions of all
        of it: `s["density"] = 1 + 0.1 * numpy.sin(s.x) * numpy.cos(s.y)`, and so of `s.local`."""
        return self._coordinate(0)

    @property
    def y(self) -> numpy.ndarray:
        """The same along y."""
        return self._coordinate(1)

    @property
    def z(self) -> numpy.ndarray:
        """The same along z."""
        return self._coordinate(2)

    def _coordinate(self, axis):
        raise NotImplementedError
