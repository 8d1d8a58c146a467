// SPDX-License-Identifier: Apache-2.0
// What goes wrong between two components is a sentence on all processes of both.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "coupled_pair.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words, test::is_air, test::message_of_run, test::PairOfTest, test::SideOfPair, test::world;

// All processes of the air make a mistake; some may hear of the others' end before they do.
void expect_from_air(const std::string& message, std::initializer_list<const char*> words) {
  const bool is_ended = message.find("air has ended with an error at ") != std::string::npos;
  const bool says_why = is_air() && !is_ended;
  if (says_why) expect_words(message, words);
  EXPECT_TRUE(says_why || is_ended) << message;
  EXPECT_TRUE(world().any(says_why));
}

TEST(CouplerErrors, without_one_there_is_none) {
  EXPECT_EQ(message_of_run(PairOfTest()), "");
}

TEST(CouplerErrors, a_field_that_nobody_gives) {
  PairOfTest pair;
  pair.settings.fields[0].source_field = "gust";
  expect_words(message_of_run(pair), {"fields, wind: air does not give 'gust'; it gives wind"});
  pair = PairOfTest();
  pair.settings.fields[1].target_field = "";
  expect_words(message_of_run(pair), {"fields, roughness: air does not take 'roughness'; it takes z0"});
}

TEST(CouplerErrors, shapes_and_units_that_do_not_fit) {
  PairOfTest pair;
  pair.sea_takes[0].shape = FieldShape::vector;
  expect_words(message_of_run(pair), {"air gives a number ('wind'), but sea takes a vector ('u10')"});
  pair = PairOfTest();
  pair.sea_gives[0].unit = "s";
  expect_words(message_of_run(pair), {"fields, roughness", "'s'", "'m'", "air", "sea"});
}

TEST(CouplerErrors, grids_that_do_not_overlap) {
  PairOfTest pair;
  pair.sea_west = 1.5;
  expect_words(message_of_run(pair), {"fields, wind (air -> sea): "});
  for (CoupledFieldSettings& field : pair.settings.fields)
    field.regridding = {Regridding::bilinear, {}, NoSource::nearest, 0.0};
  expect_words(message_of_run(pair), {"fields, wind (air -> sea): ", "overlap"});
}

TEST(CouplerErrors, a_grid_that_is_wrong_on_one_process) {
  const std::string message = message_of_run(PairOfTest(), [](SideOfPair& side) {
    if (!is_air() && world().rank() == world().size() - 1) side.grid.lon[0] = 100.0;
    side.run();
  });
  expect_words(message, {"grid of 'sea'", "convert degrees to radians"});
}

TEST(CouplerErrors, a_component_that_ends_early) {
  const std::string message = message_of_run(PairOfTest(), [](SideOfPair& side) {
    side.run([](int step) {
      if (step == 3 && !is_air()) throw Error("the sea is gone");
    });
  });
  // A slower process of the sea may hear of the end before it gets there itself.
  if (is_air() || message != "the sea is gone")
    expect_words(message, {"sea has ended with an error at 2005-08-29T00:00:30Z"});
}

TEST(CouplerErrors, one_process_that_ends_early) {
  const int last = world().size() - 1;
  const std::string message = message_of_run(PairOfTest(), [&](SideOfPair& side) {
    side.run([&](int step) {
      if (step == 3 && world().rank() == last) throw Error("this process is gone");
      while (step == 5) side.coupler.progress();  // until it hears of that
    });
  });
  expect_words(message, {world().rank() == last ? "this process is gone"
                                                : "sea has ended with an error at 2005-08-29T00:00:30Z"});
}

TEST(CouplerErrors, a_component_that_leaves_the_job) {
  const std::string message = message_of_run(PairOfTest(), [](SideOfPair& side) {
    if (is_air()) return side.run();
    side.coupler.connect(side.grid);
    side.put_all();
    side.coupler.send();
  });
  if (is_air() || !message.empty()) expect_words(message, {"sea has left the job at 2005-08-29T00:00:00Z"});
}

