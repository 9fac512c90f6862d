"""Functions of Python in place of expressions of a deck."""

import weakref

import numpy

from ._library import Boundary, BoundaryFunction, Source, SourceFunction, call
from .errors import ArgumentError, SolenoidError


class Functions:
    """What a simulation is made with. What the functions raise is kept until the library comes back."""

    def __init__(self, simulation, sources, boundaries):
        self._simulation = weakref.ref(simulation)
        self._raised = None
        # The library calls these as long as the simulation lives.
        self._sources = [SourceFunction(self._source(*source)) for source in sources.items()]
        self.sources = (Source * len(sources))(*[
            Source(name.encode(), give, None) for name, give in zip(sources, self._sources)])
        fields = {f"{face}.{field}": give for face, fields in boundaries.items()
                  for field, give in fields.items()}
        self._boundaries = [BoundaryFunction(self._boundary(give)) for give in fields.values()]
        self.boundaries = (Boundary * len(fields))(*[
            Boundary(name.encode(), give, None) for name, give in zip(fields, self._boundaries)])

    def _fill(self, make):
        """Does so; 0, or 1 where it raises."""
        try:
            make()
        except BaseException as error:  # pylint: disable=broad-except
            self._raised = error
            return 1
        return 0

    def _source(self, name, function):
        def give(_, time, values):
            def make():
                simulation = self._simulation()
                shape = simulation.local.shape
                array = numpy.ctypeslib.as_array(values, (int(numpy.prod(shape)),)).reshape(shape)
                given = numpy.asarray(function(simulation, time))
                if shape != simulation.shape and any(
                        size not in (1, own) for size, own in zip(given.shape[::-1], shape[::-1])):
                    raise ArgumentError(
                        f"the function of {name} gives an array of the shape {given.shape}; expected "
                        f"{shape}, that of the part of this process: s.local has its coordinates")
                array[...] = given
            return self._fill(make)
        return give

    def _boundary(self, function):
        def give(_, time, count, x, y, z, values):
            def make():
                points = [numpy.ctypeslib.as_array(axis, (count,)) for axis in (x, y, z)]
                numpy.ctypeslib.as_array(values, (count,))[...] = function(
                    self._simulation(), time, *points)
            return self._fill(make)
        return give

    def call(self, name, *arguments):
        """Calls a function of the library."""
        try:
            call(name, *arguments)
        except SolenoidError:
            raised, self._raised = self._raised, None
            if raised is None:
                raise
            try:
                raise raised from None
            finally:
                del raised  # it knows this frame, and with those above the simulation, which would live on
