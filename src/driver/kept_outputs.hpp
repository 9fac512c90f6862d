#pragma once
/// \file
/// What an output writes, kept as it is now so that it is written beside the steps.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "physics/fields/block_means.hpp"
#include "src/driver/output_queue.hpp"
#include "src/output/files.hpp"

namespace solenoid {

/// Fields or a state to be written, and the host memory in which they are kept. Where there is no
/// room to keep them they are read from the solver, at once.
template <class Source>
struct ToWrite {
  Source source;
  bool kept = false;
  std::size_t bytes = 0;

  /// Has `write` do its work with the source when its turn comes.
  void hand_over(OutputQueue& queue, std::function<void(const Source& source)> write,
                 std::function<void()> written = {}) && {
    give(queue, {[from = std::move(source), to = std::move(write)] { to(from); }, bytes,
                 std::move(written)});
  }
  /// Has `make` make the bytes of a file of it, beside other works, and `write` write them when its
  /// turn comes.
  void hand_over(OutputQueue& queue, std::function<std::string(const Source& source)> make,
                 std::function<void(const std::string& file)> write) && {
    auto file = std::make_shared<std::string>();
    // Never copied: it holds the values.
    auto prepare = [from = std::move(source), by = std::move(make), file] { *file = by(from); };
    give(queue, {[file, to = std::move(write)] { to(*file); }, bytes, {}, std::move(prepare)});
  }

 private:
  void give(OutputQueue& queue, OutputQueue::Work work) const {
    if (kept)
      queue.add(std::move(work));
    else
      queue.do_now(work);
  }
};

/// Cells of a grid, or means over blocks of them.
struct FieldPart {
  Box box;  ///< counted in blocks
  BlockOfCells block{1, 1, 1};
};

/// Gathers a field by its name.
using GatherByName = std::function<Gather(const std::string& name)>;

/// How fields are going to be written, and what those are of that the solver does not know.
struct FieldForm {
  Precision precision = Precision::double_precision;
  bool compressed = false;
  DefinedFields fields{};  ///< by formula
  double time = 0;         ///< at which formulas are evaluated, that of the state
};

/// Fields of the solver's present state on a part of its cells. Of a solver in several processes
/// they are not kept: these write them together, at once.
ToWrite<FieldSource> keep_fields(Solver& solver, const GatherByName& gather,
                                 const std::vector<std::string>& names, const FieldPart& part,
                                 const FieldForm& form, OutputQueue& queue);
/// All that a checkpoint needs of it, in the same way.
ToWrite<StateSource> keep_state(Solver& solver, OutputQueue& queue);

/// The same fields, read from the solver when they are written.
FieldSource fields_of(Solver& solver, const GatherByName& gather,
                      const std::vector<std::string>& names, const FieldPart& part,
                      Precision precision);

}  // namespace solenoid
