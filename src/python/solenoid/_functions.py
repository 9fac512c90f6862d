"""Functions of Python in place of expressions of a deck."""

import weakref

import numpy

from .errors import ArgumentError


class Functions:
    """What a simulation is made with: functions by the names of `sources`, and of `boundaries`, such as
    "lower_x.velocity_y". What they raise ends the call of the library that asks for values."""

    def __init__(self, simulation, sources, boundaries):
        self._simulation = weakref.ref(simulation)
        self.sources = dict(sources)
        self.boundaries = {f"{face}.{field}": give for face, fields in boundaries.items()
                           for field, give in fields.items()}

    def give_source(self, name, time, values):
        """Fills memory with the values of a source in the cells of this process."""
        simulation = self._simulation()
        shape = simulation.local.shape
        given = numpy.asarray(self.sources[name](simulation, time))
        if shape != simulation.shape and any(
                size not in (1, own) for size, own in zip(given.shape[::-1], shape[::-1])):
            raise ArgumentError(
                f"the function of {name} gives an array of the shape {given.shape}; expected "
                f"{shape}, that of the part of this process: s.local has its coordinates")
        numpy.frombuffer(values).reshape(shape)[...] = given

    def give_boundary(self, name, time, x, y, z, values):
        """Fills memory with the values at points behind a face."""
        points = [numpy.frombuffer(axis) for axis in (x, y, z)]
        numpy.frombuffer(values)[...] = self.boundaries[name](self._simulation(), time, *points)
