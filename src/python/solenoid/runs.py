"""The runs of a scan as one table."""

import glob
import os
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Union

import numpy

from .errors import ArgumentError
from .files import RunFolder


def _is_run(folder):
    return folder.is_dir() and any(
        next(folder.glob(pattern), None) for pattern in ("*.hst", "*.checkpoint.h5", "*.athdf"))


class Runs:
    """Run folders, `Runs("runs/*")`, `Runs("scans/kh")` (the folders in it) or `Runs([folder, ...])`, as a
    table of parameters and summary numbers, in the order of their names.

    `runs["solver.riemann"]` is a key of the resolved decks and `runs["tot-E"]` a quantity of the last
    rows of the histories, an array with a value for each run; `runs[3]` is a RunFolder. `parameters`
    are the keys by which the decks differ, `labels` the quantities of the histories. `table()` is all
    of these as a dict of arrays, for pandas, too: `pandas.DataFrame(runs.table())`; printed are the
    columns that differ. Decks and histories are read when they are first asked for."""

    def __init__(self, where: Union[str, os.PathLike, Iterable[Union[str, os.PathLike]]]) -> None:
        if isinstance(where, (str, os.PathLike)):
            found = [Path(name) for name in glob.glob(os.fspath(where))]
            if len(found) == 1 and found[0].is_dir() and not _is_run(found[0]):
                found = list(found[0].iterdir())
            found = sorted(folder for folder in found if _is_run(folder))
        else:
            found = [Path(folder) for folder in where]
        if not found:
            raise ArgumentError(f"there are no run folders at {where}")
        self.folders: List[Path] = found
        self._runs = [RunFolder(folder) for folder in found]
        self._last_rows: List[Dict[str, float]] = []

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[RunFolder]:
        return iter(self._runs)

    @property
    def names(self) -> List[str]:
        """Names of the folders."""
        return [folder.name for folder in self.folders]

    @property
    def parameters(self) -> List[str]:
        """The keys of decks by which the runs differ, but for titles and what outputs are written."""
        keys: Dict[str, None] = {}
        for run in self._runs:
            keys.update(dict.fromkeys(run.parameters))
        return [key for key in keys if key != "run.title" and not key.startswith("output.") and
                any(run.parameters.get(key) != self._runs[0].parameters.get(key)
                    for run in self._runs)]

    @property
    def labels(self) -> List[str]:
        """The quantities of the histories, in the order of their columns."""
        labels: Dict[str, None] = {}
        for row in self._rows():
            labels.update(dict.fromkeys(row))
        return list(labels)

    def _rows(self):
        if not self._last_rows:
            for run in self._runs:
                try:
                    history = run.history
                except ArgumentError:
                    history = {}
                self._last_rows.append({label: float(column[-1]) for label, column in history.items()
                                        if len(column)})
        return self._last_rows

    def __getitem__(self, key: Union[int, str]) -> Any:
        if not isinstance(key, str):
            return self._runs[key]
        if any(key in row for row in self._rows()):
            return numpy.array([row.get(key, numpy.nan) for row in self._rows()])
        if not any(key in run.parameters for run in self._runs):
            raise KeyError(f"neither the decks nor the histories have {key!r}; the histories have "
                           f"{', '.join(self.labels)}")
        values = [run.parameters.get(key) for run in self._runs]
        if any(isinstance(value, (list, dict)) for value in values):
            column = numpy.empty(len(values), object)
            column[:] = values
            return column
        return numpy.array(values)

    def table(self) -> Dict[str, Any]:
        """The names of the runs, the parameters by which they differ, and the last rows of their
        histories."""
        return {"run": numpy.array(self.names),
                **{key: self[key] for key in [*self.parameters, *self.labels]}}

    def __repr__(self) -> str:
        table = {key: column for key, column in self.table().items()
                 if key in ("run", "time") or any(cell != column[0] for cell in column)}
        rows = [list(table)]
        for cells in zip(*table.values()):
            rows.append([f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in cells])
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                         for row in rows)
