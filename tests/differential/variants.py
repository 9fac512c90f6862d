"""What decks need compiled: built-in programs and terms, as keys of their sections."""

import random
import re


def quoted(text):
    return f'"{text}"'


# Terms that decks may have together, and the keys of [physics] of each.
TERMS = {
    ("viscosity",): ("viscosity", "bulk_viscosity"),
    ("conduction",): ("conductivity", "thermal_diffusivity"),
    ("viscosity", "conduction"): ("viscosity", "conductivity"),
    ("resistivity",): ("resistivity", "anomalous_resistivity"),
    ("resistivity", "viscosity"): ("resistivity", "viscosity"),
    ("conduction-along-field",): ("conductivity", "cross_conductivity"),
    ("ambipolar",): ("ambipolar", "ambipolar_uniform"),
    ("drag",): ("drag", "wind_x", "wind_y"),
    ("drag", "thermal-relaxation"): ("drag", "thermal_relaxation"),
    ("viscosity", "drag"): ("viscosity", "drag"),
    ("cooling",): ("cooling", "cooling_exponent", "cooling_floor"),
    ("cooling", "drag"): ("cooling", "cooling_exponent", "drag"),
}
# How large their values are: weak terms, but rates may be those of what is over at once.
RATES = (1, 1e3, 1e7)
LARGEST = {"drag": RATES, "thermal_relaxation": RATES, "cooling": RATES, "cooling_exponent": (0.5, 2),
           "cooling_floor": (0.1,)}
LARGEST_OF_OTHERS = (1e-3, 0.02)
OF_MAGNETIC_FIELDS = ("resistivity", "conduction-along-field", "ambipolar")
OF_ENERGIES = ("conduction", "conduction-along-field", "thermal-relaxation", "cooling")


def names_of_terms(variant):
    return tuple(re.findall(r"<terms/([a-z-]+)\.stencil>", variant["physics"]["terms"]))


def changes_the_field(variant):
    return any(name in names_of_terms(variant) for name in ("resistivity", "ambipolar"))


def gas_of(physics):
    """The equation of state that a deck has by [physics]."""
    return physics.get("equation_of_state", quoted("ideal")).strip('"')


def terms_variants(seed, count):
    """Terms for decks: each has to be compiled."""
    r = random.Random(f"terms {seed}")
    all_of_them = [{"physics": {"equations": quoted(equations),
                                **({} if gas == "ideal" else {"equation_of_state": quoted(gas)}),
                                "terms": str([f"<terms/{name}.stencil>" for name in names])},
                    "run": {"precision": quoted(precision)},
                    # Whose flow is compiled in.
                    **({"shearing_box": {}} if sheared else {})}
                   for names in TERMS for equations in ("mhd", "hydrodynamics")
                   for gas in ("ideal", "isothermal", "tabulated") for precision in ("double", "single")
                   for sheared in (False, True)
                   if (equations == "mhd" or not set(names) & set(OF_MAGNETIC_FIELDS))
                   and (gas != "isothermal" or not set(names) & set(OF_ENERGIES))]
    return r.sample(all_of_them, min(count, len(all_of_them)))


def files_of(variant):
    """The names of what goes beside <stratified.stencil>, and of its other form."""
    return re.findall(r"<stratified/([a-z_-]+)\.stencil>", variant["physics"].get("program", ""))


def stratified_variant(r, most_beside):
    """A program of perturbations on a background."""
    beside = r.sample(["hyperdiffusion", "viscosity", "resistivity", "sponge",
                       r.choice(["driver", "smaug_driver"])], r.randint(0, most_beside))
    base = r.choice(["stratified", "stratified", "stratified/sac"])
    # What is given from outside is compiled in.
    sources = [name for name in ("acceleration_x", "acceleration_y", "acceleration_z", "heating", "momentum_z")
               if r.random() < 0.2]
    return {"physics": {"program": str([f"<{name}.stencil>" for name in
                                        (base, *(f"stratified/{file}" for file in beside))])},
            "solver": {"order": r.choice("2468"), "passes": r.choice("12")},
            "run": {"precision": quoted(r.choice(["double", "single"]))},
            **({"source": dict.fromkeys(sources, "0.1")} if sources else {})}


def program_variants(seed, count):
    """Built-in programs for decks: each has to be compiled."""
    r = random.Random(f"variants {seed}")
    all_of_them = [{"physics": {"equations": quoted(equations),
                                **({"forcing": quoted("random")} if forcing else {})},
                    "solver": {"order": str(order), "passes": str(passes)},
                    "run": {"precision": quoted(precision)}}
                   for equations in ("isothermal", "mhd") for order in (2, 4, 6, 8)
                   for passes in (1, 2) for precision in ("double", "single")
                   for forcing in ((False, True) if equations == "isothermal" else (False,))]
    if count < 4:
        # Where there is little time, those that compile in little.
        all_of_them = [v for v in all_of_them if v["physics"]["equations"] == '"isothermal"'
                       and v["solver"]["order"] in ("2", "4")]
    of_backgrounds = [stratified_variant(r, 3 if count >= 4 else 1) for _ in range(len(all_of_them))]
    return r.sample([*all_of_them, *of_backgrounds], count)
