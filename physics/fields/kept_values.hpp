#pragma once
/// \file
/// Values of a field as they are now, for outputs that are written while the solver goes on.

#include <cstddef>
#include <memory>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The values of a box of a field when they were kept.
class KeptValues {
 public:
  KeptValues(const Box& box, Precision precision)
      : box_{{0, 0, 0}, box.count}, precision_(precision) {}
  virtual ~KeptValues() = default;
  KeptValues(const KeptValues&) = delete;
  KeptValues& operator=(const KeptValues&) = delete;

  /// Brings a slab of the box (slabs_of()), counted from where the box begins, to the host, in the
  /// precision in which it was kept. Any threads may read, several at a time.
  void read(const Box& slab, const MutableValues& here) const;

 protected:
  /// Copies bytes from number `first` on.
  virtual void copy(std::size_t first, std::size_t bytes, void* here) const = 0;

 private:
  Box box_;
  Precision precision_;
};

/// Whether the device has room for copies of so many bytes; else, and on a CPU, they are kept in
/// memory of the host.
[[nodiscard]] bool keeps_on_device(const Solver& solver, std::size_t bytes);

/// Keeps a box of what `gather` makes of the solver's present state. Made, destroyed and waited for
/// by the thread of the solver.
[[nodiscard]] std::shared_ptr<const KeptValues> keep_values(const Solver& solver,
                                                            const Gather& gather, const Box& box,
                                                            Precision precision, bool on_device);

}  // namespace solenoid
