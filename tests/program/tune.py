"""Tuning a stencil program: shapes are compiled and measured, and the fastest is used from then on."""

import json
from pathlib import Path

from _program import Scene, check, check_error

DECK = """
[run]
end_time = 0.01
[solver]
scheme = "finite-difference"
order = 2
[physics]
program = "decay.stencil"
[grid]
cells = [32, 32]
[initial]
c = "sin(2*pi*x)"
"""

with Scene() as scene:
    scene.write("decay.stencil", "field Scalar c;\nd_t c = laplacian(c);\nreduction diffusivity = max(1);\n")
    deck = scene.write("decay.toml", DECK)
    environment = scene.kept_modules("tune")
    cache = Path(environment["SOLENOID_CACHE"])
    for earlier in cache.glob("*.tuned"):
        earlier.unlink()
    tune = ["tune", deck, "--device", "cpu", "--threads", 1]

    out, _ = scene.run(*tune, "--shapes", "blocks:16x4x8", "--json", "tuned.json", env=environment)
    check("compiled 2 of 2" in out and "fastest: blocks of" in out, out)
    figures = json.loads((scene.folder / "tuned.json").read_text())
    check([result["shape"] for result in figures["results"]] == ["blocks:0x32x16", "blocks:16x4x8"],
          f"other shapes: {figures}")
    check(all(result["nanoseconds_per_update"] > 0 for result in figures["results"]), f"{figures}")
    check(figures["program"] == "decay" and figures["order"] == 2, f"{figures}")

    # Runs use what was found, and say so; it is already compiled.
    out, _ = scene.run("run", deck, "--device", "cpu", "--no-outputs", env=environment)
    check("the stencil program decay runs as tuned for" in out and "compiling" not in out, out)
    out, _ = scene.run("info", env=environment)
    check("tuned       decay, order 2, double," in out, out)
    kept = next(cache.glob("*.tuned"))
    kept.write_text("shape = round\n")
    out, _ = scene.run("run", deck, "--device", "cpu", "--no-outputs", env=environment)
    check("not used: the tuned shape in" in out, out)

    # What cannot be tuned.
    _, error = scene.run(*tune[:2], "--shapes", "tiles:16x8x4:1:5", "--device", "cpu", code=2)
    check_error(error, "'tiles:16x8x4:1:5' is no shape for a CPU", "blocks:64x16x32")
    _, error = scene.run("tune", scene.deck(), "--device", "cpu", code=2)
    check_error(error, "only the scheme finite-difference is tuned, the deck vortex has muscl-hancock")
    _, error = scene.run(*tune, "--set", "run.precision=extended", code=2)
    check_error(error, "extended precision", "is not tuned")
    (scene.folder / "file").write_text("")
    nowhere = {**environment, "SOLENOID_CACHE": str(scene.folder / "file/cache")}
    _, error = scene.run(*tune, code=3, env=nowhere)
    check_error(error, "cannot create the folder", "set SOLENOID_CACHE")
