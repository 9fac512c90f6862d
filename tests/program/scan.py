"""Scans: every combination in its own folder, going on after a stop, one that fails, the table."""

import csv
import signal
import time

from _program import Scene, check, check_error, check_exists

DECK = """
[run]
end_time = {end_time}
[constants]
B = 0.1
[grid]
cells = [{cells}, {cells}]
[initial]
density = "y > 0.5 ? 1 : 2"
velocity_x = "B"
pressure = "B > 9 && x > 0.9 ? 1e-9 : 1"
magnetic_field_x = "B > 9 ? 1e6*x : B"
"""


def table_of(folder):
    with open(folder / "scan.csv", newline="") as file:
        return list(csv.DictReader(file))


with Scene() as scene:
    deck = scene.write("small.toml", DECK.format(end_time=0.02, cells=16))
    folder = scene.folder / "scans/small"

    # What is wrong with any run is said before the first begins.
    for words, said in [
        (["--set", "constants.B=0.1,0.2", "--set", "grid.cels=8"], "did you mean 'cells'"),
        (["--set", "constants.B=0.1,,0.2"], "value 2 of 3 is empty"),
        (["--set", "constants.B=0.1,max(1,2"], "has no partner"),
        (["--set", "solver.cfl=0.2,7"], "cfl"),
        (["--set", "constants.B=0.1"], "several values"),
        (["--set", "grid.cells=[8,8],[100000,100000]"], "2147483647"),
        ([], "several values"),
    ]:
        _, error = scene.run("scan", deck, *words, code=2)
        check_error(error, said)
    check_exists(scene.folder / "scans", there=False)

    scan = ["scan", deck, "--set", "constants.B=0.1,0.2", "--set", "grid.cells=[8,8],[16,16]"]
    out, _ = scene.run(*scan, "--jobs", "2")
    check("4 runs" in out and "2 at a time" in out, out)
    names = [f"B={b},cells={n}-{n}" for b in ("0.1", "0.2") for n in (8, 16)]
    for name in names:
        check_exists(folder / name / "small.checkpoint.h5")
        check("steps" in (folder / name / "small.log").read_text(), f"no summary in {name}")
    rows = table_of(folder)
    check([row["run"] for row in rows] == names, rows)
    check([row["constants.B"] for row in rows] == ["0.1", "0.1", "0.2", "0.2"], rows)
    check([row["grid.cells"] for row in rows] == ["[8,8]", "[16,16]"] * 2, rows)
    check(all(row["state"] == "finished" and float(row["time"]) == 0.02 for row in rows), rows)
    last = (folder / names[3] / "small.hst").read_text().splitlines()[-1].split()
    check(float(rows[3]["mass"]) == float(last[2]), f"{rows[3]} is not {last}")

    # The same as a run by hand, to the bit.
    scene.run("run", deck, "--set", "constants.B=0.2", "--set", "grid.cells=[16,16]", "--quiet")
    scene.run("compare", "runs/small/small.checkpoint.h5",
              folder / names[3] / "small.checkpoint.h5", "--max-ulp", 0)

    # Again, with one more value: what is finished is left alone. With a later end it goes on.
    before = {name: (folder / name / "small.hst").stat().st_mtime_ns for name in names}
    scan[3] = "constants.B=0.1,0.2,0.3"
    out, _ = scene.run(*scan)
    check("6 runs" in out and "4 finished already" in out, out)
    after = {name: (folder / name / "small.hst").stat().st_mtime_ns for name in names}
    check(before == after and len(table_of(folder)) == 6, out)
    out, _ = scene.run(*scan, "--set", "run.end_time=0.03")
    check("0 finished already, 6 to go on" in out, out)
    check(all(float(row["time"]) == 0.03 for row in table_of(folder)), table_of(folder))
    # Another problem is not mistaken for it.
    _, error = scene.run(*scan, "--set", "physics.gamma=1.4", code=2)
    check_error(error, "another deck", "physics.gamma", "--anew")
    scene.run(*scan, "--set", "physics.gamma=1.4", "--anew")

    # One that fails stops no other.
    out, error = scene.run("scan", deck, "--set", "constants.B=0.1,10,0.2", "--out", "failing",
                           code=3)
    check("failed    B=10: " in out, out)
    check_error(error, "1 of 3 runs failed")
    states = [row["state"] for row in table_of(scene.folder / "failing")]
    check(states == ["finished", "failed", "finished"], states)

    # A stop writes checkpoints, and the same command goes on from them.
    long_deck = scene.write("long.toml", DECK.format(end_time=1000, cells=64))
    words = ["scan", long_deck, "--set", "constants.B=0.1,0.2,0.3", "--jobs", 2, "--out", "long"]
    process = scene.start(*words)
    for _ in range(600):
        if (scene.folder / "long/B=0.2/long.hst").exists():
            break
        time.sleep(0.05)
    _, error = scene.run(*words, code=2)
    check_error(error, "another run writes into long")
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    out, error = process.communicate(timeout=60)
    check(process.returncode == 0, f"exit code {process.returncode}\n{out}{error}")
    check_error(error, "stopped by SIGTERM", "0 of 3", "to go on:", "scan")
    states = [row["state"] for row in table_of(scene.folder / "long")]
    check(states == ["stopped", "stopped", "waiting"], states)
    for name in ["B=0.1", "B=0.2"]:
        check_exists(scene.folder / "long" / name / "long.checkpoint.h5")
    out, _ = scene.run(*words, "--set", "run.max_steps=20000000", "--set", "run.end_time=1e-3")
    check("0 finished" in out or "2 finished already" in out, out)
