"""Functions of Python in place of expressions of a deck."""

import weakref

import numpy

from ._library import Boundary, BoundaryFunction, Source, SourceFunction, call
from .errors import SolenoidError


class Functions:
    """What a simulation is made with. What the functions raise is kept until the library comes back."""

    def __init__(self, simulation, sources, boundaries):
        self._simulation = weakref.ref(simulation)
        self._raised = None
        # The library calls these as long as the simulation lives.
        self._sources = [SourceFunction(self._source(give)) for give in sources.values()]
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

    def _source(self, function):
        def give(_, time, values):
            def make():
                simulation = self._simulation()
                shape = simulation.shape
                array = numpy.ctypeslib.as_array(values, (int(numpy.prod(shape)),)).reshape(shape)
                array[...] = function(simulation, time)
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
            if raised is not None:
                raise raised from None
            raise
