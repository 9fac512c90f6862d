"""Simulations that several processes have together: the bits, files and errors of one process, from
Python and from C++ with a communicator of the caller's."""

import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

import _package
from _mpirun import ENVIRONMENT, MPIRUN
from _page import SOURCE, programs
from _program import PROGRAM, Scene, check

LIBRARY = Path(PROGRAM).parent / "libsolenoid.so"
CALLS = """
import os, sys
import numpy, solenoid
folder, deck, processes, layout, overrides = eval(sys.argv[1])
sys.stdout = open(f"said-{os.getpid()}", "w")  # mpirun would mix long lines
s = solenoid.Simulation(deck, device="cpu", folder=folder, processes=processes, layout=layout, **overrides)
s.step(3)
field = s.state_fields[0]
s[field, 3:9] = 1.25*s[field, 3:9]
for wrong in (lambda: s.__setitem__(field, s[field]*numpy.nan), lambda: s.spectrum("nothing")):
    try:
        wrong()
        print("nothing was wrong")
    except solenoid.errors.ArgumentError as error:
        print(error)
s.step(2)
s.run()
print(s.time, s.steps, s.min(field), s.sum(field), s.stable_dt, sorted(s.fields))
print([s.spectrum(field).tolist(), len(s.plot(field))])
print([s[name].tobytes().hex()[:4000] for name in s.fields])
"""
# By deck what it changes and the numbers of processes, with the layout that each asks for.
DECKS = {
    "orszag-tang": ({"grid.cells": [24, 20], "run.end_time": 0.1}, {2: "", 3: "3x1x1"}),
    "orszag-tang-tvd": ({"grid.cells": [24, 20], "run.end_time": 0.1, "solver.scheme": "relaxing-tvd",
                         "solver.pressure_floor": 1e-3}, {2: "1x2x1"}),
    "isothermal-turbulence": ({"grid.cells": [16, 12, 12], "run.end_time": 0.05}, {3: ""}),
    "forced-mhd": ({"grid.cells": [16, 14, 12], "run.end_time": 2, "run.precision": "single"},
                   {2: ""}),
}


