#include "src/stencil/graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "src/stencil/arithmetic.hpp"

namespace solenoid::stencil {

int inputs_of(Op op) {
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::min:
    case Op::max:
    case Op::power:
    case Op::look_up:
    case Op::slope_at:
    case Op::less:
    case Op::logical_and:
    case Op::logical_or:
      return 2;
    case Op::multiply_add:
    case Op::multiply_subtract:
    case Op::subtract_product:
    case Op::select:
      return 3;
    default:
      return op < Op::negate ? 0 : 1;
  }
}

bool is_condition(Op op) {
  return op == Op::less || op == Op::logical_and || op == Op::logical_or || op == Op::negation;
}

bool Graph::is_constant(int node, double value) const {
  return is_constant(node) && at(node).value.in_double == value &&
         at(node).value.in_extended == static_cast<long double>(value);
}

Node Node::moved(const std::array<int, 3>& by) const {
  Node node = *this;
  const bool one_axis = op == Op::position || op == Op::vertex;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (op == Op::load || (one_axis && int(axis) == index)) node.offset[axis] += by[axis];
  return node;
}

auto Graph::key_of(const Node& node) -> Key {
  // A sum or product is the same with its terms exchanged.
  std::array<int, 3> in = node.in;
  if ((node.op == Op::add || node.op == Op::multiply) && in[1] < in[0]) std::swap(in[0], in[1]);
  return {node.op, in, node.index, node.offset, node.value.in_double, node.value.in_extended};
}

int Graph::find(const Node& node) const {
  const auto found = known_.find(key_of(node));
  return found == known_.end() ? -1 : found->second;
}

int Graph::intern(const Node& node) {
  const auto [found, fresh] = known_.emplace(key_of(node), size());
  if (!fresh) return found->second;
  nodes_.push_back(node);
  traits_.push_back(traits_of(node));
  return size() - 1;
}

auto Graph::traits_of(const Node& node) const -> Traits {
  Traits traits;
  // Tables are where vertices are.
  traits.uniform = node.op < Op::position ||
                   (node.op >= Op::negate && !is_condition(node.op) && !is_of_table(node.op));
  traits.previous = node.op == Op::previous;
  for (const int along_axis : node.offset)
    traits.reach = std::max(traits.reach, std::abs(along_axis));
  for (int i = 0; i < inputs_of(node.op); ++i) {
    const Traits& input = traits_[std::size_t(node.in[std::size_t(i)])];
    traits.uniform = traits.uniform && input.uniform;
    traits.previous = traits.previous || input.previous;
    traits.reach = std::max(traits.reach, input.reach);
  }
  return traits;
}

int Graph::constant(Number value) {
  Node node;
  // One zero, and one that is not a number: the keys of intern() are compared with <.
  if (value.in_double == 0) value = {};
  node.value = value;
  if (std::isnan(value.in_double)) {
    node.op = Op::divide;
    node.in = {constant({}), constant({}), -1};
    node.value = {};
  }
  return intern(node);
}

int Graph::leaf(Op op, int index) {
  Node node;
  node.op = op;
  node.index = index;
  return intern(node);
}

int Graph::load(int field, const std::array<int, 3>& offset) {
  Node node;
  node.op = Op::load;
  node.index = field;
  node.offset = offset;
  return intern(node);
}

int Graph::shared(int number, const std::array<int, 3>& offset) {
  Node node;
  node.op = Op::shared;
  node.index = number;
  node.offset = offset;
  return intern(node);
}

int Graph::neighbour(int node, const Offset& offset) {
  if (offset == Offset{}) return node;
  std::map<int, int>& found = neighbours_[offset];
  // Without recursion: expressions may be long. What a node uses is found before it.
  std::vector<int> open = {node};
  while (!open.empty()) {
    const int next = open.back();
    const Node at = nodes_[std::size_t(next)];
    bool ready = true;
    if (found.count(next) == 0 && !is_uniform(next))
      for (int i = 0; i < inputs_of(at.op); ++i)
        if (const int input = at.in[std::size_t(i)]; found.count(input) == 0) {
          open.push_back(input);
          ready = false;
        }
    if (!ready) continue;
    open.pop_back();
    if (found.count(next) > 0) continue;
    const auto in = [&](std::size_t i) { return at.in[i] < 0 ? -1 : found.at(at.in[i]); };
    const bool leaf = at.op == Op::load || at.op == Op::position || at.op == Op::vertex;
    found[next] = is_uniform(next) ? next
                  : leaf           ? intern(at.moved(offset))
                                   : make(at.op, in(0), in(1), in(2));
  }
  return found.at(node);
}

