#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>

#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/names_elsewhere.hpp"
#include "src/deck/spectra.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

class OutputChecker {
 public:
  OutputChecker(const DeckContents& contents, const std::string& section, Problems& problems)
      : contents_(contents), section_(section), problems_(problems) {}

  void check(std::map<std::string, std::string>& names) {
    check_name(names);
    check_times();
    check_fields();
    check_periodic();
    check_state();
    check_slice();
    check_crop();
    check_coarsen();
    check_range();
    check_sheet();
    check_overlays();
    check_volume();
    check_table_output(contents_, section_, problems_);
  }

 private:
  void report(const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section_, key),
                  fmt::format("'{}' in {}: {}", key, section_title(section_), message));
  }

  /// `names` holds those of the outputs before, with their sections.
  void check_name(std::map<std::string, std::string>& names) {
    const auto* name = contents_.find<std::string>(section_, "name");
    if (name == nullptr) return;
    const auto allowed = [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '-' || c == '_';
    };
    if (name->empty() || !std::ranges::all_of(*name, allowed)) {
      report("name", fmt::format("expected letters, digits, - and _, found \"{}\"", *name));
    }
    const auto [before, added] = names.emplace(*name, section_);
    if (!added) {
      report("name", fmt::format("\"{}\" is the name of {} already (without a name, the type), "
                                 "expected another",
                                 *name, section_title(before->second)));
    }
  }

  void check_times() {
    if (contents_.find_setting(section_, "every_time") != nullptr &&
        contents_.find_setting(section_, "every_steps") != nullptr) {
      report("every_steps", "expected either every_time or every_steps, found both");
    }
  }

  void check_fields() {
    const auto* fields = contents_.find<Setting::Texts>(section_, "fields");
    const auto equations = contents_.equations();
    const SchemeSpec* scheme = contents_.scheme();
    if (fields == nullptr || !equations || scheme == nullptr) return;
    const std::vector<std::string> known = known_fields();
    for (const std::string& name : *fields) {
      const bool field = std::ranges::find(known, name) != known.end();
      const bool spectrum = find_spectrum(name, known).has_value();
      if (is_spectrum() ? spectrum : field) continue;
      report("fields", spectrum ? fmt::format("'{}' exists only in outputs of type spectrum, "
                                              "expected the name of a field",
                                              name)
                                : absence(name, *equations));
    }
  }

  [[nodiscard]] bool is_spectrum() const {
    const auto* type = contents_.find<std::string>(section_, "type");
    return type != nullptr && choice_named<OutputType>(*type) == OutputType::spectrum;
  }

  /// Why a field of the table, or a spectrum of such fields, does not exist in this deck.
  static std::string absence(const std::string& name, EquationSet equations) {
    const FieldSpec& field =
        *find_field(find_spectrum(name, field_names(EquationSet::mhd))->components.front());
    if (field.magnetic && equations != EquationSet::mhd) {
      return fmt::format("field '{}' exists only with equations = \"mhd\"", name);
    }
    if (!field.gases.empty()) {
      return fmt::format("field '{}' exists only with equation_of_state = {}", name,
                         alternatives(names_of(field.gases), "\""));
    }
    if (field.of_gravity) return fmt::format("field '{}' exists only with [gravity]", name);
    return fmt::format("field '{}' exists only with {}", name, schemes_text(field.schemes));
  }

  /// A spectrum is one of waves that fit the box.
  void check_periodic() {
    if (!is_spectrum()) return;
    for (const char axis : {'x', 'y', 'z'}) {
      const std::string key = std::string("boundary_") + axis;
      const auto* kinds = contents_.find<Setting::Texts>("grid", key);
      if (kinds == nullptr || is_periodic(kinds->front())) continue;
      report("type", fmt::format("a spectrum needs a box that is periodic, found {} = \"{}\" in "
                                 "[grid]",
                                 key, kinds->front()));
      return;
    }
  }

  /// Snapshots of SAC and SMAUG hold a fluid's state.
  void check_state() {
    const auto* type = contents_.find<std::string>(section_, "type");
    const auto output = type == nullptr ? std::nullopt : choice_named<OutputType>(*type);
    if (output != OutputType::sac && output != OutputType::smaug) return;
    if (contents_.gas() == EquationOfState::isothermal)
      report("type", fmt::format("\"{}\" holds an energy, which an isothermal gas does not have: "
                                 "expected \"hdf5\" or \"gdf\"",
                                 *type));
    if (contents_.gas() == EquationOfState::tabulated)
      report("type",
             fmt::format("\"{}\" holds the gamma of an ideal gas, which a tabulated one does "
                         "not have: expected \"hdf5\" or \"gdf\"",
                         *type));
    if (!contents_.scalars.empty())
      report("type",
             fmt::format("\"{}\" has no room for scalars: expected \"hdf5\" or \"gdf\"", *type));
    if (contents_.program != nullptr) {
      const auto fields = contents_.program->state_fields();
      if (std::ranges::find(fields, "density_perturbation") == fields.end())
        report("type", fmt::format("\"{}\" holds density, momentum, energy and magnetic field, and "
                                   "the state of the program {} is another: expected \"hdf5\" or "
                                   "\"gdf\"",
                                   *type, contents_.program->name));
    }
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    if (cells == nullptr) return;
    const auto active = [&](std::size_t axis) { return (*cells)[axis] > 1; };
    if (!active(0) || (!active(1) && active(2)))
      report("type", fmt::format("\"{}\" has its directions in the order x, y, z, expected cells "
                                 "along x, or x and y, or all",
                                 *type));
    else if (output == OutputType::smaug && !active(1))
      report("type", "SMAUG has two or three dimensions, found one");
  }

  void check_slice() {
    const auto* slice = contents_.find<SlicePlane>(section_, "slice");
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    const auto* lower = contents_.find<Setting::Numbers>("grid", "lower");
    const auto* upper = contents_.find<Setting::Numbers>("grid", "upper");
    if (slice == nullptr) return;
    const auto axis = std::size_t(slice->axis);
    const char letter = "xyz"[axis];
    if (cells != nullptr && (*cells)[axis] == 1) {
      report("slice", fmt::format("there is one cell in {}, expected an active direction", letter));
    } else if (cells != nullptr &&
               std::ranges::count_if(*cells, [](double count) { return count > 1; }) < 2) {
      report("slice", "expected a grid with at least two active directions");
    }
    if (lower != nullptr && upper != nullptr &&
        (slice->position < (*lower)[axis] || slice->position > (*upper)[axis])) {
      report("slice", fmt::format("expected {0} from {1} to {2}, inside the box, found {3}", letter,
                                  (*lower)[axis], (*upper)[axis], slice->position));
    }
  }

  /// The grid, where all of it could be read.
  [[nodiscard]] std::optional<Grid> grid() const {
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    const auto* lower = contents_.find<Setting::Numbers>("grid", "lower");
    const auto* upper = contents_.find<Setting::Numbers>("grid", "upper");
    if (cells == nullptr || lower == nullptr || upper == nullptr) return std::nullopt;
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((*upper)[axis] <= (*lower)[axis]) return std::nullopt;
      grid.cells[axis] = int((*cells)[axis]);
      grid.lower[axis] = (*lower)[axis];
      grid.upper[axis] = (*upper)[axis];
    }
    return grid;
  }

  [[nodiscard]] int coarsen() const {
    const auto* factor = contents_.find<long>(section_, "coarsen");
    return factor == nullptr ? 1 : int(std::min<long>(*factor, std::numeric_limits<int>::max()));
  }

  [[nodiscard]] bool is_slice_along(Axis axis) const {
    const auto* slice = contents_.find<SlicePlane>(section_, "slice");
    return slice != nullptr && slice->axis == axis;
  }

  void check_crop() {
    const auto* crop = contents_.find<CropIntervals>(section_, "crop");
    const std::optional<Grid> grid = this->grid();
    if (crop == nullptr || !grid) return;
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      const std::optional<Interval>& kept = (*crop)[axis];
      if (kept) check_crop(axis, *kept, *grid);
    }
  }

  void check_crop(Axis axis, const Interval& kept, const Grid& grid) {
    const char letter = "xyz"[axis];
    if (!grid.active(axis))
      return report("crop",
                    fmt::format("there is one cell in {}, expected an active direction", letter));
    if (is_slice_along(axis))
      return report("crop", fmt::format("the slice is one cell thick in {0}, expected other axes "
                                        "than {0}",
                                        letter));
    if (kept.lower < grid.lower[axis] || kept.upper > grid.upper[axis])
      return report("crop",
                    fmt::format("expected {} from {} to {}, inside the box, found [{}, {}]", letter,
                                grid.lower[axis], grid.upper[axis], kept.lower, kept.upper));
    const int block = coarsen();
    if (grid.cells[axis] % block != 0) return;  // is reported with 'coarsen'
    const auto [begin, end] = cells_between(grid, axis, kept, block);
    if (end - begin < 2 * block)
      report("crop",
             fmt::format(
                 "[{}, {}] touches one {} in {}, expected two at least", kept.lower, kept.upper,
                 block > 1 ? fmt::format("block of {} cells (coarsen)", block) : "cell", letter));
  }

  void check_coarsen() {
    const std::optional<Grid> grid = this->grid();
    if (!grid) return;
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      const int cells = grid->cells[axis];
      if (cells == 1 || is_slice_along(axis)) continue;
      if (cells % coarsen() != 0 || cells / coarsen() < 2) {
        report("coarsen", fmt::format("expected a factor that leaves whole cells, two at least, of "
                                      "the {} in {}, found {}",
                                      cells, "xyz"[axis], coarsen()));
        return;
      }
    }
  }

  void check_range() {
    const auto* range = contents_.find<Setting::Numbers>(section_, "range");
    const auto* logarithmic = contents_.find<bool>(section_, "logarithmic");
    const auto* type = contents_.find<std::string>(section_, "type");
    if (type == nullptr || choice_named<OutputType>(*type) != OutputType::png) return;
    if (range != nullptr && range->size() != 2)
      return report("range", "expected two increasing numbers such as [0, 1]");
    if (range != nullptr && logarithmic != nullptr && *logarithmic && range->front() <= 0) {
      report("range",
             fmt::format("a logarithmic scale needs both ends > 0, found {}", range->front()));
    }
  }

  void check_sheet() {
    const auto* size = contents_.find<std::string>(section_, "size");
    const auto* font_size = contents_.find<double>(section_, "font_size");
    if (size == nullptr) return;
    Sheet sheet;
    if (font_size != nullptr) sheet.font_size = *font_size;
    try {
      sheet.size = parse_picture_width(*size);
      require_drawable(sheet);
    } catch (const std::invalid_argument& error) {
      report("size", error.what());
    }
  }

  /// Names of fields that outputs of this deck may hold.
  [[nodiscard]] std::vector<std::string> known_fields() const { return contents_.known_fields(); }

  /// What is drawn over a plane: two components of a vector have to be known, and a field.
  void check_overlays() {
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    if (cells == nullptr || !contents_.equations() || contents_.scheme() == nullptr) return;
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) grid.cells[axis] = int((*cells)[axis]);
    if (const auto* slice = contents_.find<SlicePlane>(section_, "slice")) {
      grid.cells[std::size_t(slice->axis)] = 1;
    }
    for (const char* key : {"vectors", "field_lines", "contours"}) {
      const auto* name = contents_.find<std::string>(section_, key);
      if (name != nullptr && !name->empty()) check_overlay(key, *name, grid);
    }
    const auto* levels = contents_.find<Setting::Numbers>(section_, "levels");
    const auto* contours = contents_.find<std::string>(section_, "contours");
    if (levels != nullptr && contours != nullptr && !levels->empty() && contours->empty()) {
      report("levels", "they are those of 'contours', which is not given");
    }
  }

  /// "velocity" where there is a velocity_x, and so on.
  static std::vector<std::string> vectors_of(const std::vector<std::string>& fields) {
    std::vector<std::string> vectors;
    for (const std::string& field : fields) {
      if (field.ends_with("_x")) vectors.push_back(field.substr(0, field.size() - 2));
    }
    return vectors;
  }

  void check_overlay(const std::string& key, const std::string& name, const Grid& grid) {
    if (grid.dimensions() < 2) {
      return report(key, "it is drawn over a plane, and the picture is that of a line");
    }
    const std::vector<std::string> known = known_fields();
    PictureOptions options;
    (key == "contours" ? options.contours : options.vectors) = name;
    for (const std::string& field : overlay_fields(options, grid)) {
      if (std::ranges::find(known, field) != known.end()) continue;
      if (key == "contours") {
        std::string hint = did_you_mean(name, known, names_elsewhere());
        if (name.starts_with("vector_potential"))
          hint = "; for lines along the magnetic field write field_lines = \"magnetic_field\"";
        return report(key, fmt::format("unknown field '{}'{}", name, hint));
      }
      return report(
          key, fmt::format("expected a vector such as velocity, found '{}': there is no "
                           "field '{}'{}",
                           name, field, did_you_mean(name, vectors_of(known), names_elsewhere())));
    }
  }

  /// What is asked for of a box that is seen from outside.
  void check_volume() {
    const auto* view = contents_.find<std::string>(section_, "view");
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    if (view == nullptr) return;
    check_look();
    if (choice_named<PictureView>(*view) != PictureView::volume) return;
    if (cells != nullptr && std::ranges::count(*cells, 1.0) > 0)
      return report("view", "expected a grid with three active directions, or view = \"plane\"");
    if (contents_.find<SlicePlane>(section_, "slice") != nullptr)
      report("slice", "a volume is the whole box, expected view = \"plane\" with it");
    if (contents_.find<CropIntervals>(section_, "crop") != nullptr)
      report("crop", "a volume is the whole box, expected view = \"plane\" with it");
    for (const char* key : {"vectors", "field_lines", "contours"}) {
      const auto* name = contents_.find<std::string>(section_, key);
      if (name != nullptr && !name->empty())
        report(key, "it is drawn over a plane, expected view = \"plane\" with it");
    }
  }

  /// Whatever the view is: a value that could never be right.
  void check_look() {
    const auto* camera = contents_.find<Setting::Numbers>(section_, "camera");
    if (camera != nullptr && camera->size() != 2 && camera->size() != 3) {
      report("camera", fmt::format("expected azimuth, elevation and perhaps an enlargement, found "
                                   "{} numbers",
                                   camera->size()));
    } else if (camera != nullptr && std::abs((*camera)[1]) > 90) {
      report("camera",
             fmt::format("expected an elevation from -90 to 90 degrees, found {}", (*camera)[1]));
    } else if (camera != nullptr && camera->size() == 3 && !((*camera)[2] > 0)) {
      report("camera", fmt::format("expected an enlargement > 0, found {}", (*camera)[2]));
    }
    const auto* opacity = contents_.find<Setting::Numbers>(section_, "opacity");
    if (opacity != nullptr &&
        !std::ranges::all_of(*opacity, [](double part) { return part >= 0 && part <= 1; }))
      report("opacity", "expected numbers from 0 to 1");
    const auto* surfaces = contents_.find<Setting::Numbers>(section_, "surfaces");
    if (surfaces != nullptr && surfaces->size() > most_surfaces)
      report("surfaces",
             fmt::format("expected at most {} values, found {}", most_surfaces, surfaces->size()));
  }

  const DeckContents& contents_;
  const std::string& section_;
  Problems& problems_;
};

}  // namespace

void check_outputs(const DeckContents& contents, Problems& problems) {
  std::map<std::string, std::string> names;
  for (int i = 0; i < contents.output_count; ++i) {
    const std::string section = fmt::format("output.{}", i);
    OutputChecker(contents, section, problems).check(names);
  }
}

}  // namespace solenoid
