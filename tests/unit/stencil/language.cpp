/// What programs mean: each is run by the interpreter on a small box.

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

TEST(StencilLanguage, AppendixCOfPekkilaIsMhd) {
  const std::map<std::string, double> theirs = {
      {"cs2_sound", 1.1 * 1.1}, {"nu_visc", 0.05}, {"cp_sound", 0.9}, {"mu0", 1.3}, {"eta", 0.03},
      {"gamma", 1.4},           {"zeta", 0.02}};
  const std::map<std::string, double> ours = {
      {"sound_speed", 1.1},        {"viscosity", 0.05},    {"heat_capacity", 0.9},
      {"permeability", 1.3},       {"resistivity", 0.03},  {"gamma", 1.4},
      {"bulk_viscosity", 0.02},    {"conductivity", 0.04}, {"log_density_0", 0.2},
      {"log_temperature_0", -0.1}, {"heating", 0.6},       {"cooling", 0.25}};
  const std::string folder = "tests/unit/stencil/programs/";
  const Kernels a =
      compile(files_of({folder + "appendix_c_prelude.stencil", folder + "appendix_c.stencil"}), {});
  const Kernels b = compile(files_of({"physics/equations/mhd.stencil"}), {});
  const Box<long double> box(8);
  Box<long double> reordered = box;  // from lnrho, uu, aa, ss to lnrho, s, u, A
  reordered.fields = {box.fields[0], box.fields[7], box.fields[1], box.fields[2],
                      box.fields[3], box.fields[4], box.fields[5], box.fields[6]};
  const auto x = rates(a, box, theirs, 4, 1, 7);
  const auto y = rates(b, reordered, ours, 4, 1, 7);
  const std::map<std::string, std::string> names = {
      {"lnrho", "log_density"},       {"ss", "entropy"},
      {"uu_x", "velocity_x"},         {"uu_y", "velocity_y"},
      {"uu_z", "velocity_z"},         {"aa_x", "vector_potential_x"},
      {"aa_y", "vector_potential_y"}, {"aa_z", "vector_potential_z"}};
  ASSERT_EQ(x.size(), names.size());
  for (const auto& [theirs_name, our_name] : names)
    EXPECT_NEAR(double(x.at(theirs_name)), double(y.at(our_name)),
                3e-15 * (1 + std::abs(double(y.at(our_name)))))
        << our_name;
}

TEST(StencilLanguage, ArithmeticFollowsTheUsualRules) {
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = 1 + 2 * 3 - 8 / 4.0;"), 5);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = -2.0 * -3 - -1;"), 7);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = 8 / 2 + 7 % 4;"), 7);  // of integers
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = 7 / 2.;"), 3.5);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = 10 - 4 - 3;"), 3);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = 1 < 2 && !(3 <= 2) || 1 == 2 ? 4 : 5;"), 4);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = f >= g ? 1 : 2;"), value_of(0) >= value_of(1) ? 1 : 2);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = f != f ? 1 : 2;"), 2);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = pow(2, 3) + min(2, 3) + max(2, 3) + abs(-2.5) + sqrt(4);"),
                   17.5);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = exp(g) * sin(g) + cos(g) / tan(g) + log(g * g);"),
                   std::exp(value_of(1)) * std::sin(value_of(1)) +
                       std::cos(value_of(1)) / std::tan(value_of(1)) +
                       std::log(value_of(1) * value_of(1)));
}

TEST(StencilLanguage, QuotientsOfIntsMayBeIndicesAndInts) {
  // What drops a remainder is an error where a Scalar is needed alone (bad_programs/).
  EXPECT_DOUBLE_EQ(rate_of_f("const int half = 7 / 2; d_t f = half;"), 3);
  EXPECT_DOUBLE_EQ(rate_of_f("int half(int n) { return n / 2; } d_t f = half(7) + half(9);"), 7);
  EXPECT_DOUBLE_EQ(rate_of_f("Scalar s() { Scalar a[] = {1, 2, 3}; int n = 5; n /= 2; return a[5 / "
                             "2] + n; } d_t f = s();"),
                   5);
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = f[vertexIdx.x + 3 / 2, vertexIdx.y, vertexIdx.z];"),
                   value_of(0, 2, 2, 3));
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = (7 / 2 == 3 ? 1 : 2) + STENCIL_ORDER / 2;"), 4);
}

