"""The scheme relaxing-tvd as a user calls it: one word changed in a deck."""

import os

from _program import Scene, check, check_error

with Scene() as scene:
    deck = scene.deck(cells=48)
    scheme = ["--set", "solver.scheme=relaxing-tvd"]
    fields = ["--set", 'output.fields.fields=["density", "magnetic_field_x", "magnetic_field_face_x"]']
    for threads in range(1, min(2, len(os.sched_getaffinity(0))) + 1):
        out = f"threads{threads}"
        scene.run("run", deck, *scheme, *fields, "--threads", threads, "--out", out, "--quiet")
        scene.run("compare", "threads1", out, "--max-ulp", 0)
    out, _ = scene.run("compare", "threads1", "threads1", "--max-ulp", 0)
    check("magnetic_field_face_x" in out, f"the field on faces is missing:\n{out}")

    # From within a palindromic pair of steps, with the second order of sweeps.
    for step in (7, 8, 9):
        scene.run("run", deck, *scheme, "--out", "b", "--steps", step, "--no-outputs", "--quiet")
        again = ["--restart", "b/vortex.checkpoint.h5", "--quiet"]
        scene.run("run", deck, *scheme, *fields, "--out", "b", *again)
        finals = [sorted((scene.folder / run).glob("*.athdf"))[-1] for run in ("threads1", "b")]
        scene.run("compare", *finals, "--max-ulp", 0)
    _, error = scene.run("run", deck, "--restart", "b/vortex.checkpoint.h5", code=2)
    check_error(error, "solver.scheme")

    broken = ["--set", "initial.magnetic_field_x=sin(2*pi*x)"]
    _, error = scene.run("run", deck, *scheme, *broken, code=2)
    check_error(error, "divergence", "divergence_tolerance", "vector_potential_x")
    _, error = scene.run("run", deck, *scheme, "--set", "solver.riemann=hll", code=2)
    check_error(error, "riemann", "muscl-hancock")
