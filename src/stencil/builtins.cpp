#include "src/stencil/builtins.hpp"

namespace solenoid::stencil {

namespace {

using Table = std::vector<Builtin>;

void add_mathematics(Table& table) {
  const Type s = scalar_type;
  const Type v = vector_type;
  const Type m = matrix_type;
  for (const auto& [name, operation] :
       std::vector<std::pair<const char*, Operation>>{{"exp", Operation::exponential},
                                                      {"log", Operation::logarithm},
                                                      {"sin", Operation::sine},
                                                      {"cos", Operation::cosine},
                                                      {"tan", Operation::tangent},
                                                      {"sqrt", Operation::root},
                                                      {"abs", Operation::magnitude}})
    table.push_back({name, operation, s, {s}});
  table.push_back({"pow", Operation::power, s, {s, s}});
  table.push_back({"min", Operation::min, s, {s, s}});
  table.push_back({"max", Operation::max, s, {s, s}});
  table.push_back({"dot", Operation::dot, s, {v, v}});
  table.push_back({"cross", Operation::cross, v, {v, v}});
  table.push_back({"length", Operation::length, s, {v}});
  table.push_back({"mul", Operation::apply, v, {m, v}});
  table.push_back({"mul", Operation::multiply, m, {m, m}});
  table.push_back({"transpose", Operation::transpose, m, {m}});
  table.push_back({"trace", Operation::trace, s, {m}});
  table.push_back({"contract", Operation::contract, s, {m}});
}

/// derx, deryy, derxz, ...; each also with the index of the vertex first, as in Pekkila (2019).
void add_differences(Table& table) {
  const std::string axes = "xyz";
  const auto add = [&](const std::string& name, const std::array<int, 3>& orders) {
    for (const Type& field : {scalar_field, vector_field}) {
      const Type result{field.base};
      table.push_back({name, Operation::difference, result, {field}, orders});
      table.push_back({name, Operation::difference, result, {int3_type, field}, orders});
    }
  };
  for (std::size_t a = 0; a < 3; ++a) {
    std::array<int, 3> first{};
    first[a] = 1;
    add(std::string("der") + axes[a], first);
    for (std::size_t b = 0; b < 3; ++b) {
      std::array<int, 3> second = first;
      ++second[b];
      add(std::string("der") + axes[a] + axes[b], second);
    }
  }
  const Type i = integer_type;
  for (const Type& field : {scalar_field, vector_field})
    table.push_back({"derivative", Operation::derivative, {field.base}, {field, i, i, i}});
}

void add_operators(Table& table) {
  const Type s = scalar_field;
  const Type v = vector_field;
  table.push_back({"value", Operation::value, scalar_type, {s}});
  table.push_back({"value", Operation::value, vector_type, {v}});
  table.push_back({"gradient", Operation::gradient, vector_type, {s}});
  table.push_back({"gradient", Operation::gradient, matrix_type, {v}});
  table.push_back({"hessian", Operation::hessian, matrix_type, {s}});
  table.push_back({"divergence", Operation::divergence, scalar_type, {v}});
  table.push_back({"divergence", Operation::divergence, vector_type, {matrix_field}});
  table.push_back({"curl", Operation::curl, vector_type, {v}});
  table.push_back({"laplacian", Operation::laplacian, scalar_type, {s}});
  table.push_back({"laplacian", Operation::laplacian, vector_type, {v}});
  table.push_back({"gradient_of_divergence", Operation::gradient_of_divergence, vector_type, {v}});
  table.push_back({"curl_of_curl", Operation::curl_of_curl, vector_type, {v}});
}

void add_runge_kutta(Table& table) {
  const Operation substep = Operation::runge_kutta;
  const Type s = scalar_type;
  const Type v = vector_type;
  for (const char* name : {"advance", "rk3"}) {
    table.push_back({name, substep, s, {scalar_field, s, s}});
    table.push_back({name, substep, v, {vector_field, v, s}});
    table.push_back({name, substep, s, {scalar_output, scalar_field, s, s}});
    table.push_back({name, substep, v, {vector_output, vector_field, v, s}});
  }
}

}  // namespace

const std::vector<Builtin>& builtins() {
  static const Table table = [] {
    Table made;
    add_mathematics(made);
    add_differences(made);
    add_operators(made);
    add_runge_kutta(made);
    return made;
  }();
  return table;
}

const Synonyms& names_elsewhere() {
  static const Synonyms names = {{"laplace", "laplacian"},
                                 {"lap", "laplacian"},
                                 {"del2", "laplacian"},
                                 {"nabla2", "laplacian"},
                                 {"ddx", "derx"},
                                 {"ddy", "dery"},
                                 {"ddz", "derz"},
                                 {"d_dx", "derx"},
                                 {"d_dy", "dery"},
                                 {"d_dz", "derz"},
                                 {"diff_x", "derx"},
                                 {"diff_y", "dery"},
                                 {"diff_z", "derz"},
                                 {"d2dx2", "derxx"},
                                 {"d2dy2", "deryy"},
                                 {"d2dz2", "derzz"},
                                 {"grad", "gradient"},
                                 {"nabla", "gradient"},
                                 {"div", "divergence"},
                                 {"rot", "curl"},
                                 {"curlcurl", "curl_of_curl"},
                                 {"graddiv", "gradient_of_divergence"},
                                 {"grad_div", "gradient_of_divergence"},
                                 {"norm", "length"},
                                 {"magnitude", "length"},
                                 {"mag", "length"},
                                 {"inner", "dot"},
                                 {"matmul", "mul"},
                                 {"fabs", "abs"},
                                 {"ln", "log"},
                                 {"power", "pow"},
                                 {"fmin", "min"},
                                 {"fmax", "max"},
                                 {"t", "time"},
                                 {"coordinates", "position"},
                                 {"dx", "spacing"}};
  return names;
}

}  // namespace solenoid::stencil
