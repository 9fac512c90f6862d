/// Atmospheres that decks have integrated, and how well backgrounds balance.

#include <gtest/gtest.h>

#include <cmath>

#include "src/deck/deck.hpp"
#include "src/setup/background_balance.hpp"
#include "src/stencil/weights.hpp"

namespace solenoid {
namespace {

std::string atmosphere_deck(const std::string& atmosphere, int order = 4,
                            const std::string& kind = "outflow") {
  return "[run]\nend_time = 1\n[physics]\nprogram = \"<stratified.stencil>\"\n"
         "gravity_y = -2\n[solver]\nscheme = \"finite-difference\"\norder = " +
         std::to_string(order) +
         "\n[grid]\ncells = [4, 40]\nlower = [0, -1]\nupper = [1, 3]\nboundary_y = \"" + kind +
         "\"\n[atmosphere]\n" + atmosphere +
         "\n[initial]\nbackground_density = \"atmosphere_density(y)\"\n"
         "background_pressure = \"atmosphere_pressure(y)\"\n";
}

std::string atmosphere_error(const std::string& text) {
  try {
    Deck::parse(text, "d");
    return "none";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(Atmospheres, BalanceByTheDifferencesOfTheScheme) {
  const char* const models[] = {"temperature = \"1 + 0.5*tanh(2*(y - 1))\"\npressure = 3\nat = 0",
                                "density = \"exp(-y)*(1.2 + sin(3*y))\"\npressure = 7"};
  for (const char* model : models)
    for (const int order : {2, 4, 6, 8}) {
      const Deck deck = Deck::parse(atmosphere_deck(model, order), "d");
      const Expression& density = *deck.initial().at("background_density");
      const Expression& pressure = *deck.initial().at("background_pressure");
      const auto weights = stencil::difference_weights(1, order);
      const double h = 0.1;
      for (int j = 0; j < 40; ++j) {
        double force = -2 * density(0, deck.grid().centre(1, j), 0, 0), sum = 0;
        for (int k = -order / 2; k <= order / 2; ++k) {
          const auto& weight = weights[std::size_t(k + order / 2)];
          sum += double(weight.numerator) / double(weight.denominator) *
                 pressure(0, deck.grid().centre(1, j + k), 0, 0) / h;
        }
        EXPECT_NEAR(sum / force, 1, 1e-12) << model << order << " " << j;
      }
      EXPECT_LT(background_residual(deck)->part, 1e-12);
      EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
    }
}

TEST(Atmospheres, AreThoseOfTheModel) {
  // Of the constant temperature 1/2: exp(-4 y) from 3 at 0.
  double last = 0;
  for (const int order : {2, 4, 6}) {
    const Deck deck =
        Deck::parse(atmosphere_deck("temperature = \"1/2\"\npressure = 3\nat = 0", order), "d");
    double worst = 0;
    for (int j = 0; j < 40; ++j) {
      const double y = deck.grid().centre(1, j);
      const double pressure = (*deck.initial().at("background_pressure"))(0, y, 0, 0);
      EXPECT_NEAR((*deck.initial().at("background_density"))(0, y, 0, 0), 2 * pressure,
                  1e-13 * pressure);
      worst = std::max(worst, std::abs(pressure / (3 * std::exp(-4 * y)) - 1));
    }
    EXPECT_LT(worst, order == 2 ? 0.3 : 0.02) << order;
    if (order > 2) {
      EXPECT_LT(worst, last / 5) << order;
    }
    last = worst;
  }
}

TEST(Atmospheres, NeedGravityAFaceAndOneModel) {
  const std::string good = "temperature = 1";
  EXPECT_EQ(atmosphere_error(atmosphere_deck(good)), "none");
  const auto expect = [](const std::string& deck, const std::string& part) {
    const std::string error = atmosphere_error(deck);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  expect(atmosphere_deck(good, 4, "periodic"), "gravity is along y, where the grid is periodic");
  expect(atmosphere_deck("density = 1\ntemperature = 1"), "either 'temperature' or 'density'");
  expect(atmosphere_deck("pressure = 1"), "either 'temperature' or 'density'");
  expect(atmosphere_deck("density = 5"), "the pressure that balances gravity is -");
  expect(atmosphere_deck("temperature = \"1 + x\""),
         "'temperature' in [atmosphere]: expected an "
         "expression in y alone");
  expect(atmosphere_deck("temperature = \"y - 1\""), "the temperature is -");
  std::string without = atmosphere_deck(good);
  without.replace(without.find("gravity_y"), 9, "gamma");
  expect(without, "expected a program with gravity along one axis");
}

TEST(Backgrounds, AreSaidToBeOutOfBalance) {
  std::string text = atmosphere_deck("temperature = 1");
  text += "background_magnetic_field_x = \"sin(y)\"\n";
  const Deck deck = Deck::parse(text, "d");
  const std::optional<BackgroundResidual> found = background_residual(deck);
  ASSERT_TRUE(found);
  // Against sin(y) cos(y), of the forces 4 p of gas and gravity.
  const double y = found->position[1];
  const double magnetic = std::abs(std::sin(y) * std::cos(y));
  const double pressure = (*deck.initial().at("background_pressure"))(0, y, 0, 0);
  EXPECT_NEAR(found->part, magnetic / (4 * pressure + magnetic), 1e-3);
  EXPECT_EQ(found->vertices, 160);
  EXPECT_NE(background_text(deck).find("the background balances but for a part of"),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
