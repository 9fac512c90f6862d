"""Output files of the program have the layout that athena_read, yt, ParaView and VisIt expect."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import _athena_reader as athena  # noqa: E402

DECK = """
[run]
end_time = 0.05
precision = "{precision}"
[grid]
cells = {cells}
upper = [2, 1, 1]
[physics]
gamma = 1.4
[initial]
density = "1 + 0.1 * x + 0.01 * y + 0.001 * z"
pressure = "1"
velocity_x = "0.5"
magnetic_field_z = "0.25"
[[output]]
type = "hdf5"
name = "box"
fields = ["density", "velocity_x", "velocity_y", "velocity_z", "pressure", "magnetic_field_x",
          "magnetic_field_y", "magnetic_field_z", "mach_number", "magnetic_field_magnitude"]
{slice}
[[output]]
type = "history"
every_steps = 1
"""

SLICE = """
[[output]]
type = "hdf5"
name = "slice"
fields = ["density"]
slice = {{ {axis} = 0.3 }}
"""

PART = """
[[output]]
type = "hdf5"
name = "part"
fields = ["density", "velocity_x", "velocity_y", "velocity_z", "pressure"]
crop = {crop}
coarsen = {coarsen}
{cut}
"""

ATTRIBUTES = {  # name: (type, shape)
    "NumCycles": ("int32", ()),
    "Time": ("float64", ()),
    "RootGridX1": ("float64", (3,)),
    "RootGridX2": ("float64", (3,)),
    "RootGridX3": ("float64", (3,)),
    "RootGridSize": ("int32", (3,)),
    "NumMeshBlocks": ("int32", ()),
    "MeshBlockSize": ("int32", (3,)),
    "MaxLevel": ("int32", ()),
    "NumVariables": ("int32", (3,)),
}
DATASETS = {
    "prim": ["rho", "press", "vel1", "vel2", "vel3"],
    "B": ["Bcc1", "Bcc2", "Bcc3"],
    "derived": ["mach_number", "magnetic_field_magnitude"],
}


def run_deck(folder, cells, precision="double", slice_axis=None, part=None):
    deck = folder / "layout.toml"
    cut = SLICE.format(axis=slice_axis) if slice_axis else ""
    cut += PART.format(**part) if part else ""
    deck.write_text(DECK.format(cells=cells, precision=precision, slice=cut), encoding="ascii")
    command = [os.environ["SOLENOID_PROGRAM"], "run", str(deck), "--out", str(folder), "--quiet"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{command} exits with {done.returncode}: {done.stderr}"
    return folder


def check_attributes(file):
    for name, (kind, shape) in ATTRIBUTES.items():
        value = file.attrs[name]
        assert (value.dtype, value.shape) == (numpy.dtype(kind), shape), f"{name} is {value!r}"
    for name in ("Coordinates", "SolenoidVersion", "Device", "Precision"):
        assert isinstance(file.attrs[name], bytes), f"{name} is not a text of fixed length"
    assert file.attrs["DatasetNames"].dtype == "S21"
    assert file.attrs["VariableNames"].dtype.kind == "S"
    assert len(file.attrs["SolenoidVersion"]) > 0
    assert b"end_time" in file["Deck"][()].flat[0], "the deck is not in the file"


def check_datasets(file, cells, precision):
    shape = tuple(cells[::-1])
    assert [name.decode() for name in file.attrs["DatasetNames"]] == list(DATASETS)
    assert [name.decode() for name in file.attrs["VariableNames"]] == sum(DATASETS.values(), [])
    for name, variables in DATASETS.items():
        assert file[name].shape == (len(variables), 1) + shape, f"{name}: {file[name].shape}"
        assert file[name].dtype == {"double": "float64", "single": "float32"}[precision]
    assert (file["Levels"].dtype, file["Levels"].shape) == (numpy.dtype("int32"), (1,))
    locations = file["LogicalLocations"]
    assert (locations.dtype, locations.shape) == (numpy.dtype("int64"), (1, 3))
    for direction, count in enumerate(cells, start=1):
        faces, centres = file[f"x{direction}f"], file[f"x{direction}v"]
        assert faces.shape == (1, count + 1) and centres.shape == (1, count)
        low, high, ratio = file.attrs[f"RootGridX{direction}"]
        assert ratio == 1.0
        numpy.testing.assert_allclose(faces[0], numpy.linspace(low, high, count + 1), rtol=1e-14)
        numpy.testing.assert_allclose(centres[0], (faces[0, 1:] + faces[0, :-1]) / 2, rtol=1e-14)


def expected_density(data):
    x, y, z = data["x1v"], data["x2v"], data["x3v"]
    return 1 + 0.1 * x + 0.01 * y[:, None] + 0.001 * z[:, None, None]


def check_values(data, precision):
    tolerance = {"double": 1e-14, "single": 1e-6}[precision]
    numpy.testing.assert_allclose(data["rho"], expected_density(data), rtol=tolerance)
    for name, value in (("press", 1), ("vel1", 0.5), ("vel2", 0), ("Bcc1", 0), ("Bcc3", 0.25),
                        ("magnetic_field_magnitude", 0.25)):
        numpy.testing.assert_allclose(data[name], value, rtol=tolerance, atol=tolerance)


def check_hyperslab(item, folder):
    """The hyperslab lies in the dataset and has the dimensions that it says."""
    selection, source = list(item)
    begin, stride, count = numpy.array(selection.text.split(), dtype=int).reshape(3, -1)
    path, dataset = source.text.strip().split(":")
    with h5py.File(folder / path, "r") as file:
        values = file[dataset]
        assert source.get("Dimensions") == " ".join(map(str, values.shape)), source.attrib
        assert int(source.get("Precision")) == values.dtype.itemsize
        assert (stride == 1).all() and (begin + count <= values.shape).all(), selection.text
    wanted = [int(number) for number in item.get("Dimensions").split()]
    assert int(numpy.prod(wanted)) == int(numpy.prod(count)), (item.attrib, selection.text)
    return wanted


def check_grid(grid, folder):
    topology, geometry = grid.find("Topology"), grid.find("Geometry")
    points = [int(number) for number in topology.get("Dimensions").split()]
    kind = (topology.get("TopologyType"), geometry.get("GeometryType"))
    assert kind == {2: ("2DRectMesh", "VXVY"), 3: ("3DRectMesh", "VXVYVZ")}[len(points)]
    axes = [check_hyperslab(item, folder)[0] for item in geometry]
    assert axes == points[::-1], "coordinates come x first, dimensions z first"
    attributes = grid.findall("Attribute")
    assert attributes, "no fields"
    for attribute in attributes:
        assert attribute.get("Center") == "Cell"
        cells = check_hyperslab(attribute.find("DataItem"), folder)
        assert cells == [count - 1 for count in points], attribute.attrib
    return float(grid.find("Time").get("Value"))


def check_xdmf(path):
    """Well-formed XML whose references fit the files; returns the times."""
    document = xml.parse(path).getroot()
    assert (document.tag, document.get("Version")) == ("Xdmf", "2.0")
    collection = document.find("Domain/Grid")
    assert collection.get("GridType") == "Collection"
    return collection.get("CollectionType"), [check_grid(grid, path.parent) for grid in collection]


def check_series(folder, name):
    files = sorted(folder.glob(f"*.{name}.*.athdf"))
    assert len(files) >= 2, f"{files}: not the first and the last state"
    times = []
    for file in files:
        assert re.fullmatch(rf"layout\.{name}\.\d{{5}}\.athdf", file.name), file.name
        kind, time = check_xdmf(file.with_name(file.name + ".xdmf"))
        assert (kind, len(time)) == ("Spatial", 1)
        assert time[0] == athena.athdf(file)["Time"]
        times += time
    assert check_xdmf(folder / f"layout.{name}.xdmf") == ("Temporal", times)
    assert times[0] == 0 and times == sorted(set(times)), times
    assert not list(folder.glob("*.tmp*")), "a temporary file was left behind"
    return files


def check_history(folder, volume):
    (path,) = folder.glob("*.hst")
    table = athena.hst(path)
    labels = list(table)
    assert labels[:4] == ["time", "dt", "mass", "1-mom"], labels
    assert (numpy.diff(table["time"]) > 0).all() and len(table["time"]) >= 2
    digits = re.findall(r"\.(\d+)e", path.read_text(encoding="ascii").splitlines()[2])
    assert min(map(len, digits)) >= 15, "too few digits to see whether mass is conserved"
    mean = 1 + 0.1 * 1 + 0.01 * 0.5 + 0.001 * 0.5
    numpy.testing.assert_allclose(table["mass"], mean * volume, rtol=1e-5)


def check_yt(path, precision):
    try:
        import yt
    except ImportError:
        print("yt is not installed: its part is left out")
        return
    yt.set_log_level("error")
    data = yt.load(str(path), parameters={"gamma": 1.4},
                   magnetic_normalization="lorentz_heaviside")
    everything = data.all_data()
    expected = athena.athdf(path)
    tolerance = {"double": 1e-14, "single": 1e-6}[precision]
    for name, field in (("rho", ("gas", "density")), ("press", ("gas", "pressure")),
                        ("vel1", ("gas", "velocity_x")),
                        ("mach_number", ("athena_pp", "mach_number"))):
        found = numpy.sort(numpy.asarray(everything[field]).ravel())
        numpy.testing.assert_allclose(found, numpy.sort(expected[name].ravel()), rtol=tolerance)
    numpy.testing.assert_allclose(numpy.asarray(everything["athena_pp", "Bcc3"]), 0.25, rtol=1e-6)
    assert data.gamma == 1.4 and float(data.current_time) == expected["Time"]


def check_box(cells, precision="double"):
    with tempfile.TemporaryDirectory() as name:
        folder = run_deck(pathlib.Path(name), cells, precision)
        first = check_series(folder, "box")[0]
        with h5py.File(first, "r") as file:
            check_attributes(file)
            check_datasets(file, cells, precision)
        check_values(athena.athdf(first), precision)
        check_history(folder, volume=2.0)
        check_yt(first, precision)


def check_slice(cells, axis):
    with tempfile.TemporaryDirectory() as name:
        folder = run_deck(pathlib.Path(name), cells, slice_axis=axis)
        first = check_series(folder, "slice")[0]
        data = athena.athdf(first)
        number = "xyz".index(axis)
        block = list(cells)
        block[number] = 1
        assert list(data["RootGridSize"]) == list(cells)
        assert list(data["MeshBlockSize"]) == block
        low, high = data[f"x{number + 1}f"]
        assert low <= 0.3 < high, f"the slice lies at {low} to {high}"
        numpy.testing.assert_allclose(data["rho"], expected_density(data), rtol=1e-14)


def check_part(cells, crop, coarsen, faces, slice_axis=None):
    """A part of the box, whose faces these are: a domain of its own to readers."""
    with tempfile.TemporaryDirectory() as name:
        kept = ", ".join(f"{axis} = {ends}" for axis, ends in crop.items())
        cut = f"slice = {{ {slice_axis} = 0.3 }}" if slice_axis else ""
        part = {"crop": f"{{ {kept} }}", "coarsen": coarsen, "cut": cut}
        folder = run_deck(pathlib.Path(name), cells, part=part)
        first = check_series(folder, "part")[0]
        data = athena.athdf(first)
        for number, expected in enumerate(faces, start=1):
            numpy.testing.assert_allclose(data[f"x{number}f"], expected, rtol=1e-14, atol=1e-14)
        # A mean of a linear function is its value in the middle.
        numpy.testing.assert_allclose(data["rho"], expected_density(data), rtol=1e-14)
        assert data["rho"].shape == tuple(len(ends) - 1 for ends in faces)[::-1]
        last = athena.athdf(sorted(folder.glob("*.part.*.athdf"))[-1])
        box = athena.athdf(sorted(folder.glob("*.box.*.athdf"))[-1])
        if not slice_axis:
            for variable in ("rho", "press", "vel1"):
                numpy.testing.assert_allclose(last[variable], means_in(box, variable, faces),
                                              rtol=1e-13)
            check_yt_grid(first, faces)


def means_in(box, variable, faces):
    """Means of the cells of a whole box within the faces of a part."""
    values = box[variable]
    for direction, ends in enumerate(faces, start=1):
        axis = 3 - direction
        centres = box[f"x{direction}v"]
        values = numpy.stack(
            [values.compress((low < centres) & (centres < high), axis).mean(axis)
             for low, high in zip(ends[:-1], ends[1:])], axis)
    return values


def check_yt_grid(path, faces):
    try:
        import yt
    except ImportError:
        return
    yt.set_log_level("error")
    data = yt.load(str(path), magnetic_normalization="lorentz_heaviside")
    numpy.testing.assert_allclose(data.domain_left_edge.d, [ends[0] for ends in faces])
    numpy.testing.assert_allclose(data.domain_right_edge.d, [ends[-1] for ends in faces])
    assert list(data.domain_dimensions) == [len(ends) - 1 for ends in faces]


def main():
    program = os.environ.get("SOLENOID_PROGRAM")
    if not program:
        print("Skipped: SOLENOID_PROGRAM does not name the program.")
        return 77
    check_box([16, 12, 8])
    check_box([16, 12, 1], "single")
    check_box([16, 1, 1])
    for axis in "xyz":
        check_slice([16, 12, 8], axis)
    spaced = numpy.linspace
    check_part([15, 1, 1], {"x": [0.5, 1.45]}, 3, [spaced(0.4, 1.6, 4), [0, 1], [0, 1]])
    check_part([15, 9, 1], {"y": [0.2, 1]}, 3, [spaced(0, 2, 6), spaced(0, 1, 4), [0, 1]])
    check_part([16, 9, 7], {"x": [0.5, 1.25], "z": [0.3, 0.5]}, 1,
               [spaced(0.5, 1.25, 7), spaced(0, 1, 10), spaced(2 / 7, 4 / 7, 3)])
    check_part([16, 12, 8], {"x": [0.3, 0.9], "y": [0.5, 1]}, 2,
               [spaced(0.25, 1, 4), spaced(0.5, 1, 4), spaced(0, 1, 5)])
    check_part([16, 12, 8], {"x": [0.5, 2]}, 4,
               [spaced(0.5, 2, 4), spaced(0, 1, 4), [0.25, 0.375]], slice_axis="z")
    print("The layout is as athena_read, yt, ParaView and VisIt expect it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