TEST(StencilLanguage, VectorsAndMatrices) {
  const std::string a = "const Vector a = Vector(1, 2, 3), b = (Vector){4, 5, 6};\n";
  const std::string m =
      "const Matrix m = (Matrix){Vector(1, 2, 3), Vector(4, 5, 6), "
      "Vector(7, 8, 10)};\n";
  const auto is = [&](const std::string& expression, double value) {
    EXPECT_DOUBLE_EQ(rate_of_f(a + m + "d_t f = " + expression + ";"), value) << expression;
  };
  is("dot(a, b)", 32);
  is("length(Vector(2, 3, 6))", 7);
  is("cross(a, b).y", 6);
  is("(2 * a - b / 2).z", 3);
  is("mul(m, a).z", 53);
  is("mul(m, m)[1, 2]", 102);
  is("transpose(m).row[0].z", 7);
  is("trace(m) + contract(identity)", 19);
  is("(m - 2 * identity).row[1][1]", 3);
}

TEST(StencilLanguage, StatementsRunAsWritten) {
  EXPECT_DOUBLE_EQ(rate_of_f("Scalar sum(int n) { Scalar s = 0; for (int i = 1; i <= n; ++i) { s "
                             "+= i; } return s; }\nd_t f = sum(10);"),
                   55);
  EXPECT_DOUBLE_EQ(rate_of_f("Scalar f2() { int i = 20; while i > 3 { i /= 2; --i; } return i; }\n"
                             "d_t f = f2();"),
                   3);
  EXPECT_DOUBLE_EQ(
      rate_of_f("Scalar pick(int i) { Scalar a[4] = {1, 2, 4, 8}; a[i] *= 3; return a[i] + a[0]; "
                "}\nd_t f = pick(2);"),
      13);
  const std::string early =
      "Scalar early(Scalar x) { Scalar y = 1; if (x < 0) { return -x; } else if (x < 0.1) { y = 2; "
      "} else { y = 3; if (x < 0.2) { return 10; } } y += 1; return y; }\nd_t f = early(";
  const auto expected = [](double x) { return x < 0 ? -x : x < 0.1 ? 3.0 : x < 0.2 ? 10.0 : 4.0; };
  for (const double x : {-2.0, 0.05, 0.15, 0.5}) {
    // Known when compiled, and only at run time.
    EXPECT_DOUBLE_EQ(rate_of_f(early + std::to_string(x) + ");"), expected(x));
    EXPECT_DOUBLE_EQ(rate_of_f(early + "g - " + std::to_string(value_of(1) - x) + ");"),
                     expected(value_of(1) - std::stod(std::to_string(value_of(1) - x))));
  }
}

TEST(StencilLanguage, KernelsWriteWhereTheyChoose) {
  const std::string kernel =
      "Kernel step(Scalar dt) { f = f + 1; if (g < v.x) { f = f + 5 * dt; return; } "
      "g = rk3(g, 2, dt); }";
  EXPECT_DOUBLE_EQ(rate_of_f(kernel), value_of(1) < value_of(2) ? 5 : 1);
}

TEST(StencilLanguage, NeighboursAndPositions) {
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = g[vertexIdx.x + 1, vertexIdx.y - 2, vertexIdx.z];"),
                   value_of(1, 2, 0, 3));
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = v[vertexIdx + int3(0, 0, 1)].y;"), value_of(3, 1, 2, 4));
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = position.z + 10 * vertexIdx.y + spacing.x;"), 0.9 + 20 + 0.5);
  EXPECT_DOUBLE_EQ(rate_of_f("stencil mean { [-1, 0, 0] = 0.25, [1, 0, 0] = 1 - 0.25, }\n"
                             "d_t f = mean(v).x;"),
                   0.25 * value_of(2, 0) + 0.75 * value_of(2, 2));
  EXPECT_DOUBLE_EQ(rate_of_f("d_t f = derxy(vertexIdx, g) - derivative(g, 1, 1, 0);"), 0);
  EXPECT_DOUBLE_EQ(
      rate_of_f("d_t f = derx(vertexIdx + int3(0, 1, 0), g) - 2 * derx(g);", {2, false}),
      (value_of(1, 2, 3) - value_of(1, 0, 3)) - 2 * (value_of(1, 2) - value_of(1, 0)));
}

TEST(StencilLanguage, OrderIsAnOption) {
  for (const int order : {2, 4, 6, 8}) {
    const Kernels kernels =
        compile({{"test", "field Scalar f;\nd_t f = laplacian(f) + derxy(f);"}}, {order, false});
    EXPECT_EQ(kernels.radius, order / 2);
  }
  EXPECT_THROW(compile({{"test", ""}}, {3, false}), std::invalid_argument);
}

