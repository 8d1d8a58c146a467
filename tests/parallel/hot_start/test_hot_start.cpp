// SPDX-License-Identifier: Apache-2.0
// A run that starts from another run's restart: it begins with the same bits on the same mesh and spectrum,
// and with the same sea on others, on any number of ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/constants.hpp"
#include "comm/together.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/vec3.hpp"
#include "parallel/restart/shared_path.hpp"
#include "spectrum/shapes.hpp"
#include "support/globe_runs.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::checksum_of;
using test::world;
namespace fs = std::filesystem;

ModelSettings make_config() {
  ModelSettings config = test::make_windy_globe();
  config.time.end = "2000-01-01T03:00:00Z";
  config.mesh.bisections = 3;
  config.spectrum.n_dir = 24;
  config.spectrum.n_freq = 20;
  return config;
}

ModelSettings started_from(const fs::path& file, ModelSettings config, const std::string& date) {
  config.initial.kind = InitialKind::restart;
  config.initial.restart = file;
  config.time.start = date;
  return config;
}

Mesh make_globe(int bisections) {
  Mesh mesh = make_icosahedral_mesh(bisections, MeshSettings{}.sphere_radius);
  mesh.depth_cell.assign(std::size_t(mesh.n_cell), 4000.0);
  return mesh;
}

// The part of the globe north of a latitude [rad].
Mesh make_northern_part(int bisections, double south) {
  const Mesh globe = make_globe(bisections);
  std::vector<std::uint8_t> keep;
  for (const double lat : globe.lat_cell) keep.push_back(lat > south);
  return select_cells(globe, keep, EdgeKind::land);
}

void save(const fs::path& path, const ModelSettings& config, Model& model) {
  StateList list;
  model.list_state(list);
  RestartFacts facts = describe_sea(config, model.domain(), model.grid());
  facts.emplace_back("date", model.state().now.iso());
  write_restart(path, model.domain().communicator, test::cells_of(model), facts, list);
}

std::string report_of(const Model& model) {
  std::string all;
  for (const std::string& line : model.start_report()) all += line + "\n";
  return all;
}

constexpr GaussianShape smooth_shape{1.0, 0.1, 0.015};

// Height [m] of a smooth sea. Its direction, along the projection of the x axis, is also smooth at the poles.
double smooth_height(const Vec3& at) {
  return 3.0 + at.y + 0.5 * at.z;
}

double smooth_direction(double lon, double lat) {
  const Vec3 axis{1.0, 0.0, 0.0};
  return std::atan2(dot(axis, north_at(lon, lat)), dot(axis, east_at(lon)));
}

// The period m-1 / m0 [s] of the sea, the same everywhere.
double smooth_period() {
  double m0 = 0.0, m_minus = 0.0;
  for (double f = 0.0405; f < 0.3; f += 0.001) {
    const double e = compute_gaussian(smooth_shape, f);
    m0 += e;
    m_minus += e / f;
  }
  return m_minus / m0;
}

void fill_smoothly(Model& model) {
  const Mesh& mesh = model.local().mesh;
  for (std::size_t i = 0; i < std::size_t(model.local().n_owned); ++i) {
    const double height = smooth_height(point_at(mesh.lon_cell[i], mesh.lat_cell[i]));
    const double direction = smooth_direction(mesh.lon_cell[i], mesh.lat_cell[i]) - model.frame_angle()[i];
    const auto spectrum =
        make_action_of_height(model.grid(), make_swell_spectrum(smooth_shape, direction, 8.0), height);
    std::ranges::copy(spectrum, model.state().action.row(i));
  }
}

fs::path save_smooth_sea(const std::string& name, const Mesh& mesh, const ModelSettings& config) {
  const fs::path path = test::shared_path(name);
  Model model(config, world(), mesh);
  fill_smoothly(model);
  save(path, config, model);
  return path;
}

