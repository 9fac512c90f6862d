"""A stencil program of several files: the example of the language's page, which adds a term to a
program that comes with Solenoid, and what happens when one of the files changes."""

import math
import os
import re
from pathlib import Path

from _program import Scene, check, check_error

PAGE = "docs/stencil-language.md"


def example():
    """The program that the page adds to magnetohydrodynamics, and its deck."""
    text = (Path(os.environ["SOLENOID_SOURCE_DIR"]) / PAGE).read_text(encoding="utf-8")
    programs = [p for p in re.findall(r"^```stencil\n(.*?)^```$", text, re.M | re.S) if "include" in p]
    decks = [d for d in re.findall(r"^```toml\n(.*?)^```$", text, re.M | re.S) if "rotating-mhd" in d]
    check(len(programs) == 1 and len(decks) == 1, f"{PAGE} has another example")
    return programs[0], decks[0]


def last_of(history, name):
    """The last time in a history, and the value of a column there."""
    rows = history.read_text().splitlines()
    columns = re.findall(r"\]=(\S+)", next(row for row in rows if "[1]=time" in row))
    values = [float(word) for word in rows[-1].split()]
    return values[0], values[columns.index(name)]


with Scene() as scene:
    program, deck_text = example()
    environment = {**os.environ, "SOLENOID_CACHE": str(scene.folder / "cache")}
    scene.write("rotating-mhd.stencil", program)
    deck = scene.write("rotating.toml", deck_text)

    def run(out, *words, **options):
        said, error = scene.run("run", deck, "--out", out, "--threads", 1, *words, env=environment,
                                **options)
        return said + error

    # Of flows in a rotating frame it is known how they turn.
    said = run("included")
    check("compiling the stencil program rotating-mhd" in said, said)
    time, mean = last_of(scene.folder / "included/rotating.hst", "velocity_x_mean")
    check(time == 1, f"the run ended at {time}")
    exact = 0.1 * math.cos(2 * 0.5 * time)
    check(abs(mean / exact - 1) < 1e-5, f"the velocity is {mean}, expected {exact}")

    # A list of files in the deck is the same program, and so compiled already.
    (scene.folder / "parts").mkdir()
    terms = program.replace("include <mhd.stencil>;\n", "")
    scene.write("parts/rotating-mhd.stencil", terms)
    deck.write_text(deck_text.replace('"rotating-mhd.stencil"',
                                      '["<mhd.stencil>", "parts/rotating-mhd.stencil"]'))
    said = run("list")
    check("compiling" not in said, f"the same program was compiled again:\n{said}")
    checkpoints = [f"{out}/rotating.checkpoint.h5" for out in ("included", "list")]
    scene.run("compare", *checkpoints, "--max-ulp", 0)

    # It goes on from its checkpoint to the same bits; `compile` finds it, too.
    run("restarted", "--steps", 5)
    run("restarted", "--restart", "restarted/rotating.checkpoint.h5")
    scene.run("compare", checkpoints[1], "restarted/rotating.checkpoint.h5", "--max-ulp", 0)
    said = "".join(scene.run("compile", deck, "--device", "cpu", env=environment))
    check("compiling" not in said, said)

    # What is included is a part of the program: another text is another program.
    deck.write_text(deck_text)
    scene.write("rotating-mhd.stencil",
                'include <mhd.stencil>;\ninclude "parts/rotating-mhd.stencil";\n')
    check("compiling" not in run("nested"), "the same program was compiled again")
    scene.write("parts/rotating-mhd.stencil", terms.replace("2 * rotation", "3 * rotation"))
    check("compiling" in run("changed"), "a change of an included file was not seen")
    time, mean = last_of(scene.folder / "changed/rotating.hst", "velocity_x_mean")
    check(abs(mean / (0.1 * math.cos(1.5)) - 1) < 1e-4, f"the change has no effect: {mean}")

    # Mistakes are told with the file that they are in.
    scene.write("parts/rotating-mhd.stencil", terms + "d_t velocity = velocity;\n")
    _, error = scene.run("check", deck, code=2)
    check_error(error, "parts/rotating-mhd.stencil:", "'velocity' has an equation already",
                "in <mhd.stencil>:")
    (scene.folder / "parts/rotating-mhd.stencil").unlink()
    _, error = scene.run("check", deck, code=2)
    check_error(error, "rotating-mhd.stencil:2:1: cannot read", "parts/rotating-mhd.stencil'")
