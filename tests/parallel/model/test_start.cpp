// SPDX-License-Identifier: Apache-2.0
// The state of a forecast before its first step: its initial sea, under the wind at that time; the settings
// that a model refuses; and what it leaves unchanged in its caller.
#include <gtest/gtest.h>
#include <mpi.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <type_traits>
#include <utility>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "mesh/analytic_meshes.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "model/model_options.hpp"
#include "support/globe_runs.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

// Writes waves under ERA5's names on a grid of the southern hemisphere, with land; returns the path.
std::filesystem::path write_waves() {
  const auto path = test::scratch_path("waves.nc");
  test::NetcdfFile file(path);
  std::vector<double> lon, lat, height, period, direction;
  for (double x = 0.0; x < 360.0; x += 5.0) lon.push_back(x);
  for (double y = 0.0; y >= -85.0; y -= 5.0) lat.push_back(y);
  for (const double y : lat)
    for (const double x : lon) {
      height.push_back(x > 100.0 && x < 150.0 ? -1.0 : 3.0 + std::cos(x * degree));
      period.push_back(10.0 - 0.02 * y);
      direction.push_back(200.0);
    }
  file.dimension("time", 1).dimension("latitude", lat.size()).dimension("longitude", lon.size());
  file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 2000-01-01");
  file.variable("latitude", NC_DOUBLE, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_DOUBLE, {"longitude"}).attribute("units", "degrees_east");
  const std::vector<std::string> dimensions{"time", "latitude", "longitude"};
  file.variable("swh", NC_DOUBLE, dimensions).attribute("units", "m").attribute("_FillValue", -1.0);
  file.variable("mwp", NC_DOUBLE, dimensions).attribute("units", "s");
  file.variable("mwd", NC_DOUBLE, dimensions).attribute("units", "Degree true");
  file.put("time", {0}).put("latitude", lat).put("longitude", lon);
  file.put("swh", height).put("mwp", period).put("mwd", direction);
  return path;
}

std::string refusal(const ModelSettings& config) {
  try {
    Model(config, Communicator(MPI_COMM_WORLD), make_model_mesh(config.mesh, Communicator(MPI_COMM_WORLD)));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

static_assert(!std::is_copy_constructible_v<Model> && !std::is_move_constructible_v<Model>);

TEST(Start, ChecksSettingsThatNoFileGave) {
  ModelSettings config = test::make_windy_globe();
  config.time.step = 1700;
  EXPECT_EQ(refusal(config),
            "the settings: time.step is 1700 s, which does not divide the length of the run, 86400 s");
  config = test::make_windy_globe();
  config.propagation.max_courant = 2.0;
  EXPECT_NE(refusal(config).find("the settings: propagation.max_courant is 2"), std::string::npos)
      << refusal(config);
}

TEST(Start, RefusesWordsThatNoSettingOfThePhysicsHas) {
  for (const auto& [key, word] :
       {std::pair{"package", "wam5"}, {"dissipation", "none"}, {"limiter", "strict"}}) {
    ModelSettings config = test::make_windy_globe();
    OptionTable table;
    add_physics_options(table, config);
    try {
      table.read_text(text("physics: {", key, ": ", word, "}"), "case.yaml");
      ADD_FAILURE() << key << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(
          std::string(error.what()).find(text("physics.", key, " is '", word, "', which is not one of ")),
          std::string::npos)
          << error.what();
    }
  }
}

#if defined(__SSE2__)
TEST(Start, LeavesTheCallersFloatingPointFlags) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before & ~0x8040u);
  const ModelSettings config = test::make_windy_globe();
  Model model(config, Communicator(MPI_COMM_WORLD),
              make_model_mesh(config.mesh, Communicator(MPI_COMM_WORLD)));
  model.step();
  model.diagnose({"phs0"});
  EXPECT_EQ(_mm_getcsr() & 0x8040u, 0u);
  _mm_setcsr(before);
}
#endif

TEST(Start, ShowsTheFrictionVelocityAndTheWindSea) {
  const ModelSettings config = test::make_windy_globe();
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh, world));
  const Diagnostics& fields = model.diagnose({"phs0"});
  const View<const float> ustar = fields.field("ust"), wind_sea = fields.field("phs0");
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    EXPECT_GT(ustar[cell], 0.5f);  // drag coefficients of 1.1e-3 to 4e-3
    EXPECT_LT(ustar[cell], 0.95f);
    EXPECT_GT(wind_sea[cell], 0.9f * fields.height()[cell]);
  }
}

TEST(Start, AMeshWithoutDepthsIsRefused) {
  const Mesh mesh = make_icosahedral_mesh(2, earth_radius);
  try {
    Model(test::make_windy_globe(), Communicator(MPI_COMM_WORLD), mesh);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the mesh has no depths"), std::string::npos) << error.what();
  }
}

TEST(Start, IsASwellWhoseEnergyFallsAwayFromItsCentre) {
  ModelSettings config = test::make_windy_globe();
  config.mesh.bisections = 3;
  InitialSettings& swell = config.initial;
  swell.kind = InitialKind::swell;
  swell.height = 4.0;
  swell.radius = 2e6;
  swell.lon = 170.0, swell.lat = -20.0;
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh, world));
  const Diagnostics& fields = model.diagnose({});
  const Mesh& mesh = model.local().mesh;
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    const double distance = distance_to_cell(mesh, cell, swell.lon, swell.lat) / swell.radius;
    if (distance < 5.0) {
      EXPECT_NEAR(fields.height()[cell], 4.0 * std::exp(-0.25 * distance * distance), 0.01);
    } else if (distance > 5.5) {
      EXPECT_EQ(fields.height()[cell], 0.0f);
    }
  }
}

TEST(Start, IsTheSeaOfAFile) {
  ModelSettings config = test::make_windy_globe();
  config.mesh.bisections = 3;
  config.initial.kind = InitialKind::file;
  config.initial.file.files = {write_waves()};
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh, world));
  const Diagnostics& fields = model.diagnose({"dir", "t0m1"});
  const Mesh& mesh = model.local().mesh;
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    const double lon = mesh.lon_cell[cell] / degree, lat = mesh.lat_cell[cell] / degree;
    if (lat > 2.0 || (lon > 105.0 && lon < 145.0 && lat < -2.0 && lat > -80.0)) {
      EXPECT_EQ(fields.height()[cell], 0.0f) << lon << " " << lat;
    } else if (lat < -1.0 && lat > -84.0 && (lon < 98.0 || lon > 152.0)) {
      EXPECT_NEAR(fields.height()[cell], 3.0 + std::cos(lon * degree), 0.02) << lon << " " << lat;
      EXPECT_NEAR(fields.field("t0m1")[cell], 10.0 - 0.02 * lat, 0.1);
      const double turn = fields.field("dir")[cell] / degree - 70.0;
      EXPECT_LT(std::abs(std::remainder(turn, 360.0)), 3.0) << lon << " " << lat;
    }
  }
}

}  // namespace groundswell