// Largest relative errors of heights and periods, and largest error of directions [rad], over the cells for
// which counts() is true; and the number of calm cells in the whole mesh.
struct Errors {
  double height = 0.0, direction = 0.0, period = 0.0;
  std::int64_t n_calm = 0;
};
Errors find_errors(Model& model, const std::function<bool(double lon, double lat)>& counts) {
  const Diagnostics& sea = model.diagnose({"dir", "t0m1"});
  const Mesh& mesh = model.local().mesh;
  Errors errors;
  for (std::size_t i = 0; i < std::size_t(model.local().n_owned); ++i) {
    const double lon = mesh.lon_cell[i], lat = mesh.lat_cell[i];
    const Vec3 at = point_at(lon, lat);
    errors.n_calm += sea.height()[i] == 0.0f;
    if (!counts(lon, lat)) continue;
    errors.height = std::max(errors.height, std::abs(double(sea.height()[i]) / smooth_height(at) - 1.0));
    if (std::abs(at.x) < 0.9) {  // the direction is not defined at the ends of the x axis
      const double direction = double(sea.field("dir")[i]);
      errors.direction = std::max(errors.direction,
                                  std::abs(std::remainder(direction - smooth_direction(lon, lat), 2.0 * pi)));
    }
    errors.period = std::max(errors.period, std::abs(double(sea.field("t0m1")[i]) / smooth_period() - 1.0));
  }
  errors.height = world().max(errors.height);
  errors.direction = world().max(errors.direction);
  errors.period = world().max(errors.period);
  errors.n_calm = world().sum(errors.n_calm);
  return errors;
}

bool everywhere(double, double) {
  return true;
}

// The checksum of the start on a single rank; all ranks together must give the same.
std::uint64_t checksum_alone(const ModelSettings& config, const Mesh& mesh) {
  std::uint64_t checksum = 0;
  if (world().rank() == 0) checksum = checksum_of(Model(config, Communicator::self(), mesh));
  world().broadcast(checksum, 0);
  return checksum;
}

TEST(HotStart, OnTheSameMeshAndSpectrumHasTheSameBits) {
  const fs::path path = test::shared_path("same.nc");
  const ModelSettings config = make_config();
  const Mesh mesh = make_globe(3);
  Model unbroken(config, world(), mesh);
  while (unbroken.state().n_step < 3) unbroken.step();
  save(path, config, unbroken);
  const std::uint64_t saved = checksum_of(unbroken);
  while (!unbroken.at_end()) unbroken.step();

  Model model(started_from(path, config, "2000-01-01T01:30:00Z"), world(), mesh);
  test::expect_words(report_of(model), {"same.nc", "nothing is changed", "variance times area"});
  EXPECT_EQ(report_of(model).find("not at the start"), std::string::npos) << report_of(model);
  EXPECT_EQ(checksum_of(model), saved);
  while (!model.at_end()) model.step();
  EXPECT_EQ(checksum_of(model), checksum_of(unbroken));

  ModelSettings later = started_from(path, config, "2003-07-01");
  later.time.end = "2003-07-02";
  Model on_other_date(later, world(), mesh);
  EXPECT_EQ(checksum_of(on_other_date), saved);
  test::expect_words(report_of(on_other_date),
                     {"2000-01-01T01:30:00Z", "not at the start of the run", "2003-07-01"});

  ModelSettings other = started_from(path, config, "2000-01-01T01:30:00Z");
  other.physics.max_drag = 0.002;
  Model with_other_physics(other, world(), mesh);
  test::expect_words(report_of(with_other_physics), {"physics differ"});
  EXPECT_NE(checksum_of(with_other_physics), saved);
  for (std::size_t i = 0; i < std::size_t(model.local().n_owned); ++i)
    EXPECT_EQ(with_other_physics.state().wave_stress[i], 0.0f);
}

