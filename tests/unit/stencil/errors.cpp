/// Bad stencil programs, each with the message that its author sees: the lines with `//!` below the
/// program in the files of tests/unit/stencil/bad_programs/.

#include <gtest/gtest.h>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

std::string errors_of(const SourceFile& file) {
  try {
    compile({file}, {});
    return "no error";
  } catch (const ProgramError& error) {
    return error.what();
  }
}

TEST(StencilErrors, EachBadProgramIsExplained) {
  const std::filesystem::path source = source_folder();
  int programs = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source / "tests/unit/stencil/bad_programs")) {
    const std::string text = text_of(entry.path());
    const std::string program = text.substr(0, text.find("//!"));
    std::string expected;
    std::istringstream lines(text.substr(program.size()));
    for (std::string line; std::getline(lines, line);)
      expected += (expected.empty() ? "" : "\n") + line.substr(line.size() > 3 ? 4 : 3);
    const std::string errors = errors_of({entry.path().filename().string(), program});
    EXPECT_EQ(errors, expected) << entry.path();
    ++programs;
  }
  EXPECT_GE(programs, 40);
}

TEST(StencilErrors, SecondFileIsNamed) {
  const std::vector<SourceFile> files = {{"a", "field Scalar f;\n"}, {"b", "\nd_t g = 1.0;\n"}};
  try {
    compile(files, {});
    FAIL();
  } catch (const ProgramError& error) {
    EXPECT_EQ(std::string(error.what()),
              "b:2:5: there is no field 'g'\n    d_t g = 1.0;\n        ^");
  }
}

TEST(StencilErrors, ManyAreCutShort) {
  std::string text = "field Scalar f;\nd_t f = 0.0;\n";
  for (int i = 0; i < 100; ++i) text += "uniform Scalar f;\n";
  const std::string errors = errors_of({"many", text});
  EXPECT_NE(errors.find("(the first 20 errors; there may be more)"), std::string::npos) << errors;
}

TEST(StencilErrors, EndlessNestingIsRefused) {
  const auto nested = [](const std::string& open) {
    std::string text = "field Scalar f;\nd_t f = ";
    for (int i = 0; i < 20000; ++i) text += open;
    return errors_of({"deep", text + "1.0;\n"});
  };
  for (const char* open : {"- ", "abs(", "f[", "1.0 < 2.0 ? 1.0 : ", "(", "Vector("}) {
    EXPECT_NE(nested(open), "no error") << open;
  }
  std::string blocks = "Kernel f() ";
  for (int i = 0; i < 20000; ++i) blocks += "{";
  EXPECT_NE(errors_of({"deep", blocks}), "no error");
  std::string choices = "field Scalar f;\nKernel s() { if (1 < 2) {}";
  for (int i = 0; i < 20000; ++i) choices += "else if (1 < 2) {}";
  EXPECT_NE(errors_of({"deep", choices + "}"}), "no error");
  std::string sum = "field Scalar f;\nd_t f = 1.0";
  for (int i = 0; i < 20000; ++i) sum += " + 1.0";
  EXPECT_NE(errors_of({"deep", sum + ";"}), "no error");
}

}  // namespace
}  // namespace solenoid::stencil
