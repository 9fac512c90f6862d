"""The build folder and what is run in it, side by side on all cores."""

import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


# Of processes beside others, on fewer cores than they have threads.
PEACEFUL = {"OMP_WAIT_POLICY": "passive", "OMP_PROC_BIND": "false", "OMPI_MCA_mpi_yield_when_idle": "1"}


class Build:
    """A build folder with the target solenoid_differential."""

    def __init__(self, folder=None):
        folders = [pathlib.Path(folder)] if folder else [ROOT / "build" / name
                                                        for name in ("cuda", "openmp")]
        built = [f for f in folders if (f / "tests/solenoid_differential").exists()]
        if not built:
            raise SystemExit("build solenoid_differential first: ./solenoid build "
                             "solenoid_differential stencilc")
        self.folder = built[0].resolve()
        self.program = self.folder / "tests/solenoid_differential"
        self.stencilc = self.folder / "stencilc"
        # What cmake/StencilModule.cmake notes for the programs of decks.
        noted = (self.folder / "generated/module_compiler.cpp").read_text()
        command = re.search(r'R"command\((.*?)\)command"', noted, re.DOTALL).group(1)
        self.compiler = re.sub(r" -O\d ", " -O1 ", command)
        self.for_gpu = any(line.startswith("Kokkos_ENABLE_CUDA:") and line.rstrip().endswith("=ON")
                           for line in open(self.folder / "CMakeCache.txt"))
        if self.for_gpu and not shutil.which("nvcc"):
            # Where the script `solenoid` looks for it, too.
            cuda = os.environ.get("CUDA_ROOT") or os.environ.get("CUDA_HOME") or "/usr/local/cuda"
            os.environ["PATH"] += f"{os.pathsep}{cuda}/bin"

    def has_processes(self):
        """Whether it runs as several."""
        return bool(shutil.which("mpirun")) and run([str(self.program), "parts", "cpu", "2", os.devnull])[0] == 0

    def compile_command(self, source, target):
        """Compiles a unit of programs to a shared object, with little optimisation."""
        return (f"{self.compiler} -w -fPIC -shared -I{shlex.quote(str(source.parent))} "
                f"-o {shlex.quote(str(target))} {shlex.quote(str(source))}")


def run(command, environment=None, seconds=None):
    """Exit status and all output of a command; None as status if it took too long."""
    try:
        done = subprocess.run(command, shell=isinstance(command, str), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                              env={**os.environ, **(environment or {})}, cwd=ROOT)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
        return None, output.decode(errors="replace") if isinstance(output, bytes) else output


def cores():
    return len(os.sched_getaffinity(0))


def pool(workers=None):
    return concurrent.futures.ThreadPoolExecutor(workers or cores())
