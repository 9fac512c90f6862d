#include "src/stencil/schedule.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace solenoid::stencil {

bool is_rematerialised(const Graph& graph, int node) {
  const Op op = graph.at(node).op;
  return op == Op::position || op == Op::vertex;
}

namespace {

using Offset = std::array<int, 3>;

bool is_centre(const Node& node) { return node.op == Op::load && node.offset == Offset{}; }

/// By node: whether an output needs it.
std::vector<bool> used_nodes(const Graph& graph, const std::vector<int>& outputs) {
  std::vector<bool> used(std::size_t(graph.size()), false);
  for (const int output : outputs) used[std::size_t(output)] = true;
  for (int n = graph.size() - 1; n >= 0; --n)
    if (used[std::size_t(n)])
      for (int i = 0; i < inputs_of(graph.at(n).op); ++i)
        used[std::size_t(graph.at(n).in[std::size_t(i)])] = true;
  return used;
}

/// Makes the schedule for a given order of the fields.
class Scheduler {
 public:
  Scheduler(const Graph& graph, const std::vector<int>& outputs, std::vector<int> fields)
      : graph_(graph), outputs_(outputs) {
    schedule_.fields = std::move(fields);
    const auto size = std::size_t(graph.size());
    schedule_.step.assign(size, -1);
    schedule_.last_use.assign(size, -1);
    schedule_.slot.assign(size, -1);
    used_ = used_nodes(graph, outputs);
    compute_early();
    delay();
  }

  /// Values kept after each step.
  [[nodiscard]] std::vector<int> kept() const {
    std::vector<int> kept(std::size_t(schedule_.steps()), 0);
    for (int n = 0; n < graph_.size(); ++n)
      for (int p = step(n); p >= 0 && p < last_use(n); ++p) ++kept[std::size_t(p)];
    return kept;
  }

  Schedule finished() {
    std::vector<int> free_from;  // by slot: the step after which it holds nothing
    for (int p = 0; p < schedule_.steps(); ++p)
      for (int n = 0; n < graph_.size(); ++n) {
        if (step(n) != p || last_use(n) <= p) continue;
        const auto found =
            std::find_if(free_from.begin(), free_from.end(), [&](int from) { return from <= p; });
        schedule_.slot[std::size_t(n)] = int(found - free_from.begin());
        if (found == free_from.end())
          free_from.push_back(last_use(n));
        else
          *found = last_use(n);
      }
    schedule_.slots = int(free_from.size());
    for (int n = 0; n < graph_.size(); ++n) schedule_.order.push_back(n);
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] int step(int n) const { return schedule_.step[std::size_t(n)]; }
  [[nodiscard]] int last_use(int n) const { return schedule_.last_use[std::size_t(n)]; }
  [[nodiscard]] bool is_computed(int n) const {
    return used_[std::size_t(n)] && !graph_.is_uniform(n) && !is_rematerialised(graph_, n);
  }
  /// Calls body for the inputs of a node that a step computes.
  template <class Body>
  void for_inputs(int n, const Body& body) const {
    for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) {
      const int input = graph_.at(n).in[std::size_t(i)];
      if (is_computed(input)) body(input);
    }
  }

  /// The step that reads a field, or the first one for a field without neighbours.
  [[nodiscard]] int step_of_field(int field) const {
    const auto& fields = schedule_.fields;
    const auto found = std::find(fields.begin(), fields.end(), field);
    return found == fields.end() ? 0 : int(found - fields.begin());
  }

  void compute_early() {
    const int last = schedule_.steps() - 1;
    for (int n = 0; n < graph_.size(); ++n) {
      if (!is_computed(n)) continue;
      const Node& node = graph_.at(n);
      int earliest = node.op == Op::load ? step_of_field(node.index) : 0;
      // Conditions cannot be kept between steps: all are taken in the last one.
      if (is_condition(node.op) || node.op == Op::select) earliest = last;
      for_inputs(n, [&](int input) { earliest = std::max(earliest, step(input)); });
      schedule_.step[std::size_t(n)] = earliest;
      for_inputs(n, [&](int input) { use(input, earliest); });
    }
  }
  void use(int n, int when) {
    int& last = schedule_.last_use[std::size_t(n)];
    last = std::max(last, when);
  }

  /// Moves what is needed later only to its first use, where nothing has to be kept instead.
  void delay() {
    std::vector<int> first_use(std::size_t(graph_.size()), schedule_.steps());
    for (const int output : outputs_)
      if (is_computed(output)) first_use[std::size_t(output)] = step(output);
    for (int n = graph_.size() - 1; n >= 0; --n) {
      if (!is_computed(n)) continue;
      const int target = first_use[std::size_t(n)];
      if (target > step(n) && is_free_to_move(n, target)) schedule_.step[std::size_t(n)] = target;
      for_inputs(n, [&](int input) {
        first_use[std::size_t(input)] = std::min(first_use[std::size_t(input)], step(n));
        use(input, step(n));
      });
    }
  }
  [[nodiscard]] bool is_free_to_move(int n, int target) const {
    const Node& node = graph_.at(n);
    if (node.op == Op::load && step_of_field(node.index) != 0) return false;
    if (node.op == Op::load && schedule_.fields[0] == node.index) return false;
    bool free = true;
    for_inputs(n, [&](int input) { free = free && last_use(input) >= target; });
    return free;
  }

  const Graph& graph_;
  const std::vector<int>& outputs_;
  std::vector<bool> used_;
  Schedule schedule_;
};

