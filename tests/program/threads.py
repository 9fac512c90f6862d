"""One thread and two give the same bits; compare tells equal from different."""

import os
import sys

from _program import Scene, check, check_error, check_exists

if len(os.sched_getaffinity(0)) < 2:
    print("one processor only")
    sys.exit(77)

with Scene() as scene:
    deck = scene.deck(cells=48)
    for threads in (1, 2):
        scene.run("run", deck, "--threads", threads, "--out", f"threads{threads}", "--quiet")
    out, _ = scene.run("compare", "threads1", "threads2", "--max-ulp", 0)
    for part in ["vortex.fields.00000.athdf", "density", "magnetic_field_x", "max ulp"]:
        check(part in out, f"'{part}' is missing in:\n{out}")

    for key, choice in (("splitting", "strang"), ("splitting", "symmetric"),
                        ("reconstruction", "primitive")):
        for threads in (1, 2):
            scene.run("run", deck, "--threads", threads, "--out", f"{choice}{threads}", "--quiet",
                      "--set", f"solver.{key}={choice}")
        scene.run("compare", f"{choice}1", f"{choice}2", "--max-ulp", 0)
        scene.run("compare", f"{choice}1", "threads1", "--max-l1", 1e-12, code=1)

    out, _ = scene.run("validate", deck, "--steps", 5)
    check("cpu, 2 threads against cpu, 1 thread" in out or "threads against" in out, out)

    # The same problem with another limiter is another answer.
    scene.run("run", deck, "--set", "solver.limiter=minmod", "--out", "other", "--quiet")
    scene.run("compare", "threads1", "other")
    scene.run("compare", "threads1", "other", "--max-abs", 10)
    for tolerance in ["--max-ulp", "--max-abs", "--max-l1", "--max-l2", "--max-relative"]:
        _, error = scene.run("compare", "threads1", "other", tolerance, 1e-9, code=1)
        check_error(error, "out of tolerance")
    scene.run("run", deck, "--set", "grid.cells=[32,32]", "--out", "coarse", "--quiet")
    _, error = scene.run("compare", "threads1", "coarse", code=2)
    check_error(error)
    _, error = scene.run("compare", "threads1", "absent", code=2)
    check_error(error, "absent")
    check_exists(scene.folder / "threads1/vortex.checkpoint.h5")
