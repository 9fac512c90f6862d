"""Runs that have to stop: exit code 3, what happened, and earlier files untouched."""

import os
import resource
import time

from _program import Scene, check, check_error, check_exists

BLAST = """
[run]
end_time = 1.0
[grid]
cells = [64]
boundary_x = "outflow"
[solver]
limiter = "monotonised-central"
[initial]
density = "abs(x - 0.5) < 0.1 ? 1e-6 : 1"
velocity_x = "x < 0.5 ? -100 : 100"
pressure = 1e-8
magnetic_field_y = "x < 0.5 ? 1 : -1"
[[output]]
type = "hdf5"
name = "fields"
every_steps = 1
"""


def small_files():
    """A disk that fills up: no file may grow beyond 20 kB."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


with Scene() as scene:
    blast = scene.write("blast.toml", BLAST)
    _, error = scene.run("run", blast, "--out", "blast", "--quiet", code=3)
    check_error(error, "unphysical", "cell (", "step ", "time ", "density", "emergency")
    check_exists(scene.folder / "blast/blast.emergency.athdf")
    check_exists(scene.folder / "blast/blast.checkpoint.h5", there=False)

    # The stored energy does not show that the pressure is negative.
    parting = scene.write("parting.toml", """
[run]
end_time = 1
[grid]
cells = [64]
boundary_x = "outflow"
[physics]
equations = "hydrodynamics"
[solver]
scheme = "relaxing-tvd"
[initial]
density = 1
pressure = 1e-3
velocity_x = "x < 0.5 ? -4 : 4"
""")
    _, error = scene.run("run", parting, "--quiet", code=3)
    check_error(error, "total_energy = ", "; its pressure is -", "solver.limiter = \"minmod\"")

    deck = scene.deck()
    scene.write("in_the_way", "a file where a folder should be")
    _, error = scene.run("run", deck, "--out", "in_the_way/below", code=3)
    check_error(error, "in_the_way/below", "no step was taken")

    # The file system refuses to write more: what was there before stays as it was.
    scene.run("run", deck, "--steps", 2, "--out", "full", "--quiet")
    checkpoint = scene.folder / "full/vortex.checkpoint.h5"
    before = checkpoint.read_bytes()
    _, error = scene.run(
        "run", deck, "--steps", 4, "--out", "full", "--restart", checkpoint, "--quiet", code=3,
        preexec_fn=small_files, restore_signals=False,
    )
    check_error(error, "full/vortex.", "the last good checkpoint is ")
    check(checkpoint.read_bytes() == before, "the earlier checkpoint has changed")
    leftovers = [path.name for path in (scene.folder / "full").iterdir() if "tmp" in path.name]
    check(not leftovers, f"half-written files were left behind: {leftovers}")

    # Before the first checkpoint there is nothing to go on from, and that is said.
    _, error = scene.run("run", deck, "--steps", 4, "--out", "empty", "--no-outputs", "--quiet",
                         code=3, preexec_fn=small_files, restore_signals=False)
    check_error(error, "after step 4", "no checkpoint has been written")

    # What a killed run left is removed by the next: as on another machine long ago, but not today.
    left = checkpoint.with_name(f"{checkpoint.name}.tmp-00000000-12-34")
    others = checkpoint.with_name(f"{checkpoint.name}.tmp-00000000-56-78")
    for path in [left, others]:
        path.write_bytes(before)
    two_days_ago = time.time() - 2 * 24 * 3600
    os.utime(left, (two_days_ago, two_days_ago))
    out, _ = scene.run("run", deck, "--steps", 4, "--out", "full", "--restart", checkpoint)
    check(f"removed {left.name}, which a killed run had left" in out, out)
    check_exists(left, there=False)
    check_exists(others)
