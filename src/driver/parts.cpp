#include "src/driver/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "src/driver/take_step.hpp"
#include "src/machine/devices.hpp"
#include "src/parallel/whole_solver.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

namespace solenoid {

PartsReady::All PartsReady::tell(bool ready, const std::string& why) {
  told_ = true;
  const double failure = ready ? 0 : processes_.rank() == 0 ? 2 : 1;
  const double worst = processes_.largest(failure);
  if (worst > 1) return All::first_failed;
  if (!(worst > 0)) return All::ready;
  if (!ready)
    std::cerr << fmt::format("solenoid: process {}: {}", processes_.rank(), why) << std::endl;
  static_cast<void>(processes_.largest(0));  // nobody goes on before it is said
  return All::another_failed;
}

MachineChoice choice_of_process(const MachineChoice& choice, const Processes& processes) {
  MachineChoice own = choice;
  // A launcher that binds a process to cores has given it its share already.
  const bool bound = available_threads() < int(std::thread::hardware_concurrency());
  if (!bound) own.sharing = processes.on_this_host();
  return own;
}

std::vector<std::string> PartsChoice::words() const {
  std::vector<std::string> said;
  if (!layout.empty()) said.insert(said.end(), {"--layout", layout});
  if (!transport.empty()) said.insert(said.end(), {"--transport", transport});
  if (!writing.empty()) said.insert(said.end(), {"--writing", writing});
  return said;
}

void require_one_part(const PartsChoice& asked) {
  if (const auto words = asked.words(); !words.empty())
    throw UsageError(
        fmt::format("{} {} is for several processes; add --ranks N", words[0], words[1]));
}

namespace {

/// How many cells a part needs along an axis that is cut: those that its neighbours read, and one
/// more where ghosts are images about an outermost vertex.
int cells_needed(const Deck& deck) {
  const auto mirrors = [](const Boundaries& boundaries) {
    return std::ranges::any_of(boundaries.kind, [](const auto& kinds) {
      return std::ranges::count(kinds, BoundaryKind::vertex_symmetric) > 0;
    });
  };
  const bool any = mirrors(deck.boundaries()) ||
                   std::ranges::any_of(deck.field_boundaries(),
                                       [&](const auto& own) { return mirrors(own.second); });
  return ghosts_of(deck).layers + (any ? 1 : 0);
}

/// Whether a part has to hold all cells along y.
bool keeps_y_whole(const Deck& deck) {
  return deck.given("shearing_box", "angular_velocity") && deck.grid().active(axis_y);
}

}  // namespace

PartLayout layout_of(const Deck& deck, int processes, const std::string& asked) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("{} processes: {}", processes, why));
  };
  const int layers = cells_needed(deck);
  if (!asked.empty()) {
    const auto layout = layout_named(asked);
    if (!layout)
      throw UsageError(fmt::format(
          "--layout: expected parts along x, y and z such as 1x2x4, found '{}'", asked));
    if ((*layout)[0] * (*layout)[1] * (*layout)[2] != processes)
      refuse(fmt::format("--layout {} has {} parts", asked,
                         (*layout)[0] * (*layout)[1] * (*layout)[2]));
    if ((*layout)[axis_y] > 1 && keeps_y_whole(deck))
      refuse(fmt::format(
          "--layout {} cuts y, along which the flow of [shearing_box] carries cells across the "
          "whole grid; expected 1 part along y",
          asked));
    if (!can_be_cut(deck.grid(), *layout, layers))
      refuse(fmt::format("--layout {} leaves a part fewer than {} of the {} cells along an axis",
                         asked, layers, cells_text(deck.grid().cells)));
    return *layout;
  }
  const auto layout =
      choose_layout(deck.grid(), processes, layers, {true, !keeps_y_whole(deck), true});
  if (!layout)
    refuse(fmt::format(
        "{} cells cannot be cut {}into so many parts of at least {} cells; start fewer",
        cells_text(deck.grid().cells),
        keeps_y_whole(deck) ? "across x and z, as [shearing_box] needs, " : "", layers));
  return *layout;
}

MemoryNeed need_of_host(const Deck& deck, const Processes& processes, const std::string& layout) {
  const int parts = processes.count();
  if (parts == 1) return memory_need(deck);
  MemoryNeed need = memory_need(deck, cuts_of(deck.grid(), layout_of(deck, parts, layout)));
  need.device_bytes =
      need.device_bytes / std::size_t(parts) * std::size_t(processes.on_this_host());
  return need;
}

namespace {

/// What the largest part sends at most to a neighbour along an axis at a time.
std::size_t slab_bytes(const Deck& deck, const PartLayout& layout, std::size_t axis) {
  const std::array<int, 3> cells = part_of_rank(deck.grid(), layout, 0).cells;
  const int layers = ghosts_of(deck).layers;
  std::size_t values = std::size_t(layers) * state_fields(deck).size();
  for (std::size_t across = 0; across < 3; ++across)
    if (across != axis && deck.grid().active(int(across)))
      values *= std::size_t(cells[across] + 2 * layers);
  return values * bytes_of_value(precision_of(deck));
}

}  // namespace

