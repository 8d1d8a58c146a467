// SPDX-License-Identifier: Apache-2.0
// Each option of physics and propagation has an effect, and setting it to its default has none.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "model/model_mesh.hpp"
#include "model/model_options.hpp"
#include "parallel/relations/option_rows.hpp"
#include "parallel/relations/related_seas.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

using test::OptionRow;
using test::RelatedSea;
using test::world;

// An hour of wind and current on a shallow globe of 162 cells, where every option can make a difference.
RelatedSea make_busy_sea() {
  RelatedSea sea{test::make_stormy_globe(), make_icosahedral_mesh(2, 1.6e5), {}, {}};
  for (int cell = 0; cell < sea.mesh.n_cell; ++cell)
    sea.mesh.depth_cell.push_back(9.0 + 5.0 * std::sin(3.0 * sea.mesh.lon_cell[cell]));
  for (int cell = 0; cell < sea.mesh.n_cell; ++cell) {  // islands in every ninth cell
    sea.mesh.obstacle_through.insert(sea.mesh.obstacle_through.end(), n_obstacle_dir,
                                     cell % 9 == 0 ? 50 : 100);
    sea.mesh.obstacle_within.insert(sea.mesh.obstacle_within.end(), n_obstacle_dir, cell % 9 == 0 ? 75 : 100);
  }
  sea.settings.time.end = "2000-01-01 01:00";
  sea.settings.spectrum.first_frequency = 0.06;  // so that the frequencies, up to 0.54 Hz, reach the tail
  sea.settings.spectrum.n_freq = 24;
  return sea;
}

// The busy sea with the package st4; `slope`: of beta_max.
RelatedSea make_st4_sea(double slope = 0.0) {
  RelatedSea sea = make_busy_sea();
  sea.settings.physics.package = PhysicsPackage::st4;
  sea.settings.physics.st4[St4::beta_max_slope] = slope;
  return sea;
}

// The busy sea without wind or current, but with swell.
RelatedSea make_calm_sea() {
  RelatedSea sea = make_busy_sea();
  sea.settings.forcing.wind.kind = WindKind::none;
  sea.settings.forcing.current.kind = CurrentKind::none;
  sea.settings.initial.kind = InitialKind::swell;
  sea.settings.initial.height = 4.0;
  sea.settings.initial.period = 6.0;
  sea.settings.initial.radius = 1e5;
  sea.settings.physics.max_source_step = 60.0;  // so that the limiter acts
  return sea;
}

// The checksum of the sea after a run on this rank alone.
std::uint64_t checksum_after(const RelatedSea& sea) {
  Model model(sea.settings, Communicator::self(), sea.mesh);
  while (!model.at_end()) model.step();
  return test::checksum_of(model);
}

void set_option(ModelSettings& settings, const std::string& key, const std::string& value) {
  OptionTable table;
  add_date_options(table, settings.time);
  add_sea_options(table, settings);
  table.read_text(
      "time.start: " + settings.time.start + "\ntime.end: " + settings.time.end + "\n" + key + ": " + value,
      "the options");
}

// Values other than the default, for numeric options.
std::map<std::string, std::string> make_other_numbers() {
  std::map<std::string, std::string> values{{"physics.max_drag", "0.002"},
                                            {"physics.wave_stress_limit", "0.5"},
                                            {"physics.friction_coefficient", "0.067"},
                                            {"physics.friction_coefficient_wind_sea", "0.08"},
                                            {"physics.friction_roughness", "0.02"},
                                            {"physics.breaking_gamma", "0.73"},
                                            {"physics.breaking_alpha", "0.9"},
                                            {"physics.max_source_step", "100"},
                                            {"propagation.sprinkler_age", "0"},
                                            {"propagation.max_courant", "0.5"},
                                            {"physics.st4.max_roughness", "0.0001"},
                                            {"physics.st4.beta_max_slope", "0.01"},
                                            {"physics.st4.beta_max_wind", "8"},
                                            {"physics.st4.damping_height_power", "0.1"},
                                            {"physics.st4.breaking_sector", "45"}};
  for (const St4CoefficientInfo& info : st4_coefficients)
    values.try_emplace(text("physics.st4.", info.name), text(1.2 * info.t471));
  return values;
}

// What an option needs to act, as the name and the value of another one.
const std::map<std::string, std::pair<std::string, std::string>>& needs() {
  static const std::map<std::string, std::pair<std::string, std::string>> others{
      {"physics.friction_coefficient_wind_sea", {"physics.friction", "sea_state"}},
      {"physics.friction_roughness", {"physics.friction", "madsen"}}};
  return others;
}

std::vector<std::string> other_values(const OptionRow& row) {
  std::vector<std::string> values;
  for (const std::string& word : test::allowed_words(row))
    if (word != row.value) values.push_back(word);
  static const std::map<std::string, std::string> numbers = make_other_numbers();
  const auto number = numbers.find(row.key);
  if (number != numbers.end()) values.push_back(number->second);
  EXPECT_FALSE(values.empty()) << "this test has no other value for " << row.key;
  return values;
}

