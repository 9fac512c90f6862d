"""Every way to ask a run to stop ends it with a checkpoint that it goes on from."""

import signal
import time

from _program import Scene, check, check_error, check_exists, wait_for


def stopped(scene, name, ask):
    """Starts an endless run, asks it to stop once it runs, and checks how it ends."""
    deck = scene.deck("long", end_time=1000, every_time=500, cells=64)
    folder = scene.folder / name
    process = scene.start("run", deck, "--out", name)
    wait_for(folder / "long.fields.00000.athdf")
    time.sleep(0.3)
    ask(process, folder)
    out, error = process.communicate(timeout=60)
    check(process.returncode == 0, f"{name}: exit code {process.returncode}\n{out}{error}")
    check_error(error, "stopped by", "to go on:", "--restart", "long.checkpoint.h5")
    check_exists(folder / "long.checkpoint.h5")
    again = error.splitlines()[-1].split()
    check(again[1] == "run", f"{name}: no command to go on in\n{error}")
    scene.run(*again[1:], "--wall-time", "00:00:02", "--quiet")


def write_stop_file(_, folder):
    (folder / "STOP").touch()


def checkpoint_first(process, folder):
    process.send_signal(signal.SIGUSR1)
    wait_for(folder / "long.checkpoint.h5")
    check(process.poll() is None, "SIGUSR1 ended the run")
    process.send_signal(signal.SIGTERM)


with Scene() as scene:
    stopped(scene, "interrupt", lambda process, _: process.send_signal(signal.SIGINT))
    stopped(scene, "terminate", checkpoint_first)
    stopped(scene, "file", write_stop_file)
    check_exists(scene.folder / "file/STOP", there=False)

    deck = scene.deck("long", end_time=1000, every_time=500, cells=64)
    start = time.monotonic()
    _, error = scene.run("run", deck, "--wall-time", "00:00:02", "--out", "wall", "--quiet")
    check(time.monotonic() - start < 3, "the wall-time limit was missed")
    check_error(error, "the wall-time limit")
    check_exists(scene.folder / "wall/long.checkpoint.h5")
