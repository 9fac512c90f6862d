"""Bad decks and arguments: exit code 2, one clear line first, nothing written."""

from _program import Scene, check, check_error, check_exists

with Scene() as scene:
    deck = scene.deck()

    def refused(*words, parts):
        _, error = scene.run(*words, code=2)
        check_error(error, *parts)

    bad = scene.write(
        "bad.toml",
        """
[run]
end_tim = 0.1
[grid]
cells = [32, "many"]
[initial]
density = "1 + undefined_name"
pressure = "(1"
""",
    )
    refused(
        "run", bad,
        parts=["bad.toml:3:", "end_time", "bad.toml:5:", "bad.toml:7:", "undefined_name",
               "bad.toml:8:"],
    )
    refused("check", "absent.toml", parts=["absent.toml"])
    negative = scene.deck("negative", extra="").read_text().replace('"5/(12*pi)"', '"x - 0.5"')
    refused("run", scene.write("negative.toml", negative), parts=["pressure"])
    refused("run", deck, "--set", "grid.cels=[8,8]", parts=["--set", "cells"])
    refused("run", deck, "--set", "grid.cells=8x", parts=["--set", "grid.cells"])
    # Too many cells in all, and with their ghost cells.
    huge = scene.deck("huge").read_text()
    for name, cells in [("huge", "2000000000, 2000000000, 1000"), ("hugest", "46340, 46340")]:
        path = scene.write(name + ".toml", huge.replace("cells = [32, 32]", f"cells = [{cells}]"))
        for command in ["run", "check"]:
            refused(command, path, parts=[f"{name}.toml:6:", "2147483647 cells", "2^31"])

    refused("rnu", deck, parts=["unknown command 'rnu'", "run"])
    refused(parts=["a command is missing"])
    refused("run", parts=["DECK is required; see '", "run --help'"])
    refused("compare", deck, parts=["B is required; see '", "compare --help'"])
    refused("run", deck, "--thread", "1", parts=["unknown option '--thread'", "--threads"])
    refused("run", deck, "extra", parts=["one argument too many: 'extra'"])
    refused("run", deck, "--threads", 0, parts=["--threads: expected a whole number >= 1"])
    refused("run", deck, "--threads", 100000, parts=["--threads is 100000"])
    refused("run", deck, "--device", "tpu", parts=["--device: expected cpu or gpu, found 'tpu'"])
    refused("run", deck, "--steps", "ten", parts=["--steps: expected a whole number >= 0"])
    refused("run", deck, "--steps", "1.5", parts=["--steps: expected a whole number >= 0"])
    refused("validate", deck, "--steps", 0, parts=["--steps: expected a whole number >= 1"])
    refused("compare", deck, deck, "--max-l1", "x", parts=["--max-l1: expected a number >= 0"])
    refused("compare", deck, deck, parts=["vortex.toml", "not an HDF5 file"])
    refused("run", deck, "--wall-time", "1h", parts=["wall time is '1h'", "hh:mm:ss"])
    refused("run", deck, "--set", "grid.cells=[1200,1200,1200]",
            parts=["not enough", "memory", "would fit"])
    refused("run", deck, "--set", "grid.cells=[200000,200000,64]", parts=["cells"])
    check_exists(scene.folder / "runs", there=False)

    out, _ = scene.run("run", "--help")
    check("as many as cores are granted and not in use" in " ".join(out.split()), out)

    # A good deck passes, whatever its values came from.
    out, _ = scene.run("check", deck, "--set", "grid.cells=[16,48]")
    for part in ["[16, 48", "cfl", "bytes per cell", "the deck is good"]:
        check(part in out, f"'{part}' is missing in the resolved deck:\n{out}")
    check_exists(scene.folder / "runs", there=False)

    out, _ = scene.run("--help")
    for command in ["run", "check", "compare", "validate", "bench", "tune", "plot", "info", "help"]:
        check(command in out, f"--help does not name {command}")
        explained, _ = scene.run(command, "--help")
        again, _ = scene.run("help", command)
        check(explained == again, f"'help {command}' is not '{command} --help'")
    check(scene.run("help")[0] == out, "'help' is not '--help'")
    out, _ = scene.run("help", "deck")
    for part in ["[grid]", "boundary_x", "magnetic_pressure", "atan2(y, x)"]:
        check(part in out, f"'help deck' says nothing of {part}")
    refused("help", "dek", parts=["no help on 'dek'", "did you mean 'deck'"])
    out, _ = scene.run("info")
    for part in ["solenoid ", "flags       -", "kokkos      5.", "lanes in double"]:
        check(part in out, f"'{part}' is missing in:\n{out}")
