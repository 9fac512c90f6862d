#pragma once
/// \file
/// A deck whose grid several processes compute, each a part.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/machine/machine.hpp"
#include "src/parallel/part_exchange.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"
#include "src/program/module.hpp"
#include "src/setup/memory_need.hpp"

namespace solenoid {

/// Whether all processes have come as far as having their parts: each tells it once, at the latest
/// when this ends, so that none waits for one that has given up.
class PartsReady {
 public:
  explicit PartsReady(Processes& processes) : processes_(processes) {}
  ~PartsReady() {
    if (!told_) tell(false);
  }
  PartsReady(const PartsReady&) = delete;
  PartsReady& operator=(const PartsReady&) = delete;

  enum class All { ready, another_failed, first_failed };
  /// Tells whether this one has its part, or why it has none, and waits for what the others tell.
  /// Why is printed here where process 0 could begin, and before any process goes on: a launcher
  /// ends the others as soon as one has failed.
  All tell(bool ready, const std::string& why = {});

 private:
  Processes& processes_;
  bool told_ = false;
};

/// The threads of a process where it shares its host's cores with others and nobody says how many.
MachineChoice choice_of_process(const MachineChoice& choice, const Processes& processes);

/// How many processes compute a run, how they cut its grid, exchange values and write files; ""
/// where the program chooses.
struct PartsChoice {
  std::optional<int> ranks;
  std::string layout, transport;
  std::string writing{};  ///< "apart" or "collective"

  /// The options that say so to another process, without the number.
  [[nodiscard]] std::vector<std::string> words() const;
};
/// Throws UsageError where a layout or a transport is asked for with one process.
void require_one_part(const PartsChoice& asked);

/// How a run of several processes goes about it.
struct PartsPlan {
  PartLayout layout{};
  Device device = Device::cpu;
  std::string transport;  ///< as it is asked for
};
/// As it is asked for, or in the best way. Throws UsageError for what is not possible.
PartsPlan plan_of(const Deck& deck, Device device, const Processes& processes,
                  const PartsChoice& asked);
/// How the grid of the deck is cut for so many processes: as it is asked for, or in the best way.
/// Throws UsageError for a layout that is not possible.
PartLayout layout_of(const Deck& deck, int processes, const std::string& asked);

/// Memory that the parts of processes on this host need together, of a grid that is cut as it is
/// asked for, or in the best way. Throws as layout_of() and memory_need().
MemoryNeed need_of_host(const Deck& deck, const Processes& processes, const std::string& layout);

/// What `check` says of the parts: their number, cells, memory, and what they send.
std::string parts_text(const Deck& deck, const PartLayout& layout, std::size_t device_bytes);

/// The solver of the part of this process.
std::unique_ptr<Solver> make_part(const Deck& deck, const PartsPlan& plan, Processes& processes,
                                  const Announce& announce);

/// How the parts exchange values, and how fast.
struct PartsLink {
  TransportChoice choice;
  int gpus = 0;  ///< different ones that the processes have
  double bytes_per_second = 0;
  std::size_t slab_bytes = 0;  ///< of the largest slabs, by which it is measured
};
/// Links the parts, of which `part` is that of this process; all call it together, when all have
/// one. Throws UsageError, in all of them, for a transport that there is not.
PartsLink link_parts(const Deck& deck, const PartsPlan& plan, Processes& processes, Solver& part);
/// The exchange of a part that make_part() made.
PartExchange& exchange_of(const Solver& part);

/// Sets the initial state of a part.
std::function<void(Solver&)> initial_state_of(const Deck& deck);
/// Sets that of all of the grid, each part by its own process. Throws as set_initial_state does;
/// what fails in another process, as UsageError.
void set_initial_state_in_parts(const Deck& deck, Solver& whole);

/// The solver of all of the grid, which process 0 runs: of one process, or of the parts of all.
/// Throws RunError where another process has none; that one has said why.
std::unique_ptr<Solver> make_whole(const Deck& deck, Device device, const PartsChoice& asked,
                                   Processes& processes, PartsReady& ready,
                                   const Announce& announce);

}  // namespace solenoid
