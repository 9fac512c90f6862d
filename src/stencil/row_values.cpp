#include "src/stencil/row_values.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace solenoid::stencil {

namespace {

using InPlane = std::array<int, 2>;  // along x and y

InPlane operator-(const InPlane& a, const InPlane& b) { return {a[0] - b[0], a[1] - b[1]}; }

/// A value is kept if that spares so many operations for each time that it is written or read.
constexpr double spared_by_access = 0.8;

/// Nodes that compute the same at vertices of a plane, each from another vertex.
class AlikeNodes {
 public:
  explicit AlikeNodes(const Graph& graph) : graph_(graph) {
    for (int n = 0; n < graph.size(); ++n) add(n);
  }
  /// A number for all nodes that are alike, larger than those of what they are made of.
  [[nodiscard]] int kind(int node) const { return kind_[std::size_t(node)]; }
  /// From where a node is computed.
  [[nodiscard]] InPlane at(int node) const { return at_[std::size_t(node)]; }
  [[nodiscard]] int kinds() const { return int(known_.size()); }

 private:
  using Input = std::pair<int, InPlane>;
  using Key = std::tuple<Op, int, std::array<int, 3>, std::array<Input, 3>, int>;

  void add(int n) {
    const Node& node = graph_.at(n);
    std::array<Input, 3> in{};
    std::array<int, 3> offset{};
    InPlane at{};
    int uniform = -1;
    if (graph_.is_uniform(n)) {
      uniform = n;
    } else if (inputs_of(node.op) == 0) {
      offset = node.offset;
      if (node.op == Op::load) {
        at = {offset[0], offset[1]};
        offset = {0, 0, offset[2]};
      }
    } else {
      bool found = false;
      for (int i = 0; i < inputs_of(node.op); ++i)
        if (const int input = node.in[std::size_t(i)]; !found && !graph_.is_uniform(input)) {
          at = this->at(input);
          found = true;
        }
      for (int i = 0; i < inputs_of(node.op); ++i) {
        const int input = node.in[std::size_t(i)];
        const InPlane from = graph_.is_uniform(input) ? InPlane{} : this->at(input) - at;
        in[std::size_t(i)] = {kind(input) + 1, from};
      }
    }
    const Key key{node.op, node.index, offset, in, uniform};
    kind_.push_back(known_.emplace(key, int(known_.size())).first->second);
    at_.push_back(at);
  }

  const Graph& graph_;
  std::map<Key, int> known_;
  std::vector<int> kind_;
  std::vector<InPlane> at_;
};

/// Some vertices of a plane.
struct PlaneBox {
  InPlane low{}, high{};

  [[nodiscard]] PlaneBox with(const PlaneBox& other) const {
    PlaneBox both = *this;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      both.low[axis] = std::min(low[axis], other.low[axis]);
      both.high[axis] = std::max(high[axis], other.high[axis]);
    }
    return both;
  }
  [[nodiscard]] PlaneBox with(const InPlane& place) const { return with(PlaneBox{place, place}); }
  /// All around those of this box that `read` is around 0.
  [[nodiscard]] PlaneBox and_around(const PlaneBox& read) const {
    return {{low[0] + read.low[0], low[1] + read.low[1]},
            {high[0] + read.high[0], high[1] + read.high[1]}};
  }
  [[nodiscard]] bool is_in(const PlaneBox& other) const { return other.with(*this) == other; }
  bool operator==(const PlaneBox&) const = default;
};

/// Makes the parts of a kernel.
class RowSharing {
 public:
  RowSharing(const Graph& graph, int fields) : graph_(graph), fields_(fields), alike_(graph) {
    for (int n = 0; n < graph.size(); ++n)
      if (graph.at(n).op == Op::load) read_ = read_.with(alike_.at(n));
  }

  std::optional<RowValues> run(const std::vector<int>& outputs) {
    choose(outputs);
    if (chosen_.empty()) return std::nullopt;
    for (int n = 0; n < graph_.size(); ++n)
      parts_.copies.push_back(graph_.is_uniform(n) ? copied(n, {}, false) : -1);
    for (const Chosen& chosen : chosen_) groups_[group_for(chosen)].push_back(chosen.node);
    for (std::size_t group = 0; group < groups_.size(); ++group)
      for (const int node : groups_[group]) {
        number_.emplace(alike_.kind(node), int(number_.size()));
        parts_.groups[group].values.push_back(copied(node, InPlane{} - alike_.at(node), false));
      }
    for (const int output : outputs) parts_.outputs.push_back(copied(output, {}, true));
    return std::move(parts_);
  }

 private:
  /// A value that is kept.
  struct Chosen {
    int node;
    PlaneBox readers;  ///< from where it is read: readers see it there
    PlaneBox read;     ///< where it reads fields
  };

