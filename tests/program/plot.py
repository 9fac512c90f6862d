"""Pictures of fields, slices and histories; bench and its JSON."""

import json

import _athena_reader as athena
from _program import Scene, check, check_error, check_exists


def check_png(path):
    check_exists(path)
    check(path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")


with Scene() as scene:
    deck = scene.deck()
    out, _ = scene.run("run", deck, "--set", "run.end_time=0.02")
    for part in ["cell updates/s", "bytes per cell", "mass", "drift", "max_divB"]:
        check(part in out, f"'{part}' is missing in the summary:\n{out}")
    folder = scene.folder / "runs/vortex"
    file = folder / "vortex.fields.00000.athdf"
    out, _ = scene.run("plot", file)
    check(out == "vortex.fields.00000.density.png\n", f"plot does not say where to look: {out}")
    check_png(scene.folder / "vortex.fields.00000.density.png")
    check_exists(folder / "vortex.fields.00000.density.png", there=False)
    scene.run("plot", file, "--field", "pressure", "--colours", "inferno", "--range", "-1,1",
              "--out", "pressure.png")
    check_png(scene.folder / "pressure.png")
    scene.run("plot", file, "--slice", "y=0.25", "--out", "line.png")
    check_png(scene.folder / "line.png")
    scene.run("plot", folder / "vortex.hst", "--field", "1-KE", "--field", "1-ME", "--out", "h.png")
    check_png(scene.folder / "h.png")
    history = folder / "vortex.hst"
    scene.run("plot", history, "--field", "1-ME", "--against", "1-KE", "--log", "--log-x",
              "--points", "--title", "energies", "--out", "phase.png")
    check_png(scene.folder / "phase.png")
    check((scene.folder / "phase.png").read_bytes() != (scene.folder / "h.png").read_bytes(),
          "--against, --log, --log-x, --points and --title change nothing")
    _, error = scene.run("plot", history, "--against", "1-KEE", code=2)
    check_error(error, "1-KEE", "1-KE")

    spectra = '[[output]]\ntype = "spectrum"\nevery_steps = 5\n'
    for name, words in [("a", ["--threads", "2"]), ("b", ["--threads", "1"])]:
        scene.run("run", scene.deck("waves", end_time=0.05, extra=spectra), "--out", name, *words)
    tables = [scene.folder / name / "waves.spectrum.kinetic.hst" for name in "ab"]
    check_exists(scene.folder / "a/waves.spectrum.magnetic.hst")
    check_png(scene.folder / "a/waves.spectrum.png")
    check(tables[0].read_bytes() == tables[1].read_bytes(), "spectra depend on the threads")
    rows = [line.split() for line in tables[0].read_text().splitlines()[2:]]
    check(abs(sum(map(float, rows[0][2:])) - 0.5) < 1e-13, "the kinetic energy is not 1/2")
    shells = athena.hst(tables[0])
    check(abs(shells["k=1"][0] - 0.5) < 1e-13, "it is not all in shell 1")
    scene.run("plot", tables[0])
    last = (scene.folder / "waves.spectrum.kinetic.png").read_bytes()
    scene.run("plot", *tables, "--last", 2, "--mark", 3, "--out", "both.png")
    check_png(scene.folder / "both.png")
    scene.run("plot", tables[0], "--last", 2, "--title", "power spectrum, t = 0.0500", "--out",
              "mean.png")
    check((scene.folder / "mean.png").read_bytes() != last, "--last changes nothing")
    scene.run("plot", tables[0], "--field", "k=3", "--out", "shell.png")
    check_png(scene.folder / "shell.png")
    _, error = scene.run("plot", tables[0], "--last", 999, code=2)
    check_error(error, f"has {len(rows)} rows, not the last 999")
    _, error = scene.run("plot", history, "--last", 2, code=2)
    check_error(error, "--last applies to tables of spectra")

    for words, parts in [
        (["--field", "presure"], ["presure", "pressure"]),
        (["--field", "presure", "--contours", "rhoo", "--vectors", "velocit"],
         ["'presure', did you mean 'pressure'?", "no 'velocit_x'", "no 'velocit_y'", "no 'rhoo'"]),
        (["--contours", "density", "--levels", "1,b"], ["--levels", "1,b"]),
        (["--levels", "1,2"], ["--contours"]),
        (["--out", "picture.jpg"], ["picture.jpg", ".png, .pdf or .svg"]),
        (["--out", "picture.png", "--format", "pdf"], ["picture.png", ".pdf"]),
        (["--size", "wide"], ["--size", "8.6cm"]),
        (["--size", "2cm"], ["--size", "points"]),
        (["--points"], ["--points"]),
        (["--label", "a"], ["--label"]),
        (["--slice", "w=1"], ["--slice"]),
        (["--slice", "y=7"], ["outside"]),
        (["--range", "2,1"], ["--range"]),
        (["--colours", "viridi"], ["viridis"]),
        (["--against", "time"], ["--against"]),
    ]:
        _, error = scene.run("plot", file, *words, code=2)
        check_error(error, *parts)
    _, error = scene.run("plot", "absent.athdf", code=2)
    check_error(error, "absent.athdf")
    _, error = scene.run("plot", folder / "vortex.checkpoint.h5", code=2)
    check_error(error, "it is a checkpoint", ".athdf")
    _, error = scene.run("plot", file, file, code=2)
    check_error(error, "one-dimensional", "cut a line out of each, such as --slice y=0.5")
    scene.run("plot", file, file, "--slice", "y=0.5")

    shock = scene.write(
        "shock.toml",
        "[run]\nend_time = 0.05\n[grid]\ncells = [64]\nboundary_x = \"outflow\"\n"
        "[physics]\nequations = \"hydrodynamics\"\n[solver]\nriemann = \"hllc\"\n"
        "[initial]\ndensity = \"x < 0.5 ? 1 : 0.125\"\npressure = \"x < 0.5 ? 1 : 0.1\"\n",
    )
    scene.run("run", shock, "--quiet")
    shocks = [f"runs/shock/shock.fields.0000{i}.athdf" for i in (0, 1)]
    scene.run("plot", *shocks, "--out", "both.png")
    check_png(scene.folder / "both.png")
    check_png(scene.folder / "runs/shock/shock.picture.density.png")

    out, error = scene.run("bench", deck, "--json", "absent/speed.json", code=3)
    check_error(error, "cannot write absent/speed.json", "does not exist")
    check(out == "", f"bench measured before it looked where to write:\n{out}")
    out, _ = scene.run("bench", deck, "--steps", 4, "--json", "speed.json")
    figures = json.loads((scene.folder / "speed.json").read_text())["results"][0]
    check(figures["deck"] == "vortex" and figures["cells"] == [32, 32, 1], str(figures))
    check(figures["steps"] == 4 and figures["updates_per_second"] > 0, str(figures))
    check(figures["percent_of_bound"] > 0 and figures["bytes_per_cell"] > 100, str(figures))
