"""What is installed runs a deck in any folder, without the source and build folders' help."""

import os
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
    strays = {path.name for path in prefix.rglob("*") if path.suffix in (".a", ".hpp", ".cmake")}
    check(not strays, f"libraries' files were installed along: {strays}")

    # By its name alone, as from a PATH that holds it; the hint repeats it.
    environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"}
    (scene.folder / "runs/sod").mkdir(parents=True)
    (scene.folder / "runs/sod/STOP").touch()
    deck = data / "inputs/sod.toml"
    _, error = scene.run("run", deck, program="solenoid", env=environment)
    check(f"\n  solenoid run {deck} --restart" in error, f"the hint is:\n{error}")
    scene.run(*error.split("\n  solenoid ")[1].split(), program="solenoid", env=environment)
    check_exists(scene.folder / "runs/sod/sod.checkpoint.previous.h5")
