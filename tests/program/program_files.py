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


# How fast c decays stands in a file of its own.
OUTER = """field Scalar c;
include "parts/rate.stencil";
d_t c = -rate(c);
reduction c_mean = mean(c);
"""
RATE = "Scalar rate(Scalar x) { return 2 * x; }\n"
DECAY = """
[run]
end_time = 1
[solver]
scheme = "finite-difference"
order = 2
time_step = 0.01
[physics]
program = "decay.stencil"
[grid]
cells = [8]
[initial]
c = "1"
[[output]]
type = "history"
"""

# The same with a table in place of the function, which ends at 1.5.
BY_TABLE = """field Scalar c;
uniform Table rate;
d_t c = -rate(c);
reduction c_mean = mean(c);
"""

with Scene() as scene:
    program, deck_text = example()
    environment = scene.kept_modules("program_files")
    (scene.folder / "parts").mkdir()
    scene.write("rotating-mhd.stencil", program)
    deck = scene.write("rotating.toml", deck_text)

    def run(deck, out, *words, **options):
        said, error = scene.run("run", deck, "--out", out, "--threads", 1, *words, env=environment,
                                **options)
        return said + error

    # Of flows in a rotating frame it is known how they turn.
    run(deck, "included")
    time, mean = last_of(scene.folder / "included/rotating.hst", "velocity_x_mean")
    check(time == 1, f"the run ended at {time}")
    exact = 0.1 * math.cos(2 * 0.5 * time)
    check(abs(mean / exact - 1) < 1e-5, f"the velocity is {mean}, expected {exact}")

    # A list of files in the deck is the same program, and so compiled already.
    terms = program.replace("include <mhd.stencil>;\n", "")
    scene.write("parts/rotating-mhd.stencil", terms)
    deck.write_text(deck_text.replace('"rotating-mhd.stencil"',
                                      '["<mhd.stencil>", "parts/rotating-mhd.stencil"]'))
    said = run(deck, "list")
    check("compiling" not in said, f"the same program was compiled again:\n{said}")
    checkpoints = [f"{out}/rotating.checkpoint.h5" for out in ("included", "list")]
    scene.run("compare", *checkpoints, "--max-ulp", 0)

    # It goes on from its checkpoint to the same bits; `compile` finds it, too.
    run(deck, "restarted", "--steps", 5)
    run(deck, "restarted", "--restart", "restarted/rotating.checkpoint.h5")
    scene.run("compare", checkpoints[1], "restarted/rotating.checkpoint.h5", "--max-ulp", 0)
    said = "".join(scene.run("compile", deck, "--device", "cpu", env=environment))
    check("compiling" not in said, said)
    deck.write_text(deck_text)
    scene.write("rotating-mhd.stencil",
                'include <mhd.stencil>;\ninclude "parts/rotating-mhd.stencil";\n')
    check("compiling" not in run(deck, "nested", "--steps", 1), "the same program was compiled again")

    # What is included is a part of the program: another text is another program.
    scene.write("decay.stencil", OUTER)
    decay = scene.write("decay.toml", DECAY)
    for rate in (2, 3):
        scene.write("parts/rate.stencil", RATE.replace("2", str(rate)))
        run(decay, f"rate-{rate}")
        _, mean = last_of(scene.folder / f"rate-{rate}/decay.hst", "c_mean")
        check(abs(mean / math.exp(-rate) - 1) < 1e-5, f"the mean is {mean} at a rate of {rate}")
        check("compiling" not in run(decay, "again", "--steps", 1), "it was compiled again")

    # A table in place of the function gives the same. Outside of it there is no number.
    scene.write("by-table.stencil", BY_TABLE)
    scene.write("rate.dat", "# c rate\n0 0\n1.5 4.5\n")
    tables = '[tables]\nrate = "rate.dat"\n'
    by_table = scene.write("by-table.toml", DECAY.replace("decay.stencil", "by-table.stencil") + tables)
    run(by_table, "by-table")
    _, found = last_of(scene.folder / "by-table/by-table.hst", "c_mean")
    check(abs(found / mean - 1) < 1e-12, f"the mean is {found} with a table, {mean} without")
    scene.run("validate", by_table, "--threads", 2, env=environment)
    _, error = scene.run("run", by_table, "--out", "outside", "--set", "initial.c=1.6",
                         env=environment, code=3)
    check_error(error, "c = nan", "what may help: what the program looks up inside its tables ('rate' from 0 to 1.5)")
    by_table.write_text(by_table.read_text().replace(tables, ""))
    _, error = scene.run("check", by_table, code=2)
    check_error(error, "by-table.toml:9: the program by-table needs the table 'rate'")

    # Mistakes are told with the file that they are in.
    scene.write("parts/rotating-mhd.stencil", terms + "d_t velocity = velocity;\n")
    _, error = scene.run("check", deck, code=2)
    check_error(error, "parts/rotating-mhd.stencil:", "'velocity' has an equation already",
                "in <mhd.stencil>:")
    (scene.folder / "parts/rotating-mhd.stencil").unlink()
    _, error = scene.run("check", deck, code=2)
    check_error(error, "rotating-mhd.stencil:2:1: cannot read", "parts/rotating-mhd.stencil'")
