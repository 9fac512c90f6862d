#include "src/stencil/shared_values.hpp"

#include <algorithm>
#include <utility>

namespace solenoid::stencil {

namespace {

using Offset = std::array<int, 3>;

int operations(const Graph& graph) {
  int found = 0;
  for (int n = 0; n < graph.size(); ++n)
    found += graph.at(n).op >= Op::negate && !graph.is_uniform(n) ? 1 : 0;
  return found;
}

/// Makes the parts of a kernel.
class Sharing {
 public:
  explicit Sharing(const Graph& graph)
      : graph_(graph),
        places_(places_of(graph)),
        own_(std::size_t(graph.size()), -1),
        moved_(std::size_t(graph.size()), -1) {}

  std::optional<SharedValues> run(const std::vector<int>& outputs) {
    for (int n = 0; n < graph_.size(); ++n) {
      // What is made of one neighbour is made at that vertex, for all that read it.
      if (places_[std::size_t(n)].is_neighbour())
        moved_[std::size_t(n)] = copied(n, moved_);
      else
        own_[std::size_t(n)] = copied(n, own_);
      // A position across an axis is the same at the neighbours along it.
      const Place& place = places_[std::size_t(n)];
      if (!place.several && !place.is_neighbour()) moved_[std::size_t(n)] = own_[std::size_t(n)];
    }
    for (const int output : outputs) shared_.outputs.push_back(read(output, own_));
    if (beyond_axes_) return std::nullopt;
    shared_.copies = std::move(own_);
    return std::move(shared_);
  }

 private:
  /// A node of the same operation on what `copies` has of its inputs.
  int copied(int n, const std::vector<int>& copies) {
    const Node& node = graph_.at(n);
    if (inputs_of(node.op) == 0) {
      Offset back{};
      if (&copies == &moved_)
        for (std::size_t axis = 0; axis < 3; ++axis)
          back[axis] = -places_[std::size_t(n)].at[axis].value_or(0);
      return shared_.graph.copy_of_leaf(node.moved(back));
    }
    const auto in = [&](std::size_t i) { return node.in[i] < 0 ? -1 : read(node.in[i], copies); };
    return shared_.graph.make(node.op, in(0), in(1), in(2));
  }
  /// What a node that is computed among `copies` reads.
  int read(int n, const std::vector<int>& copies) {
    const Place& place = places_[std::size_t(n)];
    if (&copies == &moved_) return moved_[std::size_t(n)];
    return place.is_neighbour() ? of_neighbour(n, place.offset()) : own_[std::size_t(n)];
  }
  int of_neighbour(int n, const Offset& at) {
    const auto beside = [](int distance) { return distance != 0; };
    if (std::ranges::count_if(at, beside) > 1) beyond_axes_ = true;
    const auto axis = std::ranges::find_if(at, beside) - at.begin();
    std::vector<int>& along = shared_.along[std::size_t(axis)];
    const int value = moved_[std::size_t(n)];
    auto place = std::ranges::find(along, value);
    if (place == along.end()) place = along.insert(along.end(), value);
    return shared_.graph.shared(int(place - along.begin()), at);
  }

  const Graph& graph_;
  std::vector<Place> places_;
  std::vector<int> own_;    ///< by node: what the vertex computes for itself
  std::vector<int> moved_;  ///< what it computes for neighbours
  SharedValues shared_;
  bool beyond_axes_ = false;
};

}  // namespace

std::optional<SharedValues> share_values(const Graph& graph, const std::vector<int>& outputs) {
  std::optional<SharedValues> shared = Sharing(graph).run(outputs);
  if (shared && 2 * operations(shared->graph) >= operations(graph)) return std::nullopt;
  return shared;
}

}  // namespace solenoid::stencil
