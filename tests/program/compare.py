"""compare pairs the outputs of two runs by time and says what it leaves out."""

from _program import Scene, check, check_error

with Scene() as scene:
    for name, every in [("a", 0.02), ("b", 0.01)]:
        deck = scene.deck(cells=64, end_time=0.04, every_time=every)
        scene.run("run", deck, "--set", f"output.history.every_steps={int(every * 100)}", "--out",
                  name, "--quiet")
    out, _ = scene.run("compare", "a", "b", "--max-ulp", 0)
    check("vortex.fields.00001.athdf and vortex.fields.00002.athdf\n" in out, out)
    check("in B only: vortex.fields.00001.athdf (t = 0.01" in out, out)
    check("in A only" not in out, out)
    out, _ = scene.run("compare", "a/vortex.hst", "b/vortex.hst", "--max-ulp", 0)
    check("whose times both have" in out, out)

    # A run that goes on longer is out of every tolerance, and only said without one.
    scene.run("run", scene.deck(cells=64, end_time=0.02, every_time=0.01), "--out", "short",
              "--quiet", "--set", "output.history.every_steps=1")
    out, _ = scene.run("compare", "b", "short")
    check("in A only: " in out and "vortex.fields.00003.athdf (t = 0.03" in out, out)
    _, error = scene.run("compare", "b", "short", "--max-ulp", 1e9, "--max-abs", 1, code=1)
    check_error(error, "out of tolerance", "vortex.fields.00004.athdf (t = 0.04) is in A only")
    for file in (scene.folder / "short").glob("*.fields.0000[02].athdf"):
        file.unlink()
    (scene.folder / "b/vortex.fields.00001.athdf").unlink()
    _, error = scene.run("compare", "b", "short", code=2)
    check_error(error, "no output of b holds a time of one of short")
