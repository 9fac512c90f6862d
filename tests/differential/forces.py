"""Forces of random decks that act on all of a box: gravity, driving, and those of a shearing box."""

from boxes import AXES, BoxWriter
from variants import gas_of, quoted


class ForceWriter(BoxWriter):
    def gravitation(self):
        """The gas itself, with the boundaries that this asks for, and a potential, alone or both."""
        kind = self.pick("periodic", "isolated", "potential")
        keys = self.sections["gravity"] = {}
        if kind != "potential":
            keys["self_gravity"] = "true"
            keys["gravitational_constant"] = self.pick("1", "0.1", "30")
            for axis in range(3):
                if self.cells[axis] > 1:
                    self.surround(axis, kind == "periodic")
        if kind == "isolated" or (kind == "periodic" and self.chance(0.3)):
            keys["boundary"] = quoted(kind)
        if kind == "potential" or self.chance(0.3):
            keys["potential"] = quoted(self.pick(
                "-0.5/sqrt(r^2 + 0.1)", "0.3*x - 0.2*z", "0.1*sin(30*t)*x", self.wave("0.2"),
                f"0.05*{self.noise()}"))

    def surround(self, axis, periodically):
        """Gives an axis faces that are periodic, or such as a body has that stands alone."""
        grid, key = self.sections["grid"], f"boundary_{AXES[axis]}"
        faces = [f"{side}_{AXES[axis]}" for side in ("lower", "upper")]
        self.fixed = [face for face in self.fixed if face not in faces]
        self.others = [face for face in self.others if face not in faces]
        grid.pop(key, None)
        if periodically:
            return
        kinds = [self.pick("outflow", "diode", "fixed") for _ in faces]
        grid[key] = f"[{', '.join(map(quoted, kinds))}]"
        for face, kind in zip(faces, kinds):
            (self.fixed if kind == "fixed" else self.others).append(face)

    def driving(self):
        """Waves that are no shorter than a few cells; in 1D all of them are compressive."""
        amounts = ["power", "acceleration"]
        if gas_of(self.sections["physics"]) == "isothermal" or "cooling" in self.sections:
            amounts.append("mach_number")
        keys = {self.pick(*amounts): self.pick("0.1", "1", "8"),
                "correlation_time": self.pick("0.02", "0.25", "3")}
        short = min(n for n in self.cells if n > 1) < 12
        if short or self.chance(0.5):
            keys["wave_numbers"] = "[0.5, 1.5]" if short else self.pick("[0.5, 2.5]", "[0.5, 3.5]")
        if self.chance(0.5):
            keys["spectrum"] = quoted(self.pick("parabola", "flat", "power-law"))
            if keys["spectrum"] == quoted("power-law"):
                keys["exponent"] = self.pick("-2", "-5")
        one = sum(n > 1 for n in self.cells) == 1
        if one or self.chance(0.5):
            keys["solenoidal_weight"] = self.pick("0", "0.5") if one else self.pick("0", "0.5", "1")
        if self.chance(0.5):
            keys["seed"] = str(self.random.randrange(1000))
        self.sections["driving"] = keys

    def shearing_box(self):
        """A disc with slow and fast flows; along y it is periodic."""
        self.sections["grid"].pop("boundary_y", None)
        for face in ("boundary.lower_y", "boundary.upper_y"):
            self.sections.pop(face, None)
        keys = {"angular_velocity": self.pick("1", "0.2", "30")}
        if self.chance(0.5):
            keys["shear"] = self.pick("0", "1", "2", "-0.5", "2.3")
        if self.cells[2] > 1 and self.chance(0.3):
            keys["vertical_gravity"] = "true"
        self.sections["shearing_box"] = keys
