"""Several processes give the bits of one, for states, outputs and checkpoints, and end together."""

import filecmp
import os
import random
import re
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from _mpirun import AT_ONCE, ENVIRONMENT, MPIRUN, require_mpi, run_processes, start_processes
from _pages import address_in, fetch
from _program import PROGRAM, Scene, check, check_error, check_exists, wait_for

SOURCE = Path(os.environ.get("SOLENOID_SOURCE_DIR", "."))
# For a program that starts mpirun itself, and sets what it needs there.
BY_ITSELF = {**os.environ, "OMP_NUM_THREADS": "1", "OMPI_MCA_mpi_yield_when_idle": "1", **AT_ONCE}

BOX = """
[run]
end_time = 100
max_steps = 6

[grid]
cells = [14, 11, 10]
{boundaries}

[initial]
density = "1 + 0.3*sin(2*pi*x)*cos(2*pi*(y + z))"
velocity_x = "0.2*sin(2*pi*(y - z))"
velocity_y = "0.1*cos(2*pi*x)"
velocity_z = "0.3*sin(2*pi*(x + y))"
pressure = "1 + 0.1*cos(2*pi*(x - z))"
magnetic_field_x = 0.5
magnetic_field_y = 0.2
magnetic_field_z = 0.1

[fields]
twist = "vorticity_x*density*sin(z) + velocity_divergence*t"

[[output]]
type = "hdf5"
name = "fields"
fields = ["density", "pressure", "magnetic_field_z", "vorticity_x", "twist"]
every_steps = 3

[[output]]
type = "history"
every_steps = 2
numbers = {{ spin = "rms(twist, density)", peak = "max(vorticity_magnitude) - min(twist)" }}

[[output]]
type = "png"
name = "cut"
fields = ["density"]
every_steps = 6

[[output]]
type = "profile"
axis = "x"
fields = ["twist", "vorticity_x"]
weight = "density"
statistics = ["mean", "rms", "min", "max"]

[[output]]
type = "histogram"
fields = ["twist", "pressure"]
weight = "vorticity_magnitude"
bins = 20
"""
VOLUME = """
[[output]]
type = "png"
name = "box"
view = "volume"
fields = ["twist", "pressure"]
camera = [200, -30]
surfaces = [0.02, 1]
surface_opacity = 0.5
size = "300"
every_steps = 6
"""
PERIODIC = ""
WALLS = """boundary_x = "outflow"
boundary_y = "reflecting"
"""
OPEN = """boundary_x = "outflow"
boundary_y = "outflow"
boundary_z = "outflow"
"""


def check_same_files(one, many, what):
    """Checkpoints, fields, pictures, spectra, tables and histories, byte for byte."""
    names = sorted(path.name for path in one.iterdir()
                   if path.suffix in (".h5", ".athdf", ".png", ".hst", ".tab"))
    check(any(name.endswith(".checkpoint.h5") for name in names), f"{what}: only {names} are there")
    _, different, missing = filecmp.cmpfiles(one, many, names, shallow=False)
    check(not different + missing, f"{what}: {different} differ, {missing} cannot be compared")
    return names


def test_bits(scene):
    cases = [
        (3, PERIODIC, ()),
        (2, WALLS, ("solver.splitting=strang",)),
        (4, PERIODIC, ("solver.reconstruction=weno-z", "gravity.self_gravity=true")),
        (8, WALLS, ("run.precision=single",)),
        (2, PERIODIC, ("solver.scheme=relaxing-tvd", "gravity.self_gravity=true")),
        (3, OPEN, ("run.precision=single", "gravity.self_gravity=true", "gravity.boundary=isolated")),
        (4, WALLS, ("solver.scheme=relaxing-tvd", "run.precision=single")),
    ]
    for number, (processes, boundaries, settings) in enumerate(cases):
        deck = scene.write(f"box{number}.toml", (BOX + VOLUME).format(boundaries=boundaries))
        words = ["run", deck, "--device", "cpu"]
        for setting in settings:
            words += ["--set", setting]
        scene.run(*words, "--out", f"one{number}", "--quiet", env=ENVIRONMENT)
        out, _ = run_processes(scene, processes, *words, "--out", f"many{number}")
        check(out.count("parts") == 1, f"no line about the parts:\n{out}")
        names = check_same_files(scene.folder / f"one{number}", scene.folder / f"many{number}",
                                 f"{processes} processes, {settings}")
        check({Path(name).suffix for name in names} == {".h5", ".athdf", ".png", ".hst", ".tab"},
              f"{names}")
        rows = rows_of(scene.folder / f"one{number}" / f"box{number}.hst")
        check(len(rows) == 4, f"rows of a history: {rows}")