std::string parts_text(const Deck& deck, const PartLayout& layout, std::size_t device_bytes) {
  const std::array<int, 3> cells = part_of_rank(deck.grid(), layout, 0).cells;
  const int parts = layout[0] * layout[1] * layout[2];
  std::string text = fmt::format("parts: {}, of at most {} cells and {} each\n", text_of(layout),
                                 cells_text(cells), bytes_text(double(device_bytes) / parts));
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (layout[axis] > 1)
      text += fmt::format("       to each neighbour along {} at most {} at a time\n", "xyz"[axis],
                          bytes_text(double(slab_bytes(deck, layout, axis))));
  return text;
}

namespace {

/// How many different GPUs the processes have. All call it together.
int count_gpus(Device device, Processes& processes) {
  if (device == Device::cpu) return 0;
  // Sums over processes are exact for as many bits as a double has.
  std::vector<double> all(std::size_t(processes.count()));
  all[std::size_t(processes.rank())] =
      double(std::hash<std::string>()(device_identity(device)) >> 12);
  processes.add_up(all.data(), all.size());
  return int(std::set<double>(all.begin(), all.end()).size());
}

/// Links the GPUs of all processes; says why they are not linked, "" if they are.
std::string try_links(PartExchange& exchange, Transport transport, int gpus, Processes& processes) {
  if (transport == Transport::nccl && nccl_name() == nullptr) return "built without it";
  if (gpus < processes.count()) return "processes share GPUs";
  std::string why;
  try {
    exchange.open(transport);
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  if (processes.largest(why.empty() ? 0 : 1) > 0 && why.empty()) why = "another process failed";
  return why;
}

std::string parts_of(const PartsPlan& plan, int gpus, int processes) {
  std::string text =
      fmt::format("in {} parts, {}, a process each", processes, text_of(plan.layout));
  if (plan.device == Device::cpu) return text;
  text += fmt::format(" on {} {}", gpus, gpus == 1 ? "GPU" : "GPUs");
  if (gpus < processes) text += " (those that share one take turns)";
  return text;
}

}  // namespace

PartsPlan plan_of(const Deck& deck, Device device, const Processes& processes,
                  const PartsChoice& asked) {
  PartsPlan plan;
  plan.layout = layout_of(deck, processes.count(), asked.layout);
  plan.device = device;
  require_transport(asked.transport, device, processes, nccl_name());
  plan.transport = asked.transport;
  return plan;
}

PartExchange& exchange_of(const Solver& part) {
  return dynamic_cast<PartExchange&>(*part.part().exchange);
}

PartsLink link_parts(const Deck& deck, const PartsPlan& plan, Processes& processes, Solver& part) {
  PartExchange& exchange = exchange_of(part);
  PartsLink link;
  link.gpus = count_gpus(plan.device, processes);
  link.choice = choose_transport(plan.transport, plan.device, processes, [&](Transport way) {
    return try_links(exchange, way, link.gpus, processes);
  });
  if (link.choice.transport == Transport::mpi || link.choice.transport == Transport::staged)
    exchange.open(link.choice.transport);
  std::size_t cut = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (plan.layout[axis] > 1 && slab_bytes(deck, plan.layout, axis) > link.slab_bytes) {
      link.slab_bytes = slab_bytes(deck, plan.layout, axis);
      cut = axis;
    }
  link.bytes_per_second = exchange.bandwidth(Axis(cut), link.slab_bytes);
  return link;
}

std::unique_ptr<Solver> make_part(const Deck& deck, const PartsPlan& plan, Processes& processes,
                                  const Announce& announce) {
  const Subdomain part(deck.grid(), cuts_of(deck.grid(), plan.layout).begins, processes.rank(),
                       std::make_shared<PartExchange>(processes, plan.layout, plan.device));
  try {
    return make_solver(deck, part, plan.device, announce);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("{} processes: {}; start one, without mpirun", processes.count(),
                                 error.what()));
  }
}

std::function<void(Solver&)> initial_state_of(const Deck& deck) {
  return [deck](Solver& part) { set_initial_state(deck, part); };
}

void set_initial_state_in_parts(const Deck& deck, Solver& whole) {
  if (auto* const parts = dynamic_cast<WholeSolver*>(&whole))
    parts->set_initial_state();
  else
    set_initial_state(deck, whole);
}

std::unique_ptr<Solver> make_whole(const Deck& deck, Device device, const PartsChoice& asked,
                                   Processes& processes, PartsReady& ready,
                                   const Announce& announce) {
  if (processes.count() == 1) {
    require_one_part(asked);
    return make_solver(deck, device, announce);
  }
  const PartsPlan plan = plan_of(deck, device, processes, asked);
  std::unique_ptr<Solver> part = make_part(deck, plan, processes, announce);
  if (ready.tell(true) != PartsReady::All::ready)
    throw RunError("another process could not begin; it says why");
  const PartsLink link = link_parts(deck, plan, processes, *part);
  const bool collectively = asked.writing == "collective";
  if (announce)
    announce(fmt::format("{}; {}, {}/s in slabs of {}{}",
                         parts_of(plan, link.gpus, processes.count()), text_of(link.choice, device),
                         bytes_text(link.bytes_per_second), bytes_text(double(link.slab_bytes)),
                         collectively ? "; files by collective calls of MPI-IO" : ""));
  auto whole = std::make_unique<WholeSolver>(processes, std::move(part), deck.grid(), plan.layout,
                                             initial_state_of(deck));
  if (collectively) whole->write_collectively();
  return whole;
}

}  // namespace solenoid