def python(scene, words, ranks=1, code=0, **variables):
    script = scene.write("calls.py", CALLS)
    command = [sys.executable, script, repr(words)]
    if ranks > 1:
        command = [MPIRUN, "-n", str(ranks), *command]
    environment = {**ENVIRONMENT, **_package.ENVIRONMENT, **variables}
    done = subprocess.run([str(word) for word in command], cwd=scene.folder, capture_output=True,
                          text=True, check=False, env=environment, timeout=120)
    check((done.returncode == 0) == (code == 0), f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    files = sorted(scene.folder.glob("said-*"))
    said = [file.read_text().splitlines() for file in files]
    for file in files:
        file.unlink()
    return said, done.stderr


def check_python(scene):
    for name, (overrides, numbers) in DECKS.items():
        deck = str(SOURCE / f"inputs/{name.removesuffix('-tvd')}.toml")
        alone = scene.folder / f"{name}-1"
        said = python(scene, (str(alone), deck, None, "", overrides))[0][0]
        check(len(said) == 5 and "expected a finite number" in said[0], "\n".join(said))
        for ranks, layout in numbers.items():
            together = scene.folder / f"{name}-{ranks}"
            all_said = python(scene, (str(together), deck, "launched", layout, overrides), ranks)[0]
            check(all_said == [said] * ranks, f"{name}: {ranks} processes say something else")
            for file in sorted(alone.iterdir()):
                if file.suffix in (".hst", ".tab", ".png"):
                    check(filecmp.cmp(file, together / file.name, False), f"{file.name} differs")
            for file in sorted(alone.glob("*.h5")) + sorted(alone.glob("*.athdf")):
                out, _ = scene.run("compare", file, together / file.name)
                check("0.0000e+00" in out and not any(
                    word[0].isdigit() and "e" in word and float(word) != 0
                    for line in out.splitlines()[1:] for word in line.split()[1:3]), out)


def check_errors(scene):
    deck = str(SOURCE / "inputs/orszag-tang.toml")
    for overrides, layout, why in (({"grid.cells": [24, 20], "run.colour": 1}, "", "unknown key 'colour'"),
                                   ({"grid.cells": [24, 20]}, "3x1x1", "--layout 3x1x1 has 3 parts")):
        _, said = python(scene, (str(scene.folder / "no"), deck, "launched", layout, overrides), 2, code=1)
        check(said.count(why) == 2, said)
    # A launcher of another MPI than that of the library.
    _, said = python(scene, (str(scene.folder / "no"), deck, "launched", "", {}), code=1, PALS_SIZE="4")
    check("4 processes were started, but MPI knows of one alone" in said, said)
    _, said = python(scene, (str(scene.folder / "no"), deck, None, "2x1x1", {}), code=1)
    check("a layout and a transport are for simulations of several processes" in said, said)


FORTRAN = """
program together
  use mpi
  use solenoid
  implicit none
  type(simulation) :: s
  integer :: code, rank, first(3), shape(3)
  real(8), allocatable :: density(:, :, :), own(:, :, :)
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call solenoid_open(s, 'vortex.toml', device='cpu', communicator=MPI_COMM_WORLD, layout='2x1x1')
  call solenoid_step(s, 4)
  allocate (density(16, 16, 1))
  call solenoid_get(s, 'density', density)
  call solenoid_part(s, first, shape)
  allocate (own(shape(1), shape(2), shape(3)))
  call solenoid_get(s, 'density', own, own=.true.)
  if (any(own /= density(first(1):first(1) + shape(1) - 1, :, :))) error stop 'other values'
  own(:, 2, :) = 3
  call solenoid_set(s, 'density', own(:, 2:2, :), first=first + [0, 1, 0], own=.true.)
  if (rank == 1) then
    call solenoid_fail_in_all(s, 'no more of it', status=code)
  else
    call solenoid_get(s, 'density', own, own=.true., status=code)
  end if
  if (solenoid_message() /= 'no more of it (process 1 of 2)') error stop 'another message'
  call solenoid_get(s, 'density', density)
  if (any(density(:, 2, :) /= 3)) error stop 'what was set is not there'
  print '(a, i0, a, es24.16)', 'process ', rank, ': ', density(5, 3, 1)
  call solenoid_close(s)
  call MPI_Finalize(code)
end program together
"""


def check_fortran(scene):
    compiler = shutil.which("mpifort")
    if compiler is None:
        return print("no mpifort here")
    scene.deck(cells=16)
    scene.write("together.f90", FORTRAN)
    subprocess.run([compiler, "-o", "together", SOURCE / "src/library/fortran/solenoid.f90", "together.f90",
                    LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}"], cwd=scene.folder, check=True)
    done = subprocess.run([MPIRUN, "-n", "2", "./together"], cwd=scene.folder, check=True,
                          capture_output=True, text=True, env=ENVIRONMENT, timeout=120)
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    check(len(said) == 2 and said["process 0"] == said["process 1"], done.stdout)


def check_communicator(scene):
    compiler = shutil.which("mpicxx")
    if compiler is None:
        return print("no mpicxx here")
    scene.write("halves.cpp", programs("docs/library.md", "cpp")[2])
    subprocess.run([compiler, "-std=c++17", "-DOMPI_SKIP_MPICXX", "-I", SOURCE / "src/library/include", "-o", "halves",
                    "halves.cpp", LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}"], cwd=scene.folder, check=True)
    deck = scene.deck(cells=16)
    done = subprocess.run([MPIRUN, "-n", "3", "./halves", deck], cwd=scene.folder, check=True,
                          capture_output=True, text=True, env=ENVIRONMENT, timeout=120)
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    check(len(said) == 3 and said["process 0"] == said["process 2"] != said["process 1"], done.stdout)


if not LIBRARY.exists() or MPIRUN is None:
    print(f"there is no {LIBRARY}, or no mpirun")
    sys.exit(77)
with Scene() as scene:
    if _package.is_built():
        check_python(scene)
        check_errors(scene)
    check_communicator(scene)
    check_fortran(scene)
