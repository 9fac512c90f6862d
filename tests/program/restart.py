"""A run stopped half-way and restarted gives the bits of an uninterrupted one."""

from _program import Scene, check, check_error, check_exists

with Scene() as scene:
    deck = scene.deck()
    scene.run("run", deck, "--steps", 20, "--out", "whole", "--quiet")
    scene.run("run", deck, "--steps", 9, "--out", "parts", "--quiet")
    checkpoint = scene.folder / "parts/vortex.checkpoint.h5"
    scene.run("run", deck, "--steps", 20, "--out", "parts", "--restart", checkpoint, "--quiet")
    last = sorted((scene.folder / "whole").glob("*.athdf"))[-1]
    continued = sorted((scene.folder / "parts").glob("*.athdf"))[-1]
    scene.run("compare", last, continued, "--max-ulp", 0)

    # From a step within a palindromic pair, by way of a signal-like stop that leaves no extra
    # output: folder and history agree as a whole.
    strang = ["run", deck, "--set", "solver.splitting=strang"]
    scene.run(*strang, "--out", "a", "--quiet")
    scene.run(*strang, "--out", "b", "--steps", 13, "--no-outputs", "--quiet")
    out, _ = scene.run(
        *strang, "--out", "b", "--restart", "b/vortex.checkpoint.h5", "--set", "run.title=again"
    )
    check("changed: run.title" in out, f"the changed key is not listed:\n{out}")
    finals = [sorted((scene.folder / run).glob("*.athdf"))[-1] for run in "ab"]
    scene.run("compare", *finals, "--max-ulp", 0)
    rows = [(scene.folder / run / "vortex.hst").read_text().splitlines()[-1] for run in "ab"]
    check(rows[0] == rows[1], f"the last rows of the histories differ:\n{rows[0]}\n{rows[1]}")

    # The same where steps share sweeps: outputs after every step, or a stop, change nothing.
    merged = ["run", deck, "--quiet"]
    scene.run(*merged, "--out", "straight")
    scene.run(*merged, "--out", "watched", "--set", "output.1.every_steps=1")
    for steps in (13, 14):
        scene.run(*merged, "--out", f"to{steps}", "--steps", steps, "--no-outputs")
        held = f"to{steps}/vortex.checkpoint.h5"
        scene.run(*merged, "--out", f"to{steps}", "--restart", held)
    for other in ("watched", "to13", "to14"):
        files = [sorted((scene.folder / run).glob("*.athdf"))[-1] for run in ("straight", other)]
        scene.run("compare", *files, "--max-ulp", 0)
        scene.run("compare", "straight/vortex.checkpoint.h5", f"{other}/vortex.checkpoint.h5",
                  "--max-ulp", 0)
    out, _ = scene.run(*strang, "--out", "back", "--restart", "to13/vortex.checkpoint.h5")
    check("solver.splitting" in out, f"the other splitting is not listed:\n{out}")

    restart = ["run", deck, "--out", "c", "--restart", checkpoint]
    _, error = scene.run(*restart, "--set", "grid.cells=[64,64]", code=2)
    check_error(error, "another grid", "32 x 32 x 1", "64 x 64 x 1")
    _, error = scene.run(*restart, "--set", "run.precision=single", code=2)
    check_error(error, "run.precision")
    check_exists(scene.folder / "c", there=False)
    _, error = scene.run("run", deck, "--restart", "absent.h5", code=2)
    check_error(error, "absent.h5")
    _, error = scene.run("run", deck, "--restart", deck, code=2)
    check_error(error, "vortex.toml", "not an HDF5 file")

    # Checkpoints and histories can be compared, too.
    states = [f"{run}/vortex.checkpoint.h5" for run in "ab"]
    out, _ = scene.run("compare", *states, "--max-ulp", 0)
    check("momentum_x" in out and "psi" in out, f"not the stored state:\n{out}")
    out, _ = scene.run("compare", "a/vortex.hst", "a/vortex.hst", "--max-abs", 0)
    check("tot-E" in out and "time" in out, f"not the columns of a history:\n{out}")
    scene.run("run", deck, "--steps", 3, "--out", "short", "--quiet")
    out, _ = scene.run("compare", "a/vortex.hst", "short/vortex.hst", "--max-abs", 0)
    check("rows whose times both have" in out, f"not the rows that both have:\n{out}")
    out, _ = scene.run("compare", last, "a/vortex.fields.00000.athdf")
    check("the times differ" in out, f"other times are not mentioned:\n{out}")
    _, error = scene.run("compare", last, checkpoint, "--max-ulp", 1e30, code=1)
    check_error(error, "in A only", "in B only")
