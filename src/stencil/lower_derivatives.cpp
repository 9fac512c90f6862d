/// What derivatives a rate of change is made of, which is what limits the time step: an odd number
/// of them in a term, u derx(f), carries a field along; an even number, laplacian(f) or D'(f)
/// dot(gradient(f), gradient(f)), is diffusion.

#include <algorithm>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

namespace {

constexpr int most_derivatives = 31;

/// Of a product.
std::uint32_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t counts = 0;
  for (int d = 0; d <= most_derivatives; ++d)
    if ((b >> unsigned(d) & 1U) != 0) counts |= a << unsigned(d);
  return counts;
}

/// Of a quotient: of a divisor's derivatives only whether their number is odd matters.
std::uint32_t quotient(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t even = 0x55555555U;
  return ((b & even) != 0 ? a : 0U) | ((b & ~even) != 0 ? a << 1U : 0U);
}

}  // namespace

void Lowering::note_difference(int node, int field, int degree) {
  if (graph_.is_constant(node)) return;
  const Derivatives of = derivatives_of_operand(field);
  derivatives_of_node_[node] = {of.counts << unsigned(degree), of.highest + degree};
  if (std::size_t(node) < derivatives_.size())
    derivatives_[std::size_t(node)] = derivatives_of_node_[node];
}

Derivatives Lowering::derivatives_of_operand(int field) {
  if (is_expression(field)) {
    find_derivatives(field - first_expression + 1);
    return derivatives_[std::size_t(field - first_expression)];
  }
  const auto known = derivatives_of_field_.find(field);
  return known == derivatives_of_field_.end() ? Derivatives{} : known->second;
}

void Lowering::find_derivatives(int nodes) {
  while (int(derivatives_.size()) < nodes)
    derivatives_.push_back(derivatives_of(int(derivatives_.size())));
}

Derivatives Lowering::derivatives_of(int node) const {
  if (const auto found = derivatives_of_node_.find(node); found != derivatives_of_node_.end())
    return found->second;
  const Node& at = graph_.at(node);
  if (at.op == Op::load) {
    const auto field = derivatives_of_field_.find(at.index);
    return field == derivatives_of_field_.end() ? Derivatives{} : field->second;
  }
  Derivatives result;
  const auto in = [&](std::size_t i) { return derivatives_[std::size_t(at.in[i])]; };
  for (std::size_t i = 0; i < std::size_t(inputs_of(at.op)); ++i)
    result.highest = std::max(result.highest, in(i).highest);
  switch (at.op) {
    case Op::negate:
      result.counts = in(0).counts;
      break;
    case Op::add:
    case Op::subtract:
    case Op::min:
    case Op::max:
      result.counts = in(0).counts | in(1).counts;
      break;
    case Op::select:
      result.counts = in(1).counts | in(2).counts;
      break;
    case Op::multiply:
      result.counts = product(in(0).counts, in(1).counts);
      break;
    case Op::divide:
      result.counts = quotient(in(0).counts, in(1).counts);
      break;
    default:
      break;  // a function of derivatives, such as a limiter of diffusion, counts as a factor
  }
  return result;
}

void Lowering::note_derivatives(const std::map<int, int>& outputs) {
  find_derivatives(graph_.size());
  for (const auto& [field, node] : outputs) {
    const Derivatives& of = derivatives_[std::size_t(node)];
    Field& written = kernels_.fields[std::size_t(field)];
    if (written.auxiliary) derivatives_of_field_[field] = of;
    constexpr std::uint32_t odd = 0xAAAAAAAAU;
    written.carried = (of.counts & odd) != 0;
    written.highest_derivative = of.highest;
  }
}

}  // namespace solenoid::stencil
