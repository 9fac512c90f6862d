#include "src/output/compare.hpp"

#include <KokkosBlas1_nrm1.hpp>
#include <KokkosBlas1_nrm2.hpp>
#include <KokkosBlas1_nrminf.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "src/output/files.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;
constexpr double infinity = std::numeric_limits<double>::infinity();

using HostField = Kokkos::View<const double*, Kokkos::LayoutLeft,
                               Kokkos::Device<Kokkos::DefaultHostExecutionSpace, Kokkos::HostSpace>,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

HostField view_of(const FieldValues& values) { return HostField(values.data(), values.size()); }

bool all_finite(const FieldValues& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// Maps floating-point numbers onto integers in the same order, neighbours onto neighbours, and
/// both zeros onto one.
template <class Float, class Integer>
Integer place(Float value) {
  const auto bits = std::bit_cast<Integer>(value);
  return bits < 0 ? std::numeric_limits<Integer>::min() - bits : bits;
}

template <class Float, class Integer>
double largest_ulp_distance(const FieldValues& a, const FieldValues& b) {
  std::uint64_t largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const std::int64_t place_a = place<Float, Integer>(Float(a[n]));
    const std::int64_t place_b = place<Float, Integer>(Float(b[n]));
    const auto [low, high] = std::minmax(place_a, place_b);
    largest = std::max(largest, std::uint64_t(high) - std::uint64_t(low));
  }
  return double(largest);
}

FieldDifference difference(const std::string& name, const FieldValues& a, const FieldValues& b,
                           Precision precision) {
  if (!all_finite(a) || !all_finite(b)) {
    return {name, infinity, infinity, infinity, infinity, infinity};
  }
  FieldValues deviation(a.size());
  std::transform(a.begin(), a.end(), b.begin(), deviation.begin(), std::minus<>());
  const HostField view = view_of(deviation);
  const double count = double(a.size());
  FieldDifference result{name};
  result.max_abs = KokkosBlas::nrminf(view);
  result.l1 = KokkosBlas::nrm1(view) / count;
  result.l2 = KokkosBlas::nrm2(view) / std::sqrt(count);
  const double scale = KokkosBlas::nrminf(view_of(a));
  result.relative = scale > 0 ? result.max_abs / scale : (result.max_abs > 0 ? infinity : 0.0);
  result.max_ulp = precision == Precision::single_precision
                       ? largest_ulp_distance<float, std::int32_t>(a, b)
                       : largest_ulp_distance<double, std::int64_t>(a, b);
  return result;
}

/// Faces may differ by rounding, no more.
bool same_grid(const Grid& a, const Grid& b) {
  const auto near = [&](const Grid& grid, int axis, double x, double y) {
    return std::abs(x - y) <= 1e-12 * std::max(grid.spacing(axis), std::abs(x));
  };
  for (int axis = 0; axis < 3; ++axis) {
    if (a.cells[axis] != b.cells[axis] || !near(a, axis, a.lower[axis], b.lower[axis]) ||
        !near(a, axis, a.upper[axis], b.upper[axis])) {
      return false;
    }
  }
  return true;
}

std::string text_of(const Grid& grid) {
  return fmt::format("{} x {} x {} cells from ({}, {}, {}) to ({}, {}, {})", grid.cells[0],
                     grid.cells[1], grid.cells[2], grid.lower[0], grid.lower[1], grid.lower[2],
                     grid.upper[0], grid.upper[1], grid.upper[2]);
}

const NamedField* find_field(const Snapshot& snapshot, const std::string& name) {
  const auto found = std::find_if(snapshot.fields.begin(), snapshot.fields.end(),
                                  [&](const NamedField& field) { return field.name == name; });
  return found == snapshot.fields.end() ? nullptr : &*found;
}

std::vector<std::string> fields_missing_from(const Snapshot& other, const Snapshot& snapshot) {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) {
    if (find_field(other, field.name) == nullptr) names.push_back(field.name);
  }
  return names;
}

