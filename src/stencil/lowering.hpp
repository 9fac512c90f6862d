#pragma once
/// \file
/// What the files lower*.cpp share: runs through a checked program as if executing it at one
/// vertex, and notes what is to be computed. Functions are inlined, loops unrolled, and both sides
/// of a choice computed.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/stencil/builtins.hpp"
#include "src/stencil/held_values.hpp"
#include "src/stencil/kernels.hpp"
#include "src/stencil/syntax.hpp"

namespace solenoid::stencil {

/// An integer: known, or relative to the vertex (axis >= 0), or known to no one but the kernel.
struct Index {
  bool set = false;
  int axis = -1;
  long value = 0;  ///< the number, or the distance from the vertex
  int node = -1;   ///< a node where it is not known
  [[nodiscard]] bool known() const { return set && axis < 0 && node < 0; }
  friend bool operator==(const Index&, const Index&) = default;
};

/// A value: nodes of the graph (-1 where nothing is assigned yet), integers, or fields.
struct Value {
  Base base = Base::nothing;
  std::vector<int> nodes;
  std::vector<Index> indices;
  std::vector<int> fields;
};

/// What is known of a number by the derivatives of fields that it is made of.
struct Derivatives {
  /// Bit d: the number, multiplied out, has terms with d derivatives. 1 is a number without any.
  std::uint32_t counts = 1;
  int highest = 0;  ///< degree of the highest derivative in it
};

struct LoweringError {
  Location where;
  std::string message;
};

/// Something reads an auxiliary field that the pass which is being lowered writes.
struct NeedsOpenPass {};

class Lowering {
 public:
  Lowering(const Program& program, const CompilerOptions& options, Diagnostics& diagnostics);
  Kernels run();

 private:
  /// What a function call or kernel has computed so far.
  struct Frame {
    std::map<const Variable*, Value> variables;
    int returned = -1;  ///< a condition: whether `result` is returned already
    Value result;
    std::map<int, int> outputs;  ///< of a kernel: node by field
    const Function* function = nullptr;
  };

  /// The pass of auxiliary fields that others may still join.
  struct OpenPass {
    bool pointwise = false;
    std::map<int, int> nodes;  ///< by field that it writes
  };

  /// A reduction that cannot be computed before another, which is the value of a uniform.
  struct Waiting {
    int reduction = 0;
    int uniform = 0;
  };

  /// \name The program (lower.cpp)
  /// @{
  void declare_fields();
  void declare_buffers(Variable::Role role);
  void declare_uniforms();
  void declare_tables();
  void add_field(const Variable& variable);
  void require_new_name(const std::string& name, const Location& where);
  /// \name What [source] of a deck gives: an `in field`, and terms of the rates of evolved fields
  /// @{
  void add_source(const Variable& variable);
  void add_source_of(const Variable& evolved);
  /// The number of a field for it, or absent_field.
  int source_field(const std::string& field, const std::string& source, int component);
  [[nodiscard]] bool is_source(int field) const;
  /// @}
  template <class Work>
  void guarded(const Work& work);
  void kernel_pass(const Function& kernel);
  void equation_pass();
  void outputs();
  void begin_graph();
  void begin_pass(const std::string& name);
  void write(Frame& frame, const Location& where, const std::vector<int>& fields,
             const Value& value);
  void end_pass(const std::map<int, int>& outputs, const Location& where);
  void divergence_pass();
  void reach();
  /// @}

  /// \name Local terms (lower_local.cpp)
  /// @{
  /// Divides terms into what a vertex makes of its own state alone and the others, where there is
  /// the first and it says how fast it decays.
  void local_pass();
  /// The equations with those terms only that are local, or are not; none where there are none.
  std::optional<Pass> part_of_equations(const std::string& name, bool local);
  /// Whether a value is made of the state at the vertex alone.
  [[nodiscard]] bool is_local(const Value& value) const;
  [[nodiscard]] bool is_zero(const Value& value) const;
  /// @}