void Graph::renumber_fields(const std::vector<int>& numbers) {
  known_.clear();
  for (int n = 0; n < size(); ++n) {
    Node& node = nodes_[std::size_t(n)];
    if (node.op == Op::load || node.op == Op::previous)
      node.index = numbers[std::size_t(node.index)];
    known_.emplace(key_of(node), n);
  }
}

int Graph::fold(Op op, int a, int b, int c) {
  const auto number = [&](int node) { return node < 0 ? Number{} : at(node).value; };
  const Number x = number(a);
  const Number y = number(b);
  const Number z = number(c);
  return constant({evaluate<double>(op, x.in_double, y.in_double, z.in_double),
                   evaluate<long double>(op, x.in_extended, y.in_extended, z.in_extended)});
}

int Graph::make(Op op, int a, int b, int c) {
  const auto known = [&](int node) { return node < 0 || is_constant(node); };
  // 0/0 stays as it is written, for whoever divides.
  const bool undefined = op == Op::divide && is_constant(b, 0) && is_constant(a);
  if (known(a) && known(b) && known(c) && !undefined) return fold(op, a, b, c);
  if (const int simple = simplified(op, a, b, c); simple >= 0) return simple;
  Node node;
  node.op = op;
  node.in = {a, b, c};
  return intern(node);
}

int Graph::simplified(Op op, int a, int b, int c) {
  switch (op) {
    case Op::negate:
      if (at(a).op == Op::negate) return at(a).in[0];
      if (at(a).op == Op::subtract) return make(Op::subtract, at(a).in[1], at(a).in[0]);
      return -1;
    case Op::add:
    case Op::subtract:
      return simplified_sum(op, a, b);
    case Op::multiply:
    case Op::divide:
      return simplified_product(op, a, b);
    default:
      return simplified_condition(op, a, b, c);
  }
}

int Graph::simplified_sum(Op op, int a, int b) {
  if (op == Op::subtract && a == b) return constant(0.0);
  if (is_constant(b, 0)) return a;
  if (is_constant(a, 0)) return op == Op::add ? b : make(Op::negate, b);
  if (at(b).op == Op::negate) return make(op == Op::add ? Op::subtract : Op::add, a, at(b).in[0]);
  if (op == Op::add && at(a).op == Op::negate) return make(Op::subtract, b, at(a).in[0]);
  return -1;
}

int Graph::simplified_product(Op op, int a, int b) {
  if (is_constant(b, 1)) return a;
  if (is_constant(b, -1)) return make(Op::negate, a);
  if (is_constant(a, 0)) return a;
  if (at(a).op == Op::negate) return make(Op::negate, make(op, at(a).in[0], b));
  if (at(b).op == Op::negate) return make(Op::negate, make(op, a, at(b).in[0]));
  if (op == Op::multiply) {
    if (is_constant(b, 0)) return b;
    if (is_constant(a, 1)) return b;
    if (is_constant(a, -1)) return make(Op::negate, b);
    return -1;
  }
  // Division by what is the same everywhere costs a multiplication at each vertex.
  if (is_uniform(b) && !is_uniform(a) && !is_constant(b, 0))
    return make(Op::multiply, a, make(Op::divide, constant(1), b));
  return -1;
}

int Graph::simplified_condition(Op op, int a, int b, int c) {
  const auto holds = [&](int node) { return is_constant(node) && !is_constant(node, 0); };
  switch (op) {
    case Op::select:
      if (b == c) return b;
      return is_constant(a) ? (holds(a) ? b : c) : -1;
    case Op::logical_and:
      if (is_constant(a)) return holds(a) ? b : a;
      return is_constant(b) ? (holds(b) ? a : b) : -1;
    case Op::logical_or:
      if (is_constant(a)) return holds(a) ? a : b;
      return is_constant(b) ? (holds(b) ? b : a) : -1;
    case Op::negation:
      return at(a).op == Op::negation ? at(a).in[0] : -1;
    default:
      return -1;
  }
}

