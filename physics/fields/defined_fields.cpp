#include "physics/fields/defined_fields.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/field_parts.hpp"
#include "physics/fields/cubic_table_numbers.hpp"
#include "physics/fields/formula_functions.hpp"
#include "physics/solvers/state_parts.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

/// What a formula is evaluated with in the cells of a slab; all pointers are to memory of the
/// device.
struct FormulaCells {
  const FormulaStep* steps;
  int count;  ///< of steps
  FormulaSource value;
  const double* numbers;
  const CubicTableNumbers* tables;
  const double* fields;  ///< one after the other
  std::size_t cells;     ///< of the slab, and from a field to the next
  int columns, rows;     ///< of the slab
  int first[3];          ///< cell of the slab in the whole grid
  double lower[3], spacing[3], time;

  [[nodiscard]] KOKKOS_FUNCTION double centre(int axis, std::size_t cell) const {
    const std::size_t row = cell / std::size_t(columns);
    const int along = axis == 0   ? int(cell - row * std::size_t(columns))
                      : axis == 1 ? int(row % std::size_t(rows))
                                  : int(row / std::size_t(rows));
    return lower[axis] + (first[axis] + along + 0.5) * spacing[axis];
  }
};

/// Host form: some cells of a slab a work item, which goes through the steps once for all of them.
template <class Value>
struct FormulaOfBlock {
  static constexpr int block = 256;
  FormulaCells cells;
  Value* to;

  /// The values of a source in `count` cells from `first` on; in `memory`, where they are nowhere.
  [[nodiscard]] const double* values(const FormulaSource& source, const double (*results)[block],
                                     std::size_t first, int count, double* memory) const {
    switch (source.kind) {
      case FormulaSource::Kind::result:
        return results[source.index];
      case FormulaSource::Kind::field:
        return cells.fields + std::size_t(source.index) * cells.cells + first;
      case FormulaSource::Kind::coordinate:
        for (int i = 0; i < count; ++i)
          memory[i] = cells.centre(source.index, first + std::size_t(i));
        break;
      case FormulaSource::Kind::number:
        std::fill_n(memory, count, cells.numbers[source.index]);
        break;
      case FormulaSource::Kind::time:
        std::fill_n(memory, count, cells.time);
        break;
    }
    return memory;
  }

  void operator()(const int item) const {
    alignas(64) double results[Formula::most_places][block], others[3][block];
    const std::size_t first = std::size_t(item) * block;
    const int count = int(std::min<std::size_t>(block, cells.cells - first));
    for (int s = 0; s < cells.count; ++s) {
      const FormulaStep& step = cells.steps[s];
      const double* of[3];
      for (std::size_t n = 0; n < 3; ++n)
        of[n] = values(step.of[n], results, first, count, others[n]);
      if (step.table >= 0) {
        for (int i = 0; i < count; ++i) results[step.to][i] = cells.tables[step.table](of[0][i]);
        continue;
      }
      with_operation(step.operation, [&](const auto& function) {
        double* const made = results[step.to];
        for (int i = 0; i < count; ++i) made[i] = function(of[0][i], of[1][i], of[2][i]);
      });
    }
    const double* const made = values(cells.value, results, first, count, others[0]);
    for (int i = 0; i < count; ++i) to[first + std::size_t(i)] = Value(made[i]);
  }
};

/// Device form: a cell a work item.
template <class Value>
struct FormulaOfCell {
  static constexpr int block = 1;
  FormulaCells cells;
  Value* to;

  [[nodiscard]] KOKKOS_FUNCTION double value(const FormulaSource& source, const double* results,
                                             std::size_t cell) const {
    switch (source.kind) {
      case FormulaSource::Kind::result:
        return results[source.index];
      case FormulaSource::Kind::field:
        return cells.fields[std::size_t(source.index) * cells.cells + cell];
      case FormulaSource::Kind::number:
        return cells.numbers[source.index];
      case FormulaSource::Kind::coordinate:
        return cells.centre(source.index, cell);
      case FormulaSource::Kind::time:
        break;
    }
    return cells.time;
  }