/// What is compared of a file; only checkpoints end in .h5.
Snapshot read_comparable(const fs::path& file) {
  return file.extension() == ".h5" ? stored_fields(read_checkpoint(file)) : read_athdf(file);
}

ComparedFile compare_files(const fs::path& a, const fs::path& b, bool coarsen) {
  try {
    Snapshot first = read_comparable(a);
    Snapshot second = read_comparable(b);
    if (coarsen && first.grid.cell_count() < second.grid.cell_count())
      second = coarsened(second, first.grid.cells);
    else if (coarsen && second.grid.cell_count() < first.grid.cell_count())
      first = coarsened(first, second.grid.cells);
    const std::string name_a = a.filename().string(), name_b = b.filename().string();
    return compare_as(name_a == name_b ? name_a : name_a + " and " + name_b, first, second);
  } catch (const std::invalid_argument& error) {
    throw OutputError(
        fmt::format("cannot compare {} with {}: {}", a.string(), b.string(), error.what()));
  }
}

/// "0, 0.1, 0.2" or, of many, "101 outputs from 0 to 1".
std::string times_in_words(const std::vector<UnpairedFile>& files) {
  if (files.size() > 8) {
    const auto [first, last] = std::ranges::minmax_element(files, {}, &UnpairedFile::time);
    return fmt::format("{} outputs from {:.6g} to {:.6g}", files.size(), first->time, last->time);
  }
  std::string text;
  for (const UnpairedFile& file : files)
    text += fmt::format("{}{:.6g}", text.empty() ? "" : ", ", file.time);
  return text;
}

}  // namespace

std::vector<FieldDifference> compare(const Snapshot& a, const Snapshot& b) {
  if (!same_grid(a.grid, b.grid)) {
    throw std::invalid_argument(
        fmt::format("the grids differ: {} and {}", text_of(a.grid), text_of(b.grid)));
  }
  const bool single =
      a.precision == Precision::single_precision || b.precision == Precision::single_precision;
  std::vector<FieldDifference> differences;
  for (const NamedField& field : a.fields) {
    const NamedField* other = find_field(b, field.name);
    if (other == nullptr) continue;
    if (field.values.size() != other->values.size()) {
      throw std::invalid_argument(
          fmt::format("the field {} has {} values on one side and {} on "
                      "the other",
                      field.name, field.values.size(), other->values.size()));
    }
    differences.push_back(
        difference(field.name, field.values, other->values,
                   single ? Precision::single_precision : Precision::double_precision));
  }
  if (differences.empty()) throw std::invalid_argument("no field is in both");
  return differences;
}

ComparedFile compare_as(const std::string& name, const Snapshot& a, const Snapshot& b) {
  return {name, compare(a, b), fields_missing_from(b, a), fields_missing_from(a, b), a.time, b.time,
          {}};
}

ComparedPaths compare_paths(const fs::path& a, const fs::path& b, bool coarsen) {
  for (const fs::path& path : {a, b}) {
    std::error_code unknown;
    if (!fs::exists(path, unknown))
      throw OutputError(fmt::format("{} does not exist", path.string()));
  }
  if (fs::is_directory(a) != fs::is_directory(b)) {
    throw OutputError(
        fmt::format("cannot compare a file with a folder: {} and {}", a.string(), b.string()));
  }
  if (!fs::is_directory(a)) return {{compare_files(a, b, coarsen)}, {}, {}};
  const PairedFiles paired = pair_outputs(a, b);
  if (paired.pairs.empty()) {
    throw OutputError(fmt::format("no output of {} holds a time of one of {}: {} there, {} here",
                                  a.string(), b.string(), times_in_words(paired.only_in_a),
                                  times_in_words(paired.only_in_b)));
  }
  ComparedPaths compared{{}, paired.only_in_a, paired.only_in_b};
  for (const auto& [first, second] : paired.pairs)
    compared.files.push_back(compare_files(first, second, coarsen));
  return compared;
}

}  // namespace solenoid
