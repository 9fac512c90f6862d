"""What is installed runs decks in any folder, without the source and build folders' help, and
compiles stencil programs with what is installed along."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from _program import PROGRAM, Scene, check, check_exists

with Scene() as scene:
    build = Path(PROGRAM).parent
    if not (build / "cmake_install.cmake").exists():
        print(f"{build} is not a build folder")
        sys.exit(77)
    prefix = scene.folder / "prefix"
    installed = subprocess.run(["cmake", "--install", build, "--prefix", prefix],
                               capture_output=True, text=True, check=False)
    check(installed.returncode == 0, installed.stdout + installed.stderr)
    data = prefix / "share/solenoid"
    for name in ["README.md", "LICENSE", "docs/deck-reference.md", "docs/pictures/sod.png"]:
        check_exists(data / name)
    headers = prefix / "include/solenoid"
    modules = data / "modules"
    strays = {path.name for path in prefix.rglob("*")
              if path.suffix in (".a", ".cpp") or
              (path.suffix == ".hpp" and not {headers, modules} & set(path.parents))}
    check(strays == {"stencil_module.cpp"}, f"libraries' files were installed along: {strays}")
    public = {path.name for path in headers.iterdir()}
    check(public in (set(), {"simulation.hpp", "error.hpp", "solenoid.h"}), f"headers: {public}")

    # By its name alone, as from a PATH that holds it; the hint repeats it.
    environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"}
    (scene.folder / "runs/sod").mkdir(parents=True)
    (scene.folder / "runs/sod/STOP").touch()
    deck = data / "inputs/sod.toml"
    _, error = scene.run("run", deck, program="solenoid", env=environment)
    check(f"\n  solenoid run {deck} --restart" in error, f"the hint is:\n{error}")
    scene.run(*error.split("\n  solenoid ")[1].split(), program="solenoid", env=environment)
    check_exists(scene.folder / "runs/sod/sod.checkpoint.previous.h5")

    # Equations that come with Solenoid are built in: no compiler is asked, and none is there.
    cache = scene.folder / "cache"
    moved = scene.folder / "moved"
    prefix.rename(moved)
    program = moved / "bin/solenoid"
    alone = {**os.environ, "SOLENOID_CACHE": str(cache), "PATH": ""}
    quick = ["--steps", 2, "--threads", 1, "--no-outputs"]
    forced = ["--set", "grid.cells=[16,16,16]"]
    for deck, more in [("sine-decay", []), ("forced-turbulence", forced),
                       ("orszag-tang-viscous", ["--set", "run.precision=single"])]:
        deck = moved / f"share/solenoid/inputs/{deck}.toml"
        out, _ = scene.run("compile", deck, *more, program=program, env=alone)
        if "is built in" not in out:  # a build without them
            continue
        scene.run("run", deck, *quick, *more, program=program, env=alone)
        check_exists(cache, there=False)

    # A program of one's own is compiled with the headers that are installed. The compiler notes
    # those that it reads (GCC does, where it is asked by this variable) ...
    source = os.environ["SOLENOID_SOURCE_DIR"]
    noted = scene.folder / "headers"
    own = moved / "share/solenoid/inputs/gray-scott.toml"
    environment = {**os.environ, "SOLENOID_CACHE": str(cache), "SUNPRO_DEPENDENCIES": str(noted)}
    # ... and source and build folder are hidden, where that is allowed.
    hidden = ["unshare", "-rm", "sh", "-c", 'for f in "$0" "$1"; do mount -t tmpfs none "$f"; done '
              '2>/dev/null; '
              'shift; exec "$@"', source, str(build)]
    within = [folder for folder in (Path(source), build) if folder in scene.folder.parents]
    if (not shutil.which("unshare") or within or
            subprocess.run([*hidden, "true"], capture_output=True, check=False).returncode != 0):
        print("source and build folder cannot be hidden here")
        hidden = []
    first, *others = [*hidden, program, "compile", own]
    out, _ = scene.run(*others, program=first, env=environment)
    check("compiling the stencil program gray-scott" in out and "compiled: " in out, out)
    if noted.exists():
        text = noted.read_text().replace("\\ ", " ")
        check("Kokkos_Core.hpp" in text, f"what was the program compiled with?\n{text[:2000]}")
        for folder in (source, str(build)):
            check(folder + "/" not in text, f"headers of {folder} were used")

    # The run finds what was compiled ahead.
    compiled = list(cache.glob("*.so"))
    check(len(compiled) == 1, f"the cache holds {list(cache.iterdir())}")
    first, *others = [*hidden, program, "run", own, *quick]
    out, _ = scene.run(*others, program=first, env=environment)
    check("compiling" not in out, f"the program was compiled again:\n{out}")

    # With other headers than those that it was built from a program's modules may not fit it.
    with open(moved / "share/solenoid/modules/physics/solvers/solver.hpp", "a") as header:
        header.write("\n")
    shutil.rmtree(cache)
    _, error = scene.run("compile", own, program=program, env=environment, code=3)
    check("physics/solvers/solver.hpp" in error and "build it again" in error, error)
