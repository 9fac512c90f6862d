#include "src/stencil/depth_first.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace solenoid::stencil {

namespace {

/// Orders nodes depth first.
class DepthFirst {
 public:
  explicit DepthFirst(const Graph& graph)
      : graph_(graph), at_work_(std::size_t(graph.size()), 1), done_(at_work_.size(), false) {
    for (int n = 0; n < graph.size(); ++n) {
      int held = 0;
      for (const int input : inputs(n))
        at_work_[std::size_t(n)] =
            std::max(at_work_[std::size_t(n)], at_work_[std::size_t(input)] + held++);
    }
  }

  /// Adds the nodes that a node needs and that are not yet there, itself at the end.
  void add(int node) {
    for (std::vector<int> open = {node}; !open.empty();) {
      const int next = open.back();
      const std::size_t before = open.size();
      if (!done_[std::size_t(next)]) {
        std::vector<int> left = inputs(next);
        std::erase_if(left, [&](int input) { return done_[std::size_t(input)]; });
        open.insert(open.end(), left.rbegin(), left.rend());
      }
      if (open.size() > before) continue;
      open.pop_back();
      if (!done_[std::size_t(next)] && !graph_.is_uniform(next)) order_.push_back(next);
      done_[std::size_t(next)] = true;
    }
  }
  [[nodiscard]] const std::vector<int>& order() const { return order_; }

 private:
  /// Those that need more first.
  [[nodiscard]] std::vector<int> inputs(int n) const {
    std::vector<int> in;
    for (int i = 0; i < inputs_of(graph_.at(n).op); ++i)
      if (const int input = graph_.at(n).in[std::size_t(i)]; !graph_.is_uniform(input))
        in.push_back(input);
    std::ranges::stable_sort(in, std::greater{},
                             [&](int input) { return at_work_[std::size_t(input)]; });
    return in;
  }

  const Graph& graph_;
  /// By node: how many values are at work at a time (Sethi and Ullman), as if nothing were used
  /// twice.
  std::vector<int> at_work_;
  std::vector<bool> done_;
  std::vector<int> order_;
};

}  // namespace

std::vector<int> depth_first(const Graph& graph, const std::vector<int>& outputs) {
  DepthFirst depth_first(graph);
  for (const int output : outputs) depth_first.add(output);
  return depth_first.order();
}

}  // namespace solenoid::stencil
