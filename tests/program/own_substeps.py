"""Steps of several processes that are taken apart, by whole fields and by the part that each process holds: rates,
ghosts, substeps and numbers have the bits of one process, from C++, Fortran and Python."""

import shutil
import subprocess

import _package
from _own_parts import LIBRARY, check_cpp, python, run
from _page import SOURCE
from _program import Scene, check

VISCOUS, UNITS = "orszag-tang-viscous", ["solver.order=4", "grid.boundary_x=[\"reflecting\",\"outflow\"]"]
# Decks of finite-difference, whose steps can be taken apart: of 1D to 3D, cut along each axis and along several.
SUBSTEPS = [
    ("sine-decay", 3, "3x1x1", ["grid.cells=[25]"]),
    (VISCOUS, 4, "2x2x1", ["grid.cells=[13,21]"]),
    (VISCOUS, 3, "1x3x1", ["grid.cells=[16,15]", 'run.precision="single"', *UNITS]),
    ("forced-turbulence", 4, "1x2x2", ["grid.cells=[9,10,11]"]),
    ("forced-mhd", 2, "2x1x1", ["grid.cells=[12,8,7]", 'run.precision="single"', "solver.integrator=rk4"]),
]
BETWEEN = [(" substeps: until the last one fields", "0"), (" substeps: until the last one fields", "0"),
           ("has taken 1 of ", None)]
MISTAKES = [
    *BETWEEN,
    ("along x the box of velocity_x has", "{last}"), ("along x the box of velocity_x has", "{last}"),
    ("layers of ghosts behind a face, not 9", "{last}"), ("layers of ghosts behind a face, not 9", None),
    ("'velocity_magnitude' is derived from the state", "0"), ("there is no field 'colour'", "0"),
    ("the array of values of velocity_x is missing", "{last}"),
    ("gets the rate of velocity_x of its own part, and process 0 gets the rate of velocity_y of its own part", "{last}"),
    ("this process gets velocity_x of its own part, and process 0 gets the rate of velocity_x of its own part", "{last}"),
    *BETWEEN, *3 * [("the name of the field is missing", "0")]]

# A time integration of the caller's, substeps, ghosts and numbers by parts, from Python.
CALLS = """
import math, os, sys
import numpy, solenoid
deck, overrides = sys.argv[1], {"grid.cells": [13, 11]}
alone = solenoid.Simulation(deck, device="cpu", **overrides)
s = solenoid.Simulation(deck, device="cpu", processes="launched", layout="2x2x1", **overrides)
said = open(f"said-{os.getpid()}", "w")
equal = numpy.array_equal
def ghosts_are_the_same():
    most = alone.with_ghosts("velocity_x").shape[0] // 2 - 5
    assert most == 3
    for layers in (None, 0, 1):
        around = most if layers is None else layers
        mine = tuple(slice(part.start, part.stop + 2*around) for part in s.part)
        whole = alone.with_ghosts("velocity_y", layers)
        assert equal(s.with_ghosts("velocity_y", layers), whole)
        assert equal(s.local.with_ghosts("velocity_y", layers), whole[mine])
    y, x = s.part
    piece = alone.with_ghosts(("velocity_x", slice(y.start + 1, y.stop), x.start), 2)
    assert equal(s.local.with_ghosts(("velocity_x", slice(1, None), 0), 2), piece) and piece.shape[1] == 5
    assert s.local.with_ghosts(("velocity_x", slice(0, 0))).shape[0] == 0
def heun(of, dt):
    names = s.state_fields
    first, before = {name: of.rate(name) for name in names}, {name: of[name] for name in names}
    for name in names:
        of[name] = before[name] + dt*first[name]
    second = {name: of.rate(name) for name in names}
    for name in names:
        of[name] = before[name] + dt/2*(first[name] + second[name])
dt = alone.stable_dt
assert s.stable_dt == dt and s.substeps == 3
for n in range(2):
    ghosts_are_the_same()
    heun(alone, dt/4), heun(s.local, dt/4)
    for substep in range(3):
        alone["velocity_x"] *= 0.9
        s.local["velocity_x"] = 0.9*s.local["velocity_x"]
        alone.substep(dt), s.substep(dt)
        ghosts_are_the_same()
assert s.steps == alone.steps == 2 and s.time == alone.time and s.totals() == alone.totals()
for name in (*s.fields, "velocity"):
    for call in ("min", "max", "sum", "mean", "rms"):
        assert getattr(s.local, call)(name) == getattr(alone, call)((name, *s.part)), (name, call)
assert s.local.max(("density", slice(0, 0))) == -math.inf and math.isnan(s.local.mean(("density", slice(0, 0))))
assert sum(s.local.sum(("velocity_x", row)) for row in range(4)) == sum(
    alone.sum(("velocity_x", s.part[0].start + row, s.part[1])) for row in range(4))
assert equal(s.rate("entropy"), alone.rate("entropy"))
first = s.part[0].start == s.part[1].start == 0
given = solenoid.Simulation(sys.argv[2], device="cpu", processes="launched", **{"grid.cells": [8, 8, 8]})
for wrong in (lambda: s.local.rate("colour" if first else "velocity_x"), lambda: s.local.max(("velocity", 40)),
              lambda: s.local.with_ghosts("velocity_x", 4 if first else 3), lambda: s.local.with_ghosts("velocity_x", -1),
              lambda: s.local.rate("density"), lambda: given.local.rate("velocity_x"),
              lambda: s.with_ghosts("velocity_x", 4)):
    try:
        wrong()
        print("nothing was wrong", file=said)
    except solenoid.ArgumentError as error:
        print(str(error), file=said)
"""

