"""What docs/library.md says: its programs in C++, C and Fortran are compiled against an installed
Solenoid, and take the steps of `solenoid run`. Of the library its interface alone is visible."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import _package
from _page import SOURCE, programs
from _program import PROGRAM, Scene, check, check_exists

BUILD = Path(PROGRAM).parent
# What is wrong with it is found before it is compiled.
PROGRAM_WITHOUT_DECK = """
program without_deck
  use, intrinsic :: iso_c_binding, only: dp => c_double
  use solenoid
  implicit none
  type(simulation) :: s
  integer :: status
  character(len=*), parameter :: equations = 'field Scalar u; uniform Scalar decay; d_t u = -decay * u;'
  call solenoid_open_program(s, equations, [8, 4, 1], [0, 0, 0] * 1.0_dp, [1, 1, 1] * 1.0_dp, &
      overrides='physics.colour=1'//new_line('a')//'physics.decya=2', status=status)
  if (status == solenoid_bad_deck) print '(a)', solenoid_message()
end program without_deck
"""

# What docs/library.md does not show: values that are on their way while steps go on, memory of the device (here
# the host's), what is kept of a simulation.
MORE_FORTRAN = """
program more
  use, intrinsic :: iso_c_binding, only: dp => c_double, sp => c_float, c_loc
  use solenoid
  implicit none
  type(simulation) :: s
  real(dp), target :: now(16, 8, 1), there(4, 2, 1)
  real(dp), target, asynchronous :: later(16, 8, 1)
  real(sp), target, asynchronous :: part(4, 2, 1)
  character(len=64), allocatable :: labels(:)
  character(len=:), allocatable :: png
  real(dp), allocatable :: row(:), power(:)
  real(dp) :: mean
  integer :: status, file
  call solenoid_open(s, '{deck}', overrides='grid.cells=[16,8]', device='cpu')
  call solenoid_step(s, 3)
  call solenoid_get(s, 'density', now)
  call solenoid_get_later(s, 'density', later)
  call solenoid_get_later(s, 'density', part, first=[5, 3, 1])
  call solenoid_step(s, 4)
  call solenoid_synchronise(s)
  print '(a, 2l2)', 'same', all(later == now), all(part == real(now(5:8, 3:4, :), sp))
  call solenoid_get_later(s, 'colour', later, status=status)
  print '(a)', solenoid_message()
  call solenoid_get(s, 'density', now)
  call solenoid_get_on_device(s, 'density', c_loc(there), shape(there), 8, first=[5, 3, 1])
  call solenoid_synchronise(s)
  print '(a, 2l2)', 'on the device', all(there == now(5:8, 3:4, :)), solenoid_on_gpu(s)
  there = 2
  call solenoid_set_on_device(s, 'density', c_loc(there), shape(there), 8)
  call solenoid_get(s, 'density', now)
  print '(a, l2)', 'set there', all(now(:4, :2, :) == 2)
  call solenoid_history(s, labels, row)
  print '(a, l2)', 'time ', row(1) == solenoid_time(s)
  print '(2a, i0)', trim(labels(1)), ' of ', size(labels) - size(row)
  call solenoid_spectrum(s, 'density', power)
  mean = sum(now)/size(now)
  print '(a, l2)', 'power', abs(power(1) - mean**2) < 1e-12
  call solenoid_spectrum(s, 'colour', power, status)
  print '(a, l2)', 'no spectrum', status == solenoid_bad_argument
  call solenoid_picture(s, 'density', png, range=[0.0_dp, 3.0_dp], colours='inferno')
  open (newunit=file, file='density.png', access='stream', form='unformatted')
  write (file) png
  close (file)
  call solenoid_close(s)
end program more
"""


def run(*words, cwd, code=0, **options):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True,
                          check=False, **options)
    check(done.returncode == code,
          f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def check_visible(library):
    names = [line.split()[-1] for line in
             run("nm", "-D", "--defined-only", library, cwd="/").splitlines()]
    # What is its interface, and what stencil programs need which it compiles.
    strangers = [name for name in names if not re.match(
        r"solenoid_|_ZNK?8solenoid(10Simulation|7version)|\w+@@SOLENOID_PROGRAMS$|SOLENOID", name)]
    check(not strangers, f"the library shows {strangers[:10]}")
    check(any(name.startswith("solenoid_open@@SOLENOID") for name in names), "it shows no function")


def check_cpp(scene, prefix, environment):
    vortex, spots = programs("docs/library.md", "cpp")[:2]
    (scene.folder / "vortex.cpp").write_text(vortex)
    (scene.folder / "spots.cpp").write_text(spots)
    (scene.folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(vortex CXX)\n" +
        programs("docs/library.md", "cmake")[0] +
        "add_executable(spots spots.cpp)\ntarget_link_libraries(spots PRIVATE Solenoid::solenoid)\n")
    run("cmake", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug",
        "-B", "of-cmake", ".", cwd=scene.folder)
    run("cmake", "--build", "of-cmake", cwd=scene.folder)
    deck = SOURCE / "inputs/orszag-tang.toml"
    out = run("of-cmake/vortex", deck, cwd=scene.folder, env=environment)
    check("time 0.1, density 0." in out and "mass 0.22" in out, out)
    check_exists(scene.folder / "vortex.h5")
    # Compiled once for this page and that of Python.
    cache = {**environment, **scene.kept_modules("python")}
    out = run("of-cmake/spots", cwd=scene.folder, env=cache)
    check("V up to 0." in out and "changing by" in out, out)
    out = run("of-cmake/vortex", "nothing.toml", cwd=scene.folder, code=1)
    check("nothing.toml: cannot read the deck: No such file or directory" in out, out)


def check_c(scene, flags, environment):
    (scene.folder / "calm.c").write_text(programs("docs/library.md", "c")[0])
    run("cc", "-Wall", "-Wextra", "-Werror", "-o", "calm", "calm.c", *flags, cwd=scene.folder)
    out = run("./calm", cwd=scene.folder, env=environment)
    check("calm after " in out, out)


def check_steps(scene, flags, environment):
    """The programs that perf/library.py times."""
    steps = SOURCE / "perf/steps"
    run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "steps-c", steps / "steps.c", *flags,
        cwd=scene.folder)
    run("c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-o", "steps-cpp", steps / "steps.cpp",
        *flags, cwd=scene.folder)
    commands = [["./steps-c"], ["./steps-cpp"]]
    if _package.is_built():
        commands.append([sys.executable, steps / "steps.py"])
    for command in commands:
        out = run(*command, SOURCE / "inputs/orszag-tang.toml", "grid.cells=[16, 8]\nrun.end_time=9",
                  "cpu", 1, 6, 3, cwd=scene.folder, env={**environment, **_package.ENVIRONMENT})
        check(0 < float(out) < 60, out)


def check_same(scene, ours, theirs):
    out, _ = scene.run("compare", ours, theirs)
    differences = re.findall(r"^\w+ +(\S+)", out, re.MULTILINE)[1:]
    check(len(differences) > 3 and set(differences) == {"0.0000e+00"}, out)


def check_fortran(scene, source, flags, environment):
    run("gfortran", "-std=f2018", "-Wall", "-Werror", "-c", source, cwd=scene.folder)
    for name, program in zip(("shock", "owner"), programs("docs/library.md", "fortran")):
        (scene.folder / f"{name}.f90").write_text(program)
        run("gfortran", "-Wall", "-Werror", "-o", name, f"{name}.f90", "solenoid.o", *flags,
            cwd=scene.folder)
    (scene.folder / "program.f90").write_text(PROGRAM_WITHOUT_DECK)
    run("gfortran", "-Wall", "-Werror", "-o", "program", "program.f90", "solenoid.o", *flags,
        cwd=scene.folder)
    out = run("./program", cwd=scene.folder, env=environment)
    check("unknown key 'colour' in [physics]" in out and "did you mean 'decay'" in out, out)
    (scene.folder / "more.f90").write_text(
        MORE_FORTRAN.replace("{deck}", str(SOURCE / "inputs/orszag-tang.toml")))
    run("gfortran", "-Wall", "-Werror", "-ffree-line-length-none", "-o", "more", "more.f90", "solenoid.o", *flags,
        cwd=scene.folder)
    out = run("./more", cwd=scene.folder, env=environment)
    for said in ("same T T", "there is no field 'colour'", "on the device T F", "set there T", "time  T", "time of 0",
                 "power T", "no spectrum T"):
        check(said in out, out)
    check((scene.folder / "density.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", "no picture")
    deck = SOURCE / "inputs/sod.toml"
    out = run("./shock", deck, cwd=scene.folder, env=environment)
    check("step 20, mean density 0.56" in out and "ended at time 0." in out and
          "there is no field 'colour'; the fields are \"density\"" in out, out)
    # The same bits as of the program, which has the deck's outputs besides.
    scene.run("run", deck, "--set", "grid.cells=[128]", "--steps", 20, "--quiet", "--device", "cpu")
    check_same(scene, "runs/sod/sod.checkpoint.h5", "shock.h5")
    deck = SOURCE / "inputs/orszag-tang-viscous.toml"
    out = run("./owner", deck, cwd=scene.folder, env=environment)
    check("what it should be to  0.000E+00" in out, out)
    scene.run("run", deck, "--set", "grid.cells=[32,32]", "--steps", 5, "--quiet", "--device", "cpu")
    check_same(scene, "runs/orszag-tang-viscous/orszag-tang-viscous.checkpoint.h5", "owner.h5")


with Scene() as scene:
    if not (BUILD / "libsolenoid.so").exists() or not (BUILD / "cmake_install.cmake").exists():
        print(f"{BUILD} holds no library")
        sys.exit(77)
    check_visible(BUILD / "libsolenoid.so")
    prefix = scene.folder / "prefix"
    run("cmake", "--install", BUILD, "--prefix", prefix, cwd="/")
    where = {**os.environ, "PKG_CONFIG_PATH": str(next(prefix.rglob("pkgconfig")))}
    flags = run("pkg-config", "--cflags", "--libs", "solenoid", cwd="/", env=where).split()
    source = run("pkg-config", "--variable=fortran_source", "solenoid", cwd="/", env=where).strip()
    environment = {**os.environ, "LD_LIBRARY_PATH": str(next(prefix.rglob("libsolenoid.so")).parent)}
    check_cpp(scene, prefix, os.environ)
    check_c(scene, flags, environment)
    check_steps(scene, flags, environment)
    if shutil.which("gfortran"):
        check_fortran(scene, source, flags, environment)
    else:
        print("no gfortran here")