// The largest difference, over every fifth cell, between a cell's spectrum E and the formula of the smooth
// sea: sum |E - E'| / sum E without the last frequency, where E' is the mean of the formula over each bin,
// sampled at many points, and scaled to the energy of E.
double find_distance_from_formula(const Model& model) {
  const SpectralGrid& grid = model.grid();
  const Mesh& mesh = model.local().mesh;
  const auto n_dir = std::size_t(grid.n_dir());
  constexpr int n_point = 20;
  double largest = 0.0;
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); cell += 5) {
    const double direction =
        smooth_direction(mesh.lon_cell[cell], mesh.lat_cell[cell]) - model.frame_angle()[cell];
    std::vector<double> formula, found;
    for (std::size_t freq = 0; freq + 1 < std::size_t(grid.n_freq()); ++freq)
      for (std::size_t dir = 0; dir < n_dir; ++dir) {
        const double f = grid.frequency()[freq], high = 0.5 * (f + grid.frequency()[freq + 1]),
                     low = freq == 0 ? f : 0.5 * (f + grid.frequency()[freq - 1]),
                     width = grid.direction_width();
        double sum = 0.0;
        for (int a = 0; a < n_point; ++a)
          for (int b = 0; b < n_point; ++b)
            sum += compute_gaussian(smooth_shape, low + (high - low) * (a + 0.5) / n_point) *
                   compute_cosine_2s(grid.direction()[dir] + width * ((b + 0.5) / n_point - 0.5) - direction,
                                     8.0);
        formula.push_back((high - low) * width * sum / (n_point * n_point));
        found.push_back((high - low) * width * grid.sigma()[freq] *
                        double(model.state().action.row(cell)[freq * n_dir + dir]));
      }
    const double scale =
        std::reduce(found.begin(), found.end()) / std::reduce(formula.begin(), formula.end());
    double apart = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i) apart += std::abs(found[i] - scale * formula[i]);
    largest = std::max(largest, apart / std::reduce(found.begin(), found.end()));
  }
  return world().max(largest);
}

// Heights, directions and periods are computed by the model's own kernels, which are independent of the
// remapping.
TEST(HotStart, OnAnotherSpectrumKeepsTheEnergy) {
  const ModelSettings config = make_config();
  const Mesh mesh = make_globe(2);
  const fs::path path = save_smooth_sea("spectrum.nc", mesh, config);
  for (const auto& [n_dir, n_freq, first, ratio] :
       {std::tuple{36, 30, 0.04, 1.08}, {13, 20, 0.04177248, 1.1}, {24, 12, 0.05, 1.15}}) {
    ModelSettings other = started_from(path, config, "2000-01-01");
    other.spectrum = {n_freq, n_dir, first, ratio};
    Model model(other, world(), mesh);
    const Errors errors = find_errors(model, everywhere);
    EXPECT_LT(errors.height, 1e-6) << n_dir;
    EXPECT_LT(errors.direction, 0.005) << n_dir;
    EXPECT_LT(errors.period, 0.003) << n_dir;
    EXPECT_LT(find_distance_from_formula(model), 0.03) << n_dir << " " << first;
    test::expect_words(report_of(model), {"spectra of 20 frequencies", "24 directions are remapped"});
    EXPECT_EQ(checksum_of(model), checksum_alone(other, mesh));
  }
}

TEST(HotStart, OnAnotherMeshHasTheSameSea) {
  const ModelSettings config = make_config();
  const ModelSettings spread =
      started_from(save_smooth_sea("coarse.nc", make_globe(3), config), config, "2000-01-01");
  const Mesh fine = make_globe(4);
  Model refined(spread, world(), fine);
  const Errors errors = find_errors(refined, everywhere);
  EXPECT_LT(errors.height, 0.004);
  EXPECT_LT(errors.direction, 0.03);
  EXPECT_LT(errors.period, 1e-3);
  EXPECT_EQ(errors.n_calm, 0);
  EXPECT_EQ(checksum_of(refined), checksum_alone(spread, fine));

  const Mesh coarse = make_globe(2);
  const ModelSettings gathered = started_from(save_smooth_sea("fine.nc", fine, config), config, "2000-01-01");
  Model coarsened(gathered, world(), coarse);
  const Errors of_coarse = find_errors(coarsened, everywhere);
  EXPECT_LT(of_coarse.height, 0.005);  // means over cells 1800 km wide
  EXPECT_LT(of_coarse.direction, 0.02);
  EXPECT_EQ(of_coarse.n_calm, 0);
  EXPECT_EQ(checksum_of(coarsened), checksum_alone(gathered, coarse));
}