def test_files(scene):
    """Processes write and read the pieces of a file together, whatever the layout: each has whole
    ones, parts of them, or boxes of cells."""
    deck = scene.write("files.toml", BOX.format(boundaries=WALLS) + """
[[output]]
type = "hdf5"
name = "some"
crop = { x = [0.1, 0.9] }
precision = "single"
""")
    words = ["run", deck, "--device", "cpu", "--set", "grid.cells=[66,65,64]", "--set",
             "solver.scheme=relaxing-tvd", "--quiet", "--steps", 1]
    scene.run(*words, "--out", "file", env=ENVIRONMENT)
    for processes, layout, more in ((3, "1x3x1", ()), (4, "2x1x2", ()),
                                    (3, "1x1x3", ("--writing", "collective"))):
        run_processes(scene, processes, *words, "--out", layout, "--layout", layout, *more)
        check_same_files(scene.folder / "file", scene.folder / layout, layout)
    # Means over blocks: where cuts fall between these, and where they do not.
    blocks = scene.write("blocks.toml", BOX.format(boundaries=OPEN) + """
[[output]]
type = "hdf5"
name = "coarse"
coarsen = 4
fields = ["twist", "density", "vorticity_x"]
every_steps = 1

[[output]]
type = "hdf5"
name = "plane"
coarsen = 2
crop = { x = [0.1, 0.7] }
slice = { y = 0.3 }
precision = "single"
fields = ["pressure", "twist"]
every_steps = 1
""")
    coarse = ["run", blocks, "--device", "cpu", "--set", "grid.cells=[24,16,32]", "--quiet", "--steps", 2]
    scene.run(*coarse, "--out", "whole_blocks", env=ENVIRONMENT)
    for processes, layout in ((2, "1x1x2"), (3, "1x1x3"), (4, "1x2x2"), (2, "2x1x1")):
        run_processes(scene, processes, *coarse, "--out", f"blocks{layout}", "--layout", layout)
        check_same_files(scene.folder / "whole_blocks", scene.folder / f"blocks{layout}", layout)
    told = [word for word in coarse if word != "--quiet"]
    out, _ = run_processes(scene, 4, *told, "--out", "together", "--writing", "collective")
    check("; files by collective calls of MPI-IO" in out, out)
    check_same_files(scene.folder / "whole_blocks", scene.folder / "together", "collectively")
    _, error = scene.run(*coarse, "--out", "alone", "--writing", "collective", code=2, env=ENVIRONMENT)
    check("--writing collective is for several processes; add --ranks N" in error, error)
    again = [*words, "--no-outputs", "--restart"]
    checkpoint = scene.folder / "file/files.checkpoint.h5"
    run_processes(scene, 4, *again, checkpoint, "--out", "filed", "--layout", "2x2x1")
    scene.run("compare", checkpoint, "filed/files.checkpoint.h5", "--max-ulp", 0)
    # Damage that the last process alone comes upon: in the last piece of the last array.
    damaged = bytearray(checkpoint.read_bytes())
    damaged[-300000:-299900] = b"x" * 100
    (scene.folder / "damaged.h5").write_bytes(damaged)
    _, error = run_processes(scene, 3, *again, "damaged.h5", "--out", "damaged", "--layout", "1x1x3",
                             code=2)
    check(error.count("solenoid: ") == 1 and "process 2 of 3" in error and "checksum" in error, error)
    for file, setting, why in (("missing.h5", "run.max_steps=1", "No such file"),
                               (checkpoint, "grid.cells=[32,32,32]", "on another grid")):
        _, error = run_processes(scene, 3, *again, file, "--set", setting, "--out", "damaged", code=2)
        check(error.count("solenoid: ") == 1 and why in error, error)


