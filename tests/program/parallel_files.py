"""Several processes write and read files together, and end together."""

import os
import signal
import subprocess
import time

from _mpirun import ENVIRONMENT, MPIRUN, children_of, run_processes, start_processes
from _parallel import BOX, OPEN, PERIODIC, WALLS, check_same_files, run_all
from _program import PROGRAM, check, check_exists, wait_for


def test_files(scene):
    """Processes write and read the pieces of a file together, whatever the layout: each has whole
    ones, parts of them, or boxes of cells."""
    deck = scene.write("files.toml", BOX.format(boundaries=WALLS) + """
[[output]]
type = "hdf5"
name = "some"
crop = { x = [0.1, 0.9] }
precision = "single"
""")
    words = ["run", deck, "--device", "cpu", "--set", "grid.cells=[66,65,64]", "--set",
             "solver.scheme=relaxing-tvd", "--quiet", "--steps", 1]
    scene.run(*words, "--out", "file", env=ENVIRONMENT)
    for processes, layout, more in ((3, "1x3x1", ()), (4, "2x1x2", ()),
                                    (3, "1x1x3", ("--writing", "collective"))):
        run_processes(scene, processes, *words, "--out", layout, "--layout", layout, *more)
        check_same_files(scene.folder / "file", scene.folder / layout, layout)
    # Means over blocks: where cuts fall between these, and where they do not.
    blocks = scene.write("blocks.toml", BOX.format(boundaries=OPEN) + """
[[output]]
type = "hdf5"
name = "coarse"
coarsen = 4
fields = ["twist", "density", "vorticity_x"]
every_steps = 1

[[output]]
type = "hdf5"
name = "plane"
coarsen = 2
crop = { x = [0.1, 0.7] }
slice = { y = 0.3 }
precision = "single"
fields = ["pressure", "twist"]
every_steps = 1
""")
    coarse = ["run", blocks, "--device", "cpu", "--set", "grid.cells=[24,16,32]", "--quiet", "--steps", 2]
    scene.run(*coarse, "--out", "whole_blocks", env=ENVIRONMENT)
    for processes, layout in ((2, "1x1x2"), (3, "1x1x3"), (4, "1x2x2"), (2, "2x1x1")):
        run_processes(scene, processes, *coarse, "--out", f"blocks{layout}", "--layout", layout)
        check_same_files(scene.folder / "whole_blocks", scene.folder / f"blocks{layout}", layout)
    told = [word for word in coarse if word != "--quiet"]
    out, _ = run_processes(scene, 4, *told, "--out", "together", "--writing", "collective")
    check("; files by collective calls of MPI-IO" in out, out)
    check_same_files(scene.folder / "whole_blocks", scene.folder / "together", "collectively")
    _, error = scene.run(*coarse, "--out", "alone", "--writing", "collective", code=2, env=ENVIRONMENT)
    check("--writing collective is for several processes; add --ranks N" in error, error)
    again = [*words, "--no-outputs", "--restart"]
    checkpoint = scene.folder / "file/files.checkpoint.h5"
    run_processes(scene, 4, *again, checkpoint, "--out", "filed", "--layout", "2x2x1")
    scene.run("compare", checkpoint, "filed/files.checkpoint.h5", "--max-ulp", 0)
    # Damage that the last process alone comes upon: in the last piece of the last array.
    damaged = bytearray(checkpoint.read_bytes())
    damaged[-300000:-299900] = b"x" * 100
    (scene.folder / "damaged.h5").write_bytes(damaged)
    _, error = run_processes(scene, 3, *again, "damaged.h5", "--out", "damaged", "--layout", "1x1x3",
                             code=2)
    check(error.count("solenoid: ") == 1 and "process 2 of 3" in error and "checksum" in error, error)
    for file, setting, why in (("missing.h5", "run.max_steps=1", "No such file"),
                               (checkpoint, "grid.cells=[32,32,32]", "on another grid")):
        _, error = run_processes(scene, 3, *again, file, "--set", setting, "--out", "damaged", code=2)
        check(error.count("solenoid: ") == 1 and why in error, error)


def test_restart(scene):
    deck = scene.write("again.toml", BOX.format(boundaries=PERIODIC))
    scene.run("run", deck, "--out", "whole", "--quiet", env=ENVIRONMENT)
    run_processes(scene, 3, "run", deck, "--steps", 3, "--out", "half", "--quiet")
    checkpoint = "half/again.checkpoint.h5"
    for processes, out in ((2, "on2"), (1, "on1")):
        words = ["run", deck, "--restart", checkpoint, "--out", out, "--quiet"]
        if processes > 1:
            run_processes(scene, processes, *words)
        else:
            scene.run(*words, env=ENVIRONMENT)
        scene.run("compare", "whole/again.checkpoint.h5", f"{out}/again.checkpoint.h5",
                  "--max-ulp", 0)


