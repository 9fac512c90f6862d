#include <vector>

#include "src/deck/choices.hpp"
#include "src/deck/key_parts.hpp"
#include "src/picture/options.hpp"

namespace solenoid {

namespace {

constexpr KeySpec problem_keys[] = {
    {.section = "run",
     .key = "end_time",
     .required = true,
     .range = positive,
     .unit = "time",
     .description = "The run ends at this time."},
    {.section = "run",
     .key = "start_time",
     .default_value = "0",
     .unit = "time",
     .description = "Time at which the initial state holds; less than `end_time`."},
    {.section = "run",
     .key = "precision",
     .type = KeyType::choice,
     .default_value = "\"double\"",
     .choices = names_of<Precision>,
     .description = "Floating-point precision of the state and of all arithmetic on it. `extended` "
                    "(only with finite-difference): the 80-bit numbers of x86 processors, on one "
                    "CPU thread, as a reference for the others."},
    {.section = "run",
     .key = "max_steps",
     .type = KeyType::integer,
     .default_value = "0",
     .range = not_negative,
     .description = "The run stops after this many steps; 0 sets no limit."},
    {.section = "run",
     .key = "wall_time",
     .type = KeyType::clock,
     .default_value = "\"\"",
     .unit = "hh:mm:ss",
     .description = "The run writes a checkpoint and stops before it has taken this long; an empty "
                    "text sets no limit."},
    {.section = "run",
     .key = "checkpoint_interval",
     .default_value = "900",
     .range = not_negative,
     .unit = "seconds of wall time",
     .description = "Time between two checkpoints; 0: only when the run ends or is stopped."},
    {.section = "run",
     .key = "title",
     .type = KeyType::text,
     .default_value = "\"\"",
     .description = "What the problem is, for people."},

    {.section = "physics",
     .key = "equations",
     .type = KeyType::choice,
     .default_value = "\"mhd\"",
     .choices = names_of<EquationSet>,
     .description = "`mhd`: ideal magnetohydrodynamics, the magnetic pressure being B^2/2 (with "
                    "finite-difference: MHD with entropy, vector potential and diffusion); "
                    "`hydrodynamics` (not with finite-difference): the Euler equations, without a "
                    "magnetic field and cheaper; `isothermal` (only with finite-difference): "
                    "viscous hydrodynamics at one temperature."},
    {.section = "physics",
     .key = "program",
     .type = KeyType::files,
     .schemes = program_schemes,
     .description = "A program of the stencil language in place of `equations`: a file, relative "
                    "to the deck, or \"<mhd.stencil>\" and the like for one that comes with "
                    "Solenoid, or a list of such files, which are one program. Its uniforms are "
                    "keys of [physics], its fields those of [initial]."},
    {.section = "physics",
     .key = "terms",
     .type = KeyType::files,
     .schemes = terms_schemes,
     .description =
         "What is added to the equations: a program of the stencil language, or a list "
         "of them, as files relative to the deck, or \"<terms/resistivity.stencil>\" "
         "and the like for those that come with Solenoid (docs/terms.md). Their uniforms "
         "are keys of [physics]."},
    {.section = "physics",
     .key = "forcing",
     .type = KeyType::choice,
     .default_value = "\"none\"",
     .choices = names_of<Forcing>,
     .schemes = program_schemes,
     .description = "`random`: a plane wave of force, another one in each step, stirs the flow "
                    "(Pekkila et al. 2017, eqs. 24 and 25); `helical`: waves with helicity "
                    "(Brandenburg 2001). For `isothermal`, `mhd` and programs that include "
                    "<forcing/wave.stencil> or <forcing/helical_wave.stencil>."},
    {.section = "physics",
     .key = "forcing_amplitude",
     .default_value = "0.05",
     .range = not_negative,
     .schemes = program_schemes,
     .description = "f_0 of these equations; only with forcing."},
    {.section = "physics",
     .key = "forcing_wave_numbers",
     .type = KeyType::interval,
     .default_value = "[1, 2]",
     .range = positive,
     .unit = "2 pi / the longest side",
     .schemes = program_schemes,
     .description = "The smallest and the largest wave number of the force; only with forcing."},
    {.section = "physics",
     .key = "forcing_helicity",
     .default_value = "1",
     .range = {.lower = -1.0, .upper = 1.0},
     .schemes = program_schemes,
     .description = "sigma of helical forcing: with 1 and -1 the curl of the force is its wave "
                    "number times the force, or the negative; only with helical forcing."},
    {.section = "physics",
     .key = "forcing_seed",
     .type = KeyType::integer,
     .default_value = "1",
     .range = not_negative,
     .schemes = program_schemes,
     .description = "Another number gives other waves; only with forcing."},
    {.section = "physics",
     .key = "gravity",
     .type = KeyType::vector,
     .default_value = "[0, 0, 0]",
     .unit = "length/time^2",
     .schemes = fluid_schemes,
     .description =
         "Constant acceleration; missing components are 0. With relaxing-tvd it has to be 0, "
         "and acceleration stands in [source] or as a `potential` in [gravity]."},

    {.section = "grid",
     .key = "cells",
     .type = KeyType::cells,
     .required = true,
     .description = "Cells in x, y and z; missing ones are 1. A direction with one cell is "
                    "inactive, any other needs at least 4."},
    {.section = "grid",
     .key = "lower",
     .type = KeyType::vector,
     .default_value = "[0, 0, 0]",
     .unit = "length",
     .description = "Lower corner of the box; missing coordinates are 0."},
    {.section = "grid",
     .key = "upper",
     .type = KeyType::vector,
     .default_value = "[1, 1, 1]",
     .unit = "length",
     .description = "Upper corner of the box; missing coordinates are 1."},
    {.section = "grid",
     .key = "boundary_x",
     .type = KeyType::boundary,
     .default_value = "\"periodic\"",
     .choices = names_of<BoundaryKind>,
     .description = "What lies beyond the lower and the upper x face: one kind for both, or "
                    "[lower, upper]. `periodic` (both faces): the opposite side, which has moved "
                    "along y in a [shearing_box]; `outflow`: zero "
                    "gradient; `diode` (not with finite-difference): the same, but that no gas "
                    "comes in; `reflecting`: a mirror, in which components of vectors normal to it "
                    "change sign; `fixed`: the expressions of [boundary.lower_x] and "
                    "[boundary.upper_x]; `symmetric`, `antisymmetric` (only with "
                    "finite-difference): a mirror in which no field, or every field, changes "
                    "sign; `vertex-symmetric` (as well): one in which no field does, at the "
                    "outermost vertex in place of the face."},
    {.section = "grid",
     .key = "boundary_y",
     .type = KeyType::boundary,
     .default_value = "\"periodic\"",
     .choices = names_of<BoundaryKind>,
     .description = "The same for the y faces."},
    {.section = "grid",
     .key = "boundary_z",
     .type = KeyType::boundary,
     .default_value = "\"periodic\"",
     .choices = names_of<BoundaryKind>,
     .description = "The same for the z faces."},
};

constexpr ChoiceSet<OutputType> picture_outputs = {OutputType::png, OutputType::spectrum,
                                                   OutputType::profile, OutputType::pdf,
                                                   OutputType::histogram};

constexpr KeySpec output_keys[] = {
    {.section = "output",
     .key = "type",
     .type = KeyType::choice,
     .required = true,
     .choices = names_of<OutputType>,
     .description =
         "`hdf5`: .athdf and .xdmf files; `png`: a picture of each field; `history`: a "
         ".hst table of totals; `spectrum`: a .hst table of the power in each shell of "
         "wave numbers, and a picture of it (only in periodic boxes); `profile`, `pdf`, "
         "`histogram`: .tab tables of means over planes, of the probability density of a field and "
         "of the joint one of two, each with a picture; `sac`, `smaug`: the state as "
         "a snapshot that SAC (in Fortran's records) or SMAUG reads, .out; `gdf`: fields in "
         "the Grid Data Format."},
    {.section = "output",
     .key = "name",
     .type = KeyType::text,
     .description = "Part of the file names, of letters, digits, - and _; unique; without it, the "
                    "type."},
    {.section = "output",
     .key = "every_time",
     .range = positive,
     .unit = "time",
     .description = "Time between two outputs. Without this and `every_steps`, only the first and "
                    "the last state are written."},
    {.section = "output",
     .key = "every_steps",
     .type = KeyType::integer,
     .range = {.lower = 1.0},
     .unit = "steps",
     .description = "Steps between two outputs; not together with `every_time`."},
    {.section = "output",
     .key = "every_wall_time",
     .range = positive,
     .unit = "s",
     .description =
         "Seconds that the run takes between two outputs, beside those that the other two "
         "ask for: to look at a run from time to time. Pauses count."},
    {.section = "output",
     .key = "fields",
     .type = KeyType::fields,
     .default_value = "[]",
     .outputs = {OutputType::hdf5, OutputType::png, OutputType::spectrum, OutputType::profile,
                 OutputType::histogram, OutputType::gdf},
     .description = "Names of fields (listed below), of a histogram two; an empty list stands for "
                    "the primitive fields. In a spectrum also `kinetic` (of v^2/2), `magnetic` (of "
                    "B^2/2), which "
                    "an empty list stands for, and vectors such as `velocity`."},
    {.section = "output",
     .key = "ghost_layers",
     .type = KeyType::integer,
     .default_value = "2",
     .range = {.lower = 0.0, .upper = 100.0},
     .outputs = {OutputType::sac, OutputType::smaug},
     .description =
         "Layers of ghost cells at each side of the arrays, copies of the outermost cells; "
         "SMAUG expects 2."},
    {.section = "output",
     .key = "slice",
     .type = KeyType::slice,
     .default_value = "\"none\"",
     .outputs = {OutputType::hdf5, OutputType::png},
     .description = "The plane to write, such as { z = 0.5 }; `none`: the whole box."},
    {.section = "output",
     .key = "crop",
     .type = KeyType::crop,
     .default_value = "\"none\"",
     .outputs = {OutputType::hdf5, OutputType::png},
     .description = "The part of the box to write, such as { x = [0.25, 0.75] }: all cells that it "
                    "touches; of axes that it does not name all; `none`: the whole box."},
    {.section = "output",
     .key = "coarsen",
     .type = KeyType::integer,
     .default_value = "1",
     .range = {.lower = 1.0},
     .unit = "cells",
     .outputs = {OutputType::hdf5},
     .description = "Writes means over blocks of so many cells along each direction with more than "
                    "one; it has to divide their numbers."},
    {.section = "output",
     .key = "precision",
     .type = KeyType::choice,
     .default_value = "\"run\"",
     .choices = names_of<FilePrecision>,
     .outputs = {OutputType::hdf5},
     .description = "Precision of the values in the file: that of the run, or `single`, half the "
                    "size."},
    {.section = "output",
     .key = "compression",
     .type = KeyType::flag,
     .default_value = "false",
     .outputs = {OutputType::hdf5},
     .description = "Compresses the values without loss (shuffled and deflated)."},
    {.section = "output",
     .key = "range",
     .type = KeyType::intervals,
     .outputs = {OutputType::png, OutputType::pdf, OutputType::histogram},
     .description = "Ends of the colour scale (in 1D: of the ordinate), or of the bins (of a "
                    "histogram a list of two such pairs); without it, those of the data."},
    {.section = "output",
     .key = "colours",
     .type = KeyType::choice,
     .default_value = "\"viridis\"",
     .choices = colour_map_names,
     .outputs = {OutputType::png, OutputType::histogram},
     .description = "Colour map."},
    {.section = "output",
     .key = "logarithmic",
     .type = KeyType::flag,
     .default_value = "false",
     .outputs = {OutputType::png, OutputType::profile, OutputType::pdf, OutputType::histogram},
     .description = "Logarithmic scale of the values in the picture."},
    {.section = "output",
     .key = "vectors",
     .type = KeyType::text,
     .default_value = "\"\"",
     .outputs = {OutputType::png},
     .description = "A vector, such as `velocity`, drawn as arrows over a plane."},
    {.section = "output",
     .key = "field_lines",
     .type = KeyType::text,
     .default_value = "\"\"",
     .outputs = {OutputType::png},
     .description = "A vector, such as `magnetic_field`, drawn as lines along it over a plane."},
    {.section = "output",
     .key = "contours",
     .type = KeyType::text,
     .default_value = "\"\"",
     .outputs = {OutputType::png},
     .description = "A field, drawn as lines of equal value over a plane; dashed where it is "
                    "negative."},
    {.section = "output",
     .key = "levels",
     .type = KeyType::numbers,
     .default_value = "[]",
     .outputs = {OutputType::png},
     .description = "The values of `contours`; an empty list stands for about ten round ones."},
    {.section = "output",
     .key = "view",
     .type = KeyType::choice,
     .default_value = "\"plane\"",
     .choices = names_of<PictureView>,
     .outputs = {OutputType::png},
     .description = "Of a field in 3D, what is drawn: the `plane` in the middle of z (or that of "
                    "`slice`), or the `volume`, the box seen from outside."},
    {.section = "output",
     .key = "camera",
     .type = KeyType::numbers,
     .default_value = "[30.0, 25.0]",
     .unit = "degrees",
     .outputs = {OutputType::png},
     .description = "From where a volume is seen: azimuth about z (at 0 from the side of positive "
                    "x, at 90 of positive y), elevation above the plane of x and y, and as a third "
                    "number, if given, the enlargement."},
    {.section = "output",
     .key = "opacity",
     .type = KeyType::numbers,
     .default_value = "[0.0, 0.02, 0.1, 0.4]",
     .outputs = {OutputType::png},
     .description = "How much light a layer of a volume takes away that is a fiftieth of the "
                    "longest side thick, from 0 to 1, at equal distances from the lower to the "
                    "upper end of the scale; an empty list: only `surfaces` are seen."},
    {.section = "output",
     .key = "surfaces",
     .type = KeyType::numbers,
     .default_value = "[]",
     .outputs = {OutputType::png},
     .description = "Values of surfaces in a volume, at most 8."},
    {.section = "output",
     .key = "surface_opacity",
     .default_value = "1.0",
     .range = {.lower = 0.0, .upper = 1.0},
     .outputs = {OutputType::png},
     .description = "How much light each surface takes away."},
    {.section = "output",
     .key = "format",
     .type = KeyType::choice,
     .default_value = "\"png\"",
     .choices = names_of<PictureFormat>,
     .outputs = picture_outputs,
     .description = "Format of the picture's file; `pdf` and `svg` are for papers."},
    {.section = "output",
     .key = "size",
     .type = KeyType::text,
     .default_value = "\"900\"",
     .outputs = picture_outputs,
     .description =
         "Largest width of the picture: pixels, or a length such as \"8.6cm\", \"86mm\", "
         "\"3.4in\" or \"244pt\" (in a png with 300 pixels an inch)."},
    {.section = "output",
     .key = "font_size",
     .range = positive,
     .unit = "pixels; of a size in lengths, points",
     .outputs = picture_outputs,
     .description =
         "Height of the numbers at ticks, with which all letters and lines grow; without "
         "it 13 pixels, or 8 points."},
};

}  // namespace

std::span<const KeySpec> key_table() {
  static const std::vector<KeySpec> table = [] {
    std::vector<KeySpec> all;
    for (const std::span<const KeySpec> part :
         {std::span<const KeySpec>(problem_keys), gas_keys(), boundary_keys(), solver_keys(),
          atmosphere_keys(), initial_keys(), source_keys(), gravity_keys(), shearing_box_keys(),
          driving_keys(), cooling_keys(), std::span<const KeySpec>(output_keys),
          table_output_keys()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return table;
}

}  // namespace solenoid