# A code that owns its arrays, with ghosts, in each process; a drag of 0 changes nothing.
FORTRAN = """
program owner
  use mpi
  use solenoid
  implicit none
  integer, parameter :: ghosts = 3
  real(8), parameter :: drag = 0
  character(len=10), parameter :: names(2) = ['velocity_x', 'velocity_y']
  real(8), allocatable :: u(:, :, :, :), rate(:, :, :)
  type(simulation) :: vortex
  real(8) :: dt, largest, fastest, slowest
  integer :: step, substep, i, code, rank, first(3), n(3), last(3)
  character(len=200) :: words(3)
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  do i = 1, 3
    call get_command_argument(i, words(i))
  end do
  call solenoid_open(vortex, words(1), overrides='grid.cells=[15,12]', device='cpu', &
                     communicator=MPI_COMM_WORLD, layout=words(3))
  call solenoid_part(vortex, first, n)
  last = first + n - 1
  allocate (u(first(1) - ghosts:last(1) + ghosts, first(2) - ghosts:last(2) + ghosts, 1, 2), rate(n(1), n(2), 1))
  do i = 1, 2
    call solenoid_get_with_ghosts(vortex, names(i), ghosts, u(:, :, :, i), own=.true.)
  end do
  do step = 1, 3
    call solenoid_stable_dt(vortex, dt)
    do substep = 1, solenoid_substeps(vortex)
      do i = 1, 2
        u(:, :, :, i) = (1 - drag*dt)*u(:, :, :, i)
        call solenoid_set(vortex, names(i), u(first(1):last(1), first(2):last(2), :, i), own=.true.)
      end do
      call solenoid_substep(vortex, dt)
      do i = 1, 2
        call solenoid_get_with_ghosts(vortex, names(i), ghosts, u(:, :, :, i), own=.true.)
      end do
    end do
  end do
  call solenoid_get_rate(vortex, 'velocity_x', rate, own=.true.)
  call solenoid_numbers(vortex, 'velocity', minimum=slowest, maximum=fastest, own=.true.)
  call MPI_Reduce(maxval(rate), largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, code)
  dt = fastest
  call MPI_Reduce(dt, fastest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, code)
  if (rank == 0) print '(2es25.17)', largest, fastest
  if (slowest > dt) error stop 'numbers in a wrong order'
  call solenoid_get_with_ghosts(vortex, 'velocity_y', ghosts, u(:, :, :, 1), first=first, own=.true.)
  if (any(u(:, :, :, 1) /= u(:, :, :, 2))) error stop 'other ghosts'
  call solenoid_get_rate(vortex, 'velocity_x', u(:, :, :, 1), own=.true., status=code)
  if (code /= solenoid_bad_argument) error stop 'an array of a wrong shape is taken'
  call solenoid_get_with_ghosts(vortex, 'velocity_x', ghosts, u(first(1):, :, :, 1), own=.true., status=code)
  if (code /= solenoid_ok) error stop 'a smaller box is refused'
  call solenoid_get_with_ghosts(vortex, 'velocity_x', 1, u(:, :, :, 1), own=.true., status=code)
  if (index(solenoid_message(), 'along x the box of velocity_x has') == 0) error stop 'another message'
  call solenoid_numbers(vortex, 'colour', maximum=fastest, own=.true., status=code)
  if (index(solenoid_message(), "there is no field 'colour'") == 0) error stop 'another colour'
  call solenoid_write_checkpoint(vortex, words(2))
  call solenoid_close(vortex)
  call MPI_Finalize(code)
end program owner
"""


def check_substeps(scene):
    said = python(scene, 4, CALLS, SOURCE / f"inputs/{VISCOUS}.toml", SOURCE / "inputs/abc-dynamo.toml")
    check(len(said) == 4 and said[0] == said[1] == said[2] == said[3], f"{said}")
    for text, words, rank in zip(said[0], ("there is no field 'colour'", "velocity_x has no number 40 along y",
                                           "there are 3 layers of ghosts behind a face, not 4",
                                           "there are 3 layers of ghosts behind a face, not -1",
                                           "'density' is derived from the state", "no equation changes velocity_x",
                                           "not 4"),
                                 6 * [True] + [False],
                                 strict=True):
        check(words in text and ("(process 0 of 4)" in text) == rank, text)


def check_fortran(scene):
    compiler = shutil.which("mpifort")
    if compiler is None:
        return print("no mpifort here")
    scene.write("owner.f90", FORTRAN)
    subprocess.run([compiler, "-o", "owner", SOURCE / "src/library/fortran/solenoid.f90", "owner.f90", LIBRARY,
                    f"-Wl,-rpath,{LIBRARY.parent}"], cwd=scene.folder, check=True)
    deck = SOURCE / f"inputs/{VISCOUS}.toml"
    alone = run(scene, 1, "./owner", deck, "owner-1.h5")
    together = run(scene, 3, "./owner", deck, "owner-3.h5", "1x3x1")
    check(alone == together, f"{alone}, {together}")
    out, _ = scene.run("run", deck, "--set", "grid.cells=[15,12]", "--steps", 3, "--quiet", "--no-outputs")
    for other in ("owner-3.h5", f"runs/{VISCOUS}/{VISCOUS}.checkpoint.h5"):
        out, _ = scene.run("compare", "owner-1.h5", other)
        check("0.0000e+00" in out and not any(
            word[0].isdigit() and "e" in word and float(word) != 0
            for line in out.splitlines()[1:] for word in line.split()[1:3]), out)


with Scene() as scene:
    check_cpp(scene, "own_substeps", SUBSTEPS, MISTAKES)
    if _package.is_built():
        check_substeps(scene)
    check_fortran(scene)