def test_repairs(scene):
    """Cells beside a cut fall back and are floored as in one process, and are counted once."""
    violent = ['initial.pressure="1e-4*(1 + 0.5*sin(2*pi*x))"',
               'initial.velocity_x="2*sin(4*pi*x)*cos(2*pi*y)"',
               'initial.density="x < 0.4 || z > 0.7 ? 1 : 0.01"',
               "solver.first_order_fallback=true", "solver.density_floor=0.02",
               "solver.pressure_floor=2e-5"]
    cases = [(4, "muscl-hancock", 'initial.magnetic_field_y="0.2"'), (3, "relaxing-tvd", "run.max_steps=4")]
    for processes, scheme, setting in cases:
        deck = scene.write(f"{scheme}.toml", BOX.format(boundaries=PERIODIC))
        words = ["run", deck, "--device", "cpu", "--set", f"solver.scheme={scheme}"]
        for each in [*violent, setting]:
            words += ["--set", each]
        one, many = scene.folder / f"one-{scheme}", scene.folder / f"many-{scheme}"
        scene.run(*words, "--out", one, "--quiet", env=ENVIRONMENT)
        run_processes(scene, processes, *words, "--out", many)
        check_same_files(one, many, scheme)
        table = one / f"{scheme}.hst"
        names = next(line for line in table.read_text().splitlines() if "fallback_cells" in line)
        columns = {word.split("=")[1]: n for n, word in enumerate(names.replace("[", "").split()[1:])
                   if "=" in word}
        last = rows_of(table)[-1]
        for name in ("fallback_cells", "floored_cells", "floor_energy"):
            check(last[columns[name]] > 0, f"{scheme}: no {name} in {last}")


def rows_of(file):
    return [[float(word) for word in line.split()]
            for line in file.read_text().splitlines() if not line.startswith("#")]


def test_programs(scene):
    """Stencil programs: reductions limit the step, force the flow and are uniforms of a pass."""
    # The last as users have it: other tests compile programs with less optimisation, and processes
    # have waited for ever for others in which that made something else of a pass.
    as_usual = {"SOLENOID_CXXFLAGS": ""}
    cases = [
        (4, "forced-turbulence", ("grid.cells=[13,12,14]", "output.history.every_time=0.02",
                                  "output.spectrum.every_time=0.05"), {}),
        (2, "forced-mhd", ("grid.cells=[12,13,14]", "run.precision=single"), {}),
        (3, "orszag-tang-hyperdiffusion", ("grid.cells=[24,20]",), as_usual),
    ]
    for processes, name, settings, environment in cases:
        words = ["run", SOURCE / "inputs" / f"{name}.toml", "--device", "cpu", "--steps", 5]
        for setting in settings:
            words += ["--set", setting]
        one, many = scene.folder / f"one-{name}", scene.folder / f"many-{name}"
        scene.run(*words, "--out", one, "--quiet", env={**ENVIRONMENT, **environment})
        run_processes(scene, processes, *words, "--out", many, **environment)
        names = check_same_files(one, many, name)
        check(any(file.endswith(".hst") for file in names), f"{name} has no histories")


def test_ranks(scene):
    """The program starts mpirun itself."""
    deck = scene.write("ranks.toml", BOX.format(boundaries=PERIODIC))
    out, _ = scene.run("run", deck, "--ranks", 2, "--steps", 2, "--out", "ranks", env=BY_ITSELF)
    check("in 2 parts" in out, out)
    scene.run("run", deck, "--steps", 2, "--out", "one", "--quiet", env=BY_ITSELF)
    scene.run("compare", "one/ranks.checkpoint.h5", "ranks/ranks.checkpoint.h5", "--max-ulp", 0)
    out, _ = scene.run("run", deck, "--ranks", 3, "--layout", "3x1x1", "--steps", 2, "--out", "cut",
                       env=BY_ITSELF)
    check("in 3 parts, 3x1x1" in out, out)
    scene.run("compare", "one/ranks.checkpoint.h5", "cut/ranks.checkpoint.h5", "--max-ulp", 0)
    for transport, why in (("staged", "is for GPUs"), ("pigeon", "found 'pigeon'")):
        _, error = scene.run("run", deck, "--ranks", 2, "--device", "cpu", "--transport", transport, code=2,
                             env=BY_ITSELF)
        check(why in error, f"--transport {transport}: {error}")
    _, error = scene.run("run", deck, "--transport", "mpi", code=2)
    check_error(error, "--transport mpi is for several processes")
    for ranks, layout, why in ((2, "3x1x1", "has 3 parts"), (8, "8x1x1", "leaves a part fewer"),
                               (2, "2", "expected parts along x, y and z"),
                               (1, "1x1x2", "is for several processes")):
        for command in ("run", "check"):
            _, error = scene.run(command, deck, "--ranks", ranks, "--layout", layout, code=2,
                                 env=BY_ITSELF)
            check(why in error, error)
    out, _ = scene.run("validate", deck, "--ranks", 2, "--steps", 4, "--threads", 1,
                       env=BY_ITSELF)
    check("cpu, 2 processes against cpu, 1 thread after 4 steps" in out, out)
    out, _ = scene.run("check", deck, "--ranks", 4)
    check("parts: 4x1x1, of at most 4 x 11 x 10 cells" in out, out)
    _, error = run_processes(scene, 2, "run", deck, "--ranks", 2, code=2)
    check("leave --ranks out" in error, error)
    disc = ("--set", "shearing_box.angular_velocity=1", "--set", "shearing_box.vertical_gravity=true",
            "--ranks", 3)
    _, error = scene.run("run", deck, *disc, "--layout", "1x3x1", code=2, env=BY_ITSELF)
    check("expected 1 part along y" in error, error)
    out, _ = scene.run("validate", deck, *disc, "--layout", "1x1x3", "--steps", 4, "--threads", 1,
                       env=BY_ITSELF)
    check("cpu, 3 processes against cpu, 1 thread after 4 steps" in out, out)