TEST(CouplerErrors, values_that_are_wrong) {
  using Change = std::function<void(SideOfPair&)>;
  const auto expect = [](const Change& change, std::initializer_list<const char*> words) {
    const std::string message = message_of_run(PairOfTest(), [&](SideOfPair& side) {
      side.coupler.connect(side.grid);
      if (is_air()) change(side);
      if (!is_air()) side.put_all(), side.coupler.send(), side.get(side.coupler.now());
      if (!is_air()) side.coupler.advance(), side.put_all(), side.coupler.send(), side.coupler.receive();
      if (!is_air()) side.coupler.advance(), side.put_all(), side.coupler.send(), side.coupler.receive();
    });
    expect_from_air(message, words);
  };
  expect([](SideOfPair& side) { side.coupler.send(); },
         {"'wind' of air is due at 2005-08-29T00:00:00Z but was not put"});
  expect([](SideOfPair& side) { side.put(), side.put(); }, {"'wind' is put twice at 2005-08-29T00:00:00Z"});
  expect([](SideOfPair& side) { side.put(), side.coupler.send(), side.coupler.send(); },
         {"air sends twice at"});
  expect([](SideOfPair& side) { side.coupler.advance(); }, {"without having sent 'wind'"});
  expect([](SideOfPair& side) { side.coupler.put<double>("gust", {side.view()}); },
         {"'gust' is put by air, which did not declare"});
  expect(
      [](SideOfPair& side) {
        side.coupler.put<double>("wind", {side.view(), side.view()});
      },
      {"'wind' is a number and has 1 part(s), but was put with 2"});
  expect(
      [](SideOfPair& side) {
        side.coupler.put<double>("wind", {View<const double>{side.values.data(), side.values.size() - 1}});
      },
      {"'wind' was put with ", "points on this process"});
  expect(
      [](SideOfPair& side) {
        side.values.back() = std::numeric_limits<double>::quiet_NaN();
        side.put();
      },
      {"'wind' is nan at local point ", "give numbers at all points"});
  expect(
      [](SideOfPair& side) {
        std::vector<double> out(side.values.size());
        side.coupler.get<double>("z1", {View<double>{out.data(), out.size()}}, side.coupler.now());
      },
      {"'z1' is asked for, but no field of the job"});
  expect([](SideOfPair& side) { side.get(side.coupler.now() + 11); },
         {"'z0' is asked for at 2005-08-29T00:00:11Z by air, which is not in its step of 10 s"});
  expect(
      [](SideOfPair& side) {
        side.coupler.get<double>("z0", {View<double>{side.values.data(), side.values.size() - 1}},
                                 side.coupler.now());
      },
      {"'z0' is to be written to ", "points on this process"});
}

TEST(CouplerErrors, a_sample_of_a_statistic_is_forgotten) {
  PairOfTest pair;
  pair.settings.fields[0].statistic = CoupledStatistic::mean;
  pair.settings.fields[0].period = 50;
  const std::string message = message_of_run(pair, [](SideOfPair& side) {
    if (!is_air()) return side.run();
    side.coupler.connect(side.grid);
    side.coupler.send();
    side.coupler.receive();
    side.coupler.advance();
    side.coupler.send();
  });
  expect_from_air(message, {"'wind' of air is part of a statistic at 2005-08-29T00:00:10Z but was not put"});
}

TEST(CouplerErrors, units_are_converted) {
  PairOfTest pair;
  pair.sea_takes[0].unit = "knots";
  pair.settings.fields[0].lag = 0;
  EXPECT_EQ(message_of_run(pair,
                           [](SideOfPair& side) {
                             side.coupler.connect(side.grid);
                             side.put_all();
                             side.coupler.send();
                             side.get(side.coupler.now());
                             for (const double value : side.values)
                               EXPECT_NEAR(value, is_air() ? 0.5 : 3600.0 / 1852.0, 1e-7);
                             side.coupler.finish();
                           }),
            "");
}

}  // namespace
}  // namespace groundswell
