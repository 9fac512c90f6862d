"""Simulations of several processes whose fields stay in parts: each process reads and sets its own, to
the bits of one process, from C++ and Python; what is wrong in one is said in all of them."""

import _package
from _own_parts import check_cpp, compile_cpp, python, run
from _page import SOURCE, programs
from _program import Scene, check

# The deck, the number of processes, the layout and what is changed: cuts along each axis into uneven parts, fields on
# faces, derived ones that need neighbours, formulas of several of these, single precision.
CASES = [
    ("orszag-tang", 3, "3x1x1", ["grid.cells=[25,20]", 'fields.mix="mach_number*entropy + x"']),
    ("orszag-tang", 4, "2x2x1", ["grid.cells=[25,21]", 'solver.scheme="relaxing-tvd"',
                                 "solver.pressure_floor=1e-3"]),
    ("forced-mhd", 2, "1x1x2", ["grid.cells=[16,12,11]", 'run.precision="single"']),
]
MISTAKES = [
    ("along y the box of {first} has", "{last}"), ("along y the box of {first} has", "{last}"),
    ("expected a finite number", "{last}"), (", and process 0 gets {first} of its own part: all of them make", "{last}"),
    ("there is no field 'colour'; the fields are", "0"),
    ("is no field that can be set; these can", "0"), ("the array of values of {first} is missing", "0"),
    ("the file of this process is not there", "{last}"),
    ("this process gets {first} of its own part, and process 0 gets one box of 32 bytes for all: all of them make",
     "{last}"),
    ("this process sets one box for all, and process 0 sets {first} of its own part: all of them make", "{last}"),
    ("this process gets one box of 24 bytes for all, and process 0 gets one box of 32 bytes for all", "{last}"),
    ("this process takes steps, and process 0 asks for the history", "{last}"),
    ("the disk of this process is full", "{last}"),
    ("along y the box of {first} has", "{last}"), ("along y the box of {first} has", "{last}")]
CALLS = """
import os, sys
import numpy, solenoid
deck, overrides = sys.argv[1], {"grid.cells": [13, 11]}
alone = solenoid.Simulation(deck, device="cpu", **overrides)
s = solenoid.Simulation(deck, device="cpu", processes="launched", layout="3x1x1", **overrides)
said = open(f"said-{os.getpid()}", "w")
same = lambda name: numpy.array_equal(s.local[name], alone[name][s.part])
def wave(x, y):
    return 1 + 0.1*numpy.sin(2*numpy.pi*x)*numpy.cos(2*numpy.pi*y)
for of, at in ((alone, alone), (alone.local, alone), (s.local, s.local)):
    of["density"] = wave(at.x, at.y)
assert alone.part == (slice(0, 11), slice(0, 13)) and alone.local.shape == alone.shape
alone["pressure", 4:6] = 0.3
s.local["pressure", 4:6, :] = 0.3
alone["velocity_x", :, 0] = 0.5   # which process 0 has alone
s.local["velocity_x", :, 0:int(s.part[1].start == 0)] = 0.5
s.step(5); alone.step(5)
assert all(same(name) for name in s.fields)
assert s.local.shape == s.local["density"].shape == (11, s.part[1].stop - s.part[1].start)
assert numpy.array_equal(s.local["density", 3, 1:], s.local["density"][3, 1:])
first, last = s.part[1].start == 0, s.part[1].stop == 13
for wrong in (lambda: s.local["colour" if last else "density"], lambda: s.local["density", 11 if first else 0],
              lambda: s.local.__setitem__("density", numpy.ones(3) if last else 1),
              lambda: s.local.__setitem__("density", numpy.nan if last else 1)):
    try:
        wrong()
        print("nothing was wrong", file=said)
    except solenoid.ArgumentError as error:
        print(str(error), file=said)
for piece, of_all in ("density", "density"), (("density", 3, slice(0, int(first))), ("density", 3, slice(0, 1))):
    there = s.local.device_array(piece)
    assert there.shape == s.local[piece].shape
    s.local[piece], alone[of_all] = there, alone[of_all]
s.step(2); alone.step(2)
assert all(same(name) for name in s.fields) and s.totals() == alone.totals()
"""

