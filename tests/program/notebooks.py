"""The notebooks of docs/notebooks: their code runs from the first cell to the last, and says what the text
around it does."""

import json
import os
import subprocess
import sys
from pathlib import Path

from _page import SOURCE
from _program import PROGRAM, Scene, check

LIBRARY = Path(PROGRAM).parent / "libsolenoid.so"
if not LIBRARY.exists():
    print(f"there is no {LIBRARY}")
    sys.exit(77)


def run(scene, name):
    cells = json.loads((SOURCE / "docs/notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    check(not any(cell.get("outputs") for cell in cells), f"{name} holds outputs: clear them")
    script = scene.write(f"{name}.py", "\n\n".join(code) + "\n")
    # Compiled once for the notebooks and docs/python.md.
    environment = {**scene.kept_modules("python"), "SOLENOID_LIBRARY": str(LIBRARY),
                   "PYTHONPATH": str(SOURCE / "src/python"), "PYTHONDONTWRITEBYTECODE": "1",
                   "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False,
                          cwd=scene.folder, env={**os.environ, **environment})
    check(done.returncode == 0, f"{name}\n{done.stdout}{done.stderr}")
    return done.stdout


with Scene() as scene:
    out = run(scene, "shock-tube")
    orders = {line.split()[0]: float(line.split()[-1]) for line in out.splitlines() if " order " in line}
    check(len(orders) == 3 and all(0.6 < order < 1.1 for order in orders.values()), out)
    check(min(orders, key=orders.get) == "primitive-minmod", out)
    out = run(scene, "stirred-turbulence")
    power = [float(line.split()[3]) for line in out.splitlines() if line.startswith("k =")]
    check(len(power) == 11 and power[0] > 100 * power[-1] > 0, out)
    check(out.count("rms velocity") == 6, out)
    out = run(scene, "reaction-diffusion")
    total, made = (float(word.rstrip(",\n")) for word in
                   (out.split("in all by ")[1].split()[0], out.split("reaction makes ")[1].split()[0]))
    check(abs(total - made) < 1e-9 + 2e-3 * abs(made), out)
    check(float(out.split("time 1000: mean V ")[1].split()[0]) > 0.04, out)
