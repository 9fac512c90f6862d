"""The script `solenoid`, over a build that is there: what it hands to the program, and how; and over
builds that belong to another place."""

import os
import shutil
import stat
import sys
from pathlib import Path

from _program import PROGRAM, Scene, check

# Nothing to install, nothing to build: what would be is written down, and a folder that is configured
# looks as CMake leaves it.
CMAKE = """#!/bin/sh
echo "$PWD: $@" >>"$CMAKE_CALLS"
while [ $# -gt 0 ]; do
  if [ "$1" = -B ]; then
    touch "$2/build.ninja"
    echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"$2/CMakeCache.txt"
    echo "CMAKE_CACHEFILE_DIR:INTERNAL=$2" >>"$2/CMakeCache.txt"
    ln -s "$SOLENOID_PROGRAM" "$2/solenoid"
  fi
  shift
done
"""
STUBS = {
    "cmake": CMAKE,
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
        "CMAKE_CALLS": str(scene.folder / "cmake-calls"),
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

    # A checkout that is copied, moved, or shares its build folder with another by a link.
    calls = Path(environment["CMAKE_CALLS"])
    original = scene.folder / "original"

    def place(path, *words, code=0):
        """What cmake was called for while a checkout's script ran, its output and complaints."""
        calls.write_text("")
        out, error = scene.run(*words, program=str(path / "solenoid"), env=environment, code=code)
        return calls.read_text(), out, error

    def state(path):
        return {str(item): item.lstat().st_mtime_ns for item in [path, *path.rglob("*")]}

    original.mkdir()
    shutil.copy(Path(source) / "solenoid", original / "solenoid")
    place(original, "program", "help")
    for _ in range(2):
        called, _, _ = place(original, "run", "--help")
        check(called == "", f"the help of what is built took a build: {called}")
    called, _, _ = place(original, "check", scene.deck())
    check(str(original / "build/openmp") in called, f"nothing was built: {called}")

    copy = scene.folder / "original/copy"  # the harder case: one within the other
    shutil.copytree(original, scene.folder / "copy", symlinks=True)
    (scene.folder / "copy").rename(copy)
    before = state(original)
    for words in [["help", "deck"], ["help"], ["--help"], ["run", "--help"], ["info"]]:
        called, out, _ = place(copy, *words)
        check(called == "" and out, f"{words} in a copy took a build: {called}")
    called, _, error = place(copy, "check", scene.deck())
    check(f"-B {copy}/build/openmp-2" in called, f"the copy has no build of its own: {called}")
    check(f"{original}/build" not in called and f"{copy}/build/openmp " not in called, called)
    check(f"{copy}/build/openmp was made for {original}" in error, error)
    after = {path: at for path, at in state(original).items() if not path.startswith(str(copy))}
    before = {path: at for path, at in before.items() if not path.startswith(str(copy))}
    check(after == before, "the other checkout has changed")
    called, _, error = place(copy, "check", scene.deck())
    check("-B" not in called and f"--build {copy}/build/openmp-2" in called, called)
    check("was made for" not in error, error)

    moved = scene.folder / "moved"
    copy.rename(moved)
    called, _, _ = place(moved, "check", scene.deck())
    check(f"-B {moved}/build/openmp-3" in called and str(copy) not in called, called)

    linked = scene.folder / "linked"
    linked.mkdir()
    shutil.copy(Path(source) / "solenoid", linked / "solenoid")
    (linked / "build").symlink_to(original / "build")
    before = state(original)
    called, _, error = place(linked, "check", scene.deck(), code=3)
    check(called == "" and "remove that link" in error, f"{called}{error}")
    check(state(original) == before, "the checkout behind the link has changed")