  KOKKOS_FUNCTION void operator()(const int item) const {
    const auto cell = std::size_t(item);
    double results[Formula::most_places];
    for (int s = 0; s < cells.count; ++s) {
      const FormulaStep& step = cells.steps[s];
      const double a = value(step.of[0], results, cell), b = value(step.of[1], results, cell),
                   c = value(step.of[2], results, cell);
      double& made = results[step.to];
      if (step.table >= 0) {
        made = cells.tables[step.table](a);
        continue;
      }
      with_operation(step.operation, [&](const auto& function) { made = function(a, b, c); });
    }
    to[cell] = Value(value(cells.value, results, cell));
  }
};

/// The fields that a formula reads, each with what fills memory with it.
class FormulaFields {
 public:
  FormulaFields(Solver& solver, const std::vector<std::string>& names)
      : solver_(solver), names_(names), gathers_(names.size()) {
    const std::vector<std::string> stored = solver.primitive_names();
    for (std::size_t n = 0; n < names.size(); ++n)
      if (std::ranges::find(stored, names[n]) != stored.end())
        gathers_[n] = solver.gather_field(names[n]);
      else
        derived_.push_back(n);
    if (derived_.size() == 1) gathers_[derived_[0]] = solver.gather_field(names[derived_[0]]);
  }
  /// A box of each, one after the other.
  void gather(const Box& box, double* there) const {
    for (std::size_t n = 0; n < names_.size(); ++n) {
      // Solvers may make such fields in the same memory.
      const Gather& own = gathers_[n] ? gathers_[n] : solver_.gather_field(names_[n]);
      if (box.values() > 0) own(box, {Precision::double_precision, there + n * box.values()});
    }
  }

 private:
  Solver& solver_;
  std::vector<std::string> names_;
  std::vector<Gather> gathers_;       ///< by name; none where they are to be asked for each time
  std::vector<std::size_t> derived_;  ///< of the names, those that are no state
};

template <class Values, class Space>
auto in_memory_of(const Space&, const std::string& label, const std::vector<Values>& values) {
  using Memory = Kokkos::View<Values*, typename Space::memory_space>;
  Memory there(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), values.size());
  const Kokkos::View<const Values*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> here(values.data(),
                                                                                     values.size());
  Kokkos::deep_copy(there, here);
  return there;
}

/// A formula in the memory of a device.
template <class Space>
class FormulaOnDevice {
 public:
  FormulaOnDevice(Solver& solver, const Formula& formula, double time)
      : solver_(solver),
        fields_(solver, formula.fields),
        field_count_(formula.fields.size()),
        steps_(in_memory_of(space_, "steps of a formula", formula.steps)),
        numbers_(in_memory_of(space_, "numbers of a formula", formula.numbers)),
        table_numbers_(in_memory_of(space_, "tables of a formula", numbers_of_tables(formula))),
        tables_(
            in_memory_of(space_, "tables of a formula", tables_in(table_numbers_.data(), formula))),
        cells_{steps_.data(),
               int(formula.steps.size()),
               formula.value,
               numbers_.data(),
               tables_.data(),
               nullptr,
               0,
               0,
               0,
               {},
               {},
               {},
               time},
        part_first_(solver.part().first),
        is_part_(solver.part().is_cut()) {
    const Grid& grid = solver.part().whole;
    for (int axis = 0; axis < 3; ++axis) {
      cells_.lower[axis] = grid.lower[std::size_t(axis)];
      cells_.spacing[axis] = grid.spacing(axis);
    }
  }

