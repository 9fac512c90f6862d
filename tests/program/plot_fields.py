"""Pictures of derived fields, by other programs' names and formulas, with lines and arrows over
them, in the formats of papers; and outputs of type png that have them."""

from _program import Scene, check, check_error, check_exists

LOOK = """
[[output]]
type = "png"
name = "look"
fields = ["current_density_z"]
colours = "balance"
field_lines = "magnetic_field"
vectors = "velocity"
contours = "pressure"
levels = [0.1, 0.2]
size = "12cm"
format = "svg"

[[output]]
type = "hdf5"
name = "current"
fields = ["current_density_z", "mach_number"]
"""


def begins(path, head):
    check_exists(path)
    check(path.read_bytes().startswith(head), f"{path} does not begin with {head}")


with Scene() as scene:
    scene.run("run", scene.deck(end_time=0.1, extra=LOOK), "--quiet")
    folder = scene.folder / "runs/vortex"
    begins(folder / "vortex.look.current_density_z.00000.svg", b"<?xml")
    check_exists(folder / "vortex.look.current_density_z.svg")
    fields = folder / "vortex.fields.00002.athdf"
    asked = folder / "vortex.current.00001.athdf"

    def picture(name, *words):
        """The bytes of a picture."""
        scene.run("plot", *words, "--out", name)
        return (scene.folder / name).read_bytes()

    # What follows from primitive fields is what the run itself wrote, to the last pixel.
    for name in ["current_density_z", "mach_number"]:
        check(picture("a.png", fields, "--field", name) == picture("b.png", asked, "--field", name),
              f"{name} is not that of the run")
    rho = picture("rho.png", fields, "--field", "rho")
    check(rho == picture("d.png", fields), "rho is not the density")
    scene.run("plot", fields, "--field", "Bcc1/sqrt(rho)")
    check_exists(scene.folder / "vortex.fields.00002.Bcc1_sqrt_rho_.png")

    plain = picture("plain.png", fields)
    for words in [["--vectors", "velocity"], ["--field-lines", "B"], ["--contours", "press"],
                  ["--contours", "pressure", "--levels", "0.15"], ["--font-size", "16"],
                  ["--size", "700"], ["--title", "a title"], ["--title", ""]]:
        check(picture("other.png", fields, *words) != plain, f"{words} change nothing")
    begins(scene.folder / "other.png", b"\x89PNG")
    scene.run("plot", fields, "--out", "paper.pdf", "--size", "8.6cm", "--font-size", 9)
    begins(scene.folder / "paper.pdf", b"%PDF")
    scene.run("plot", folder / "vortex.hst", "--format", "svg")
    begins(scene.folder / "vortex.tot-E.svg", b"<?xml")

    # A plane has no neighbours across it.
    cube = scene.write("cube.toml", """
[run]
end_time = 0.01
[grid]
cells = [8, 8, 8]
[initial]
density = 1
pressure = 1
velocity_x = "sin(2*pi*(x + y + z))"
velocity_y = "cos(2*pi*z)"
magnetic_field_x = "sin(2*pi*y)"
[[output]]
type = "hdf5"
[[output]]
type = "hdf5"
name = "plane"
slice = { z = 0.5 }
[[output]]
type = "png"
name = "box"
view = "volume"
fields = ["velocity_x"]
camera = [20, 10]
surfaces = [0.2]
""")
    scene.run("run", cube, "--quiet")
    whole, plane = (f"runs/cube/cube.{name}.00001.athdf" for name in ("hdf5", "plane"))
    check(picture("a.png", whole, "--slice", "z=0.5", "--field", "vorticity_z") ==
          picture("b.png", plane, "--field", "vorticity_z"), "vorticity_z differs in the plane")
    scene.run("plot", whole, "--slice", "z=0.5", "--field", "vorticity_x", "--vectors", "momentum")
    _, error = scene.run("plot", plane, "--field", "vorticity_x", code=2)
    check_error(error, "no 'vorticity_x'")

    # The box from outside: the run's own picture, and what each option changes.
    volume = ["--field", "velocity_x", "--volume"]
    like_the_run = ["--camera", "20,10", "--surfaces", "0.2", "--opacity", "0,0.02,0.1,0.4"]
    drawn = (scene.folder / "runs/cube/cube.box.velocity_x.00001.png").read_bytes()
    check(picture("a.png", whole, *volume, *like_the_run) == drawn, "the volume is not that of the run")
    plain = picture("plain.png", whole, *volume)
    for words in [["--camera", "90,0"], ["--camera", "30,25,2"], ["--opacity", "0,1"],
                  ["--surfaces", "0.3"], ["--colours", "balance"], ["--size", "500"]]:
        check(picture("other.png", whole, *volume, *words) != plain, f"{words} change nothing")
    check(picture("a.png", whole, *volume, "--surfaces", "0.3") !=
          picture("b.png", whole, *volume, "--surfaces", "0.3", "--surface-opacity", "0.2"),
          "--surface-opacity changes nothing")
    for words, part in [
        (["--camera", "1,2"], "say how --volume is drawn"),
        (["--volume", "--slice", "z=0.5"], "--volume shows the whole box"),
        (["--volume", "--vectors", "velocity"], "--volume shows the whole box"),
        (["--volume", "--camera", "1"], "expected azimuth, elevation"),
        (["--volume", "--camera", "1,100"], "expected -90 to 90"),
        (["--volume", "--opacity", "2"], "expected 0 to 1"),
    ]:
        _, error = scene.run("plot", whole, *words, code=2)
        check_error(error, part)
    _, error = scene.run("plot", plane, "--volume", code=2)
    check_error(error, "three")

    # A program's own outputs follow from its state.
    isothermal = scene.write("iso.toml", """
[run]
end_time = 0.01
[physics]
equations = "isothermal"
[solver]
scheme = "finite-difference"
[grid]
cells = [16, 16]
[initial]
velocity_x = "sin(2*pi*y)"
[[output]]
type = "hdf5"
[[output]]
type = "hdf5"
name = "asked"
fields = ["vorticity_magnitude"]
""")
    scene.run("run", isothermal, "--quiet")
    state, asked = (f"runs/iso/iso.{name}.00001.athdf" for name in ("hdf5", "asked"))
    check(picture("a.png", state, "--field", "vorticity_magnitude") == picture("b.png", asked),
          "vorticity_magnitude is not that of the run")

    # What follows from the state of a tabulated gas needs the table of its deck.
    tabulated = scene.write("gas.toml", """
[run]
end_time = 0.01
[physics]
equation_of_state = "tabulated"
caloric_temperature = [0.5, 1, 2]
caloric_energy = [0.75, 3, 5]
[grid]
cells = [16, 16]
[initial]
density = 1
velocity_x = "sin(2*pi*y)"
pressure = "1 + 0.5*cos(2*pi*x)"
magnetic_field_x = 0.5
[[output]]
type = "hdf5"
[[output]]
type = "hdf5"
name = "asked"
fields = ["mach_number"]
""")
    scene.run("run", tabulated, "--quiet")
    state, asked = (f"runs/gas/gas.{name}.00001.athdf" for name in ("hdf5", "asked"))
    check(picture("a.png", state, "--field", "mach_number") == picture("b.png", asked),
          "mach_number of a tabulated gas is not that of the run")

    # From another folder than that of the deck its program is not found, which is said.
    (scene.folder / "far").mkdir()
    scene.write("far/decay.stencil", "field Scalar f;\nd_t f = -f;\nreduction diffusivity = max(1);\n"
                "output Scalar square = f * f;\n")
    far = scene.write("far/far.toml", """
[run]
end_time = 0.01
[physics]
program = "decay.stencil"
[solver]
scheme = "finite-difference"
[grid]
cells = [8, 8]
[[output]]
type = "hdf5"
""")
    scene.run("run", far, "--quiet")
    _, error = scene.run("plot", "runs/far/far.hdf5.00001.athdf", "--field", "square", code=2)
    check_error(error, "has no 'square'", "decay.stencil", "call plot in the folder of the deck")

    for lines, parts in [
        ('vectors = "velocty"', ["vectors", "velocty_x", "'velocity'"]),
        ('contours = "presure"', ["contours", "presure", "pressure"]),
        ('levels = [1]', ["levels", "contours"]),
        ('size = "9km"', ["size", "8.6cm"]),
        ('format = "jpg"', ["format", "svg"]),
    ]:
        deck = scene.deck("wrong", extra='[[output]]\ntype = "png"\n' + lines + "\n")
        _, error = scene.run("check", deck, code=2)
        check_error(error, "wrong.toml:", *parts)
