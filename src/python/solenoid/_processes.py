"""The processes that have a simulation together."""

from typing import Any, Tuple

from .errors import ArgumentError

ALONE, LAUNCHED, COMMUNICATOR = 0, 1, 2  # enum solenoid_processes


class Processes:
    """Which ones, and how they share the grid."""

    def __init__(self, processes: Any = None, layout: str = "", transport: str = "") -> None:
        self._layout, self._transport = layout, transport
        self._kind, self._communicator = ALONE, 0
        if processes == "launched":
            self._kind = LAUNCHED
        elif hasattr(processes, "py2f"):
            self._kind, self._communicator = COMMUNICATOR, processes.py2f()
        elif processes is not None:
            raise ArgumentError(f"processes is {processes!r}; expected \"launched\" or a communicator "
                                "of mpi4py")

    def options(self) -> Tuple[int, int, bytes, bytes]:
        """The fields of the library's options."""
        return self._kind, self._communicator, self._layout.encode(), self._transport.encode()
