"""Random decks of perturbations on a background, <stratified.stencil> with what goes beside it."""

from boxes import AXES
from file_blocks import FileWriter
from variants import files_of, quoted

STATE = ["density_perturbation", "energy_perturbation",
         *(f"{vector}_{axis}" for vector in ("momentum", "magnetic_field_perturbation") for axis in AXES)]
DERIVED = ["density", "pressure", "pressure_perturbation",
           *(f"{vector}_{axis}" for vector in ("velocity", "magnetic_field", "background_force") for axis in AXES)]


class StratifiedWriter(FileWriter):
    def stratified(self):
        self.background()
        size = self.pick("0", "1e-6", "0.05", "0.05", "0.3")
        for name in STATE:
            if self.chance(0.6):
                self.sections["initial"][name] = quoted(f"{size}*({self.signed(1)})")
        self.parameters_of_files()
        for face in self.fixed:
            given = {name: quoted(self.pick(f"{size}*sin(9*t + y)", f"{size}*x", "0"))
                     for name in STATE if self.chance(0.5)}
            if given:
                self.sections[f"boundary.{face}"] = given

    def background(self):
        """In balance along gravity, or not, which the equations do not ask for."""
        physics, initial = self.sections["physics"], self.sections["initial"]
        physics["gamma"] = self.pick("1.4", '"5/3"', "1.1")
        down = self.pick(None, *(n for n in range(3) if self.cells[n] > 1))
        if down is not None:
            physics[f"gravity_{AXES[down]}"] = self.pick("-1", "0.5", "-8")
        initial["background_density"] = quoted(self.positive(2))
        initial["background_pressure"] = quoted(self.positive(2))
        ends = [] if down is None else [face for face in self.fixed + self.others if face[-1] == AXES[down]]
        if ends and self.chance(0.7):
            axis = AXES[down]
            kind = self.pick("temperature", "density")
            self.sections["atmosphere"] = {
                kind: quoted(self.pick("1", f"1.5 + 0.5*tanh(3*{axis})", f"exp(-0.3*{axis})")),
                "pressure": self.pick("30", "100")}
            if self.chance(0.5):
                self.sections["atmosphere"]["at"] = self.pick("0", "0.5", "-1")
            for what in ("density", "pressure"):
                initial[f"background_{what}"] = quoted(f"atmosphere_{what}({axis})")
        for axis in AXES:
            if self.chance(0.5):
                initial[f"background_magnetic_field_{axis}"] = quoted(self.pick(
                    self.number(-1, 1), self.wave("0.4"), f"0.3*{self.noise()}"))

    def parameters_of_files(self):
        """Of files that are compiled in; some stay what they are by themselves."""
        physics, initial = self.sections["physics"], self.sections["initial"]
        files = files_of(self.program)
        if "hyperdiffusion" in files:
            for what in ("density", "velocity", "energy", "magnetic_field"):
                if self.chance(0.5):
                    physics[f"hyperdiffusion_of_{what}"] = self.pick("0", "0.02", "0.2", "0.4")
        for name in ("viscosity", "bulk_viscosity", "resistivity"):
            if name.removeprefix("bulk_") in files and self.chance(0.8):
                physics[name] = self.number(0, 0.02)
        if "sponge" in files:
            initial["damping_rate"] = quoted(self.pick("0", "x > 0.3 ? 20*(x - 0.3)^2 : 0", f"5*{self.noise()}"))
        if "driver" in files or "smaug_driver" in files:
            physics.update(driving_frequency=self.pick("0", "3", "40"), driving_phase=self.pick("0", '"pi/2"'))
            for axis in AXES:
                if self.chance(0.6):
                    initial[f"driving_acceleration_{axis}"] = quoted(self.signed(1))
            if "driver" in files and self.chance(0.5):
                initial["heating_rate"] = quoted(self.signed(0.5))
