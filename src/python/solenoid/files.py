"""What runs leave behind: outputs, checkpoints, histories, tables, whole folders. Needs h5py for all
but histories and tables."""

import os
import re
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple, Union

import numpy

from . import _toml
from .errors import ArgumentError

# What Athena++'s layout calls our fields.
OUR_NAMES = {"rho": "density", "press": "pressure",
             **{f"vel{n}": f"velocity_{axis}" for n, axis in enumerate("xyz", 1)},
             **{f"Bcc{n}": f"magnetic_field_{axis}" for n, axis in enumerate("xyz", 1)}}


def _h5py():
    try:
        import h5py
    except ImportError:
        raise ImportError("reading outputs and checkpoints needs h5py: install it with 'pip install "
                          "h5py', or Debian's package python3-h5py") from None
    return h5py


def _xarray():
    try:
        import xarray
    except ImportError:
        raise ImportError("this needs xarray: install it with 'pip install xarray'") from None
    return xarray


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class _Fields:
    """Fields of a file by name, read when they are asked for."""

    file: Path
    fields: List[str]

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def _require(self, name):
        if name not in self.fields:
            raise KeyError(f"{self.file} has no field {name!r}; it has {', '.join(self.fields)}")


class Snapshot(_Fields):
    """Fields at one time (.athdf, also Athena++'s own of one block): `snapshot["density"]` has the
    active directions in the order z, y, x; `time`, `step`, `deck`; `x`, `y`, `z`: coordinates of
    cells' centres, shaped for expressions of the whole box."""

    def __init__(self, file: Union[str, os.PathLike]) -> None:
        self.file = Path(file)
        with _h5py().File(self.file) as h5:
            self.time, self.step = float(h5.attrs["Time"]), int(h5.attrs["NumCycles"])
            if int(h5.attrs["NumMeshBlocks"]) != 1:
                raise ArgumentError(f"{self.file} has several blocks; this reads files of one")
            self.version = _text(h5.attrs.get("SolenoidVersion", ""))
            names = [_text(name) for name in h5.attrs["VariableNames"]]
            counts = [int(count) for count in h5.attrs["NumVariables"]]
            centres = [h5[f"x{n}v"][0] for n in (1, 2, 3)]
            self.deck = _text(h5["Deck"][()].flat[0]) if "Deck" in h5 else ""
            datasets = [_text(name) for name in h5.attrs["DatasetNames"]]
        self._places = {}
        for dataset, count in zip(datasets, counts):
            for index in range(count):
                self._places[OUR_NAMES.get(names[len(self._places)], names[len(self._places)])] = (
                    dataset, index)
        self.fields = list(self._places)
        cells = [len(centre) for centre in centres]
        self.shape = tuple(count for count in cells[::-1] if count > 1)
        for axis, name in enumerate("xyz"):
            shape = [cells[axis] if other == axis else 1 for other in (2, 1, 0) if cells[other] > 1]
            setattr(self, name, centres[axis].reshape(shape) if cells[axis] > 1
                    else float(centres[axis][0]))

    def __getitem__(self, name: str) -> numpy.ndarray:
        self._require(name)
        dataset, index = self._places[name]
        with _h5py().File(self.file) as h5:
            return h5[dataset][index, 0].reshape(self.shape)

    def xarray(self, *fields: str) -> Any:
        """These fields, or all, as an xarray.Dataset with coordinates x, y, z and time."""
        dims, coordinates = self._axes()
        return _xarray().Dataset(
            {name: (dims, self[name]) for name in fields or self.fields},
            coords={**coordinates, "time": self.time}, attrs={"file": str(self.file), "step": self.step})

    def _axes(self):
        dims = [axis for axis in "zyx" if isinstance(getattr(self, axis), numpy.ndarray)]
        return dims, {axis: (axis, getattr(self, axis).ravel()) for axis in dims}

    def __repr__(self) -> str:
        return f"<solenoid.Snapshot {self.file}: time {self.time:.9g}, {', '.join(self.fields)}>"


