"""A program of the stencil language that Solenoid does not contain, as a user runs it."""

import math
import os

from _program import Scene, check, check_error, check_exists

PROGRAM = """
// Diffusion in a moving medium.
field Scalar c, marker, warmth; in field Scalar sun; d_t warmth = sun;
uniform Scalar speed = 1;
uniform Scalar diffusivity_of_c;
uniform Scalar peak = reduction c_max;
d_t c = diffusivity_of_c * laplacian(c) - speed * derx(c);
d_t marker = -peak * marker;
reduction c_max = max(c);
reduction signal_speed = max(speed * marker);
reduction diffusivity = max(diffusivity_of_c);
reduction c_rms = rms(c); reduction warmth_max = max(warmth);
output Scalar slope = derx(c);
"""

DECK = """
[run]
end_time = 0.5
[solver]
scheme = "finite-difference"
[physics]
program = "moving.stencil"
diffusivity_of_c = 0.02
[grid]
cells = [48, 8]
[initial]
c = "sin(2*pi*x)"
marker = "1 + 0.1*x"
[source]
sun = "(1 + y)*cos(5*t)"
warmth = "x + t"
[[output]]
type = "hdf5"
[[output]]
type = "png"
fields = ["slope"]
[[output]]
type = "history"
every_steps = 1
"""

