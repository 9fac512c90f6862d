#pragma once
/// \file
/// The intermediate form of a kernel: a graph of operations on numbers, without branches and
/// loops. A node comes after those that it uses, and no two nodes compute the same.

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace solenoid::stencil {

/// A number known to the compiler, in double and in extended precision: each is rounded once.
struct Number {
  double in_double = 0;
  long double in_extended = 0;
};

enum class Op {
  // Leaves that are the same for all vertices
  constant,
  uniform,         ///< number `index` of the program's uniforms
  time_step,       ///< dt
  substep_keep,    ///< of numerics/vertices/runge_kutta.hpp; 0 in the first substep
  substep_weight,  ///< the same
  time,
  spacing,  ///< along axis `index`
  table,    ///< number `index` of the program's tables: no number, but what it is looked up in
  // Leaves of a vertex
  position,  ///< coordinate along axis `index`, `offset` from the vertex
  vertex,    ///< number along axis `index` of the vertex at `offset`
  load,      ///< field `index` at `offset` from the vertex
  previous,  ///< field `index` at the vertex before the last substep
  shared,    ///< number `index` of what the vertex at `offset` shares along that axis
  // Arithmetic
  negate,
  add,
  subtract,
  multiply,
  divide,
  multiply_add,       ///< a b + c, rounded once
  multiply_subtract,  ///< a b - c, rounded once
  subtract_product,   ///< c - a b, rounded once
  min,
  max,
  magnitude,
  root,
  exponential,
  logarithm,
  sine,
  cosine,
  tangent,
  power,
  look_up,   ///< the value of a table, the second input, at the first
  slope_at,  ///< likewise its slope
  // Conditions
  less,
  logical_and,
  logical_or,
  negation,
  select  ///< a condition, the value if it holds, the value if not
};

/// How many inputs an operation has.
int inputs_of(Op op);
/// Whether its result is a condition.
bool is_condition(Op op);
/// Whether it asks for something of a table.
constexpr bool is_of_table(Op op) { return op == Op::look_up || op == Op::slope_at; }

struct Node {
  Op op = Op::constant;
  std::array<int, 3> in{-1, -1, -1};
  int index = 0;
  std::array<int, 3> offset{};
  Number value;

  /// What it is of the vertex at `by`, if it is a leaf of a vertex; itself else.
  [[nodiscard]] Node moved(const std::array<int, 3>& by) const;
};

class Graph {
 public:
  [[nodiscard]] int constant(Number value);
  [[nodiscard]] int constant(double value) { return constant({value, value}); }
  [[nodiscard]] int leaf(Op op, int index = 0);
  [[nodiscard]] int load(int field, const std::array<int, 3>& offset);
  [[nodiscard]] int shared(int number, const std::array<int, 3>& offset);
  /// The same leaf as one of another graph.
  [[nodiscard]] int copy_of_leaf(const Node& leaf) { return intern(leaf); }
  /// The number of a node that the graph has, whose inputs are nodes of the graph; or -1.
  [[nodiscard]] int find(const Node& node) const;
  /// The node that computes `op` of nodes a, b and c. Constants are folded, what changes nothing
  /// (x + 0, 1 x, ...) is left out, and 0 x is 0 also where x is infinite.
  [[nodiscard]] int make(Op op, int a, int b = -1, int c = -1);
  /// The node that computes at `offset` from the vertex what `node`, which may not depend on what
  /// was before the last substep, computes at the vertex.
  [[nodiscard]] int neighbour(int node, const std::array<int, 3>& offset);

  /// Gives fields other numbers, numbers[f] to that which has been f.
  void renumber_fields(const std::vector<int>& numbers);

  [[nodiscard]] const Node& at(int node) const { return nodes_[std::size_t(node)]; }
  [[nodiscard]] int size() const { return int(nodes_.size()); }
  [[nodiscard]] bool is_constant(int node) const { return at(node).op == Op::constant; }
  [[nodiscard]] bool is_constant(int node, double value) const;
  /// Whether the node is a number that is the same at all vertices.
  [[nodiscard]] bool is_uniform(int node) const { return traits_[std::size_t(node)].uniform; }
  /// Whether it depends on what was before the last substep.
  [[nodiscard]] bool is_of_previous(int node) const { return traits_[std::size_t(node)].previous; }
  /// How far what it depends on is from the vertex, along any axis.
  [[nodiscard]] int reach(int node) const { return traits_[std::size_t(node)].reach; }

 private:
  using Key = std::tuple<Op, std::array<int, 3>, int, std::array<int, 3>, double, long double>;
  using Offset = std::array<int, 3>;
  struct Traits {
    bool uniform = false;
    bool previous = false;
    int reach = 0;
  };

  [[nodiscard]] Traits traits_of(const Node& node) const;
  [[nodiscard]] static Key key_of(const Node& node);
  int intern(const Node& node);
  int fold(Op op, int a, int b, int c);
  int simplified(Op op, int a, int b, int c);
  int simplified_sum(Op op, int a, int b);
  int simplified_product(Op op, int a, int b);
  int simplified_condition(Op op, int a, int b, int c);

  std::vector<Node> nodes_;
  std::vector<Traits> traits_;
  std::map<Key, int> known_;
  std::map<Offset, std::map<int, int>> neighbours_;  ///< what neighbour() found, by offset and node
};

/// The graph of what `outputs` need and nothing else, with products and sums fused where a product
/// is used once and is not what a neighbour makes of its fields; `outputs` become nodes of the new
/// graph.
Graph finish(const Graph& graph, std::vector<int>& outputs);

/// Which vertex a node is made of: by axis its offset, where it matters. The position along x is
/// the same number at all vertices above and beside.
struct Place {
  bool several = false;  ///< of vertices apart from each other
  std::array<std::optional<int>, 3> at{};

  [[nodiscard]] bool is_neighbour() const;
  /// The offsets, 0 along axes that do not matter.
  [[nodiscard]] std::array<int, 3> offset() const;
  /// Of two nodes together.
  [[nodiscard]] Place joined(const Place& other) const;
};

/// By node.
std::vector<Place> places_of(const Graph& graph);

}  // namespace solenoid::stencil