TEST(StencilLanguage, DirectionsWithOneVertexAreLeftOut) {
  const std::string text =
      "stencil s { [0, 0, 1] = 2, [1, 0, 0] = 3 }\n"
      "d_t f = laplacian(f) + derxz(g) + derx(f * g) * derz(f * g) + divergence(g * v) + s(f)\n"
      "        + (1 / spacing.z > 0 ? 1 : spacing.x) + g[vertexIdx.x, vertexIdx.y, vertexIdx.z + "
      "1];";
  const std::string fields = "field Scalar f, g;\nfield Vector v;\n";
  const Kernels plane = compile({{"test", fields + text}}, {6, false, {true, true, false}});
  for (int n = 0; n < plane.passes[0].graph.size(); ++n)
    EXPECT_EQ(plane.passes[0].graph.at(n).offset[2], 0);
  // Otherwise the program says it when it runs: by an infinite spacing, and values that are the
  // same.
  const Kernels space = compile({{"test", fields + text}}, {});
  Box<long double> box(5);
  for (auto& field : box.fields)
    for (int i = 0; i < int(field.size()); ++i)
      field[std::size_t(i)] = field[std::size_t(i % (box.cells * box.cells))];
  box.spacing[2] = std::numeric_limits<long double>::infinity();
  EXPECT_EQ(rates(plane, box, {}, 1, 2, 3).at("f"), rates(space, box, {}, 1, 2, 3).at("f"));
}

TEST(StencilLanguage, AuxiliaryFieldsOfOneDeclarationShareAPass) {
  const std::string fields = "field Scalar f, g;\n";
  const std::string rate = "d_t f = derx(a) * b + c;";
  const Kernels together = compile(
      {{"test", fields + "auxiliary Scalar a = derz(f), b = dery(f), c = derx(g);\n" + rate}}, {});
  ASSERT_EQ(together.passes.size(), 2U);
  EXPECT_EQ(together.passes[0].outputs.size(), 3U);
  // What uses another one waits for its pass, in functions, too.
  const std::string twice = "Scalar twice(in Scalar u) { return 2 * derx(u); }\n";
  const Kernels apart =
      compile({{"test", fields + twice +
                            "auxiliary Scalar a = derz(f), b = twice(a), c = derx(g);\n" + rate}},
              {});
  ASSERT_EQ(apart.passes.size(), 3U);
  EXPECT_EQ(apart.passes[0].outputs.size(), 1U);
  EXPECT_EQ(apart.passes[1].outputs.size(), 2U);
  Box<long double> box(5);
  const Kernels one_by_one =
      compile({{"test", fields +
                            "auxiliary Scalar a = derz(f);\nauxiliary Scalar b = dery(f);\n"
                            "auxiliary Scalar c = derx(g);\n" +
                            rate}},
              {});
  EXPECT_EQ(rates(together, box, {}, 1, 2, 3).at("f"), rates(one_by_one, box, {}, 1, 2, 3).at("f"));
}

/// The names of passes, one after the other.
std::string passes_of(const std::string& text, const CompilerOptions& options = {}) {
  std::string names;
  for (const Pass& pass : compile({{"test", fields_f_g_v + text}}, options).passes)
    names += (names.empty() ? "" : " ") + pass.name;
  return names;
}

TEST(StencilLanguage, AuxiliaryFieldsThatReadNoNeighboursShareAPass) {
  const std::string rate = "d_t f = derx(a) + derx(b) + derx(c) + derx(d);";
  EXPECT_EQ(passes_of("auxiliary Scalar a = f * g;\nauxiliary Vector w = a * v;\n"
                      "auxiliary Scalar b = w.x + a;\nauxiliary Scalar c = derx(b), d = g;\n" +
                      rate),
            "a c d equations");
  // What acts from outside has no ghosts.
  EXPECT_EQ(passes_of("in field Scalar q;\nauxiliary Scalar a = q, b = f, c = g;\n"
                      "auxiliary Scalar d = q * f;\n" +
                          rate,
                      {6, false, {true, true, true}, {"q"}}),
            "a b d equations");
}

TEST(StencilLanguage, AuxiliaryFieldsThatNothingReadsAreLeftOut) {
  const std::string text =
      "auxiliary Scalar a = f * g, b = derz(f), c = dery(g), d = laplacian(b);\n"
      "d_t f = derz(d) + c;\noutput Scalar o = a;";
  EXPECT_EQ(passes_of(text), "a b d equations");
  EXPECT_EQ(passes_of(text, {6, false, {true, true, false}}), "a c equations");
  const Kernels plane = compile({{"test", fields_f_g_v + text}}, {6, false, {true, true, false}});
  std::string names;
  for (const Field& field : plane.fields) names += field.name + " ";
  EXPECT_EQ(names, "f g v_x v_y v_z a c ");
}