  /// Finds what is worth keeping: users before what they are made of, since what a kept value is
  /// made of is not asked for by each of its readers.
  void choose(const std::vector<int>& outputs) {
    std::vector<std::set<InPlane>> wanted(std::size_t(alike_.kinds()));
    std::vector<std::map<InPlane, int>> nodes(std::size_t(alike_.kinds()));
    for (int n = 0; n < graph_.size(); ++n)
      nodes[std::size_t(alike_.kind(n))].emplace(alike_.at(n), n);
    for (const int n : outputs) wanted[std::size_t(alike_.kind(n))].insert(alike_.at(n));
    for (int kind = alike_.kinds() - 1; kind >= 0; --kind) {
      const std::set<InPlane>& readers = wanted[std::size_t(kind)];
      if (readers.empty()) continue;
      const int any = nodes[std::size_t(kind)].begin()->second;
      if (graph_.is_uniform(any)) continue;
      if (is_worth_keeping(any, int(readers.size()))) {
        Chosen& chosen = chosen_.emplace_back(Chosen{any, {}, read_by(any)});
        for (const InPlane& offset : readers) chosen.readers = chosen.readers.with(offset);
        continue;
      }
      for (const InPlane& offset : readers) {
        const auto member = nodes[std::size_t(kind)].find(offset);
        const Node& node = graph_.at(member->second);
        for (int i = 0; i < inputs_of(node.op); ++i) {
          const int input = node.in[std::size_t(i)];
          if (!graph_.is_uniform(input))
            wanted[std::size_t(alike_.kind(input))].insert(alike_.at(input));
        }
      }
    }
  }
  /// The group that a value joins, which is made if there is none.
  std::size_t group_for(const Chosen& chosen) {
    for (std::size_t group = 0; group < boxes_.size(); ++group) {
      const Chosen joined{-1, boxes_[group].readers.with(chosen.readers),
                          boxes_[group].read.with(chosen.read)};
      if (!joined.readers.and_around(joined.read).is_in(read_)) continue;
      boxes_[group] = joined;
      note_readers(group);
      return group;
    }
    boxes_.push_back(chosen);
    groups_.emplace_back();
    parts_.groups.emplace_back();
    note_readers(boxes_.size() - 1);
    return boxes_.size() - 1;
  }
  void note_readers(std::size_t group) {
    const PlaneBox& readers = boxes_[group].readers;
    parts_.groups[group].before = {-readers.low[0], -readers.low[1]};
    parts_.groups[group].after = readers.high;
  }
  /// Where a node reads fields, from where it is computed.
  [[nodiscard]] PlaneBox read_by(int node) const {
    PlaneBox read;
    for (const int n : all_of(node))
      if (graph_.at(n).op == Op::load) read = read.with(alike_.at(n) - alike_.at(node));
    return read;
  }
  [[nodiscard]] bool is_worth_keeping(int node, int readers) const {
    if (readers < 2 || is_condition(graph_.at(node).op) || graph_.is_of_previous(node))
      return false;
    return (readers - 1) * operations_of(node) >= spared_by_access * (readers + 1);
  }
  /// Operations that a node takes with all that it is made of. What is looked up in a table takes
  /// as long as many.
  [[nodiscard]] int operations_of(int node) const {
    constexpr int to_look_up = 24;
    int operations = 0;
    for (const int n : all_of(node))
      if (!graph_.is_uniform(n) && inputs_of(graph_.at(n).op) > 0)
        operations += is_of_table(graph_.at(n).op) ? to_look_up : 1;
    return operations;
  }
  /// The nodes of which one is made, itself among them.
  [[nodiscard]] std::set<int> all_of(int node) const {
    std::set<int> all;
    for (std::vector<int> open = {node}; !open.empty();) {
      const int n = open.back();
      open.pop_back();
      if (!all.insert(n).second) continue;
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i)
        open.push_back(graph_.at(n).in[std::size_t(i)]);
    }
    return all;
  }

  /// The node that computes what `node` does, moved by `by`; if it may read what is kept. Without
  /// recursion, since programs may be long.
  int copied(int node, const InPlane& by, bool reads_kept) {
    std::set<int> needed;
    for (std::vector<int> open = {node}; !open.empty();) {
      const int n = open.back();
      open.pop_back();
      if (made_.count({n, by, reads_kept}) > 0 || !needed.insert(n).second) continue;
      if (reads_kept && number_.count(alike_.kind(n)) > 0) continue;
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i)
        open.push_back(graph_.at(n).in[std::size_t(i)]);
    }
    for (const int n : needed)
      made_.emplace(std::tuple(n, by, reads_kept), copy_of(n, by, reads_kept));
    return made_.at({node, by, reads_kept});
  }
  /// The same of a node whose inputs have been made.
  int copy_of(int node, const InPlane& by, bool reads_kept) {
    if (const auto kept = number_.find(alike_.kind(node)); reads_kept && kept != number_.end()) {
      const InPlane at = alike_.at(node);
      return parts_.graph.load(fields_ + kept->second, {at[0], at[1], 0});
    }
    const Node& from = graph_.at(node);
    if (inputs_of(from.op) == 0) return parts_.graph.copy_of_leaf(from.moved({by[0], by[1], 0}));
    const auto in = [&](std::size_t i) {
      return from.in[i] < 0 ? -1 : made_.at({from.in[i], by, reads_kept});
    };
    return parts_.graph.make(from.op, in(0), in(1), in(2));
  }

  const Graph& graph_;
  int fields_;
  AlikeNodes alike_;
  PlaneBox read_;  ///< where the kernel reads fields
  std::vector<Chosen> chosen_;
  std::vector<Chosen> boxes_;                           ///< by group: those of all of it
  std::vector<std::vector<int>> groups_;                ///< nodes
  std::map<int, int> number_;                           ///< by kind: the number of its value
  std::map<std::tuple<int, InPlane, bool>, int> made_;  ///< by what copied() was asked for
  RowValues parts_;
};

}  // namespace

std::optional<RowValues> make_row_values(const Graph& graph, const std::vector<int>& outputs,
                                         int fields) {
  return RowSharing(graph, fields).run(outputs);
}

}  // namespace solenoid::stencil
