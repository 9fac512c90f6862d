"""One run at a time writes into a folder: the second is refused, whatever it is, and what a killed
one leaves behind is no obstacle."""

import signal

from _program import Scene, check, check_error, check_exists, wait_for


def times_of(history):
    rows = [line for line in history.read_text().splitlines() if not line.startswith("#")]
    return [float(row.split()[0]) for row in rows]


with Scene() as scene:
    deck = scene.deck("long", end_time=1000, every_time=500, cells=64)
    folder = scene.folder / "same"
    first = scene.start("run", deck, "--out", "same")
    wait_for(folder / "long.hst")
    wait_for(folder / "run.lock")

    # Another run, one with other values, and one that goes on from a checkpoint elsewhere.
    scene.run("run", deck, "--steps", 2, "--out", "elsewhere", "--quiet")
    checkpoint = scene.folder / "elsewhere/long.checkpoint.h5"
    check_exists(scene.folder / "elsewhere/run.lock", there=False)
    for more in [[], ["--set", "solver.cfl=0.2"], ["--restart", checkpoint]]:
        out, error = scene.run("run", deck, "--out", "same", *more, code=2)
        check_error(error, "same", f"process {first.pid} on ", " since 20", "--out")
        check(len(error.splitlines()) == 1, f"more than one line:\n{error}")
    check(first.poll() is None, "the first run did not survive the others")

    # Killed, it leaves its file, but not the lock.
    first.send_signal(signal.SIGKILL)
    first.communicate()
    check_exists(folder / "run.lock")
    times = times_of(folder / "long.hst")
    check(times == sorted(times), "the time of the history goes backwards")
    scene.run("run", deck, "--out", "same", "--steps", 4, "--quiet")
    check_exists(folder / "run.lock", there=False)

    # Two at the same moment: one runs, one is refused.
    both = [scene.start("run", deck, "--out", "race", "--steps", 3000, "--quiet") for _ in range(2)]
    errors = [process.communicate(timeout=300)[1] for process in both]
    codes = sorted(process.returncode for process in both)
    check(codes == [0, 2], f"exit codes {codes}:\n{errors}")