def test_endings(scene):
    deck = scene.write("end.toml", BOX.format(boundaries=PERIODIC))
    _, error = run_processes(scene, 2, "run", deck, "--set", "grid.cels=[8,8]", code=2)
    check(error.count("solenoid: ") == 1, f"one message was expected:\n{error}")
    # What the first part can have, another one cannot.
    _, error = run_processes(scene, 4, "run", deck, "--set",
                             "initial.pressure=x > 0.9 ? 0.5 - x : 1", code=2)
    check(error.count("solenoid: ") == 1 and "in cell (13, 0, 0)" in error, error)
    _, error = run_processes(scene, 4, "run", deck, "--set", "grid.cells=[5,1,1]", code=2)
    check("cannot be cut" in error and error.count("solenoid: ") == 1, error)
    # A cell of the last part alone cannot go on.
    _, error = run_processes(
        scene, 2, "run", deck, "--out", "bad", "--set",
        'initial.velocity_x="x > 0.8 && y > 0.8 && z > 0.8 ? 1000*sin(40*x) : 0"', code=3)
    check(error.count("solenoid: ") == 1 and "cell" in error, error)
    # Of cells of several parts the one is named that one process names.
    words = ["run", deck, "--out", "worse", "--no-outputs", "--set",
             'initial.velocity_x="y > 0.9 && x < 0.5 || y < 0.1 && x > 0.8 ? 1000*sin(40*x) : 0"']
    _, error = scene.run(*words, code=3, env=ENVIRONMENT)
    _, of_many = run_processes(scene, 2, *words, "--layout", "2x1x1", code=3)
    named = [next(line for line in text.splitlines() if "unphysical in cell" in line)
             for text in (error, of_many)]
    check(named[0] == named[1], f"one process: {named[0]}\ntwo: {named[1]}")
    process = start_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out",
                              "stopped", "--no-outputs")
    wait_for(scene.folder / "stopped")
    time.sleep(0.5)
    (scene.folder / "stopped/STOP").touch()
    _, error = process.communicate(timeout=30)
    check(process.returncode == 0 and "stopped by the file STOP" in error, error)
    check_exists(scene.folder / "stopped/end.checkpoint.h5")
    for name, sent in (("ended", signal.SIGTERM), ("interrupted", signal.SIGINT)):
        process = start_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out",
                                  name, "--no-outputs")
        wait_for(scene.folder / name)
        time.sleep(0.5)
        process.send_signal(sent)
        process.communicate(timeout=30)
        check_exists(scene.folder / name / "end.checkpoint.h5")
    _, error = run_processes(scene, 2, "run", deck, "--set", "run.max_steps=100000000", "--out", "late",
                             "--no-outputs", "--wall-time", "00:00:02")
    check("the wall-time limit" in error, error)
    check_exists(scene.folder / "late/end.checkpoint.h5")
    # A value behind a face of the second part alone, once the run is under way.
    behind = scene.write("behind.toml", BOX.format(boundaries='boundary_x = ["outflow", "fixed"]') +
                         '[boundary.upper_x]\ndensity = "t > 0.02 && y > 0.7 ? -1 : 1"\n')
    _, error = run_processes(scene, 2, "run", behind, "--no-outputs", "--layout", "1x2x1", code=3)
    check(error.count("solenoid: ") == 1 and "density behind the fixed face upper_x is -1" in error, error)


def test_failures(scene):
    """What ends one process ends all, and leaves the last checkpoint whole."""
    deck = scene.write("fail.toml", BOX.format(boundaries=PERIODIC))
    endless = ["run", deck, "--set", "run.max_steps=100000000", "--set", "run.checkpoint_interval=0.2",
               "--no-outputs", "--out", "killed"]
    process = start_processes(scene, 2, *endless)
    checkpoint = scene.folder / "killed/fail.checkpoint.h5"
    wait_for(checkpoint)
    for child in children_of(process)[-1:]:
        os.kill(child, signal.SIGKILL)
    begin = time.monotonic()
    process.communicate(timeout=30)
    check(process.returncode != 0 and time.monotonic() - begin < 10,
          f"killed: exit code {process.returncode} after {time.monotonic() - begin} s")
    scene.run("compare", checkpoint, checkpoint)
    # The disk takes no more than some kilobytes of the first process's files.
    # (MPI's own files of shared memory would be too large, too.)
    without_files = {**ENVIRONMENT, "OMPI_MCA_btl": "self,tcp", "PMIX_MCA_gds": "hash"}
    limited = f"trap '' XFSZ; ulimit -f 8; exec {PROGRAM} run {deck} --quiet --steps 2 --out full"
    process = subprocess.run([MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True,
                             capture_output=True, timeout=60, env=without_files)
    check(process.returncode == 3, f"full disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "full/fail." in process.stderr, process.stderr)
    # The same of the last process where all write together: whichever of them MPI-IO has write.
    limited = (f"trap '' XFSZ; [ \"$OMPI_COMM_WORLD_RANK\" = 1 ] && ulimit -f 64; exec {PROGRAM} run {deck} "
               "--quiet --steps 2 --no-outputs --out last --writing collective")
    process = subprocess.run(
        [MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True, capture_output=True,
        timeout=60, env={**without_files, "OMPI_MCA_fcoll": "individual"})
    check(process.returncode == 3, f"the last one's disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "(in process 1 of 2)" in process.stderr, process.stderr)
    # It takes a small output, by which all are known to see the folder, but no checkpoint: that is kept
    # first, and written beside the steps.
    small = scene.write("small.toml", BOX.format(boundaries=PERIODIC).split("[fields]")[0] + """
[[output]]
type = "hdf5"
fields = ["density"]
precision = "single"
every_steps = 1
""")
    limited = (f"trap '' XFSZ; ulimit -f 64; exec {PROGRAM} run {small} --quiet --steps 1000 "
               "--set run.checkpoint_interval=0.01 --set run.end_time=1e9 --out short")
    process = subprocess.run([MPIRUN, "-n", "2", "bash", "-c", limited], cwd=scene.folder, text=True,
                             capture_output=True, timeout=60, env=without_files)
    check(process.returncode == 3, f"short disk: exit code {process.returncode}\n{process.stderr}")
    check(process.stderr.count("solenoid: ") == 1 and "short/small.checkpoint.new.h5" in process.stderr and
          "files written before are whole" in process.stderr, process.stderr)
    scene.run("compare", "short/small.hdf5.00000.athdf", "short/small.hdf5.00000.athdf")


run_all(test_endings, test_files, test_failures, test_restart)
