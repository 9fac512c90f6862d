"""Simulations of several processes whose fields stay in parts: each process reads and sets its own, to
the bits of one process, from C++; what is wrong in one is said in all of them."""

import shutil
import subprocess
import sys
from pathlib import Path

from _mpirun import ENVIRONMENT, MPIRUN
from _page import SOURCE, programs
from _program import PROGRAM, Scene, check

LIBRARY = Path(PROGRAM).parent / "libsolenoid.so"
# The deck, the number of processes, the layout and what is changed: cuts along each axis into uneven parts, fields on
# faces, derived ones that need neighbours, formulas of several of these, single precision.
CASES = [
    ("orszag-tang", 3, "3x1x1", ["grid.cells=[25,20]", 'fields.mix="mach_number*entropy + x"']),
    ("orszag-tang", 4, "2x2x1", ["grid.cells=[25,21]", 'solver.scheme="relaxing-tvd"',
                                 "solver.pressure_floor=1e-3"]),
    ("forced-mhd", 2, "1x1x2", ["grid.cells=[16,12,11]", 'run.precision="single"']),
]
MISTAKES = [
    ("along y the box of {first} has", "{last}"), ("along y the box of {first} has", "{last}"),
    ("expected a finite number", "{last}"), (", and process 0 gets {first}: all of them make", "{last}"),
    ("there is no field 'colour'; the fields are", "0"),
    ("is no field that can be set; these can", "0"), ("the array of values of {first} is missing", "0"),
    ("the file of this process is not there", "{last}"),
    ("each process gets and sets a box of its own, and nothing else of it", None)]


def run(scene, ranks, *command, **variables):
    done = subprocess.run([str(word) for word in (MPIRUN, "-n", ranks, *command)], cwd=scene.folder,
                          capture_output=True, text=True, check=False, env={**ENVIRONMENT, **variables},
                          timeout=100)
    check(done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def compile_cpp(scene, source, name):
    subprocess.run([shutil.which("mpicxx"), "-std=c++17", "-Wall", "-Wextra", "-Werror", "-DOMPI_SKIP_MPICXX",
                    "-I", SOURCE / "src/library/include", "-o", name, source, LIBRARY,
                    f"-Wl,-rpath,{LIBRARY.parent}"], cwd=scene.folder, check=True)


def check_cpp(scene):
    compile_cpp(scene, SOURCE / "tests/program/own_parts.cpp", "own_parts")
    for name, ranks, layout, overrides in CASES:
        said = run(scene, ranks, "./own_parts", SOURCE / f"inputs/{name}.toml", layout, *overrides)
        errors = [[line.split(": ", 1)[1] for line in said if line.startswith(f"error {rank} of kind 2: ")]
                  for rank in range(ranks)]
        others = [line for line in said if not line.startswith("error ")]
        check(not others, f"{name} in {layout}:\n" + "\n".join(others[:20]))
        check(all(own == errors[0] for own in errors) and len(errors[0]) == 2 * len(MISTAKES),
              f"{name}: the processes are told different things\n" + "\n".join(said))
        first = errors[0][0].split("box of ")[1].split()[0]
        for text, (words, rank) in zip(errors[0], 2 * MISTAKES):
            check(words.format(first=first) in text, text)
            of = "" if rank is None else f"(process {rank.format(last=ranks - 1)} of {ranks})"
            check(text.endswith(of), text)


def check_page(scene):
    scene.write("heat.cpp", programs("docs/library.md", "cpp")[3])
    compile_cpp(scene, "heat.cpp", "heat")
    deck = scene.deck(cells=16)
    said = run(scene, 3, "./heat", deck)
    check(len(said) == 3 and len({line.split(", ")[-1] for line in said}) == 1, "\n".join(said))


if not LIBRARY.exists() or MPIRUN is None or shutil.which("mpicxx") is None:
    print(f"there is no {LIBRARY}, no mpirun or no mpicxx")
    sys.exit(77)
with Scene() as scene:
    check_cpp(scene)
    check_page(scene)
