"""Several processes give the bits of one: states, numbers, pictures, however they are started, held up and
watched."""

import os
import random
import re
import signal
import time
from pathlib import Path

from _mpirun import AT_ONCE, ENVIRONMENT, children_of, run_processes, start_processes
from _pages import address_in, fetch
from _parallel import BOX, OPEN, PERIODIC, VOLUME, WALLS, check_same_files, rows_of, run_all
from _program import check, check_error

SOURCE = Path(os.environ.get("SOLENOID_SOURCE_DIR", "."))
# For a program that starts mpirun itself, and sets what it needs there.
BY_ITSELF = {**os.environ, "OMP_NUM_THREADS": "1", "OMPI_MCA_mpi_yield_when_idle": "1", **AT_ONCE}


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


def test_what_mpirun_is_told(scene):
    """Open MPI 4 and 5 are to start more processes than cores, and to bind none to one, where the user has not
    said otherwise."""
    told = {"OMPI_MCA_hwloc_base_binding_policy": "none", "PRTE_MCA_hwloc_default_binding_policy": "none",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}
    folder = scene.folder / "in-place-of-mpirun"
    folder.mkdir()
    stand_in = folder / "mpirun"
    stand_in.write_text('#!/bin/sh\nenv\necho "started with $*"\n')
    stand_in.chmod(0o755)
    others = {name: value for name, value in os.environ.items() if name not in told}
    for said in ({}, {"PRTE_MCA_hwloc_default_binding_policy": "core"}):
        out, _ = scene.run("run", "deck.toml", "--ranks", 5, env={
            **others, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", **said})
        for name, value in {**told, **said}.items():
            check(f"\n{name}={value}\n" in "\n" + out, f"{name} is not {value}:\n{out}")
        check(re.search(r"started with -n 5 \S+ run deck.toml\n", out), out)


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


run_all(test_delays, test_programs, test_what_mpirun_is_told, test_ranks, test_bits, test_repairs, test_view, test_bench)
