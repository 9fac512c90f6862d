"""Functions of Python that act on a simulation from outside."""

import weakref

import numpy

from ._library import Source, SourceFunction, call
from .errors import SolenoidError


class Sources:
    """What a simulation is made with. What the functions raise is kept until the library comes back."""

    def __init__(self, simulation, functions):
        self._simulation = weakref.ref(simulation)
        self._raised = None
        # The library calls these as long as the simulation lives.
        self._given = [SourceFunction(self._caller(function)) for function in functions.values()]
        self.table = (Source * len(functions))(*[
            Source(name.encode(), give, None) for name, give in zip(functions, self._given)])

    def _caller(self, function):
        def give(_, time, values):
            try:
                simulation = self._simulation()
                shape = simulation.shape
                array = numpy.ctypeslib.as_array(values, (int(numpy.prod(shape)),)).reshape(shape)
                array[...] = function(simulation, time)
            except BaseException as error:  # pylint: disable=broad-except
                self._raised = error
                return 1
            return 0
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
