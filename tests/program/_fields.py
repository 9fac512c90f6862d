"""What tests of fields by formula and of tables of fields share."""

import h5py
import numpy as np

# A flow of finite differences, to which tests add outputs.
PROGRAM = """
[run]
end_time = 0.02

[physics]
equations = "isothermal"
viscosity = 2e-3

[solver]
scheme = "finite-difference"

[grid]
cells = [24, 16]

[initial]
log_density = "0.2*sin(2*pi*x)"
velocity_x = "0.3*cos(2*pi*y)"
"""
NAMES = {"rho": "density", "vel1": "velocity_x", "vel2": "velocity_y", "press": "pressure"}


def fields_of(file):
    """The fields of an .athdf file by our names, [z, y, x], and its time."""
    with h5py.File(file) as held:
        names = [name.decode() for name in held.attrs["VariableNames"]]
        values = np.concatenate([held[name][:, 0] for name in held.attrs["DatasetNames"].astype(str)])
        return {NAMES.get(n, n): v for n, v in zip(names, values)}, float(held.attrs["Time"])
