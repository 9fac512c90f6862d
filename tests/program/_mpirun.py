"""How tests start several processes."""

import os
import shutil
import subprocess
import sys

from _program import PROGRAM, check

MPIRUN = shutil.which("mpirun")
ENVIRONMENT = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "PRTE_MCA_hwloc_default_binding_policy": "none",
    "OMPI_MCA_btl": "self,vader",
    "MALLOC_PERTURB_": "165",  # memory that nobody has written to, or given back, holds these bytes
}
# Of runs that fail: mpirun gives processes that are ending anyway a second.
AT_ONCE = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}


def start_processes(scene, processes, *words, **variables):
    return subprocess.Popen(
        [MPIRUN, "-n", str(processes), PROGRAM, *map(str, words)], cwd=scene.folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**ENVIRONMENT, **variables})


def run_processes(scene, processes, *words, code=0, **environment):
    process = start_processes(scene, processes, *words, **(AT_ONCE if code else {}), **environment)
    try:
        out, error = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.terminate()  # mpirun ends the others
        out, error = process.communicate()
        check(False, f"{processes} processes, {words}, did not end\nstdout:\n{out}\nstderr:\n{error}")
    check(process.returncode == code,
          f"{processes} processes, {words}: exit code {process.returncode}, expected {code}\n"
          f"stdout:\n{out}\nstderr:\n{error}")
    return out, error


def children_of(process):
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout
    return [int(word) for word in found.split()]


def require_mpi(scene, deck):
    """Ends the test, saying why, where there is no mpirun or a program built without MPI."""
    if MPIRUN is None:
        print("there is no mpirun")
        sys.exit(77)
    process = start_processes(scene, 2, "run", deck, "--steps", 1, "--quiet")
    _, error = process.communicate(timeout=60)
    if "built without MPI" in error:
        check(process.returncode == 2, f"exit code {process.returncode}")
        print("this program was built without MPI, and refuses several processes")
        sys.exit(77)
    check(process.returncode == 0, error)
