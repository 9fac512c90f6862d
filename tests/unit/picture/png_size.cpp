/// \file
/// PNG files that are whole, and those that are not.

#include "src/picture/png_size.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <vector>

#include "src/picture/png_file.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

class PngSize : public testing::Test {
 protected:
  [[nodiscard]] std::array<unsigned, 2> size_of(const std::string& bytes) const {
    std::ofstream(folder_ / "a.png", std::ios::binary) << bytes;
    return size_of_png(folder_ / "a.png");
  }
  [[nodiscard]] std::string problem_of(const std::string& bytes) const {
    try {
      static_cast<void>(size_of(bytes));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] static std::string picture() {
    constexpr int width = 30, height = 20;
    const std::vector<std::uint32_t> pixels(std::size_t(width * height), 0x123456U);
    return png_file({pixels.data(), width, height, width});
  }

 private:
  testing_files::TemporaryFolder folder_;
};

TEST_F(PngSize, IsThatOfTheFile) {
  EXPECT_EQ(size_of(picture()), (std::array<unsigned, 2>{30, 20}));
}

TEST_F(PngSize, IsNotThatOfAPartOfAFile) {
  const std::string whole = picture();
  for (const std::size_t bytes :
       {whole.size() - 1, whole.size() - 12, whole.size() / 2, std::size_t(20), std::size_t(8)})
    EXPECT_EQ(problem_of(whole.substr(0, bytes)), "it ends too early") << bytes;
  for (const std::size_t bytes : {0, 1, 7})
    EXPECT_EQ(problem_of(whole.substr(0, bytes)), "it is no PNG file") << bytes;
}

TEST_F(PngSize, IsNotThatOfADamagedFile) {
  std::string damaged = picture();
  damaged[damaged.size() / 2] = char(damaged[damaged.size() / 2] ^ 1);
  EXPECT_NE(problem_of(damaged).find("damaged"), std::string::npos) << problem_of(damaged);
  EXPECT_EQ(problem_of("\xff\xd8 this is another picture"), "it is no PNG file");
  EXPECT_THROW(static_cast<void>(size_of_png("/nowhere.png")), std::runtime_error);
}

}  // namespace
}  // namespace solenoid
