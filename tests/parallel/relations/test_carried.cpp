// SPDX-License-Identifier: Apache-2.0
// Waves on water that moves as a whole travel with it and otherwise behave as on water at rest.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdio>

#include "parallel/relations/related_seas.hpp"

namespace groundswell {
namespace {

using test::RelatedSea;
using test::SeaOutcome;
using test::world;

constexpr double spacing = 20e3;  // [m]

// A packet of swell that travels east for a day on a doubly periodic plane.
RelatedSea make_packet(double current, double to_degree) {
  RelatedSea sea;
  PlanarHexSettings plane;
  plane.nx = plane.ny = 40;
  plane.spacing = spacing;
  plane.periodic_x = plane.periodic_y = true;
  sea.mesh = make_planar_hex_mesh(plane);
  sea.mesh.depth_cell.assign(std::size_t(sea.mesh.n_cell), 4000.0);
  ModelSettings& settings = sea.settings;
  settings.time = {Calendar::standard, "2000-01-01", "2000-01-02", 1800};
  settings.spectrum.n_dir = 24;
  settings.spectrum.n_freq = 10;
  settings.spectrum.first_frequency = 0.05;
  settings.with_sources = false;
  settings.forcing.current.kind = CurrentKind::constant;
  settings.forcing.current.speed = current;
  settings.forcing.current.to_degree = to_degree;
  settings.initial.kind = InitialKind::swell;
  settings.initial.lon = settings.initial.lat = 400e3;
  settings.initial.radius = 100e3;
  settings.initial.spread = 12.0;
  return sea;
}

struct Packet {
  double x, y, height;  // [m]
};

// The centre of the energy of a periodic sea, and its highest waves.
Packet find_packet(const Mesh& mesh, const SeaOutcome& sea) {
  std::complex<double> sum_x, sum_y;
  for (std::size_t cell = 0; cell < sea.height.size(); ++cell) {
    const double energy = double(sea.height[cell]) * double(sea.height[cell]);
    sum_x += std::polar(energy, 2.0 * pi * mesh.x_cell[cell] / mesh.period_x);
    sum_y += std::polar(energy, 2.0 * pi * mesh.y_cell[cell] / mesh.period_y);
  }
  return {std::arg(sum_x) / (2.0 * pi) * mesh.period_x, std::arg(sum_y) / (2.0 * pi) * mesh.period_y,
          test::largest_of(sea.height)};
}

TEST(Relations, AUniformCurrentCarriesAPacketAndLeavesItsHeight) {
  constexpr double speed = 2.0, way = speed * 86400.0;  // [m s-1], [m]
  const std::vector<double> courses{90.0, 270.0, 0.0, 45.0};
  std::vector<RelatedSea> seas{make_packet(0.0, 0.0)};
  for (const double to : courses) seas.push_back(make_packet(speed, to));
  const std::vector<SeaOutcome> outcomes = test::run_each(seas);
  const Mesh& mesh = seas[0].mesh;
  const Packet at_rest = find_packet(mesh, outcomes[0]);
  for (std::size_t i = 0; i < courses.size(); ++i) {
    const double to = courses[i];
    const Packet carried = find_packet(mesh, outcomes[i + 1]);
    const double x = way * std::sin(to * degree), y = way * std::cos(to * degree);
    const double off_x = std::remainder(carried.x - at_rest.x - x, mesh.period_x),
                 off_y = std::remainder(carried.y - at_rest.y - y, mesh.period_y);
    const double off = std::hypot(off_x, off_y) / way, height = carried.height / at_rest.height - 1.0;
    if (world().rank() == 0)
      std::printf("current of %.0f m/s to %.0f degrees: %.2f %% of its way off, height %+.2f %% of %.2f m\n",
                  speed, to, 100.0 * off, 100.0 * height, at_rest.height);
    EXPECT_LT(off, 5e-3);
    EXPECT_LT(std::abs(height), 1e-2);
  }
}

}  // namespace
}  // namespace groundswell
