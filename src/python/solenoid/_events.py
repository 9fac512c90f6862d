"""What is called between steps, and when: as [[output]] blocks are, without changing a step."""

import math
from dataclasses import dataclass
from typing import Callable, Optional

# A remainder of this part of an interval is rounding.
ROUNDING = 1e-10


@dataclass
class Event:
    do: Callable
    every_time: Optional[float]
    every_steps: Optional[int]
    next_time: float = math.inf

    def schedule(self, time):
        """Everything up to `time` counts as done."""
        if self.every_time is not None:
            self.next_time = (math.floor(time / self.every_time + ROUNDING) + 1) * self.every_time

    @property
    def past(self):
        """The time that a step has to reach."""
        if self.every_time is None:
            return math.inf
        return self.next_time - ROUNDING * self.every_time

    def steps_left(self, step):
        if self.every_steps is None:
            return math.inf
        return self.every_steps - step % self.every_steps

    def is_due(self, time, step):
        return time >= self.past or (self.every_steps is not None and step % self.every_steps == 0)