TEST(HotStart, FromAPartOfTheGlobeLeavesTheRestCalm) {
  const ModelSettings config = make_config();
  const Mesh part = make_northern_part(4, 0.2), globe = make_globe(3);
  ModelSettings there = started_from(save_smooth_sea("part.nc", part, config), config, "2000-01-01");
  there.initial.file.max_distance = 300e3;
  Model larger(there, world(), globe);
  EXPECT_LT(find_errors(larger, [](double, double lat) { return lat > 0.25; }).height, 0.01);
  std::int64_t n_calm = 0, n_south = 0;
  const Errors errors = find_errors(larger, [](double, double lat) { return lat > 0.25; });
  for (const double lat : globe.lat_cell) n_south += lat < 0.2 - 350e3 / 6.371e6;
  for (const double lat : globe.lat_cell) n_calm += lat < 0.2 - 250e3 / 6.371e6;
  EXPECT_GE(errors.n_calm, n_south);
  EXPECT_LE(errors.n_calm, n_calm);
  test::expect_words(report_of(larger), {(std::to_string(errors.n_calm) + " are calm").c_str(), "300 km"});
  EXPECT_EQ(checksum_of(larger), checksum_alone(there, globe));

  const ModelSettings back = started_from(save_smooth_sea("whole.nc", globe, config), config, "2000-01-01");
  Model smaller(back, world(), part);
  EXPECT_LT(find_errors(smaller, everywhere).height, 0.01);
  EXPECT_EQ(find_errors(smaller, everywhere).n_calm, 0);
}

TEST(HotStart, RefusesAnotherSurfaceAndDamage) {
  const ModelSettings config = make_config();
  const Mesh mesh = make_globe(2);
  const fs::path path = save_smooth_sea("refused.nc", mesh, config);
  ModelSettings flat = started_from(path, config, "2000-01-01");
  flat.mesh.kind = MeshKind::strip;
  PlanarHexSettings hexagons;
  hexagons.periodic_y = true;
  Mesh strip = make_planar_hex_mesh(hexagons);
  strip.depth_cell.assign(std::size_t(strip.n_cell), 4000.0);
  test::expect_words(test::message_of([&] { Model(flat, world(), strip); }),
                     {"refused.nc", "a sphere", "a plane", "same surface"});
  run_on_root(world(), 0, [&] {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(std::streamoff(fs::file_size(path) / 2));
    file.put('!');
  });
  test::expect_words(
      test::message_of([&] { Model(started_from(path, config, "2000-01-01"), world(), mesh); }),
      {"refused.nc", "is damaged", "cell "});
  ModelSettings missing = started_from(path.string() + ".none", config, "2000-01-01");
  test::expect_words(test::message_of([&] { Model(missing, world(), mesh); }), {"refused.nc.none"});
}

TEST(HotStart, InAPeriodicPlaneLooksBeyondTheSides) {
  ModelSettings config = make_config();
  config.mesh.kind = MeshKind::strip;
  const auto make_strip = [](int nx, int ny, double spacing) {
    PlanarHexSettings hexagons{.nx = nx, .ny = ny, .spacing = spacing, .periodic_y = true};
    Mesh mesh = make_planar_hex_mesh(hexagons);
    mesh.depth_cell.assign(std::size_t(mesh.n_cell), 4000.0);
    return mesh;
  };
  const fs::path path = test::shared_path("strip.nc");
  const Mesh coarse = make_strip(10, 8, 20e3), fine = make_strip(20, 16, 10e3);
  Model before(config, world(), coarse);
  for (std::size_t i = 0; i < std::size_t(before.local().n_owned); ++i) {
    const double height = 2.0 + before.local().mesh.x_cell[i] / 200e3;
    const auto spectrum =
        make_action_of_height(before.grid(), make_swell_spectrum(smooth_shape, 0.3, 8.0), height);
    std::ranges::copy(spectrum, before.state().action.row(i));
  }
  save(path, config, before);
  const ModelSettings other = started_from(path, config, "2000-01-01");
  Model after(other, world(), fine);
  const Diagnostics& sea = after.diagnose({});
  for (std::size_t i = 0; i < std::size_t(after.local().n_owned); ++i) {
    const double x = after.local().mesh.x_cell[i];
    if (x > 10e3 && x < 180e3) {
      EXPECT_NEAR(double(sea.height()[i]), 2.0 + x / 200e3, 0.01) << x;
    }
  }
  EXPECT_EQ(checksum_of(after), checksum_alone(other, fine));
}

}  // namespace
}  // namespace groundswell