  void operator()(const Box& box, const MutableValues& there) const {
    // At once, not slab by slab.
    if (!is_part_) solver_.complete_cells(box);
    // Parts make derived fields together: each time that all of them are asked for a box.
    const std::vector<Box> slabs = is_part_ ? std::vector{box} : slabs_of(box, most_cells);
    std::size_t most = 0, first = 0;
    for (const Box& slab : slabs) most = std::max(most, slab.values());
    const Kokkos::View<double*, typename Space::memory_space> memory(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "fields of a formula"),
        most * field_count_);
    for (const Box& slab : slabs) {
      fields_.gather(slab, memory.data());
      with_values_of<Space>(
          there, [&]<class Value>(Value* to) { evaluate(slab, memory.data(), to + first); });
      first += slab.values();
    }
    space_.fence();  // the memory goes
  }

 private:
  /// Cells that are worked on at a time: on a host their values stay in caches.
  static constexpr std::size_t most_cells =
      is_host_space<Space> ? transfer_values / 8 : transfer_values;

  /// The numbers of all tables, one behind the other.
  static std::vector<double> numbers_of_tables(const Formula& formula) {
    std::vector<double> all;
    for (const auto& table : formula.tables)
      all.insert(all.end(), table->numbers().begin(), table->numbers().end());
    return all;
  }
  static std::vector<CubicTableNumbers> tables_in(const double* numbers, const Formula& formula) {
    std::vector<CubicTableNumbers> tables;
    for (const auto& table : formula.tables) {
      tables.push_back({numbers, table->count(), table->is_integral()});
      numbers += table->numbers().size();
    }
    return tables;
  }

  template <class Value>
  void evaluate(const Box& slab, const double* fields, Value* to) const {
    using Kernel =
        std::conditional_t<is_host_space<Space>, FormulaOfBlock<Value>, FormulaOfCell<Value>>;
    FormulaCells cells = cells_;
    cells.fields = fields;
    cells.cells = slab.values();
    cells.columns = slab.count[0];
    cells.rows = slab.count[1];
    for (std::size_t axis = 0; axis < 3; ++axis)
      cells.first[axis] = part_first_[axis] + slab.begin[axis];
    const std::size_t items = (cells.cells + Kernel::block - 1) / Kernel::block;
    Kokkos::parallel_for("formula",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, int(items)),
                         Kernel{cells, to});
  }

  Space space_;
  Solver& solver_;
  FormulaFields fields_;
  std::size_t field_count_;
  Kokkos::View<FormulaStep*, typename Space::memory_space> steps_;
  Kokkos::View<double*, typename Space::memory_space> numbers_, table_numbers_;
  Kokkos::View<CubicTableNumbers*, typename Space::memory_space> tables_;
  FormulaCells cells_;
  std::array<int, 3> part_first_;
  bool is_part_;
};

}  // namespace

Gather gather_formula(Solver& solver, const Formula& formula, double time) {
#if SOLENOID_HAS_DEVICE
  if (solver.device() == Device::gpu) return FormulaOnDevice<DeviceSpace>(solver, formula, time);
#endif
  return FormulaOnDevice<HostSpace>(solver, formula, time);
}

std::vector<std::string> DefinedFields::names() const {
  std::vector<std::string> names;
  for (const DefinedField& field : defined_) names.push_back(field.name);
  return names;
}

std::vector<std::string> DefinedFields::names_with(const Solver& solver) const {
  std::vector<std::string> all = solver.primitive_names();
  for (const auto& names : {solver.derived_names(), names()})
    all.insert(all.end(), names.begin(), names.end());
  return all;
}

Gather DefinedFields::gather(Solver& solver, const std::string& name, double time) const {
  const auto found = std::ranges::find(defined_, name, &DefinedField::name);
  if (found == defined_.end()) return solver.gather_field(name);
  return gather_formula(solver, found->formula, time);
}

bool DefinedFields::stays(const Solver& solver, const std::string& name) const {
  const std::vector<std::string> stored = solver.primitive_names();
  const auto is_stored = [&](const std::string& of) {
    return std::ranges::find(stored, of) != stored.end();
  };
  const auto found = std::ranges::find(defined_, name, &DefinedField::name);
  if (found == defined_.end()) return is_stored(name);
  return std::ranges::all_of(found->formula.fields, is_stored);
}

void DefinedFields::read(Solver& solver, const std::string& name, double time, const Box& box,
                         const MutableValues& here) const {
  bring_to_host(solver.device(), gather(solver, name, time), box, here);
}

}  // namespace solenoid
