/// Programs of several files: what they include, once each, and terms that one adds to another.

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "src/stencil/include.hpp"
#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

using Texts = std::map<std::string, std::string>;

std::vector<SourceFile> files_with(const Texts& texts, const std::string& first = "main") {
  const auto read = [&](const std::string& name) {
    const auto found = texts.find(name);
    if (found == texts.end()) throw std::runtime_error("cannot read '" + name + "'");
    return found->second;
  };
  return with_includes({{first, texts.at(first)}}, read);
}

std::vector<std::string> names_of(const std::vector<SourceFile>& files) {
  std::vector<std::string> names;
  for (const SourceFile& file : files) names.push_back(file.name);
  return names;
}

std::string errors_in(const Texts& texts, const std::string& first = "main") {
  try {
    compile(files_with(texts, first), {});
    return "no error";
  } catch (const ProgramError& error) {
    return error.what();
  }
}

const std::string decay = "field Scalar f;\nconst Scalar rate = 2;\nd_t f = -rate * f;\n";

TEST(StencilIncludes, EachFileIsReadOnceBeforeThoseThatIncludeIt) {
  const Texts texts = {{"folder/main", "include \"a\";\ninclude \"../b\"\n// include \"no\";\n"},
                       {"folder/a", "include \"./sub/c\"; include <d/e>;"},
                       {"folder/sub/c", "include \"../../b\";"},
                       {"<d/e>", "include \"f\";"},
                       {"<d/f>", ""},
                       {"b", decay}};
  EXPECT_EQ(
      names_of(files_with(texts, "folder/main")),
      (std::vector<std::string>{"b", "folder/sub/c", "<d/f>", "<d/e>", "folder/a", "folder/main"}));
}

TEST(StencilIncludes, AnIncludeIsAnItem) {
  EXPECT_EQ(errors_in({{"main", decay + "Scalar s(in Scalar include) { Scalar a = 1; include < 2; "
                                        "return a; }"}})
                .find("cannot read"),
            std::string::npos);
}

TEST(StencilIncludes, ErrorsNameTheFileAndItsLine) {
  EXPECT_EQ(errors_in({{"main", "\ninclude \"none\";\n" + decay}}),
            "main:2:1: cannot read 'none'\n    include \"none\";\n    ^~~~~~~~~~~~~~");
  EXPECT_EQ(errors_in({{"main", "include \"a\";"}, {"a", decay + "d_t g = f;\n"}}),
            "a:4:5: there is no field 'g'\n    d_t g = f;\n        ^")
      << "in the included file";
  EXPECT_EQ(errors_in({{"main", "include \"a\";"}, {"a", "include \"main\";"}}),
            "a:1:1: main includes itself, by way of a\n    include \"main\";\n    ^~~~~~~~~~~~~~");
  const std::string twice =
      errors_in({{"main", "include \"a\";\nuniform Scalar rate;"}, {"a", decay}});
  EXPECT_NE(twice.find("main:2:16: 'rate' is declared already, in a:2"), std::string::npos)
      << twice;
  try {
    compile({{"main", "include \"a\";\n" + decay}}, {});
    FAIL();
  } catch (const ProgramError& error) {
    EXPECT_NE(std::string(error.what()).find("nothing can be included here"), std::string::npos);
  }
}

TEST(StencilIncludes, TermsAreAddedToTheReductionsOfOtherFiles) {
  const auto reduced = [](const std::string& terms) {
    const Kernels kernels = compile(
        files_with({{"main", "include \"a\";" + terms},
                    {"a", decay + "reduction diffusivity = max(2 * f);reduction least = min(f);"}}),
        {});
    EXPECT_EQ(kernels.reductions.size(), 2U);
    EXPECT_EQ(kernels.reductions[0].operation, "max");
    Box<long double> box(1);
    const auto values = interpret(kernels.reduction_graph, surroundings(box, box, 1, 2, 3));
    return double(values[std::size_t(kernels.reductions[0].node)]);
  };
  const double f = double(Box<long double>(1).at(0, 1, 2, 3));
  EXPECT_DOUBLE_EQ(reduced(""), 2 * f);
  EXPECT_DOUBLE_EQ(reduced("reduction diffusivity += max(f * f); reduction diffusivity += max(1);"),
                   2 * f + f * f + 1);
}

TEST(StencilIncludes, TermsAreAddedToTheEquationsOfOtherFiles) {
  const auto rate = [](const std::string& terms) {
    const Kernels kernels =
        compile(files_with({{"main", "include \"a\";" + terms}, {"a", decay}}), {});
    return double(rates<long double>(kernels, Box<long double>(1), {}, 1, 2, 3).at("f"));
  };
  const double f = double(Box<long double>(1).at(0, 1, 2, 3));
  EXPECT_DOUBLE_EQ(rate(""), -2 * f);
  EXPECT_DOUBLE_EQ(rate("d_t f += 3; d_t f += f * f;"), -2 * f + 3 + f * f);
}

}  // namespace
}  // namespace solenoid::stencil