def test_restart(scene):
    deck = scene.write("again.toml", BOX.format(boundaries=PERIODIC))
    scene.run("run", deck, "--out", "whole", "--quiet", env=ENVIRONMENT)
    run_processes(scene, 3, "run", deck, "--steps", 3, "--out", "half", "--quiet")
    checkpoint = "half/again.checkpoint.h5"
    for processes, out in ((2, "on2"), (1, "on1")):
        words = ["run", deck, "--restart", checkpoint, "--out", out, "--quiet"]
        if processes > 1:
            run_processes(scene, processes, *words)
        else:
            scene.run(*words, env=ENVIRONMENT)
        scene.run("compare", "whole/again.checkpoint.h5", f"{out}/again.checkpoint.h5",
                  "--max-ulp", 0)


def test_endings(scene):
    deck = scene.write("end.toml", BOX.format(boundaries=PERIODIC))
    _, error = run_processes(scene, 2, "run", deck, "--set", "grid.cels=[8,8]", code=2)
    check(error.count("solenoid: ") == 1, f"one message was expected:\n{error}")
    # What the first part can have, another one cannot.
    _, error = run_processes(scene, 4, "run", deck, "--set",
                             "initial.pressure=x > 0.9 ? 0.5 - x : 1", code=2)
    check(error.count("solenoid: ") == 1 and "in cell (13, 0, 0)" in error, error)
    _, error = run_processes(scene, 4, "run", deck, "--set", "grid.cells=[5,1,1]", code=2)
    check("cannot be cut" in error and error.count("solenoid: ") == 1, error)
    # A cell of the last part alone cannot go on.
    _, error = run_processes(
        scene, 2, "run", deck, "--out", "bad", "--set",
        'initial.velocity_x="x > 0.8 && y > 0.8 && z > 0.8 ? 1000*sin(40*x) : 0"', code=3)
    check(error.count("solenoid: ") == 1 and "cell" in error, error)
    # Of cells of several parts the one is named that one process names.
    words = ["run", deck, "--out", "worse", "--no-outputs", "--set",
             'initial.velocity_x="y > 0.9 && x < 0.5 || y < 0.1 && x > 0.8 ? 1000*sin(40*x) : 0"']
    _, error = scene.run(*words, code=3, env=ENVIRONMENT)
    _, of_many = run_processes(scene, 2, *words, "--layout", "2x1x1", code=3)
    named = [next(line for line in text.splitlines() if "unphysical in cell" in line)
             for text in (error, of_many)]
    check(named[0] == named[1], f"one process: {named[0]}\ntwo: {named[1]}")
    process = start_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out",
                              "stopped", "--no-outputs")
    wait_for(scene.folder / "stopped")
    time.sleep(0.5)
    (scene.folder / "stopped/STOP").touch()
    _, error = process.communicate(timeout=30)
    check(process.returncode == 0 and "stopped by the file STOP" in error, error)
    check_exists(scene.folder / "stopped/end.checkpoint.h5")
    for name, sent in (("ended", signal.SIGTERM), ("interrupted", signal.SIGINT)):
        process = start_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out",
                                  name, "--no-outputs")
        wait_for(scene.folder / name)
        time.sleep(0.5)
        process.send_signal(sent)
        process.communicate(timeout=30)
        check_exists(scene.folder / name / "end.checkpoint.h5")
    _, error = run_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out", "late",
                             "--no-outputs", "--wall-time", "00:00:02")
    check("the wall-time limit" in error, error)
    check_exists(scene.folder / "late/end.checkpoint.h5")
    # A value behind a face of the second part alone, once the run is under way.
    behind = scene.write("behind.toml", BOX.format(boundaries='boundary_x = ["outflow", "fixed"]') +
                         '[boundary.upper_x]\ndensity = "t > 0.02 && y > 0.7 ? -1 : 1"\n')
    _, error = run_processes(scene, 2, "run", behind, "--no-outputs", "--layout", "1x2x1", code=3)
    check(error.count("solenoid: ") == 1 and "density behind the fixed face upper_x is -1" in error, error)


