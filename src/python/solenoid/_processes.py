"""The processes that have a simulation together."""

from typing import Any

from ._native import Together
from .errors import ArgumentError


class Processes:
    """Which ones, and how they share the grid."""

    def __init__(self, processes: Any = None, layout: str = "", transport: str = "") -> None:
        self._layout, self._transport = layout, transport
        self._kind, self._communicator = Together.alone, 0
        if processes == "launched":
            self._kind = Together.launched
        elif hasattr(processes, "py2f"):
            self._kind, self._communicator = Together.communicator, processes.py2f()
        elif processes is not None:
            raise ArgumentError(f"processes is {processes!r}; expected \"launched\" or a communicator "
                                "of mpi4py")

    def tell(self, options: Any) -> None:
        """Tells the library's options."""
        options.processes, options.communicator = self._kind, self._communicator
        options.layout, options.transport = self._layout, self._transport