TEST(StencilLanguage, WhatAuxiliaryFieldsHoldIsReadFromThem) {
  const std::string flow =
      "Vector flow() { return (1 / (1 + f * f)) * v + Vector(position.x, 0, 1); }\n"
      "auxiliary Vector w = flow();\n";
  const std::string rate = "d_t f = derx(f * flow().x) + dery(flow().y) - flow().z;\n";
  const Kernels kernels = compile({{"test", fields_f_g_v + (flow + rate)}}, {});
  ASSERT_EQ(kernels.passes.size(), 2U);
  const Graph& graph = kernels.passes[1].graph;
  for (int n = 0; n < graph.size(); ++n) {
    EXPECT_FALSE(graph.at(n).op == Op::divide && !graph.is_uniform(n));
    if (graph.at(n).op == Op::load) {
      EXPECT_NE(kernels.fields[std::size_t(graph.at(n).index)].name.substr(0, 2), "v_");
    }
  }
  // What is derived by it stays, and so does the value, but for rounding.
  EXPECT_TRUE(kernels.fields[0].carried);
  const CompilerOptions second{2};
  EXPECT_NEAR(rate_of_f(flow + rate, second),
              rate_of_f(flow.substr(0, flow.find("auxiliary")) + rate, second), 1e-14);
}

TEST(StencilLanguage, DecomposingDefersTheDivergence) {
  const std::string text = "d_t f = dot(gradient_of_divergence(v), Vector(1, 2, 3));";
  const std::string by_hand =
      "auxiliary Scalar d = divergence(v);\nd_t f = dot(gradient(d), Vector(1, 2, 3));";
  const double two_passes = rate_of_f(text, {6, true});
  EXPECT_DOUBLE_EQ(two_passes, rate_of_f(by_hand));
  // The same derivative by other differences (Pekkila et al. 2017, eqs. 8 and 9).
  EXPECT_NE(two_passes, rate_of_f(text));
  const Kernels kernels = compile(
      files_of({"physics/equations/isothermal.stencil", "physics/equations/forcing/none.stencil"}),
      {6, true});
  ASSERT_EQ(kernels.passes.size(), 2U);
  EXPECT_EQ(kernels.passes[0].outputs.size(), 1U);
  // Neither pass reads off the axes: 19 points.
  for (const Pass& pass : kernels.passes)
    for (int n = 0; n < pass.graph.size(); ++n) {
      const std::array<int, 3> o = pass.graph.at(n).offset;
      EXPECT_LE((o[0] != 0) + (o[1] != 0) + (o[2] != 0), 1);
    }
}

TEST(StencilLanguage, TheCurlOfACurlIsWhatItIsCalled) {
  const std::string weights = ", Vector(1, 2, 3));";
  const std::string curl = "d_t f = dot(curl_of_curl(v)" + weights;
  const std::string difference = "d_t f = dot(gradient_of_divergence(v) - laplacian(v)" + weights;
  const double expected = rate_of_f(difference);
  EXPECT_NE(expected, 0);
  EXPECT_NEAR(rate_of_f(curl), expected, 1e-12 * std::abs(expected));
  EXPECT_DOUBLE_EQ(rate_of_f(curl, {6, true}), rate_of_f(difference, {6, true}));
  // It reads nothing along x of the x component but what its mixed derivatives do.
  const Kernels kernels = compile({{"test", "field Scalar f; field Vector v;\n" + curl}}, {});
  const Graph& graph = kernels.passes.at(0).graph;
  for (int n = 0; n < graph.size(); ++n) {
    const Node& node = graph.at(n);
    if (node.op != Op::load || node.index == 0) continue;
    std::array<int, 3> off_axis = node.offset;
    off_axis[std::size_t(node.index - 1)] = 0;
    EXPECT_TRUE(node.offset == off_axis || off_axis != (std::array<int, 3>{}));
  }
}

TEST(StencilLanguage, OnlyWhatIsUsedIsComputed) {
  const auto loads = [](const std::string& text) {
    const Kernels kernels = compile({{"test", text}}, {});
    int count = 0;
    for (int n = 0; n < kernels.passes.at(0).graph.size(); ++n)
      count += kernels.passes[0].graph.at(n).op == Op::load ? 1 : 0;
    return count;
  };
  // f itself and six neighbours, each once, however often they occur.
  EXPECT_EQ(loads("field Scalar f;\nd_t f = derx(f) * derx(f) + derxx(f);"), 7);
  EXPECT_EQ(loads("field Scalar f, g;\nd_t f = derx(f) + 0 * laplacian(g);"), 7);
  EXPECT_EQ(loads("field Scalar f;\nScalar h(in Scalar a) { const Matrix m = hessian(a); return "
                  "m[1, 1]; }\nd_t f = h(f);"),
            7);
}

