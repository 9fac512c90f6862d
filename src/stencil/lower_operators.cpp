/// Built-in functions: vector algebra, differences, the Runge-Kutta substep.

#include <fmt/format.h>

#include <stdexcept>

#include "src/stencil/lowering.hpp"
#include "src/stencil/weights.hpp"

namespace solenoid::stencil {

namespace {

Op elementary(Operation operation) {
  switch (operation) {
    case Operation::exponential:
      return Op::exponential;
    case Operation::logarithm:
      return Op::logarithm;
    case Operation::sine:
      return Op::sine;
    case Operation::cosine:
      return Op::cosine;
    case Operation::tangent:
      return Op::tangent;
    case Operation::root:
      return Op::root;
    case Operation::magnitude:
      return Op::magnitude;
    case Operation::power:
      return Op::power;
    case Operation::min:
      return Op::min;
    default:
      return Op::max;
  }
}

std::vector<int> row(const Value& matrix, std::size_t i) {
  const auto first = matrix.nodes.begin() + long(3 * i);
  return {first, first + 3};
}

Value transposed(const Value& matrix) {
  Value result = matrix;
  for (std::size_t i = 0; i < 9; ++i) result.nodes[i] = matrix.nodes[3 * (i % 3) + i / 3];
  return result;
}

std::array<int, 3> shifted(std::array<int, 3> at, std::size_t axis, int by) {
  at[axis] += by;
  return at;
}

}  // namespace

Value Lowering::builtin(const Expression& call, std::vector<Value> arguments) {
  const Operation operation = call.builtin->operation;
  if (operation == Operation::runge_kutta) {
    kernels_.calls_rk3 = kernels_.calls_rk3 || call.text == "rk3";
    return runge_kutta(arguments, call.text, call.where);
  }
  if (operation >= Operation::value) return differential(call, arguments);
  if (operation >= Operation::dot) return algebra(operation, arguments);
  return scalar(graph_.make(elementary(operation), arguments[0].nodes[0],
                            arguments.size() > 1 ? arguments[1].nodes[0] : -1));
}

int Lowering::dot(const std::vector<int>& a, const std::vector<int>& b) {
  int total = graph_.make(Op::multiply, a[0], b[0]);
  for (std::size_t i = 1; i < a.size(); ++i)
    total = graph_.make(Op::add, total, graph_.make(Op::multiply, a[i], b[i]));
  return total;
}

Value Lowering::algebra(Operation operation, const std::vector<Value>& arguments) {
  const std::vector<int>& a = arguments[0].nodes;
  const std::vector<int>& b = arguments.back().nodes;
  switch (operation) {
    case Operation::dot:
      return scalar(dot(a, b));
    case Operation::length:
      return scalar(graph_.make(Op::root, dot(a, a)));
    case Operation::contract:
      return scalar(dot(a, a));
    case Operation::trace:
      return scalar(graph_.make(Op::add, graph_.make(Op::add, a[0], a[4]), a[8]));
    case Operation::transpose:
      return transposed(arguments[0]);
    case Operation::cross: {
      Value result{Base::vector, {}, {}, {}};
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        result.nodes.push_back(graph_.make(Op::subtract, graph_.make(Op::multiply, a[j], b[k]),
                                           graph_.make(Op::multiply, a[k], b[j])));
      }
      return result;
    }
    case Operation::apply: {
      Value result{Base::vector, {}, {}, {}};
      for (std::size_t i = 0; i < 3; ++i)
        result.nodes.push_back(dot(row(arguments[0], i), arguments[1].nodes));
      return result;
    }
    default: {  // matrix times matrix
      const Value columns = transposed(arguments[1]);
      Value result{Base::matrix, {}, {}, {}};
      for (std::size_t i = 0; i < 9; ++i)
        result.nodes.push_back(dot(row(arguments[0], i / 3), row(columns, i % 3)));
      return result;
    }
  }
}

