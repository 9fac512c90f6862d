"""Several who ask things of a run at once by `solenoid control`: nothing that was "asked of" it is lost."""

from _program import Scene, check, check_error, check_exists, wait_for

STEPS = 4


def ask_at_once(scene, folder, *requests):
    """Clients that do not wait for each other; all are told that the run took what they ask for."""
    clients = [scene.start("control", folder, request) for request in requests]
    for client, request in zip(clients, requests):
        out, error = client.communicate(timeout=120)
        check(client.returncode == 0 and f"{request}: asked of process" in out, f"{request}: {out}{error}")


def ask_a_held_run(scene, folder, process):
    for line in process.stdout:
        if "paused after step 0" in line:
            break
    ask_at_once(scene, folder, *["step"] * STEPS, "checkpoint")
    wait_for(folder / "vortex.checkpoint.h5")
    # What a client that was killed had begun to write.
    (folder / "CONTROL").mkdir(exist_ok=True)
    (folder / "CONTROL/000001-0123456789abcdef.tmp-0123abcd-1-1").write_text("go")
    ask_at_once(scene, folder, "step", "output")
    scene.run("control", folder, "stop")
    out, error = process.communicate(timeout=60)
    check(process.returncode == 0, f"the run failed:\n{out}{error}")
    check(f"stopped by a request after step {STEPS + 1}, " in out + error,
          f"it did not make {STEPS + 1} steps:\n{out}{error}")


with Scene() as scene:
    folder = scene.folder / "held"
    process = scene.start("run", scene.deck(end_time=1000), "--out", "held", "--hold", "--threads", "1")
    try:
        ask_a_held_run(scene, folder, process)
    finally:
        process.kill()
    _, error = scene.run("control", folder, "go", code=2)
    check_error(error, "no run goes on in")
    scene.run("run", scene.deck(end_time=0.01), "--out", "held", "--threads", "1")
    check_exists(folder / "CONTROL", there=False)
