"""Gas that falls out of a box with diodes leaves it along the exact solution, and none comes in through
the upper face; through open faces as much comes in as leaves."""

import os
from pathlib import Path

from _program import Scene, check

DECK = Path(os.environ.get("SOLENOID_SOURCE_DIR", ".")) / "inputs/falling-gas.toml"


def history(scene, cells, *changes):
    """Rows of time, mass and the mean error of the density."""
    sets = [word for change in changes for word in ("--set", change)]
    scene.run("run", DECK, "--quiet", "--out", "run", "--set", f"grid.cells=[{cells}]", *sets)
    lines = (scene.folder / "run/falling-gas.hst").read_text().splitlines()
    columns = [[float(word) for word in line.split()] for line in lines if line[0] != "#"]
    return [(row[0], row[2], row[-1]) for row in columns]


def came_in(rows):
    """The most mass that is there beyond what the lower face left, before the wave is near it."""
    return max(mass - (1 - time**2 / 2) for time, mass, _ in rows if time < 0.85)


with Scene() as scene:
    for scheme in ("muscl-hancock", "relaxing-tvd"):
        chosen = f"solver.scheme={scheme}"
        coarse, fine = (history(scene, cells, chosen) for cells in (50, 200))
        check(fine[-1][0] == 1 and len(fine) == 21, f"{scheme}: {len(fine)} rows to {fine[-1][0]}")
        check(fine[-1][2] < 6e-4, f"{scheme}: error {fine[-1][2]}")
        ratio = fine[-1][2] / coarse[-1][2]
        check(ratio < 0.35, f"{scheme}: ratio of errors {ratio}, of first order 0.25")
        for rows in (coarse, fine):
            check(came_in(rows) < 1e-14, f"{scheme}: {came_in(rows)} came in")
        check(abs(fine[-1][1] - 0.5) < 6e-4, f"{scheme}: mass {fine[-1][1]} at the end")

        if scheme == "muscl-hancock":
            pulled = history(scene, 50, chosen, "physics.gravity=[-1,0,0]", "source.acceleration_x=0")
            check(came_in(pulled) < 1e-14, f"gravity pulled {came_in(pulled)} in")
            check(pulled[-1][2] < 2.5e-3, f"with gravity the error is {pulled[-1][2]}")

        open_faces = history(scene, 50, chosen, "grid.boundary_x=outflow")
        kept = max(abs(mass - 1) for _, mass, _ in open_faces)
        check(kept < 1e-13, f"{scheme}: with open faces the mass changed by {kept}")
        check(came_in(open_faces) > 0.3, f"{scheme}: {came_in(open_faces)} came in by open faces")
