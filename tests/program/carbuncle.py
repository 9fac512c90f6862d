"""Solvers that keep a contact let a strong shock along the grid break, as published; hll keeps it, and so
does hllcm for a while, which keeps contacts, too."""

import os
from pathlib import Path

from _program import Scene, check

DECK = Path(os.environ.get("SOLENOID_SOURCE_DIR", ".")) / "inputs/carbuncle.toml"


def largest_along(scene, solver):
    """The largest velocity along the shock after the first rows, in which noise meets it."""
    scene.run("run", DECK, "--quiet", "--set", f"solver.riemann={solver}", "--set", "run.end_time=20",
              "--out", solver)
    lines = (scene.folder / solver / "carbuncle.hst").read_text().splitlines()
    return max(float(line.split()[-1]) for line in lines[4:])


with Scene() as scene:
    for solver in ("hllc", "roe", "exact"):
        along = largest_along(scene, solver)
        check(along > 0.1, f"{solver}: {along}, the shock did not break")
    for solver in ("hll", "hllcm"):
        along = largest_along(scene, solver)
        check(along < 2e-3, f"{solver}: {along}, the shock broke")