# Functions of Python, and by what they fail: in the processes whose cells are not the first along x, or
# those that have the lower face.
FUNCTIONS = """
import os, sys
import numpy, solenoid
said = open(f"said-{os.getpid()}", "w")
trouble = ""
def push(s, time):
    if s.part != tuple(slice(0, n) for n in s.shape):  # of several processes
        if trouble == "calls":
            s.local["density"]
        if trouble == "raises" and s.part[1].start > 0:
            raise ZeroDivisionError
        if trouble in ("shape", "nan") and s.part[1].start > 0:
            return s.x + 0*s.y if trouble == "shape" else numpy.nan
    return 0.3*numpy.sin(2*numpy.pi*(s.local.x + time))*numpy.cos(2*numpy.pi*s.local.y)
points = []
def wind(s, time, x, y, z):
    points.append(x.size)
    if trouble == "face raises":
        raise ZeroDivisionError
    return 1 + 0.5*numpy.sin(20*time + 1)*numpy.cos(2*numpy.pi*y) + (numpy.nan if trouble == "face nan" else 0)
def heavy(s, time, x, y, z):
    return -1 if trouble == "negative" else numpy.ones(x.size)
def simulation(scheme, **processes):
    isothermal = scheme == "finite-difference"
    deck = {"run": {"end_time": 0.4}, "grid": {"cells": [19, 12], "upper": [2, 1], "boundary_x": ["fixed", "fixed"]},
            "physics": {"equations": "isothermal", "viscosity": 0.05} if isothermal else {"equations": "hydrodynamics"},
            "solver": {"scheme": scheme}, "initial": {"velocity_x": 1}}
    if not isothermal:
        deck["initial"].update(density=1, pressure=1)
        deck["grid"].update(boundary_x=["fixed", "outflow"], boundary_y="reflecting")
    faces = {"velocity_x": wind} if isothermal else {"velocity_x": wind, "density": heavy}
    return solenoid.Simulation(deck, device="cpu", sources={"velocity_y" if isothermal else "acceleration_y": push}, boundaries={"lower_x": faces},
                               **processes)
for scheme in ("muscl-hancock", "relaxing-tvd", "finite-difference"):
    alone, s = simulation(scheme), simulation(scheme, processes="launched", layout=sys.argv[1])
    points.clear()
    alone.step(3)
    all_points = max(points)
    points.clear()
    s.step(3)
    # Those beside a cut, too, are ghosts of the part.
    assert bool(points) == (s.part[1].start == 0)
    assert s.local.shape[0] == 12 or max(points, default=0) < all_points
    for trouble in ("calls", "raises", "shape", "nan", "face raises", "face nan", "negative"):
        if trouble == "negative" and scheme == "finite-difference":
            continue
        try:
            s.step(2)
            print("nothing was wrong", file=said)
        except Exception as error:
            print(f"{scheme}, {trouble}: {error!r}", file=said)
        step, trouble = s.steps, ""
        alone.step(step - alone.steps)
        for name in alone.state_fields:
            alone[name] = s.local[name] = 1.0 if name in ("density", "pressure") else 0.1
        alone.step(2)
        s.step(2)
        assert all(numpy.array_equal(s.local[name], alone[name][s.part]) for name in s.fields)
        assert s.totals() == alone.totals()
# What is read with values that a function could not give is not kept for those who read once more, or step.
reads = (lambda of: of.with_ghosts("velocity_x"), lambda of: of.rate("velocity_x"), lambda of: of["vorticity_z"])
for number, read in enumerate((*reads, *reads)):
    calm, alone = (simulation("finite-difference") for _ in range(2))
    s = simulation("finite-difference", processes="launched", layout=sys.argv[1])
    for of in (calm, alone, s.local):
        of["velocity_x"] = 0.25*(1 + of.x*of.y)
    for of in (alone, s.local if number < len(reads) else s):
        trouble = "face raises"
        try:
            read(of)
            print("what no function has given is read", file=said)
        except (ZeroDivisionError, solenoid.ArgumentError):
            trouble = ""
        found = read(of)
        assert of not in (alone, s) or numpy.array_equal(found, read(calm))
    for of in (calm, alone, s):
        of.step(2)
    assert all(numpy.array_equal(of["velocity_x"], calm["velocity_x"]) for of in (alone, s))
    s.close()  # in all at once
"""


def check_page(scene):
    scene.write("heat.cpp", programs("docs/library.md", "cpp")[3])
    compile_cpp(scene, "heat.cpp", "heat")
    deck = scene.deck(cells=16)
    said = run(scene, 3, "./heat", deck)
    check(len(said) == 3 and len({line.split(", ")[-1] for line in said}) == 1, "\n".join(said))


def check_functions(scene):
    said = python(scene, 4, FUNCTIONS, "2x2x1")
    check(len(said) == 4 and {len(own) for own in said} == {20}, f"{said}")
    for texts in zip(*said):
        # Each raises what its own function has, or what it was told.
        told = {text for text in texts if "(process " in text}
        own = {text.split(": ")[1][:17] for text in texts if "(process " not in text}
        check(len(told) == (0 if ", calls" in texts[0] else 1) and
              own <= {"ZeroDivisionError", "ArgumentError('th"}, "\n".join(texts))


def check_python(scene):
    said = python(scene, 3, CALLS, SOURCE / "inputs/orszag-tang.toml")
    check(len(said) == 3 and said[0] == said[1] == said[2], f"{said}")
    for text, words in zip(said[0], ("there is no field 'colour'", "density has no number 11 along y",
                                     "density takes an array of the shape ", "density is nan in cell (9, 0, 0)")):
        check(words in text and "(process " in text, text)


with Scene() as scene:
    check_cpp(scene, "own_parts", CASES, 2 * MISTAKES)
    check_page(scene)
    if _package.is_built():
        check_python(scene)
        check_functions(scene)
