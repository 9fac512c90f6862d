"""Decks that several processes run as one does, and what shows that they did."""

import filecmp
from concurrent.futures import ThreadPoolExecutor

from _mpirun import ENVIRONMENT, require_mpi
from _program import Scene, check

BOX = """
[run]
end_time = 100
max_steps = 6

[grid]
cells = [14, 11, 10]
{boundaries}

[initial]
density = "1 + 0.3*sin(2*pi*x)*cos(2*pi*(y + z))"
velocity_x = "0.2*sin(2*pi*(y - z))"
velocity_y = "0.1*cos(2*pi*x)"
velocity_z = "0.3*sin(2*pi*(x + y))"
pressure = "1 + 0.1*cos(2*pi*(x - z))"
magnetic_field_x = 0.5
magnetic_field_y = 0.2
magnetic_field_z = 0.1

[fields]
twist = "vorticity_x*density*sin(z) + velocity_divergence*t"

[[output]]
type = "hdf5"
name = "fields"
fields = ["density", "pressure", "magnetic_field_z", "vorticity_x", "twist"]
every_steps = 3

[[output]]
type = "history"
every_steps = 2
numbers = {{ spin = "rms(twist, density)", peak = "max(vorticity_magnitude) - min(twist)" }}

[[output]]
type = "png"
name = "cut"
fields = ["density"]
every_steps = 6

[[output]]
type = "profile"
axis = "x"
fields = ["twist", "vorticity_x"]
weight = "density"
statistics = ["mean", "rms", "min", "max"]

[[output]]
type = "histogram"
fields = ["twist", "pressure"]
weight = "vorticity_magnitude"
bins = 20
"""
VOLUME = """
[[output]]
type = "png"
name = "box"
view = "volume"
fields = ["twist", "pressure"]
camera = [200, -30]
surfaces = [0.02, 1]
surface_opacity = 0.5
size = "300"
every_steps = 6
"""
PERIODIC = ""
WALLS = """boundary_x = "outflow"
boundary_y = "reflecting"
"""
OPEN = """boundary_x = "outflow"
boundary_y = "outflow"
boundary_z = "outflow"
"""


def check_same_files(one, many, what):
    """Checkpoints, fields, pictures, spectra, tables and histories, byte for byte."""
    names = sorted(path.name for path in one.iterdir()
                   if path.suffix in (".h5", ".athdf", ".png", ".hst", ".tab"))
    check(any(name.endswith(".checkpoint.h5") for name in names), f"{what}: only {names} are there")
    _, different, missing = filecmp.cmpfiles(one, many, names, shallow=False)
    check(not different + missing, f"{what}: {different} differ, {missing} cannot be compared")
    return names


def rows_of(file):
    return [[float(word) for word in line.split()]
            for line in file.read_text().splitlines() if not line.startswith("#")]


def run_all(*tests):
    """Runs tests beside each other: they mostly wait, for processes to start and to end, and for the disk."""
    with Scene() as scene:
        ENVIRONMENT["SOLENOID_CACHE"] = scene.kept_modules()["SOLENOID_CACHE"]
        require_mpi(scene, scene.write("first.toml", BOX.format(boundaries=PERIODIC)))
        with ThreadPoolExecutor(max_workers=3) as pool:
            for test in [pool.submit(test, scene) for test in tests]:
                test.result()