class Checkpoint(_Fields):
    """The state from which a run goes on, field by field as the scheme stores them; `time`, `step`,
    `deck`."""

    def __init__(self, file: Union[str, os.PathLike]) -> None:
        self.file = Path(file)
        with _h5py().File(self.file) as h5:
            if _text(h5.attrs.get("Format", "")) != "Solenoid checkpoint":
                raise ArgumentError(f"{self.file} is not a checkpoint of Solenoid")
            self.time, self.step = float(h5.attrs["Time"]), int(h5.attrs["Step"])
            self.cells = tuple(int(count) for count in h5.attrs["Cells"])
            self.version = _text(h5.attrs["SolenoidVersion"])
            self.deck = _text(numpy.asarray(h5["Deck"][()]).flat[0])
            self.fields = list(h5["arrays"])

    def __getitem__(self, name: str) -> numpy.ndarray:
        self._require(name)
        with _h5py().File(self.file) as h5:
            values = h5["arrays"][name][()]
        # Those on faces have one more along their axis.
        shapes = [[count + (other == axis and count > 1) for other, count in enumerate(self.cells)]
                  for axis in (None, 0, 1, 2)]
        for shape in shapes if "_face_" not in name else [shapes["xyz".index(name[-1]) + 1]]:
            if values.size == numpy.prod(shape):
                return values.reshape([count for count in shape[::-1] if count > 1])
        return values

    def __repr__(self) -> str:
        return f"<solenoid.Checkpoint {self.file}: step {self.step}, time {self.time:.9g}>"


def read_history(file: Union[str, os.PathLike]) -> Dict[str, numpy.ndarray]:
    """The columns of a .hst file, by their labels."""
    labels: List[str] = []
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                labels = re.findall(r"\[\d+\]=(\S+)", line) or labels
    table = numpy.loadtxt(file, ndmin=2)
    if not labels or (table.size and table.shape[1] != len(labels)):
        raise ArgumentError(f"{file} has no header of labels that fits its rows")
    return dict(zip(labels, table.T if table.size else numpy.empty((len(labels), 0))))