  /// \name Auxiliary fields (lower_auxiliaries.cpp)
  /// @{
  void auxiliary_passes();
  /// Whether auxiliary fields of this value are computed in the ghosts, too (is_pointwise() in
  /// numerics/vertices/stencil_program.hpp).
  [[nodiscard]] bool is_pointwise(const Value& value) const;
  /// Leaves out auxiliary fields that nothing reads, as along directions with one vertex.
  void drop_unread();
  /// Takes those fields out that are not `kept`.
  void keep_fields(const std::vector<bool>& kept);
  /// @}

  /// \name Reductions (lower_reductions.cpp)
  /// @{
  void reductions();
  [[nodiscard]] int reduction_named(const std::string& name) const;
  /// The uniforms that a node depends on, by way of auxiliary fields, too.
  [[nodiscard]] std::set<int> uniforms_behind(const Graph& graph, int node) const;
  /// The round in which a reduction is right, from 1 on. `path` are those that wait for it.
  int round_of(int reduction, std::vector<Waiting>& path) const;
  void order_reductions();
  /// @}

  /// \name Derivatives (lower_derivatives.cpp)
  /// @{
  /// Of what is derived: a field, or an expression as one.
  [[nodiscard]] Derivatives derivatives_of_operand(int field);
  /// Remembers that a node is a derivative of a field of this degree.
  void note_difference(int node, int field, int degree);
  [[nodiscard]] Derivatives derivatives_of(int node) const;
  /// Makes derivatives_ those of the first `nodes` nodes.
  void find_derivatives(int nodes);
  /// Says of the fields that a pass writes what derivatives they are made of.
  void note_derivatives(const std::map<int, int>& outputs);
  /// @}

  /// \name Statements (lower_statements.cpp)
  /// @{
  void run(const std::vector<StatementPtr>& list);
  void run(const Statement& statement);
  void declaration(const Variable& variable);
  void assignment(const Statement& statement);
  void assign_field(const Variable& variable, const Location& where, const Value& value);
  void choice(const Statement& statement);
  void loop(const Statement& statement);
  void give_back(const Statement& statement);
  void merge(int condition, Frame yes, const Frame& no);
  Value merged(int condition, const Value& yes, const Value& no);
  std::pair<Value*, std::vector<std::size_t>> place(const Expression& target);
  std::vector<std::size_t> parts(const Expression& indexed, const std::vector<std::size_t>& of);
  /// @}

  /// \name Expressions (lower_expressions.cpp)
  /// @{
  Value evaluate(const Expression& expression);
  /// The value as `type`: integers become Scalars, fields their values at the vertex.
  Value converted(const Expression& expression, const Type& type);
  /// The values of fields at the vertex.
  Value loaded(const Value& fields, const Location& where);
  /// An integer as a Scalar. A quotient of ints that dropped a remainder is an error here: it may
  /// be an index, or the value of an int.
  Value as_scalar(const Expression& expression, const Value& value);
  void refuse_truncated(const Expression& expression) const;
  /// A variable or a part of one, which may not have a value yet.
  Value part(const Expression& expression);
  Value read(const Value& value, const Location& where);
  Value variable(const Expression& name);
  Value builtin_variable(const Variable& variable);
  Value member(const Expression& expression);
  Value index(const Expression& expression);
  Value unary(const Expression& expression);
  Value binary(const Expression& expression);
  Value integers(const Expression& expression, const Value& a, const Value& b);
  Value compare(const Expression& expression, const Value& a, const Value& b);
  Value arithmetic(const std::string& sign, const Value& a, const Value& b);
  Value call(const Expression& expression);
  Value of_table(const Expression& call);
  Value inlined(const Function& function, std::vector<Value> arguments, const Location& where);
  Index sum(const Index& a, const Index& b, int sign, const Location& where);
  int node_of(const Index& index);
  std::optional<bool> known_condition(const Value& value);
  std::array<int, 3> offset_of(const Value& position, const Location& where);
  long known(const Value& value, const Location& where, const std::string& what);
  void count_work(const Location& where);
  /// @}