def test_delays(scene):
    """Processes that are held up at any time, as by a busy host."""
    deck = scene.write("delayed.toml", BOX.format(boundaries=WALLS))
    words = ["run", deck, "--device", "cpu", "--quiet", "--steps", 60, "--set", "run.max_steps=60"]
    scene.run(*words, "--out", "prompt", env=ENVIRONMENT)
    process = start_processes(scene, 3, *words, "--out", "delayed")
    chance = random.Random(17)
    held = 0
    while process.poll() is None and held < 60:
        time.sleep(0.02)
        children = children_of(process)
        if not children:
            continue
        child = chance.choice(children)
        try:
            os.kill(child, signal.SIGSTOP)
            time.sleep(chance.uniform(0, 0.05))
            os.kill(child, signal.SIGCONT)
            held += 1
        except ProcessLookupError:
            pass  # it has ended
    _, error = process.communicate(timeout=60)
    check(process.returncode == 0 and held > 3, f"held up {held} times, then: {error}")
    check_same_files(scene.folder / "prompt", scene.folder / "delayed", "processes that are held up")


# A field that is not there, also as a volume, and too many surfaces.
WRONG_VIEWS = ["colour", "colour&view=volume", "density&view=volume&surfaces=1,2,3,4,5,6,7,8,9"]


def test_view(scene):
    """Pages show all parts: the images of one process."""
    deck = scene.write("seen.toml", BOX.format(boundaries=WALLS))
    views = ["field=pressure&width=120&height=90", "field=density&view=volume&width=80&height=80",
             "field=twist&view=volume&azimuth=-100&elevation=70&width=300&height=200",
             "field=vorticity_x&axis=x&position=0.3&width=50&height=60"]
    images = []
    for processes in (1, 4):
        process = start_processes(scene, processes, "run", deck, "--view", "--hold", "--device",
                                  "cpu", "--out", f"seen{processes}")
        address = address_in(process)
        answers = [fetch(f"{address}frame?{view}") for view in views]
        check([answer[0] for answer in answers] == [200] * len(views), f"no images: {answers}")
        refused = [fetch(f"{address}frame?field={wrong}&width=9&height=9") for wrong in WRONG_VIEWS]
        check(all(200 < answer[0] < 500 for answer in refused), f"no refusals: {refused}")
        images.append([answer[2] for answer in answers + refused])
        fetch(address + "control?do=go", data=b"")
        _, error = process.communicate(timeout=60)
        check(process.returncode == 0, error)
    check(images[0] == images[1], "four processes show other images than one")
    scene.run("compare", "seen1/seen.checkpoint.h5", "seen4/seen.checkpoint.h5", "--max-ulp", 0)


def test_bench(scene):
    """How processes share the work, in the order of the numbers that were asked for."""
    deck = scene.write("speed.toml", BOX.format(boundaries=PERIODIC))
    words = ["bench", deck, "--device", "cpu", "--threads", 1, "--steps", 4]
    out, _ = scene.run(*words, "--weak", "1,2", "--strong", "2,4", env=ENVIRONMENT)
    rows = [line.split() for line in out.splitlines() if line.split()[0].isdigit()]
    check([row[:2] for row in rows] == [["1", "1x1x1"], ["2", "1x1x2"], ["2", "2x1x1"],
                                        ["4", "4x1x1"]], out)
    check("14 x 11 x 20" in out and all("100.0%" in " ".join(rows[n]) for n in (0, 2)), out)
    check(["/s" in " ".join(row) for row in rows] == [False, True, True, True], out)
    # Of all processes the least and the most time in exchange, and where numbers are joined.
    for row in rows:
        spreads = [[float(end) for end in found] for found in
                   re.findall(r"(?<= )([\d.e-]*\d)-(\d[\d.e-]*)(?= )", " ".join(row))]
        check(len(spreads) == (0 if row[0] == "1" else 2), out)
        check(all(0 < least <= most for least, most in spreads), out)
    out, _ = scene.run(*words, "--ranks", 2, "--layout", "1x2x1", env=ENVIRONMENT)
    check("1x2x1" in out, out)
    for wrong, why in (({}, "measure one deck"), ({deck: 1}, "choose ranks and layout themselves")):
        _, error = scene.run("bench", *wrong, "--weak", "1,2", *(["--ranks", 2] if wrong else []),
                             code=2)
        check(why in error, error)