int Lowering::weight(long numerator, long denominator, const std::array<int, 3>& orders) {
  int result = graph_.constant(
      {double(numerator) / double(denominator),
       static_cast<long double>(numerator) / static_cast<long double>(denominator)});
  // w / (dx dx dy ...): the same at all vertices, so computed once a run.
  int lengths = graph_.constant(1);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (int i = 0; i < orders[axis]; ++i)
      lengths = graph_.make(Op::multiply, lengths, spacing(int(axis)));
  return graph_.make(Op::divide, result, lengths);
}

int Lowering::along_axis(int field, std::size_t axis, int degree, const std::array<int, 3>& at,
                         const Location& where) {
  std::vector<Fraction> weights;
  try {
    weights = difference_weights(degree, options_.order);
  } catch (const std::overflow_error&) {
    fail(where, fmt::format("there are no weights for a derivative of degree {}", degree));
  }
  std::array<int, 3> orders{};
  orders[axis] = degree;
  const int radius = int(weights.size() / 2);
  const Op pairing = degree % 2 == 0 ? Op::add : Op::subtract;
  int total = graph_.constant(0);
  // From the smallest weights to the largest; mirrored values in pairs, so that the difference of
  // a mirrored field is the mirrored one to the bit.
  for (int k = radius; k >= 1; --k) {
    const Fraction& w = weights[std::size_t(radius + k)];
    const int pair = graph_.make(pairing, load(field, shifted(at, axis, k), where),
                                 load(field, shifted(at, axis, -k), where));
    total =
        graph_.make(Op::add, total,
                    graph_.make(Op::multiply, weight(w.numerator, w.denominator, orders), pair));
  }
  const Fraction& centre = weights[std::size_t(radius)];
  if (centre.numerator != 0)
    total =
        graph_.make(Op::add, total,
                    graph_.make(Op::multiply, weight(centre.numerator, centre.denominator, orders),
                                load(field, at, where)));
  note_difference(total, field, degree);
  return total;
}

int Lowering::mixed(int field, std::size_t a, std::size_t b, const std::array<int, 3>& at,
                    const Location& where) {
  // The bidiagonal form of Pekkila et al. (2017), eq. 8: the second differences along the two
  // diagonals, whose difference is 4 d_a d_b. It reads 4 radius vertices; the product of two first
  // differences would read 4 radius^2.
  const std::vector<Fraction> weights = difference_weights(2, options_.order);
  const int radius = int(weights.size() / 2);
  std::array<int, 3> orders{};
  ++orders[a];
  ++orders[b];
  const auto corner = [&](int along_a, int along_b) {
    return load(field, shifted(shifted(at, a, along_a), b, along_b), where);
  };
  int total = graph_.constant(0);
  for (int k = radius; k >= 1; --k) {
    const Fraction w = weights[std::size_t(radius + k)] / Fraction{4, 1};
    const int corners =
        graph_.make(Op::subtract, graph_.make(Op::add, corner(k, k), corner(-k, -k)),
                    graph_.make(Op::add, corner(k, -k), corner(-k, k)));
    total =
        graph_.make(Op::add, total,
                    graph_.make(Op::multiply, weight(w.numerator, w.denominator, orders), corners));
  }
  note_difference(total, field, 2);
  return total;
}

int Lowering::difference(int field, const std::array<int, 3>& orders, const std::array<int, 3>& at,
                         const Location& where) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (orders[axis] > 0) axes.push_back(axis);
  if (axes.empty()) return load(field, at, where);
  if (axes.size() == 1) return along_axis(field, axes[0], orders[axes[0]], at, where);
  if (axes.size() == 2 && orders[axes[0]] == 1 && orders[axes[1]] == 1)
    return mixed(field, axes[0], axes[1], at, where);
  fail(where, "a mixed derivative has degree 1 along two axes and 0 along the third");
}

Value Lowering::differences(const std::vector<int>& fields, const std::array<int, 3>& orders,
                            const std::array<int, 3>& at, const Location& where) {
  Value result;
  for (const int field : fields) result.nodes.push_back(difference(field, orders, at, where));
  result.base = fields.size() == 3 ? Base::vector : Base::scalar;
  return result;
}

