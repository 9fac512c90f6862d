"""Outputs of type sac, smaug and gdf, converting between files of states, and starting from them."""

import re

from _program import Scene, check, check_error

ENDINGS = {"sac": "out", "smaug": "out", "gdf": "gdf"}
FIELD = 'magnetic_field_x = 0.3\nmagnetic_field_y = "0.2*sin(2*pi*x)"\n'


def deck(cells, equations, kinds, along_z):
    blocks = "".join(f'\n[[output]]\ntype = "{kind}"\nevery_steps = 4\n' for kind in ["hdf5", *kinds])
    return f"""
[run]
end_time = 1
max_steps = 4
[physics]
equations = "{equations}"
[grid]
cells = {cells}
[initial]
density = "1 + 0.2*sin(2*pi*x)"
velocity_x = "0.3*cos(2*pi*x)"
velocity_y = 0.1
pressure = "2 + x*(1 - x)"
{FIELD + f"magnetic_field_z = {along_z}" if equations == "mhd" else ""}
""" + blocks


def check_same(scene, a, b, fields, allowed=1e-13):
    """The fields differ by rounding; others may be in B only, such as perturbations."""
    out, _ = scene.run("compare", a, b)
    found = dict(re.findall(r"^(\w+) +(\S+e[+-]\d+) ", out, re.M))
    for field in fields:
        check(field in found and float(found[field]) <= allowed, f"{a}, {b}: {field}\n{out}")


def round_trips(scene, name, kinds, fields):
    """All formats hold the state of the run's last .athdf file."""
    last = f"{name}/{name}.hdf5.00001.athdf"
    for kind in kinds:
        ending = ENDINGS[kind]
        written = f"{name}/{name}.{kind}.00001.{ending}"
        scene.run("convert", written, f"{kind}.athdf")
        check_same(scene, last, f"{kind}.athdf", fields)
        scene.run("convert", last, f"{kind}.{ending}", "--format", kind, "--gamma", 5 / 3)
        scene.run("convert", f"{kind}.{ending}", f"{kind}-2.athdf")
        check_same(scene, last, f"{kind}-2.athdf", fields)
    # Between encodings not a bit changes.
    sac = scene.folder / f"{name}/{name}.sac.00001.out"
    for kind in {"sac-text", "sac", *kinds} - {"gdf"}:
        scene.run("convert", sac, f"there-{kind}", "--format", kind)
        scene.run("convert", f"there-{kind}", f"back-{kind}.out")
        scene.run("convert", f"back-{kind}.out", "back.athdf")
        scene.run("convert", sac, "direct.athdf")
        scene.run("compare", "direct.athdf", "back.athdf", "--max-ulp", 0)


with Scene() as scene:
    for name, cells, equations in [("row", "[12]", "mhd"), ("plane", "[12, 7]", "mhd"),
                                   ("box", "[8, 6, 5]", "mhd"), ("gas", "[9, 8]", "hydrodynamics")]:
        fields = ["density", "pressure", "velocity_x", "velocity_y", "velocity_z"]
        if equations == "mhd":
            fields += ["magnetic_field_x", "magnetic_field_y", "magnetic_field_z"]
        kinds = [kind for kind in ENDINGS if kind != "smaug" or name != "row"]  # has no 1D
        along_z = 0 if name == "plane" else 0.1  # SMAUG has two components in 2D
        path = scene.write(name + ".toml", deck(cells, equations, kinds, along_z))
        scene.run("run", path, "--out", name, "--quiet")
        round_trips(scene, name, kinds, fields)
        # A run that starts from a file has its state.
        for kind in kinds:
            file = f"{name}/{name}.{kind}.00001.{ENDINGS[kind]}"
            start = scene.write("start.toml", f"""
[run]
end_time = 1
max_steps = 1
[physics]
equations = "{equations}"
[initial]
file = "{file}"
[[output]]
type = "hdf5"
every_steps = 1
""")
            scene.run("run", start, "--out", f"started-{name}-{kind}", "--quiet")
            scene.run("convert", file, "then.athdf")
            check_same(scene, f"started-{name}-{kind}/start.hdf5.00000.athdf", "then.athdf", fields)

    # What a format has no place for is named.
    dyed = deck("[12]", "mhd", [], 0).replace("[grid]", 'scalars = ["dye"]\n[grid]') \
        .replace("[initial]", '[initial]\ndye = "x"')
    scene.run("run", scene.write("dyed.toml", dyed), "--out", "dyed", "--quiet")
    out, _ = scene.run("convert", "dyed/dyed.checkpoint.h5", "dyed.out")
    check('left out "dye": the format has no place for it' in out, out)
    out, _ = scene.run("convert", "row/row.checkpoint.h5", "row.out")
    check("left out" not in out, out)

    whole = (scene.folder / "row/row.sac.00001.out").read_bytes()
    (scene.folder / "cut.out").write_bytes(whole[:-40])
    _, error = scene.run("convert", "cut.out", "cut.athdf", code=2)
    check_error(error, "cut.out")
    check(not (scene.folder / "cut.athdf").exists(), "a file of a damaged one was written")
    _, error = scene.run("convert", "row/row.checkpoint.h5", "other.h5", code=2)
    check_error(error, "a checkpoint belongs to a run")
    _, error = scene.run("convert", "row/row.checkpoint.h5", "other", code=2)
    check_error(error, "tells no format")