// Whether only the package st4 has what an option is about.
bool is_of_st4(const std::string& key) {
  return key.starts_with("physics.st4.") ||
         std::ranges::any_of(source_term_list, [&](const SourceTermInfo& term) {
           return term.packages == TermOf::st4 && key == text("physics.", term.name);
         });
}

// A sea in which an option can act, and its checksum without it.
struct BaseSea {
  RelatedSea sea;
  std::uint64_t sum = checksum_after(sea);
};

void expect_each_option_to_act() {
  const BaseSea busy{make_busy_sea()}, calm{make_calm_sea()}, st4{make_st4_sea()}, sloped{make_st4_sea(0.01)};
  ModelSettings defaults;
  int n_option = 0;
  for (const OptionRow& row : test::list_option_rows(make_model_options(defaults))) {
    const bool acts =
        row.key.starts_with("physics.") || row.key.starts_with("propagation.") || row.key == "wind.relative";
    if (!acts) continue;
    if (n_option++ % world().size() != world().rank()) continue;  // another rank's
    for (const std::string& value : other_values(row)) {
      // Wind is refused if there is no limiter.
      const BaseSea& base = row.key == "physics.limiter" && value == "none" ? calm
                            : row.key == "physics.st4.beta_max_wind"        ? sloped
                            : is_of_st4(row.key)                            ? st4
                                                                            : busy;
      RelatedSea sea = base.sea;
      std::uint64_t sum = base.sum;
      if (const auto other = needs().find(row.key); other != needs().end()) {
        set_option(sea.settings, other->second.first, other->second.second);
        sum = checksum_after(sea);
      }
      set_option(sea.settings, row.key, value);
      EXPECT_NE(checksum_after(sea), sum) << row.key << ": " << value;
    }
  }
  EXPECT_GE(n_option, 25 + int(n_st4));
}

// A case file of a sea like the busy one, but on fewer cells of one depth; all other options have their
// defaults.
const std::string busy_case = R"(
time: {start: 2000-01-01, end: 2000-01-01T01:00:00Z, step: 30 min}
mesh: {kind: icosahedral, bisections: 1, sphere_radius: 160 km, depth: 10}
spectrum: {directions: 12, frequencies: 12}
initial.kind: jonswap
current: {kind: constant, speed: 0.8, to: 30}
wind: {kind: vortex, vortex: {lat: 75, radius: 30 km, background_speed: 12}}
)";

struct ReadCase {
  RunConfig config;
  OptionTable table;
  explicit ReadCase(const std::string& yaml) : table(make_options_table(config)) {
    table.read_text(yaml, "case.yaml");
  }
  std::uint64_t run() const {
    Model model(config.model, Communicator::self(), make_model_mesh(config.model.mesh, Communicator::self()));
    while (!model.at_end()) model.step();
    return test::checksum_of(model);
  }
};

// All settings, each with enough digits to identify its value.
std::string resolved(const OptionTable& table) {
  std::ostringstream all;
  table.write_resolved(all);
  return all.str();
}

void expect_defaults_to_change_nothing() {
  const ReadCase usual(busy_case);
  const std::uint64_t sum = usual.run();
  EXPECT_EQ(ReadCase(resolved(usual.table)).run(), sum) << "all at once";
  std::map<std::string, std::vector<std::string>> sections;
  RunConfig fresh;
  for (const OptionRow& row : test::list_option_rows(make_options_table(fresh))) {
    if (usual.table.place(row.key) != "the default") continue;  // the case file gives this option
    const bool is_empty = row.value == "none" && row.allowed.find("none") == std::string::npos;
    const std::string written = row.key + "=" + (is_empty ? "\"\"" : row.value);
    ReadCase one(busy_case);
    one.table.read_overrides({written});
    EXPECT_EQ(resolved(one.table), resolved(usual.table)) << written;
    sections[row.key.substr(0, row.key.find('.'))].push_back(written);
  }
  EXPECT_GE(sections.size(), 14u);
  int n_section = 0;
  for (const auto& [name, defaults] : sections) {
    if (n_section++ % world().size() != world().rank()) continue;  // another rank's
    ReadCase section(busy_case);
    section.table.read_overrides(defaults);
    EXPECT_EQ(section.run(), sum) << name << ", " << defaults.size() << " options";
  }
}

// A rank whose runs fail does not leave the others waiting.
TEST(Relations, EachOptionOfPhysicsAndPropagationChangesTheSea) {
  run_together(world(), expect_each_option_to_act);
}

TEST(Relations, DefaultsWrittenOutChangeNoBit) {
  run_together(world(), expect_defaults_to_change_nothing);
}

}  // namespace
}  // namespace groundswell