int Lowering::partial(int field, int a, int b, const Location& where) {
  std::array<int, 3> orders{};
  ++orders[std::size_t(a)];
  if (b >= 0) ++orders[std::size_t(b)];
  return difference(field, orders, {}, where);
}

int Lowering::divergence(const std::vector<int>& fields, const Location& where) {
  int total = partial(fields[0], 0, -1, where);
  for (int axis = 1; axis < 3; ++axis)
    total = graph_.make(Op::add, total, partial(fields[std::size_t(axis)], axis, -1, where));
  return total;
}

Value Lowering::gradient_of_divergence(const std::vector<int>& fields, const Location& where) {
  Value result{Base::vector, {}, {}, {}};
  bool computed = false;
  for (const int field : fields)
    computed |=
        is_expression(field) || is_source(field) || kernels_.fields[std::size_t(field)].auxiliary;
  if (options_.decompose && !computed) {
    const auto [found, fresh] = divergence_of_.emplace(fields, int(kernels_.fields.size()));
    if (fresh) {
      std::string name = kernels_.fields[std::size_t(fields[0])].name;
      name = "divergence_of_" + name.substr(0, name.rfind('_'));
      kernels_.fields.emplace_back().name = name;
      kernels_.fields.back().auxiliary = true;
      derivatives_of_field_[found->second] = {1U << 1U, 1};  // its pass is made last
    }
    for (int axis = 0; axis < 3; ++axis) {
      written_in_[found->second] = 0;
      result.nodes.push_back(partial(found->second, axis, -1, where));
    }
    return result;
  }
  for (int axis = 0; axis < 3; ++axis) {
    int total = partial(fields[0], 0, axis, where);
    for (int other = 1; other < 3; ++other)
      total = graph_.make(Op::add, total, partial(fields[std::size_t(other)], other, axis, where));
    result.nodes.push_back(total);
  }
  return result;
}

Value Lowering::curl_of_curl(const std::vector<int>& fields, const Location& where) {
  Value result{Base::vector, {}, {}, {}};
  if (options_.decompose) {
    const Value first = gradient_of_divergence(fields, where);
    const Value second = laplacian(fields, where);
    for (std::size_t i = 0; i < 3; ++i)
      result.nodes.push_back(graph_.make(Op::subtract, first.nodes[i], second.nodes[i]));
    return result;
  }
  // Without the second derivative of each component along its own axis, which is in both.
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const auto sum = [&](int a, int b) { return graph_.make(Op::add, a, b); };
    const int own = fields[std::size_t(i)];
    const int others = sum(partial(fields[std::size_t(j)], i, j, where),
                           partial(fields[std::size_t(k)], i, k, where));
    result.nodes.push_back(graph_.make(Op::subtract, others,
                                       sum(partial(own, j, j, where), partial(own, k, k, where))));
  }
  return result;
}

Value Lowering::laplacian(const std::vector<int>& fields, const Location& where) {
  Value result;
  for (const int field : fields) {
    int total = partial(field, 0, 0, where);
    for (int axis = 1; axis < 3; ++axis)
      total = graph_.make(Op::add, total, partial(field, axis, axis, where));
    result.nodes.push_back(total);
  }
  result.base = fields.size() == 3 ? Base::vector : Base::scalar;
  return result;
}

