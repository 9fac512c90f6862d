"""Random decks of all schemes. A deck is a table of keys by section, so that one that fails can be
made smaller (shrink.py); the same number always gives the same deck."""

import functools
import re
from pathlib import Path

from boxes import AXES, DeckCase
from stratified_decks import DERIVED, STATE, StratifiedWriter
from variants import LARGEST, LARGEST_OF_OTHERS, TERMS, changes_the_field, gas_of, names_of_terms, quoted

SOURCE = Path(__file__).parents[2]


@functools.cache
def limiters():
    """What decks call the limiters, from their table."""
    return re.findall(r'ROW\(\w+, "([^"]+)"', (SOURCE / "numerics/schemes/limiter.hpp").read_text())


@functools.cache
def riemann_solvers(mhd, gas):
    """Those of a set of equations, from their table."""
    text = (SOURCE / "physics/equations/riemann/riemann_solver.hpp").read_text().replace("\\\n", " ")
    column = 2 * ("ideal", "isothermal", "tabulated").index(gas) + (0 if mhd else 1)
    rows = re.findall(r'ROW\(\w+, "([^"]+)", ((?:[^()]|\n)+)\)', text)
    return [name for name, of in rows if of.split(",")[column].strip() != "NoRiemannSolver"]


class DeckWriter(StratifiedWriter):
    def __init__(self, seed, number, variants):
        super().__init__(seed, number)
        self.name = f"deck_{seed}_{number}"
        # What built-in programs and terms there are: keys of [physics], [solver] and [run].
        self.terms = [variant for variant in variants if "terms" in variant["physics"]]
        self.programs = [variant for variant in variants if variant not in self.terms]

    def case(self):
        self.scheme = self.random.choices(
            ["muscl-hancock", "relaxing-tvd", "finite-difference"],
            [5, 4, 3 if self.programs else 0])[0]
        self.sections["solver"]["scheme"] = quoted(self.scheme)
        if self.scheme == "finite-difference":
            self.program = self.random.choice(self.programs)
            for section, keys in self.program.items():
                self.sections.setdefault(section, {}).update(keys)
            self.mhd = self.program["physics"].get("equations") != '"isothermal"'
        else:
            self.mhd = self.chance(0.65)
            self.sections["physics"]["equations"] = quoted("mhd" if self.mhd else "hydrodynamics")
            self.sections["run"]["precision"] = quoted(self.pick("double", "single"))
        self.grid()
        if self.chance(0.25):
            self.table()
        if self.program:
            self.finite_difference()
        else:
            if self.chance(0.25):
                self.gravitation()
            self.fluid()
        self.times()
        # The flow is looked at after 16 steps.
        follows = "cfl_shocks" in self.sections["solver"]
        steps = self.random.randint(17, 20) if follows else self.random.randint(2, 5)
        if self.scheme == "muscl-hancock" and self.chance(0.5):
            gas = gas_of(self.sections["physics"])
            self.sections["solver"]["riemann"] = quoted(self.pick(*riemann_solvers(self.mhd, gas)))
        self.outputs()
        return DeckCase(self.name, self.sections, steps)

    def times(self):
        start = self.pick(0, 0, 0, 0.3)
        # Mostly further than all steps; some runs end within them, with shorter steps.
        end = start + float(self.pick("10", "10", "10", "0.02", "0.1"))
        self.sections["run"].update(start_time=str(start), end_time=f"{end:g}")

    # -- schemes for fluids -----------------------------------------------------------------------

    def fluid(self):
        violent = self.chance(0.4)
        initial = self.sections["initial"]
        initial["density"] = quoted(self.positive(self.pick(1, 10, 1000) if violent else 2))
        initial["pressure"] = quoted(self.positive(self.pick(1, 30, 3000) if violent else 2))
        for axis in AXES:
            if self.chance(0.7):
                initial[f"velocity_{axis}"] = quoted(self.signed(self.pick(3, 8) if violent else 1))
        self.repairs(violent)
        self.sections["physics"]["gamma"] = self.pick("1.4", '"5/3"', "1.1", "2")
        self.fluid_solver()
        if self.mhd:
            self.magnetic_field(3 if violent else 1)
        for face in self.fixed:
            self.fixed_face(face, violent)
        if self.scheme == "muscl-hancock" and self.chance(0.25):
            self.make_isothermal()
        elif self.scheme == "muscl-hancock" and self.chance(0.25):
            self.make_tabulated()
        if self.scheme == "muscl-hancock" and self.chance(0.3):
            self.scalars()
        if "gamma" in self.sections["physics"] and self.chance(0.3):
            self.cooling()
        self_gravity = "self_gravity" in self.sections.get("gravity", {})
        if self.scheme == "muscl-hancock" and not self_gravity and self.chance(0.2):
            self.shearing_box()
        elif self.chance(0.15):
            self.driving()
        self.add_terms()

    def add_terms(self):
        """Some of the compiled ones, where they fit: weak ones, and rates of all strengths."""
        physics = self.sections["physics"]
        fitting = [variant for variant in self.terms
                   if variant["physics"]["equations"] == physics["equations"]
                   and gas_of(variant["physics"]) == gas_of(physics)
                   and ("shearing_box" in variant) == ("shearing_box" in self.sections)
                   and not (self.scheme == "relaxing-tvd" and changes_the_field(variant))]
        if not fitting or self.cells[0] == 1 or self.chance(0.7):
            return
        variant = self.random.choice(fitting)
        for section, keys in variant.items():
            self.sections[section].update(keys)
        for key in TERMS[names_of_terms(variant)]:
            physics[key] = self.number(0, self.pick(*LARGEST.get(key, LARGEST_OF_OTHERS)))
        if self.chance(0.3):
            self.sections["solver"]["term_stages"] = self.pick("3", "5", "15")

    def cooling(self):
        """A curve of a few pieces, some as thin as a rounding, weak or strong."""
        temperatures = [self.pick(1e-3, 0.1, 0.5)]
        for _ in range(self.pick(1, 2, 5, 40)):
            temperatures.append(temperatures[-1] * self.pick(1 + 1e-12, 1.1, 1.5, 4))
        strength = self.pick(1e-3, 1, 1, 300)
        rates = [strength * float(self.number(0.5, 2)) for _ in temperatures]
        if self.chance(0.3):
            exponent = self.pick(-1, 0, 0.5, 1, 3)
            rates = [strength * t ** exponent for t in temperatures]
        keys = {"temperature": str(temperatures), "rate": str(rates)}
        if self.chance(0.5):
            keys["cfl_cooling"] = self.pick("0", "0.1", "0.99")
        if self.chance(0.3):
            keys["lowest_temperature"] = f"{0.7 * temperatures[-1]:.6g}"
        if self.chance(0.3):
            keys.update(temperature_unit=self.pick("2", "0.3"), rate_unit=self.pick("10", "0.1"))
        self.sections["cooling"] = keys

    def scalars(self):
        """Concentrations that the gas carries along; more than are exchanged at once, sometimes."""
        alone = not self.mhd and self.chance(0.6)
        names = [f"scalar_{n}" for n in range(1 if alone else self.pick(1, 1, 2, 3, 11))]
        self.sections["physics"]["scalars"] = f"[{', '.join(map(quoted, names))}]"
        for name in names:
            self.sections["initial"][name] = quoted(self.pick(
                "0.3", f"{self.where()} ? 1 : 0", self.noise(), self.signed(1)))
        for face in self.fixed:
            given = {name: quoted(self.pick("0.3", "0.5 + 0.5*sin(9*t + y)", "x"))
                     for name in names if self.chance(0.4)}
            if given:
                self.sections.setdefault(f"boundary.{face}", {}).update(given)
        if alone:
            self.let_it_go_along()

    def let_it_go_along(self):
        """Leaves nothing to a sweep but what takes a scalar along on a GPU, half of the time in a
        stream of such densities that more than a cell's mass passes some faces."""
        solver = self.sections["solver"]
        for key in ("first_order_fallback", "density_floor", "pressure_floor", "limiter"):
            solver.pop(key, None)
        solver["reconstruction"] = quoted(self.pick("primitive", "primitive", "weno-z"))
        self.sections["physics"].pop("gravity", None)
        if self.chance(0.5):
            initial = self.sections["initial"]
            initial["density"] = quoted(f"0.2 + {self.noise()}")
            if "pressure" in initial:
                initial["pressure"] = quoted(self.pick("1", "10"))
            for axis in AXES:
                if self.chance(0.7):
                    initial[f"velocity_{axis}"] = quoted(self.pick("8", "-8", "20", "-20"))
            solver["cfl"] = self.number(0.6, 1)

    def make_isothermal(self):
        """Takes away what belongs to a gas with an energy."""
        solver = self.sections["solver"]
        for section, keys in self.sections.items():
            if section == "initial" or section.startswith("boundary."):
                keys.pop("pressure", None)
        self.sections.get("source", {}).pop("heating", None)
        for section in [name for name in self.sections if name not in ("run", "solver")]:
            if not self.sections[section]:
                del self.sections[section]
        solver.pop("pressure_floor", None)
        if solver.get("reconstruction") == quoted("conserved"):
            solver.pop("reconstruction")
        if solver.get("riemann") == quoted("hll-bard-dorelli"):
            solver["riemann"] = quoted("hll")
        self.sections["physics"].pop("gamma")
        self.sections["physics"].update(equation_of_state=quoted("isothermal"),
                                        sound_speed=self.pick("1", "0.3", '"sqrt(2)"'))

    def make_tabulated(self):
        """Gives the gas a table in place of gamma: lines steep and flat, long and short."""
        temperature, energy = [self.pick(0.01, 0.1, 0.5)], [self.pick(0.02, 0.3, 2)]
        for _ in range(self.pick(1, 2, 6, 60)):
            temperature.append(temperature[-1] * self.pick(1.0001, 1.05, 1.5, 4))
            slope = self.pick(0.5, 1.5, 3, 20)
            energy.append(energy[-1] + slope * (temperature[-1] - temperature[-2]))
        solver = self.sections["solver"]
        best = "hlld" if self.mhd else "hllc"
        if solver.get("riemann") not in (None, *map(quoted, (best, "hll", "llf"))):
            solver["riemann"] = quoted(self.pick(best, "hll", "llf"))
        self.sections["physics"].pop("gamma")
        self.sections["physics"].update(equation_of_state=quoted("tabulated"),
                                        caloric_temperature=str(temperature),
                                        caloric_energy=str(energy))

    def repairs(self, violent):
        solver = self.sections["solver"]
        if self.chance(0.7 if violent else 0.3):
            solver["first_order_fallback"] = "true"
        if self.chance(0.6 if violent else 0.2):
            solver["density_floor"] = self.pick("1e-3", "0.05", "0.3")
        if self.chance(0.6 if violent else 0.2):
            solver["pressure_floor"] = self.pick("1e-3", "0.05", "0.3")

    def fluid_solver(self):
        solver = self.sections["solver"]
        if self.chance(0.6):
            solver["cfl"] = self.number(0.2, 1) if self.chance(0.5) else "0.4"
        if self.chance(0.8):
            solver["limiter"] = quoted(self.pick(*limiters()))
        if self.chance(0.2):
            keys = [key for key in ("acceleration_x", "acceleration_y", "acceleration_z", "heating")
                    if self.chance(0.5)]
            self.sections["source"] = {key: quoted(self.pick("0.5*sin(9*t + y)", "x - y*z", "0.3"))
                                       for key in keys}
        if self.scheme != "muscl-hancock":
            return
        if self.chance(0.1):
            solver["cfl_shocks"] = self.number(0.2, 1)
        if self.chance(0.8):
            riemann = ["hlld", "hll", "hll-bard-dorelli"] if self.mhd else ["hllc", "hll"]
            solver["riemann"] = quoted(self.random.choice(riemann))
        if self.chance(0.5):
            solver["reconstruction"] = quoted(self.pick("primitive", "conserved", "weno-z"))
        if self.chance(0.5):
            splitting = self.pick("strang", "symmetric", "merged", "merged")
            solver["splitting"] = quoted(splitting)
            if splitting != "symmetric" and self.chance(0.5):
                solver["sweep_order"] = quoted(self.pick("xyz", "yzx", "zxy", "xzy", "yxz", "zyx"))
        if self.mhd and self.chance(0.5):
            damping = self.pick("dedner", "listing", "paper", "none")
            solver["divergence_damping"] = quoted(damping)
            if damping != "none":
                solver["divergence_damping_length"] = self.number(0.05, 0.5)
        if self.chance(0.3):
            gravity = [float(self.number(-2, 2)) if n > 1 else 0.0 for n in self.cells]
            self.sections["physics"]["gravity"] = str(gravity)

    def magnetic_field(self, scale):
        initial = self.sections["initial"]
        self.potential = self.chance(0.5)
        if self.potential:
            for axis in AXES:
                if self.chance(0.6):
                    initial[f"vector_potential_{axis}"] = quoted(self.pick(
                        self.wave(f"{0.2 * scale:g}"), f"{0.1 * scale:g}*{self.noise()}", "x*y",
                        "abs(x - 0.3) + abs(y)"))
        for axis in AXES:
            if self.chance(0.7):
                any_field = self.scheme == "muscl-hancock" and not self.potential
                initial[f"magnetic_field_{axis}"] = quoted(
                    self.signed(scale) if any_field else self.number(-scale, scale))
        if self.scheme == "relaxing-tvd" and self.chance(0.3):
            # Whatever divergence a field has is kept.
            self.sections["solver"]["divergence_tolerance"] = "1e9"
            for axis in AXES:
                initial[f"magnetic_field_{axis}"] = quoted(self.signed(scale))

    def fixed_face(self, face, violent):
        keys = self.sections.setdefault(f"boundary.{face}", {})
        if self.chance(0.6):
            keys["density"] = quoted(self.pick("1 + 0.5*sin(9*t + y)", "0.7", "1 + 0.3*cos(z + x)"))
        if self.chance(0.6):
            keys["pressure"] = quoted(self.pick("0.8", "1 + t", "0.5 + 0.3*sin(5*y + 40*t)"))
        for axis in AXES:
            if self.chance(0.4):
                keys[f"velocity_{axis}"] = quoted(self.signed(2 if violent else 0.5))
        if self.mhd:
            for axis in AXES:
                given = any(k.startswith("vector_potential") for k in self.sections["initial"])
                if given or self.chance(0.4):
                    keys[f"magnetic_field_{axis}"] = quoted(
                        self.pick("0.5", "-1", "0.3*sin(7*t)", "0.2*x"))
        if not keys:
            del self.sections[f"boundary.{face}"]

    # -- finite differences -----------------------------------------------------------------------

    def finite_difference(self):
        if "program" in self.sections["physics"]:
            self.stratified()
        else:
            self.smooth_gas()
        solver = self.sections["solver"]
        if self.chance(0.5):
            solver["time_step"] = self.number(1e-4, 2e-3)
            if self.chance(0.6):
                solver["integrator"] = quoted(self.pick("euler", "rk2", "rk3", "rk4", "ssp-rk3"))
        if self.chance(0.3):
            solver["input_precision"] = quoted(self.pick("single", "double"))
        if self.chance(0.3):
            solver["reductions_each_substep"] = self.pick("true", "false")
        for name in self.sections.get("source", {}):
            self.sections["source"][name] = quoted(self.pick("0.3", "0.5*sin(40*t + y)", "x - y*z"))
        for face in self.fixed + self.others:
            if self.chance(0.3):
                self.kinds_of_fields(face)

    def smooth_gas(self):
        initial, physics = self.sections["initial"], self.sections["physics"]
        initial["log_density"] = quoted(self.pick("0", self.wave("0.3"), f"0.2*{self.noise()}"))
        for axis in AXES:
            if self.chance(0.8):
                initial[f"velocity_{axis}"] = quoted(self.signed(0.5))
        for key in ("viscosity", "resistivity", "bulk_viscosity", "conductivity"):
            if self.chance(0.5) and (self.mhd or key == "viscosity"):
                physics[key] = self.number(0, 0.02)
        if self.mhd:
            initial["entropy"] = quoted(self.pick("0", self.wave("0.1")))
            for axis in AXES:
                if self.chance(0.7):
                    initial[f"vector_potential_{axis}"] = quoted(self.wave("0.1"))
        for face in self.fixed:
            names = list(initial)
            keys = {name: quoted(self.pick("0.1", "0.1*sin(9*t)", "0.05*x")) for name in names
                    if self.chance(0.5)}
            if keys:
                self.sections[f"boundary.{face}"] = keys

    def kinds_of_fields(self, face):
        """Kinds of single fields, or expressions where the others are not fixed."""
        keys = self.sections.setdefault(f"boundary.{face}", {})
        for name in self.state_fields():
            if self.chance(0.5):
                keys[name] = quoted(self.pick(
                    "outflow", "reflecting", "symmetric", "antisymmetric", "vertex-symmetric",
                    "fixed", "0.1*sin(9*t)", "0.05*x"))
        if not keys:
            del self.sections[f"boundary.{face}"]

    def state_fields(self):
        if "program" in self.sections["physics"]:
            return STATE
        vectors = ["velocity"] + (["vector_potential"] if self.mhd else [])
        return (["log_density"] + (["entropy"] if self.mhd else [])
                + [f"{vector}_{axis}" for vector in vectors for axis in AXES])

    def derived_fields(self):
        return DERIVED if "program" in self.sections["physics"] else ["density"]


def deck_case(seed, number, variants, files=False):
    """`files`: whether its outputs are files, too."""
    writer = DeckWriter(seed, number, variants)
    case = writer.case()
    if files:
        writer.files()
    return case
