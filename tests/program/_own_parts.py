"""What tests of simulations of several processes run: programs in C++ that say what differs, and Python."""

import shutil
import subprocess
import sys
from pathlib import Path

import _package
from _mpirun import ENVIRONMENT, MPIRUN
from _page import SOURCE
from _program import PROGRAM, check

LIBRARY = Path(PROGRAM).parent / "libsolenoid.so"
if not LIBRARY.exists() or MPIRUN is None or shutil.which("mpicxx") is None:
    print(f"there is no {LIBRARY}, no mpirun or no mpicxx")
    sys.exit(77)


def run(scene, ranks, *command, **variables):
    done = subprocess.run([str(word) for word in (MPIRUN, "-n", ranks, *command)], cwd=scene.folder,
                          capture_output=True, text=True, check=False, env={**ENVIRONMENT, **variables},
                          timeout=60)
    check(done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def take_said(scene):
    """The lines that each process has written."""
    files = sorted(scene.folder.glob("said-*"))
    said = [file.read_text().splitlines() for file in files]
    for file in files:
        file.unlink()
    return said


def compile_cpp(scene, source, name):
    subprocess.run([shutil.which("mpicxx"), "-std=c++17", "-Wall", "-Wextra", "-Werror", "-DOMPI_SKIP_MPICXX",
                    "-I", SOURCE / "src/library/include", "-o", name, source, LIBRARY,
                    f"-Wl,-rpath,{LIBRARY.parent}"], cwd=scene.folder, check=True)


def check_cpp(scene, program, cases, mistakes):
    compile_cpp(scene, SOURCE / f"tests/program/{program}.cpp", program)
    for name, ranks, layout, overrides in cases:
        run(scene, ranks, f"./{program}", SOURCE / f"inputs/{name}.toml", layout, *overrides)
        said = [line for words in take_said(scene) for line in words]
        errors = [[line.split(": ", 1)[1] for line in said if line.startswith(f"error {rank} of kind 2: ")]
                  for rank in range(ranks)]
        others = [line for line in said if not line.startswith("error ")]
        check(not others, f"{name} in {layout}:\n" + "\n".join(others[:20]))
        check(all(own == errors[0] for own in errors) and len(errors[0]) == len(mistakes),
              f"{name}: the processes are told different things\n" + "\n".join(said))
        first = next(text for text in errors[0] if "the box of " in text).split("box of ")[1].split()[0]
        for text, (words, rank) in zip(errors[0], mistakes):
            check(words.format(first=first) in text, text)
            of = "" if rank is None else f"(process {rank.format(last=ranks - 1)} of {ranks})"
            check(text.endswith(of), text)


def python(scene, ranks, text, *words):
    """What each process says."""
    run(scene, ranks, sys.executable, scene.write("calls.py", text), *words, **_package.ENVIRONMENT)
    return take_said(scene)
