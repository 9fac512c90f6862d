/// \file
/// Which terms are local (src/stencil/lower_local.cpp).

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

Kernels local_terms(const std::string& text) {
  CompilerOptions options;
  options.order = 2;
  options.terms = true;
  return compile({{"test", fields_f_g_v + ("uniform Scalar k = 3;\n" + text)}}, options);
}
const std::string decay_rate = "reduction decay_rate += max(k);\n";
const std::string diffusion = "d_t f += k * laplacian(f);\nreduction diffusivity += max(k);\n";

std::set<std::string> written(const Kernels& kernels, const Pass& pass) {
  std::set<std::string> names;
  for (const Pass::Output& output : pass.outputs)
    names.insert(kernels.fields[std::size_t(output.field)].name);
  return names;
}

TEST(LocalTerms, AreThoseOfTheVertexAlone) {
  const Kernels alone =
      local_terms("d_t f += -k * f * g;\nd_t v += -k * position.x * v;\n" + decay_rate);
  ASSERT_TRUE(alone.local);
  EXPECT_EQ(written(alone, *alone.local), (std::set<std::string>{"f", "v_x", "v_y", "v_z"}));
  EXPECT_FALSE(alone.others);
  const Kernels both =
      local_terms("d_t f += -k * f * g;\nd_t v += gradient(f);\n" + diffusion + decay_rate);
  ASSERT_TRUE(both.local && both.others);
  EXPECT_EQ(written(both, *both.local), (std::set<std::string>{"f"}));
  EXPECT_EQ(written(both, *both.others), (std::set<std::string>{"f", "v_x", "v_y", "v_z"}))
      << "all that evolves, stages of which are summed";
}

TEST(LocalTerms, AreNoneWhereNothingSaysHowFastTheyAre) {
  EXPECT_FALSE(local_terms("d_t f += -k * f;\n" + diffusion).local);
}

TEST(LocalTerms, AreNoneWhereTheOthersMayBeWhatDecays) {
  EXPECT_FALSE(local_terms("d_t f += -k * f;\nd_t g += k * laplacian(f);\n" + decay_rate).local);
  EXPECT_TRUE(local_terms("d_t f += -k * f;\nd_t g += k * laplacian(f);\n" + decay_rate +
                          "reduction signal_speed += max(k);\n")
                  .local);
}

TEST(LocalTerms, ReadNoAuxiliaryFields) {
  EXPECT_FALSE(local_terms("auxiliary Scalar a = f * g;\nd_t f += -k * a;\n" + decay_rate).local);
  EXPECT_FALSE(
      local_terms("auxiliary Scalar a = laplacian(g);\nd_t f += -k * f * a;\n" + decay_rate).local);
}

TEST(LocalTerms, LeaveOutWhatIsAbsent) {
  const Kernels kernels = local_terms(
      "absent field Scalar e;\nd_t f += -k * f;\nd_t e += -k * f;\n" + diffusion + decay_rate);
  ASSERT_TRUE(kernels.local && kernels.others);
  EXPECT_EQ(written(kernels, *kernels.local), std::set<std::string>{"f"});
}

TEST(LocalTerms, AreNoPartOfWholePrograms) {
  const Kernels whole = compile(
      {{"test", fields_f_g_v + std::string("d_t f = -f;\nreduction decay_rate = max(1.0);\n")}},
      {});
  EXPECT_FALSE(whole.local);
}

/// The rates that passes make.
std::map<std::string, double> rates_of(const Kernels& kernels, std::vector<Pass> passes) {
  Kernels of = kernels;
  of.passes = std::move(passes);
  std::map<std::string, double> result;
  for (const auto& [name, rate] : rates<long double>(of, Box<long double>(5), {}, 1, 2, 3))
    result[name] = double(rate);
  return result;
}

TEST(LocalTerms, AndTheOthersAreAll) {
  const Kernels kernels = local_terms(
      "d_t f += -k * f * g + laplacian(g);\nd_t f += sin(f);\nd_t g += k * f;\n"
      "d_t v += -v;\nd_t v += gradient(f);\nauxiliary Scalar a = f * g;\nd_t g += derx(a);\n" +
      diffusion + decay_rate);
  std::vector<Pass> others(kernels.passes.begin(), kernels.passes.end() - 1);
  others.push_back(*kernels.others);
  const auto all = rates_of(kernels, kernels.passes);
  auto sum = rates_of(kernels, others);
  for (const auto& [name, rate] : rates_of(kernels, {*kernels.local})) sum[name] += rate;
  ASSERT_EQ(all.size(), 5U);
  for (const auto& [name, rate] : all) {
    EXPECT_NEAR(sum.at(name), rate, 1e-13 * std::abs(rate)) << name;
    EXPECT_NE(rate, 0) << name;
  }
}

}  // namespace
}  // namespace solenoid::stencil