def children_of(process):
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout
    return [int(word) for word in found.split()]


def test_failures(scene):
    """What ends one process ends all, and leaves the last checkpoint whole."""
    deck = scene.write("fail.toml", BOX.format(boundaries=PERIODIC))
    endless = ["run", deck, "--set", "run.max_steps=100000000", "--set", "run.checkpoint_interval=0.2",
               "--no-outputs", "--out", "killed"]
    process = start_processes(scene, 2, *endless)
    checkpoint = scene.folder / "killed/fail.checkpoint.h5"
    wait_for(checkpoint)
    for child in children_of(process)[-1:]:
        os.kill(child, signal.SIGKILL)
    begin = time.monotonic()
    process.communicate(timeout=30)
    check(process.returncode != 0 and time.monotonic() - begin < 10,
          f"killed: exit code {process.returncode} after {time.monotonic() - begin} s")
    scene.run("compare", checkpoint, checkpoint)
    # The disk takes no more than some kilobytes of the first process's files.
    # (MPI's own files of shared memory would be too large, too.)
    without_files = {**ENVIRONMENT, "OMPI_MCA_btl": "self,tcp", "PMIX_MCA_gds": "hash"}
    limited = f"trap '' XFSZ; ulimit -f 8; exec {PROGRAM} run {deck} --quiet --steps 2 --out full"
    process = subprocess.run([MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True,
                             capture_output=True, timeout=60, env=without_files)
    check(process.returncode == 3, f"full disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "full/fail." in process.stderr, process.stderr)
    # The same of the last process where all write together: whichever of them MPI-IO has write.
    limited = (f"trap '' XFSZ; [ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && ulimit -f 64; exec {PROGRAM} run {deck} "
               "--quiet --steps 2 --no-outputs --out last --writing collective")
    process = subprocess.run(
        [MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True, capture_output=True,
        timeout=60, env={**without_files, "OMPI_MCA_fcoll": "individual"})
    check(process.returncode == 3, f"the last one's disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "(in process 1 of 2)" in process.stderr, process.stderr)
    # It takes a small output, by which all are known to see the folder, but no checkpoint: that is kept
    # first, and written beside the steps.
    small = scene.write("small.toml", BOX.format(boundaries=PERIODIC).split("[fields]")[0] + """
[[output]]
type = "hdf5"
fields = ["density"]
precision = "single"
every_steps = 1
""")
    limited = (f"trap '' XFSZ; ulimit -f 64; exec {PROGRAM} run {small} --quiet --steps 1000 "
               "--set run.checkpoint_interval=0.01 --set run.end_time=1e9 --out short")
    process = subprocess.run([MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True,
                             capture_output=True, timeout=60, env=without_files)
    check(process.returncode == 3, f"short disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "short/small.checkpoint.new.h5" in process.stderr and
          "files written before are whole" in process.stderr, process.stderr)
    scene.run("compare", "short/small.hdf5.00000.athdf", "short/small.hdf5.00000.athdf")


with Scene() as scene:
    ENVIRONMENT["SOLENOID_CACHE"] = scene.kept_modules()["SOLENOID_CACHE"]
    require_mpi(scene, scene.write("first.toml", BOX.format(boundaries=PERIODIC)))
    # They mostly wait: for processes to start and to end, and for the disk.
    tests = [test_delays, test_programs, test_ranks, test_endings, test_files, test_bits,
             test_failures, test_repairs, test_view, test_restart, test_bench]
    with ThreadPoolExecutor(max_workers=3) as pool:
        for test in [pool.submit(test, scene) for test in tests]:
            test.result()