TEST(StencilLanguage, UniformsHaveDefaults) {
  const Kernels kernels = compile(
      {{"test",
        "const Scalar c = 2;\nuniform Scalar a = c * pi, b;\nuniform Vector g = "
        "Vector(0, 0, -c);\nuniform int n = 3;\nfield Scalar f;\nd_t f = a * b + g.z * n;"}},
      {});
  ASSERT_EQ(kernels.uniforms.size(), 6U);
  EXPECT_EQ(kernels.uniforms[0].value.in_double, 2 * M_PI);
  EXPECT_FALSE(kernels.uniforms[1].has_default);
  EXPECT_EQ(kernels.uniforms[4].name, "g_z");
  EXPECT_EQ(kernels.uniforms[4].value.in_double, -2);
  EXPECT_TRUE(kernels.uniforms[5].integer);
}

TEST(StencilLanguage, ReductionsAreDeclared) {
  const Kernels kernels =
      compile({{"test", "field Vector v;\nd_t v = v;\nreduction v_max = max(length(v));"}}, {});
  ASSERT_EQ(kernels.reductions.size(), 1U);
  EXPECT_EQ(kernels.reductions[0].operation, "max");
  const Box<double> box(3);
  const std::vector<double> values =
      interpret(kernels.reduction_graph, surroundings(box, box, 1, 2, 3));
  EXPECT_DOUBLE_EQ(values[std::size_t(kernels.reductions[0].node)],
                   std::hypot(box.at(0, 1, 2, 3), box.at(1, 1, 2, 3), box.at(2, 1, 2, 3)));
}

/// Whether the rate of f has terms with an odd number of derivatives, and their highest degree.
std::pair<bool, int> derivatives_in(const std::string& text, bool decompose = false) {
  const Kernels kernels =
      compile({{"test", "field Scalar f, g;\nfield Vector v;\n" + text}}, {6, decompose});
  return {kernels.fields[0].carried, kernels.fields[0].highest_derivative};
}

TEST(StencilLanguage, RatesSayWhatDerivativesTheyAreMadeOf) {
  using Found = std::pair<bool, int>;
  for (const char* carried :
       {"-f * derx(f)", "-2.0 * dery(f)", "-dot(v, gradient(f))", "laplacian(f) - divergence(v)",
        "f < g ? derx(f) : laplacian(f)", "derx(f) / (1 + g)"})
    EXPECT_EQ(derivatives_in(std::string("d_t f = ") + carried + ";").first, true) << carried;
  for (const char* diffuses :
       {"f * laplacian(f) + dot(gradient(f), gradient(f))", "laplacian(f) + f * g - g",
        "derx(f) * derxx(f) / derx(g)", "laplacian(f) / (1 + dot(gradient(f), gradient(f)))",
        "sqrt(1 + derx(f)) * laplacian(f)", "f[vertexIdx.x + 1, vertexIdx.y, vertexIdx.z]"})
    EXPECT_EQ(derivatives_in(std::string("d_t f = ") + diffuses + ";").first, false) << diffuses;
  EXPECT_EQ(derivatives_in("d_t f = derivative(f, 3, 0, 0);"), Found(true, 3));
  EXPECT_EQ(derivatives_in("auxiliary Scalar l = laplacian(f);\nd_t f = -laplacian(l);"),
            Found(false, 4));
  EXPECT_EQ(derivatives_in("auxiliary Scalar l = derx(f);\nd_t f = f * l - g * derx(l);"),
            Found(true, 2));
  EXPECT_EQ(derivatives_in("Kernel k(Scalar dt) { f = advance(f, -f * derx(f), dt); }"),
            Found(true, 1));
  for (const bool decompose : {false, true})
    EXPECT_EQ(derivatives_in("d_t f = gradient_of_divergence(v).x;", decompose), Found(false, 2));
}

TEST(StencilLanguage, ProgramsOfTheDocumentationCompile) {
  const std::string page = files_of({"docs/stencil-language.md"}).at(0).text;
  int programs = 0;
  for (std::size_t at = page.find("```\nfield"); at != std::string::npos;
       at = page.find("```\nfield", at + 4)) {
    const std::string program = page.substr(at + 4, page.find("```", at + 4) - at - 4);
    EXPECT_NO_THROW(compile({{"docs", program}}, {})) << program;
    ++programs;
  }
  EXPECT_EQ(programs, 9);
}

}  // namespace
}  // namespace solenoid::stencil
