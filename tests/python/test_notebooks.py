"""The notebooks of docs/notebooks: their code runs from the first cell to the last, and says what the text
around it does."""

import json

import pytest

from _page import SOURCE


@pytest.fixture
def run(scene, run_script):
    def run_notebook(name):
        cells = json.loads((SOURCE / "docs/notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        assert not any(cell.get("outputs") for cell in cells), f"{name} holds outputs: clear them"
        # Compiled once for the notebooks and docs/python.md.
        return run_script(f"{name}.py", "\n\n".join(code) + "\n",
                          SOLENOID_CACHE=scene.kept_modules("python")["SOLENOID_CACHE"],
                          OMP_WAIT_POLICY="passive")
    return run_notebook


def test_shock_tube(run):
    out = run("shock-tube")
    orders = {line.split()[0]: float(line.split()[-1]) for line in out.splitlines() if " order " in line}
    assert len(orders) == 3 and all(0.6 < order < 1.1 for order in orders.values()), out
    assert min(orders, key=orders.get) == "primitive-minmod", out


def test_stirred_turbulence(run):
    out = run("stirred-turbulence")
    power = [float(line.split()[3]) for line in out.splitlines() if line.startswith("k =")]
    assert len(power) == 11 and power[0] > 100 * power[-1] > 0, out
    assert out.count("rms velocity") == 6, out


def test_reaction_and_diffusion(run):
    out = run("reaction-diffusion")
    total, made = (float(word.rstrip(",\n")) for word in
                   (out.split("in all by ")[1].split()[0], out.split("reaction makes ")[1].split()[0]))
    assert abs(total - made) < 1e-9 + 2e-3 * abs(made), out
    assert float(out.split("time 1000: mean V ")[1].split()[0]) > 0.04, out