class Table(_Fields):
    """A profile, a probability density or a joint density (.tab; docs/outputs.md): `table["pdf"]` is a
    column, of a joint density an array with the first field's bins along its last axis; `kind`, `time`,
    `step`; `notes`: what else the file says, as texts; `fields`: the columns."""

    def __init__(self, file: Union[str, os.PathLike]) -> None:
        self.file = Path(file)
        lines = self.file.read_text(encoding="utf-8").splitlines()
        head = [line[1:].split() for line in lines[:3] if line.startswith("#")]
        if len(head) < 3 or head[1][:1] != ["i"]:
            raise ArgumentError(f"{self.file} is no table of a profile or a density")
        said = dict(word.split("=", 1) for word in head[0] if "=" in word)
        self.kind = said["variables"]
        self.time, self.step = float(said["time"]), int(said["cycle"])
        self.notes = dict(word.split("=", 1) for word in head[2])
        headings = head[1]
        values = numpy.loadtxt(lines, ndmin=2)
        indices = [n for n in (0, 2) if n < len(headings) and headings[n] == "ij"[n // 2]]
        self.shape = tuple(int(values[:, n].max()) + 1 for n in indices)[::-1]
        self.fields = [name for n, name in enumerate(headings) if n not in indices]
        self._columns = {name: values[:, n].reshape(self.shape)
                         for n, name in enumerate(headings) if n not in indices}
        if len(self.shape) == 2:  # coordinates are those of one axis each
            for name, at in zip(self.fields[:2], (numpy.s_[0, :], numpy.s_[:, 0])):
                self._columns[name] = self._columns[name][at]

    def __getitem__(self, name: str) -> numpy.ndarray:
        self._require(name)
        return self._columns[name]

    @property
    def edges(self) -> List[numpy.ndarray]:
        """The edges of the bins of each field of a density."""
        if self.kind == "profile":
            raise ArgumentError(f"{self.file} is a profile, which has no bins")
        found = []
        for lower, upper, scale, count in zip(*(self.notes[name].split(",") for name in
                                                ("lower", "upper", "scale")), self.shape[::-1]):
            space = numpy.geomspace if scale == "log" else numpy.linspace
            found.append(space(float(lower), float(upper), count + 1))
        return found

    def __repr__(self) -> str:
        return f"<solenoid.Table {self.file}: {self.kind}, time {self.time:.9g}, {', '.join(self.fields)}>"


class RunFolder:
    """The folder of a run: `run["fields"]` are the snapshots of the output of that name in the order
    of their times, or the tables of a profile or a density, `run.history` is the history,
    `run.checkpoint` the last checkpoint."""

    def __init__(self, folder: Union[str, os.PathLike]) -> None:
        self.folder = Path(folder)
        self.files: Dict[str, List[Path]] = {}
        self._parameters: Any = None
        for file in sorted([*self.folder.glob("*.athdf"), *self.folder.glob("*.tab")]):
            found = re.fullmatch(r"(.+)\.([^.]+)\.(\d+)\.(athdf|tab)", file.name)
            if found:
                self.files.setdefault(found[2], []).append(file)

    def __repr__(self) -> str:
        return f"<solenoid.RunFolder {self.folder}: {', '.join(self.files) or 'no snapshots'}>"

    @property
    def outputs(self) -> List[str]:
        """Names of outputs that have snapshots or tables here."""
        return list(self.files)

    def __getitem__(self, name: str) -> List[Any]:
        if name not in self.files:
            raise KeyError(f"{self.folder} has no snapshots of {name!r}; it has those of "
                           f"{', '.join(self.files) or 'no output'}")
        return [read(file) for file in self.files[name]]

    def at(self, name: str, time: float) -> Any:
        """The snapshot or the table of an output that is nearest to a time."""
        return min(self[name], key=lambda snapshot: abs(snapshot.time - time))

    def xarray(self, name: str, *fields: str) -> Any:
        """These fields, or all, of the snapshots of an output as an xarray.Dataset with coordinates time,
        z, y, x. All of that is read."""
        snapshots = self[name]
        dims, coordinates = snapshots[0]._axes()
        return _xarray().Dataset(
            {field: (["time", *dims], numpy.stack([snapshot[field] for snapshot in snapshots]))
             for field in fields or snapshots[0].fields},
            coords={**coordinates, "time": [snapshot.time for snapshot in snapshots]},
            attrs={"folder": str(self.folder)})

    @property
    def deck(self) -> str:
        """The resolved deck of the run."""
        for files, kind in ((sorted(self.folder.glob("*.checkpoint.h5")), Checkpoint),
                            (sorted(self.folder.glob("*.athdf")), Snapshot)):
            if files:
                return kind(files[-1]).deck
        raise ArgumentError(f"{self.folder} has neither a checkpoint nor an output with its deck")

    @property
    def parameters(self) -> Dict[str, Any]:
        """All keys of the resolved deck, as "solver.cfl", and their values."""
        if self._parameters is None:
            self._parameters = _toml.flat(self.deck)
        return self._parameters

    @property
    def history(self) -> Dict[str, numpy.ndarray]:
        found = [file for file in sorted(self.folder.glob("*.hst")) if ".spectrum" not in file.name]
        if not found:
            raise ArgumentError(f"{self.folder} has no history")
        return read_history(found[0])

    def spectrum(self, field: str) -> Tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """The power spectra of a field or energy (docs/outputs.md, "Power spectra"): times, the
        numbers of shells, and the power, [time, shell]."""
        found = sorted(self.folder.glob(f"*.{field}.hst"))
        if not found:
            known = [file.name.split(".")[-2] for file in sorted(self.folder.glob("*.spectrum.*.hst"))]
            raise ArgumentError(f"{self.folder} has no spectra of {field!r}; it has those of "
                                f"{', '.join(known) or 'nothing'}")
        columns = read_history(found[0])
        shells = [label for label in columns if label.startswith("k=")]
        return (columns["time"], numpy.array([int(label[2:]) for label in shells]),
                numpy.array([columns[label] for label in shells]).T)

    @property
    def checkpoint(self) -> Checkpoint:
        found = sorted(self.folder.glob("*.checkpoint.h5"))
        if not found:
            raise ArgumentError(f"{self.folder} has no checkpoint")
        return Checkpoint(found[0])


def read(path: Union[str, os.PathLike]) -> Any:
    """What a file or folder of a run holds: a Snapshot of .athdf, a Checkpoint of .h5, a dict of
    columns of .hst, a Table of .tab, a RunFolder of a folder. Fields are read when they are asked for."""
    path = Path(path)
    if not path.exists():
        raise ArgumentError(f"there is no {path}")
    if path.is_dir():
        return RunFolder(path)
    readers = {".athdf": Snapshot, ".h5": Checkpoint, ".hst": read_history, ".tab": Table}
    if path.suffix not in readers:
        raise ArgumentError(f"{path} ends with none of {', '.join(readers)}")
    return readers[path.suffix](path)
