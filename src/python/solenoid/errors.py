"""What goes wrong, in the words that the program prints."""


class SolenoidError(RuntimeError):
    """Anything that Solenoid refuses or cannot do; the others are of this kind."""


class DeckError(SolenoidError, ValueError):
    """A deck with mistakes; `problems` lists them all, each with its file and line."""

    def __init__(self, message):
        super().__init__(message)
        self.problems = message.splitlines()[1:]


class ArgumentError(SolenoidError, ValueError):
    """What was asked for cannot be had."""


class StateError(SolenoidError, ArithmeticError):
    """The state cannot go on. Its fields can be read and set, and other simulations stepped."""


class FileError(SolenoidError, OSError):
    """A file could not be written."""


class ProgramError(SolenoidError):
    """A stencil program could not be compiled or loaded."""


class OutOfMemoryError(SolenoidError, MemoryError):
    """There is not enough memory."""


KINDS = {1: DeckError, 2: ArgumentError, 3: StateError, 4: FileError, 5: ProgramError,
         6: OutOfMemoryError}


def error_of(status, message):
    """The exception of a status of the library."""
    return KINDS.get(status, SolenoidError)(message)
