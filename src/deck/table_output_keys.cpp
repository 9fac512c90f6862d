// Keys of [[output]] blocks that write tables.

#include "physics/fields/profiles.hpp"
#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

std::vector<std::string> axis_names() { return {"x", "y", "z"}; }

constexpr KeySpec table_keys[] = {
    {.section = "output",
     .key = "numbers",
     .type = KeyType::named,
     .outputs = {OutputType::history},
     .description =
         "More columns of the table, `{ name = \"expression\" }`: expressions of `mean(f)`, "
         "`mean(f, weight)`, `rms(f)`, `rms(f, weight)`, `integral(f)` (over the volume), "
         "`min(f)` and `max(f)`, in which f and the weight are formulas as in [fields]."},
    {.section = "output",
     .key = "axis",
     .type = KeyType::choice,
     .choices = axis_names,
     .outputs = {OutputType::profile},
     .description = "The axis along which the profile goes; what it holds is of the planes normal "
                    "to it. It may be left out where the grid has one active direction."},
    {.section = "output",
     .key = "statistics",
     .type = KeyType::choices,
     .default_value = "[\"mean\"]",
     .choices = names_of<PlaneStatistic>,
     .outputs = {OutputType::profile},
     .description =
         "What the profile tells of the cells of a plane: mean, root of the mean square, "
         "extremes (without weight)."},
    {.section = "output",
     .key = "field",
     .type = KeyType::text,
     .outputs = {OutputType::pdf},
     .description = "The field whose probability density is written."},
    {.section = "output",
     .key = "weight",
     .type = KeyType::text,
     .default_value = "\"1\"",
     .outputs = table_outputs,
     .description = "What each cell counts for: `1`, its volume, or a field, such as `density` for "
                    "its mass."},
    {.section = "output",
     .key = "bins",
     .type = KeyType::counts,
     .default_value = "100",
     .range = {.lower = 1.0, .upper = 10000.0},
     .outputs = density_outputs,
     .description = "How many bins there are within `range`; of a histogram also [of the first "
                    "field, of the second]."},
    {.section = "output",
     .key = "scale",
     .type = KeyType::choices,
     .default_value = "\"linear\"",
     .choices = names_of<BinSpacing>,
     .outputs = density_outputs,
     .description = "Bins of equal width, or, with `log`, of equal ratio of their edges; of a "
                    "histogram also [of the first field, of the second]."},
};

}  // namespace

std::span<const KeySpec> table_output_keys() { return table_keys; }

}  // namespace solenoid
