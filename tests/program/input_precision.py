"""A run in double precision whose inputs are those of single precision takes the steps of that."""

import struct

from _program import Scene, check

DECK = """
[run]
end_time = 1
[physics]
equations = "isothermal"
viscosity = 0.01
[solver]
scheme = "finite-difference"
input_precision = "{precision}"
time_step = {step}
[grid]
cells = [16]
[initial]
velocity_z = "sin(2*pi*x)"
[[output]]
type = "history"
every_steps = 1
"""
STEP = 0.1
IN_SINGLE = struct.unpack("f", struct.pack("f", STEP))[0]


def energies(scene, precision, step):
    """Of motion in z after each step, apart from which nothing happens."""
    deck = scene.write("wave.toml", DECK.format(precision=precision, step=repr(step)))
    scene.run("run", deck, "--steps", 3, "--out", "out", "--quiet")
    lines = (scene.folder / "out/wave.hst").read_text().splitlines()
    return [line.split()[2:] for line in lines if not line.startswith("#")]


with Scene() as scene:
    wanted = energies(scene, "single", IN_SINGLE)
    check(len(wanted) == 4, f"rows: {wanted}")
    check(energies(scene, "single", STEP) == wanted, "the step is not that of single precision")
    check(energies(scene, "double", STEP) != energies(scene, "double", IN_SINGLE),
          "the history does not tell the two steps apart")