namespace {

/// Copies nodes from one graph to another.
class Copier {
 public:
  Copier(const Graph& from, const std::vector<int>& outputs)
      : from_(from),
        uses_(std::size_t(from.size())),
        copies_(std::size_t(from.size()), -1),
        places_(places_of(from)) {
    for (const int output : outputs) ++uses_[std::size_t(output)];
    // A node comes after its inputs, so backwards every user is seen before what it uses.
    for (int n = from.size() - 1; n >= 0; --n)
      if (uses_[std::size_t(n)] > 0)
        for (int i = 0; i < inputs_of(from.at(n).op); ++i)
          ++uses_[std::size_t(from.at(n).in[std::size_t(i)])];
  }

  Graph copy(std::vector<int>& outputs) {
    for (int n = 0; n < from_.size(); ++n)
      if (uses_[std::size_t(n)] > 0) copies_[std::size_t(n)] = copy_of(n);
    for (int& output : outputs) output = copies_[std::size_t(output)];
    return std::move(to_);
  }

 private:
  /// Whether the node is a product that its only user may take into itself.
  [[nodiscard]] bool is_product(int n) const {
    return from_.at(n).op == Op::multiply && !from_.is_uniform(n) && uses_[std::size_t(n)] == 1;
  }
  /// Whether a product is what a neighbour makes of its fields, such as its flux, in a sum with
  /// what stands elsewhere: it stays a value of its own, the same for all vertices that read it.
  [[nodiscard]] bool is_apart(const Node& sum, int product) const {
    if (!places_[std::size_t(product)].is_neighbour()) return false;
    for (const int factor : {from_.at(product).in[0], from_.at(product).in[1]})
      if (from_.is_uniform(factor)) return false;
    return places_[std::size_t(sum.in[0])].joined(places_[std::size_t(sum.in[1])]).several;
  }
  /// Which input of a sum or difference is the product to fuse, or -1.
  [[nodiscard]] int product_in(const Node& node) const {
    if (node.op != Op::add && node.op != Op::subtract) return -1;
    for (const int i : {1, 0})
      if (const int n = node.in[std::size_t(i)]; is_product(n) && !is_apart(node, n)) return i;
    return -1;
  }

  int copy_of(int n) {
    Node node = from_.at(n);
    if (inputs_of(node.op) == 0) return to_.copy_of_leaf(node);
    const auto in = [&](const Node& of, std::size_t i) {
      return of.in[i] < 0 ? -1 : copies_[std::size_t(of.in[i])];
    };
    const int product = product_in(node);
    if (product < 0) return to_.make(node.op, in(node, 0), in(node, 1), in(node, 2));
    const Node& factors = from_.at(node.in[std::size_t(product)]);
    const Op fused = node.op == Op::add ? Op::multiply_add
                     : product == 1     ? Op::subtract_product
                                        : Op::multiply_subtract;
    return to_.make(fused, in(factors, 0), in(factors, 1), in(node, std::size_t(1 - product)));
  }

  const Graph& from_;
  std::vector<int> uses_;
  std::vector<int> copies_;
  std::vector<Place> places_;
  Graph to_;
};

}  // namespace

bool Place::is_neighbour() const {
  return !several && std::ranges::any_of(at, [](const auto& n) { return n.value_or(0) != 0; });
}

std::array<int, 3> Place::offset() const {
  return {at[0].value_or(0), at[1].value_or(0), at[2].value_or(0)};
}

Place Place::joined(const Place& other) const {
  Place both = *this;
  both.several = several || other.several;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!both.at[axis]) both.at[axis] = other.at[axis];
    if (other.at[axis] && both.at[axis] != other.at[axis]) both.several = true;
  }
  return both;
}

std::vector<Place> places_of(const Graph& graph) {
  std::vector<Place> places(std::size_t(graph.size()));
  for (int n = 0; n < graph.size(); ++n) {
    const Node& node = graph.at(n);
    Place& place = places[std::size_t(n)];
    if (graph.is_uniform(n)) continue;
    if (node.op == Op::position || node.op == Op::vertex)
      place.at[std::size_t(node.index)] = node.offset[std::size_t(node.index)];
    else if (inputs_of(node.op) == 0)
      for (std::size_t axis = 0; axis < 3; ++axis) place.at[axis] = node.offset[axis];
    for (int i = 0; i < inputs_of(node.op); ++i)
      place = place.joined(places[std::size_t(node.in[std::size_t(i)])]);
  }
  return places;
}

Graph finish(const Graph& graph, std::vector<int>& outputs) {
  Graph fused = Copier(graph, outputs).copy(outputs);
  // Fusing leaves products behind that nothing uses any more.
  return Copier(fused, outputs).copy(outputs);
}

}  // namespace solenoid::stencil
