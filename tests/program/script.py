"""The script `solenoid`, over a build that is there: what it hands to the program, and how."""

import os
import shutil
import stat
import sys
from pathlib import Path

from _program import PROGRAM, Scene, check

# Nothing to install, nothing to build.
STUBS = {
    "cmake": "#!/bin/sh\n",
    "dpkg-query": "#!/bin/sh\nshift 3\nfor package; do echo \"ii $package\"; done\n",
}

with Scene() as scene:
    source = os.environ.get("SOLENOID_SOURCE_DIR")
    if source is None:
        print("SOLENOID_SOURCE_DIR names no source folder")
        sys.exit(77)
    shutil.copy(Path(source) / "solenoid", scene.folder / "solenoid")
    build = scene.folder / "build/openmp"
    build.mkdir(parents=True)
    (build / "build.ninja").touch()
    (build / ".solenoid-arguments").write_text("\n")
    (build / "solenoid").symlink_to(PROGRAM)
    stubs = scene.folder / "stubs"
    stubs.mkdir()
    for name, text in STUBS.items():
        (stubs / name).write_text(text)
        (stubs / name).chmod(stat.S_IRWXU)
    environment = {
        **os.environ,
        "PATH": f"{stubs}:{os.environ['PATH']}",
        "SOLENOID_PRESET": "openmp",
        "SOLENOID_CMAKE_ARGS": "",
    }

    def script(*words):
        out, _ = scene.run(*words, program="./solenoid", env=environment)
        return out

    check("setup" in script() and script("help") == script(), "the script's own help is missing")
    check("boundary_x" in script("help", "deck"), "'help deck' did not reach the program")
    check("--restart" in script("help", "run"), "'help run' did not reach the program")
    check("compare" in script("program", "--help"), "'program --help' did not reach the program")

    # The hint how to go on can be typed as it stands.
    deck = scene.deck()
    (scene.folder / "runs/vortex").mkdir(parents=True)
    (scene.folder / "runs/vortex/STOP").touch()
    _, error = scene.run("run", deck.name, program="./solenoid", env=environment)
    hint = error.strip().splitlines()[-1].split()
    check(hint[:3] == ["./solenoid", "run", "vortex.toml"], f"the hint is: {hint}")
    scene.run(*hint[1:], program=hint[0], env=environment)