  /// \name Fields, and expressions in the place of fields (lower_neighbours.cpp)
  /// @{
  int load(int field, std::array<int, 3> at, const Location& where);
  /// Infinite along a direction with one vertex.
  int spacing(int axis);
  /// An expression as a field: its values at all vertices.
  [[nodiscard]] static Value as_field(const Value& value);
  [[nodiscard]] static bool is_expression(int field) { return field >= first_expression; }
  /// What a node computes, at an offset from the vertex.
  int neighbour(int node, const std::array<int, 3>& at, const Location& where);
  /// @}

  /// \name Built-in functions (lower_operators.cpp)
  /// @{
  Value builtin(const Expression& call, std::vector<Value> arguments);
  Value algebra(Operation operation, const std::vector<Value>& arguments);
  Value differential(const Expression& call, const std::vector<Value>& arguments);
  Value differences(const std::vector<int>& fields, const std::array<int, 3>& orders,
                    const std::array<int, 3>& at, const Location& where);
  int difference(int field, const std::array<int, 3>& orders, const std::array<int, 3>& at,
                 const Location& where);
  int along_axis(int field, std::size_t axis, int degree, const std::array<int, 3>& at,
                 const Location& where);
  int mixed(int field, std::size_t a, std::size_t b, const std::array<int, 3>& at,
            const Location& where);
  int weight(long numerator, long denominator, const std::array<int, 3>& orders);
  int partial(int field, int a, int b, const Location& where);
  int divergence(const std::vector<int>& fields, const Location& where);
  Value gradient_of_divergence(const std::vector<int>& fields, const Location& where);
  Value curl_of_curl(const std::vector<int>& fields, const Location& where);
  Value laplacian(const std::vector<int>& fields, const Location& where);
  Value user_stencil(const Expression& call, const Value& field);
  Value runge_kutta(const std::vector<Value>& arguments, const std::string& name,
                    const Location& where);
  int dot(const std::vector<int>& a, const std::vector<int>& b);
  /// @}

  [[noreturn]] static void fail(const Location& where, const std::string& message);
  /// Among the fields of a Value an expression stands as this plus its node.
  static constexpr int first_expression = 1 << 24;
  /// A field that is 0 everywhere, since no deck gives it.
  static constexpr int absent_field = first_expression - 1;
  /// How far a program may read from a vertex along an axis.
  static constexpr int farthest = 16;
  static Value scalar(int node) { return {Base::scalar, {node}, {}, {}}; }
  static Value integer(const Index& index) { return {Base::integer, {}, {index}, {}}; }
  static Index number(long value) { return {true, -1, value, -1}; }

  const Program& program_;
  CompilerOptions options_;
  Diagnostics& diagnostics_;
  Kernels kernels_;
  Graph graph_;  ///< of the pass that is being lowered
  Frame frame_;
  std::map<const Variable*, Value> globals_;
  std::map<const Variable*, Value> sources_of_;    ///< by field with an equation
  std::map<int, int> written_in_;                  ///< by field: the pass that writes it
  OpenPass open_pass_;                             ///< of auxiliary fields
  std::vector<HeldValue> held_values_;             ///< of pointwise ones of earlier passes
  std::map<std::vector<int>, int> divergence_of_;  ///< auxiliary field by the fields of a vector
  /// Quotients of ints with a remainder, and what was divided by what.
  std::map<const Expression*, std::pair<long, long>> truncated_;
  std::map<int, Derivatives> derivatives_of_node_;  ///< differences, in the pass that is lowered
  std::vector<Derivatives> derivatives_;  ///< of nodes, from the first on, as far as known
  std::map<int, Derivatives> derivatives_of_field_;  ///< auxiliary ones
  long work_ = 0;
};

}  // namespace solenoid::stencil
