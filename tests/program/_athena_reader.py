"""What athena_read.py of Athena++ does with an .athdf file of one level and with a .hst file.

Written anew, with the same assumptions about types and shapes: what this cannot read, the users'
own scripts cannot read either.
"""

import re

import h5py
import numpy


def _names(attribute):
    # athena_read calls decode: only byte strings of fixed length have it.
    return [name.decode("ascii") for name in attribute[:]]


def _locate(variable, names, sizes):
    """Dataset number of a variable and its index there."""
    number = names.index(variable)
    ends = numpy.cumsum(sizes)
    dataset = int(numpy.where(ends > number)[0][0])
    return dataset, number - int(ends[dataset] - sizes[dataset])


def _faces(file, direction, cells):
    attributes = file.attrs
    key = f"x{direction}f"
    if cells == 1:
        return numpy.array([file[key][0, 0], file[key][0, 1]])
    assert attributes[f"RootGridX{direction}"][2] == 1.0, "not uniform"
    return file[key][0, :]


def athdf(path):
    """Attributes, coordinates and every variable as [nz][ny][nx]."""
    with h5py.File(path, "r") as file:
        attributes = file.attrs
        data = {key: attributes[key] for key in attributes}
        assert attributes["Coordinates"].decode("ascii") == "cartesian"
        assert list(range(attributes["NumMeshBlocks"])) == [0]
        if file["x1v"][:].min() < attributes["RootGridX1"][0]:
            raise ValueError("ghost cells in the file")
        block, root = attributes["MeshBlockSize"], attributes["RootGridSize"]
        shape = []
        for size, whole in zip(block, root):
            assert size in (1, whole), "blocks do not fill the grid"
            shape.append(1 if size == 1 else int(whole * 2 ** attributes["MaxLevel"]))
        for direction, cells in enumerate(shape, start=1):
            faces = _faces(file, direction, cells)
            data[f"x{direction}f"] = faces
            data[f"x{direction}v"] = 0.5 * (faces[:-1] + faces[1:])
        datasets = _names(attributes["DatasetNames"])
        sizes = attributes["NumVariables"][:]
        variables = _names(attributes["VariableNames"])
        kind = file[attributes["DatasetNames"][0]].dtype.newbyteorder("=")
        for variable in variables:
            dataset, index = _locate(variable, variables, sizes)
            values = numpy.zeros(shape[::-1], dtype=kind)
            values[:] = file[datasets[dataset]][index, 0, :]
            data[variable] = values
        return data


def hst(path):
    """Columns by label."""
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    if lines[0] != "# Athena++ history data":
        raise ValueError("no header")
    labels = re.findall(r"\[\d+\]=(\S+)", lines[1])
    if not labels or labels[0] != "time":
        raise ValueError("the first column is not time")
    rows = [[float(word) for word in line.split()] for line in lines[2:]]
    assert all(len(row) == len(labels) for row in rows), "a row with another number of columns"
    return {label: numpy.array(column) for label, column in zip(labels, zip(*rows))}
