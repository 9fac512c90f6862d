"""What a step costs from Python: as steps.c."""

import json
import sys
import time

import solenoid

deck, overrides, device, threads, steps, calls = sys.argv[1:]
changes = {key: json.loads(value)
           for key, value in (line.split("=", 1) for line in overrides.splitlines())}
with solenoid.Simulation(deck, device=device, threads=int(threads), **changes) as simulation:
    simulation.synchronise()
    each = int(steps) // int(calls)
    begin = time.perf_counter()
    for _ in range(int(calls)):
        simulation.step(each)
    simulation.synchronise()
    print(f"{time.perf_counter() - begin:.9f}")