with Scene() as scene:
    program = scene.write("moving.stencil", PROGRAM)
    deck = scene.write("moving.toml", DECK)
    cache = scene.folder / "cache"
    environment = {**os.environ, "SOLENOID_CACHE": str(cache), "SOLENOID_CXXFLAGS": ""}

    # Two runs at once want the same compiled program: one makes it.
    runs = [scene.start("run", deck, "--out", out, "--threads", 1, env=environment) for out in "ab"]
    said = "".join("".join(run.communicate(timeout=300)) for run in runs)
    check(all(run.returncode == 0 for run in runs), f"a run failed:\n{said}")
    check(said.count("compiling the stencil program moving") == 1, f"compiled twice, or never:\n{said}")
    check(len(list(cache.glob("*.so"))) == 1, f"the cache holds {list(cache.iterdir())}")
    check(not list(cache.glob("*.tmp-*")), "the compiler left something")
    scene.run("compare", "a", "b", "--max-ulp", 0)
    check_exists(scene.folder / "a/moving.png.slope.png")

    # With more options for the compiler it is another program, to the same bits.
    environment["SOLENOID_CXXFLAGS"] = "-O1"
    before = len(list(cache.glob("*.so")))
    scene.run("run", deck, "--out", "less", "--threads", 1, env=environment)
    check(len(list(cache.glob("*.so"))) == before + 1, "other options, but it was not compiled anew")
    environment = {**scene.kept_modules("stencil_program", cache), "SOLENOID_CXXFLAGS": "-O1"}
    scene.run("compare", "a", "less", "--max-ulp", 0)
    wrong = {**environment, "SOLENOID_CXXFLAGS": "-fno-such-thing"}
    _, error = scene.run("run", deck, "--out", "wrong", code=3, env=wrong)
    check_error(error, "compiling the stencil program moving", "-fno-such-thing")

    # From files its outputs follow, where the program is found.
    final = sorted((scene.folder / "a").glob("*.athdf"))[-1]
    scene.run("plot", final, "--field", "slope", env=environment)
    check_exists(scene.folder / f"{final.stem}.slope.png")

    # A uniform that is a reduction has the same bits on any number of threads.
    scene.run("run", deck, "--out", "two", "--threads", 2, "--quiet", env=environment)
    scene.run("compare", "a", "two", "--max-ulp", 0)

    # The wave decays as exp(-D k^2 t).
    rows = [line for line in (scene.folder / "a/moving.hst").read_text().splitlines()]
    label = next(row for row in rows if "c_rms" in row)

    def last_of(name):
        column = next(int(word.split("]")[0]) for word in label.split("[") if name in word) - 1
        return float(rows[-1].split()[column])

    last = last_of("c_rms")
    exact = math.sqrt(0.5) * math.exp(-0.02 * (2 * math.pi) ** 2 * 0.5)
    check(abs(last / exact - 1) < 1e-5, f"c_rms is {last}, expected {exact}")

    # What acts from outside is evaluated at the time of each substep.
    exact = (1 + 15 / 16) * math.sin(2.5) / 5 + 0.5 * 95 / 96 + 0.125
    check(abs(last_of("warmth_max") / exact - 1) < 1e-6,
          f"warmth_max is {last_of('warmth_max')}, expected {exact}")

    # On from a checkpoint, to the same bits; other numbers need no compiler.
    run = ["run", deck, "--quiet", "--threads", 1]
    scene.run(*run, "--out", "c", "--steps", 7, "--no-outputs", env=environment)
    scene.run(*run, "--out", "c", "--restart", "c/moving.checkpoint.h5", env=environment)
    finals = [sorted((scene.folder / out).glob("*.athdf"))[-1] for out in "ac"]
    scene.run("compare", *finals, "--max-ulp", 0)
    out, _ = scene.run("run", deck, "--set", "physics.speed=2", "--out", "d", env=environment)
    check("compiling" not in out, f"another speed was compiled again:\n{out}")

    # Single and double precision are right to some units in the last place.
    out, _ = scene.run("validate", deck, "--extended", "--max-ulp", 3, env=environment)
    check("single precision on cpu against extended precision after 1 step" in out, out)
    rows = [line.split() for line in out.splitlines() if line.startswith("c ")]
    check(len(rows) >= 2 and all(0 < float(row[4]) < 3 for row in rows), f"no errors of c:\n{out}")
    _, error = scene.run("validate", deck, "--extended", "--max-ulp", 0, code=1, env=environment)
    check_error(error, "out of tolerance: double precision on cpu: c:", "ulp, allowed 0")
    extended = [*run, "--set", "run.precision=extended", "--no-outputs"]
    scene.run(*extended, "--out", "e", "--steps", 4, env=environment)
    scene.run(*extended, "--out", "f", "--steps", 2, env=environment)
    scene.run(*extended, "--out", "f", "--steps", 4, "--restart", "f/moving.checkpoint.h5",
              env=environment)
    scene.run("compare", "e/moving.checkpoint.h5", "f/moving.checkpoint.h5", "--max-ulp", 0)
    _, error = scene.run("validate", scene.deck(), "--extended", code=2)
    check_error(error, "only the scheme finite-difference", "muscl-hancock")

    # Mistakes of the deck and of the program.
    _, error = scene.run("check", deck, "--set", "physics.sped=2", code=2)
    check_error(error, "did you mean 'speed'?")
    _, error = scene.run("check", deck, "--set", "source.sunn=2", code=2)
    check_error(error, "unknown key 'sunn' in [source]", "did you mean 'sun'?")
    _, error = scene.run("check", deck, "--set", "source.sun=1/(x-x)", code=2)
    check_error(error, "'sun' in [source] is not finite at (")
    program.write_text(PROGRAM.replace("derx(c)", "derx(d)", 1))
    _, error = scene.run("run", deck, code=2)
    check_error(error, "moving.stencil:7:", "'d'", "derx(d)")

    # What limits the time step is found by check, before anything is compiled.
    lines = [line for line in PROGRAM.splitlines() if "signal_speed" not in line]
    program.write_text("\n".join(lines))
    out, error = scene.run("check", deck, env=environment)
    check("the deck is good" in out, out)
    check(error.startswith("solenoid: warning: ") and error.count("\n") == 1, error)
    check("carries c along" in error and "signal_speed" in error, error)
    program.write_text("\n".join(line for line in lines if "reduction diff" not in line))
    for command in ["check", "run", "bench"]:
        _, error = scene.run(command, deck, code=2, env=environment)
        check_error(error, "moving.toml:7:", "nothing limits the time step", "signal_speed = max",
                    "fix 'time_step' in [solver]")
    # What a run alone can find out: a speed that is 0 in this state, and that it breaks down. Then it
    # gives advice that its scheme knows.
    program.write_text(PROGRAM)
    still = ["--set", "initial.marker=0", "--set", "physics.diffusivity_of_c=0"]
    _, error = scene.run(*run, *still, "--out", "g", code=2, env=environment)
    check_error(error, "nothing limits the time step", "is 0; fix 'time_step' in [solver]")
    _, error = scene.run(*run, "--set", "initial.c=1e308*sin(2*pi*x)", "--out", "h", code=3,
                         env=environment)
    check_error(error, "what may help: a smaller solver.cfl than 0.8 or diffusive_cfl than 0.25",
                "finer grid")
    check("limiter" not in error and "floor" not in error, error)