/// Fields of which the graph reads neighbours.
std::vector<int> fields_with_neighbours(const Graph& graph) {
  std::set<int> fields;
  for (int n = 0; n < graph.size(); ++n)
    if (graph.at(n).op == Op::load && !is_centre(graph.at(n))) fields.insert(graph.at(n).index);
  if (fields.empty()) return {-1};
  return {fields.begin(), fields.end()};
}

/// What an order costs: the most values kept at a time, then all of them.
std::pair<int, int> cost(const Graph& graph, const std::vector<int>& outputs,
                         const std::vector<int>& fields) {
  const std::vector<int> kept = Scheduler(graph, outputs, fields).kept();
  int all = 0;
  for (const int values : kept) all += values;
  return {*std::max_element(kept.begin(), kept.end()), all};
}

/// Where the loads are that a node depends on.
struct Sources {
  int field = -1;  ///< of one of them
  Offset offset{};
  bool several_fields = false;
  bool several_offsets = false;

  void add(const Sources& other) {
    if (other.field < 0) return;
    const bool first = field < 0;
    several_fields = other.several_fields || several_fields || (!first && other.field != field);
    several_offsets =
        other.several_offsets || several_offsets || (!first && other.offset != offset);
    field = other.field;
    offset = other.offset;
  }
};

/// Whether something is computed of several fields at a neighbour.
bool joins_fields_at_a_neighbour(const Graph& graph) {
  std::vector<Sources> sources;
  for (int n = 0; n < graph.size(); ++n) {
    const Node& node = graph.at(n);
    Sources all;
    if (node.op == Op::load) all.add({node.index, node.offset});
    for (int i = 0; i < inputs_of(node.op); ++i)
      all.add(sources[std::size_t(node.in[std::size_t(i)])]);
    if (all.several_fields && !all.several_offsets && all.offset != Offset{}) return true;
    sources.push_back(all);
  }
  return false;
}

/// One step from neighbour to neighbour, in the order in which loads of them come in the graph;
/// what needs none is computed, and what is there already loaded, when it is used.
class NeighbourOrder {
 public:
  NeighbourOrder(const Graph& graph, const std::vector<int>& outputs)
      : graph_(graph), used_(used_nodes(graph, outputs)), done_(used_.size(), false) {
    find_last_neighbours();
    for (int neighbour = 0; neighbour < int(neighbours_.size()); ++neighbour)
      for (int n = 0; n < graph_.size(); ++n)
        if (used_[std::size_t(n)] && last_[std::size_t(n)] == neighbour &&
            graph_.at(n).op != Op::load)
          compute(n);
    for (const int output : outputs) compute(output);
  }

  [[nodiscard]] Schedule schedule() const {
    const auto size = std::size_t(graph_.size());
    Schedule schedule{{-1},
                      std::vector<int>(size, -1),
                      std::vector<int>(size, -1),
                      std::vector<int>(size, -1),
                      0,
                      order_};
    for (const int n : order_)
      if (!graph_.is_uniform(n) && !is_rematerialised(graph_, n))
        schedule.step[std::size_t(n)] = schedule.last_use[std::size_t(n)] = 0;
    return schedule;
  }

 private:
  /// Which of neighbours_ is the last one that a node needs; -1 for none.
  void find_last_neighbours() {
    for (int n = 0; n < graph_.size(); ++n) {
      const Node& node = graph_.at(n);
      int last = -1;
      if (used_[std::size_t(n)] && node.op == Op::load && !is_centre(node)) {
        const auto found = std::find(neighbours_.begin(), neighbours_.end(), node.offset);
        last = int(found - neighbours_.begin());
        if (found == neighbours_.end()) neighbours_.push_back(node.offset);
      }
      for (int i = 0; i < inputs_of(node.op); ++i)
        last = std::max(last, last_[std::size_t(node.in[std::size_t(i)])]);
      last_.push_back(last);
    }
  }
  /// A node, and before it what it needs; without recursion, since programs may be long.
  void compute(int node) {
    std::vector<int> open = {node};
    while (!open.empty()) {
      const int next = open.back();
      const std::size_t before = open.size();
      for (int i = inputs_of(graph_.at(next).op) - 1; i >= 0 && !done_[std::size_t(next)]; --i)
        if (const int input = graph_.at(next).in[std::size_t(i)]; !done_[std::size_t(input)])
          open.push_back(input);
      if (open.size() > before) continue;
      open.pop_back();
      if (!done_[std::size_t(next)]) order_.push_back(next);
      done_[std::size_t(next)] = true;
    }
  }

  const Graph& graph_;
  std::vector<bool> used_;
  std::vector<bool> done_;
  std::vector<int> last_;
  std::vector<Offset> neighbours_;
  std::vector<int> order_;
};

}  // namespace

Schedule make_schedule(const Graph& graph, const std::vector<int>& outputs) {
  if (joins_fields_at_a_neighbour(graph)) return NeighbourOrder(graph, outputs).schedule();
  std::vector<int> fields = fields_with_neighbours(graph);
  auto best = cost(graph, outputs, fields);
  for (bool better = true; better;) {
    better = false;
    for (std::size_t a = 0; a < fields.size(); ++a)
      for (std::size_t b = a + 1; b < fields.size(); ++b) {
        std::swap(fields[a], fields[b]);
        const auto tried = cost(graph, outputs, fields);
        if (tried < best) {
          best = tried;
          better = true;
        } else {
          std::swap(fields[a], fields[b]);
        }
      }
  }
  return Scheduler(graph, outputs, fields).finished();
}

}  // namespace solenoid::stencil
