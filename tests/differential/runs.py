"""Runs generated decks as a user does, whole, in parts, and stopped half-way and gone on with, and
compares the files that they leave."""

import shutil

from deck_runs import Outcome
from machine import PEACEFUL, run

STEPS = 6  # at most


def differences_of_hdf5(first, other):
    """Names of arrays that differ in a bit, but in which NaN it is."""
    import h5py
    import numpy

    def arrays(path):
        found = {}
        with h5py.File(path, "r") as file:
            file.visititems(lambda name, item: found.update({name: item[...]}) if hasattr(item, "shape") else None)
        return found

    def same(a, b):
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        if a.dtype.kind != "f":
            return numpy.array_equal(a, b)
        bits = f"u{a.dtype.itemsize}"
        return bool((((a.view(bits) == b.view(bits)) | (numpy.isnan(a) & numpy.isnan(b)))).all())

    a, b = arrays(first), arrays(other)
    return [name for name in {**a, **b} if name not in a or name not in b or not same(a[name], b[name])]


def rows_of(path):
    """The lines of a table below its head."""
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def by_moment(folder, stopped):
    """Files of a run by what they are of and the moment that they show. Pictures do not say it: of a run
    that stopped, whose numbers are others, the last one alone counts."""
    import h5py

    files = {}
    for path in sorted(folder.iterdir()):
        name = path.name.split(".")[1] if "." in path.name else path.name
        if path.suffix == ".athdf":
            with h5py.File(path, "r") as file:
                files[name, float(file.attrs["Time"])] = path
        elif path.suffix == ".tab":
            files[name, path.read_text().split("time=")[1].split()[0]] = path
        elif path.suffix == ".png":
            files[path.name.rsplit(".", 2)[0] if stopped else path.name, ""] = path
        elif path.suffix == ".hst" or path.name.endswith("checkpoint.h5"):
            files[path.name, ""] = path
    return files


def differences(whole, other, stopped, on_gpu):
    """What of the files of a run differs from those of the whole one."""
    a, b = by_moment(whole, stopped), by_moment(other, stopped)
    found = [f"{name} {moment} is missing" for name, moment in a if (name, moment) not in b]
    if not stopped:
        found += [f"{name} {moment} is there" for name, moment in b if (name, moment) not in a]
    for key in a.keys() & b.keys():
        first, second = a[key], b[key]
        if first.suffix in (".athdf", ".h5"):
            found += [f"{first.name}: {name}" for name in differences_of_hdf5(first, second)]
        elif first.suffix == ".png":
            if first.read_bytes() != second.read_bytes():
                found.append(first.name)
        elif first.suffix == ".hst":
            # Where a run stopped there is a row, too; sums of a GPU round in another order.
            rows = set(rows_of(second))
            if not on_gpu and any(row not in rows for row in rows_of(first)):
                found.append(first.name)
        elif rows_of(first) != rows_of(second):
            found.append(first.name)
    return sorted(found)


def run_case(build, case, folder, device, parts):
    """`parts`: processes that compute a part each; 1: none. What failed stays in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    deck = folder / "deck.toml"
    case.write(deck)
    steps = min(max(case.steps, 2), STEPS)

    def go(name, last, *options):
        return run([str(build.folder / "solenoid"), "run", str(deck), "--steps", str(last), "--out", str(folder / name),
                    *options], {**PEACEFUL, "SOLENOID_CACHE": str(build.folder / "differential/modules")}, 300)

    status, output = go("whole", steps, "--device", "cpu", "--threads", "1")
    if status != 0:
        shutil.rmtree(folder)
        # Noise in a vector potential leaves a divergence of rounding; all else is to be run.
        broke = status == 3 or (status == 2 and "the magnetic field has the divergence" in output)
        result = "refused" if broke else "invalid" if status == 2 else "crashed"
        return Outcome(case, result, 1, output[-400:], f"exit status {status}")
    found, ways = [], 2
    status, output = go("stopped", steps // 2, "--device", device, "--threads", "1")
    if status == 0:
        status, output = go("stopped", steps, "--device", device, "--threads", "2", "--restart",
                            str(folder / "stopped/deck.checkpoint.h5"))
    found += [f"stopped and gone on with: {text}" for text in
              ([output[-400:]] if status else differences(folder / "whole", folder / "stopped", True, device == "gpu"))]
    if parts > 1:
        status, output = go("parts", steps, "--device", "cpu", "--threads", "1", "--ranks", str(parts))
        cannot = status == 2 and "cut" in output  # grids that are too small
        ways += not cannot
        if not cannot:
            found += [f"in {parts} parts: {text}" for text in
                      ([output[-400:]] if status else differences(folder / "whole", folder / "parts", False, False))]
    if not found:
        shutil.rmtree(folder)
    return Outcome(case, "different" if found else "same", ways, "; ".join(found[:4]), "finished")
