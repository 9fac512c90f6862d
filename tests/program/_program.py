"""What the program tests share: running the program, decks, and failing with a reason."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.environ.get("SOLENOID_PROGRAM", "")

VORTEX = """
[run]
end_time = {end_time}

[grid]
cells = [{cells}, {cells}]

[initial]
density = "25/(36*pi)"
velocity_x = "-sin(2*pi*y)"
velocity_y = "sin(2*pi*x)"
pressure = "5/(12*pi)"
vector_potential_z = "(cos(4*pi*x)/2 + cos(2*pi*y))/(2*pi*sqrt(4*pi))"

[[output]]
type = "hdf5"
name = "fields"
every_time = {every_time}

[[output]]
type = "history"
every_steps = 5
"""


class Scene:
    """A scratch folder to run the program in; gone afterwards."""

    def __enter__(self):
        if not PROGRAM:
            print("SOLENOID_PROGRAM names no program")
            sys.exit(77)
        self.folder = Path(tempfile.mkdtemp(prefix="solenoid-program-test-"))
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def deck(self, name="vortex", end_time=0.1, cells=32, every_time=0.05, extra=""):
        """Writes an Orszag-Tang deck and returns its path."""
        return self.write(
            name + ".toml",
            VORTEX.format(end_time=end_time, cells=cells, every_time=every_time) + extra,
        )

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def kept_modules(self, name="", cache=None):
        """The environment with a folder of compiled programs that stays from one test to the next,
        where ctest runs it: a change of a header, of the compiler's options or of a program is
        compiled anew there, nothing else. What `cache` holds is put there, too. Without a name it
        is the one of the tests in C++, which have compiled most programs before."""
        kept = Path(os.environ.get("SOLENOID_CACHE", self.folder / "kept")) / name
        kept.mkdir(parents=True, exist_ok=True)
        for module in cache.glob("*.so") if cache else []:
            part = kept / f"{module.name}.{os.getpid()}"
            shutil.copy(module, part)
            part.rename(kept / module.name)
        return {**os.environ, "SOLENOID_CACHE": str(kept)}

    def start(self, *words, program=PROGRAM, **options):
        """Starts the program without waiting for it."""
        return subprocess.Popen(
            [program, *map(str, words)],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )

    def run(self, *words, code=0, **options):
        """Runs the program, expects the exit code, returns stdout and stderr."""
        process = self.start(*words, **options)
        out, error = process.communicate(timeout=300)
        check(
            process.returncode == code,
            f"{' '.join(map(str, words))}: exit code {process.returncode}, expected {code}\n"
            f"stdout:\n{out}\nstderr:\n{error}",
        )
        return out, error


def check(condition, message):
    if not condition:
        print("FAILED: " + message)
        sys.exit(1)


def check_error(error, *parts):
    """The first line of stderr is the program's own, and all parts are there."""
    check(error.startswith("solenoid: "), f"stderr begins with something else:\n{error}")
    for part in parts:
        check(part in error, f"'{part}' is missing in:\n{error}")


def check_exists(path, there=True):
    check(path.exists() == there, f"{path} {'is missing' if there else 'should not be there'}")


def wait_for(path):
    """Waits half a minute at most for a file that another process writes."""
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.05)
    check(False, f"{path} did not appear")