Value Lowering::differential(const Expression& call, const std::vector<Value>& arguments) {
  const Location& where = call.where;
  const std::vector<int>& fields = arguments.back().fields;
  Value result{call.builtin->result.base, {}, {}, {}};
  switch (call.builtin->operation) {
    case Operation::value:
      return differences(fields, {}, {}, where);
    case Operation::difference:
      return differences(
          fields, call.builtin->orders,
          arguments.size() > 1 ? offset_of(arguments[0], where) : std::array<int, 3>{}, where);
    case Operation::derivative: {
      std::array<int, 3> orders{};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const long degree = known(arguments[axis + 1], where, "the degree of a derivative");
        if (degree < 0 || degree > 6)
          fail(where,
               fmt::format("the degree of a derivative is 0 to 6 along an axis, not {}", degree));
        orders[axis] = int(degree);
      }
      return differences(arguments[0].fields, orders, {}, where);
    }
    case Operation::gradient:
      for (const int field : fields)
        for (int axis = 0; axis < 3; ++axis)
          result.nodes.push_back(partial(field, axis, -1, where));
      return result;
    case Operation::hessian:
      for (int i = 0; i < 9; ++i) result.nodes.push_back(partial(fields[0], i / 3, i % 3, where));
      return result;
    case Operation::divergence:
      for (std::size_t i = 0; i < fields.size(); i += 3)
        result.nodes.push_back(divergence({fields[i], fields[i + 1], fields[i + 2]}, where));
      return result;
    case Operation::curl:
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        result.nodes.push_back(graph_.make(Op::subtract,
                                           partial(fields[std::size_t(k)], j, -1, where),
                                           partial(fields[std::size_t(j)], k, -1, where)));
      }
      return result;
    case Operation::laplacian:
      return laplacian(fields, where);
    case Operation::curl_of_curl:
      return curl_of_curl(fields, where);
    default:
      return gradient_of_divergence(fields, where);
  }
}

Value Lowering::user_stencil(const Expression& call, const Value& field) {
  Value result{call.type.base, std::vector<int>(field.fields.size(), graph_.constant(0)), {}, {}};
  for (const Stencil::Point& point : call.stencil->points) {
    std::array<int, 3> at{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Location& where = point.offset[axis]->where;
      const long offset = known(evaluate(*point.offset[axis]), where, "an offset");
      if (offset < -16 || offset > 16)
        fail(where, fmt::format("the offset is {}; expected one from -16 to 16", offset));
      at[axis] = int(offset);
    }
    const int factor = converted(*point.weight, scalar_type).nodes[0];
    for (std::size_t i = 0; i < field.fields.size(); ++i)
      result.nodes[i] =
          graph_.make(Op::add, result.nodes[i],
                      graph_.make(Op::multiply, factor, load(field.fields[i], at, call.where)));
  }
  return result;
}

Value Lowering::runge_kutta(const std::vector<Value>& arguments, const std::string& name,
                            const Location& where) {
  // A substep of numerics/vertices/runge_kutta.hpp: f + keep (f - f_previous) + weight dt rate.
  const bool named = arguments.size() == 3;
  const Value& field = arguments[named ? 0 : 1];
  const Value& rate = arguments[named ? 1 : 2];
  if (!named && arguments[0].fields != field.fields)
    fail(where, fmt::format("{} advances one field: its output and its input must have the same "
                            "buffer",
                            name));
  const int step =
      graph_.make(Op::multiply, graph_.leaf(Op::substep_weight), arguments.back().nodes[0]);
  Value result{rate.base, {}, {}, {}};
  for (std::size_t i = 0; i < field.fields.size(); ++i) {
    if (is_expression(field.fields[i]))
      fail(where, fmt::format("{} advances a field, and this is an expression", name));
    if (is_source(field.fields[i]))
      fail(where, fmt::format("an 'in field' is what the deck says; {} advances fields", name));
    if (kernels_.fields[std::size_t(field.fields[i])].auxiliary)
      fail(where, fmt::format("an auxiliary field is computed anew in each substep; {} advances "
                              "fields",
                              name));
    const int now = load(field.fields[i], {}, where);
    const int change = graph_.make(Op::subtract, now, graph_.leaf(Op::previous, field.fields[i]));
    const int kept =
        graph_.make(Op::add, now, graph_.make(Op::multiply, graph_.leaf(Op::substep_keep), change));
    result.nodes.push_back(
        graph_.make(Op::add, kept, graph_.make(Op::multiply, step, rate.nodes[i])));
  }
  return result;
}

}  // namespace solenoid::stencil
