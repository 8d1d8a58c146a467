// SPDX-License-Identifier: Apache-2.0
// Vectors from a mesh to a grid of longitudes and latitudes: the same bits as on one process.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "coupling/coupler.hpp"
#include "coupling/regridder.hpp"
#include "coupling/regridding.hpp"
#include "mesh/analytic_meshes.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// Which of the processes of a component has a point; in the last of the splits, one has them all.
int owner_of(std::int64_t point, int split, int n_rank) {
  if (split == 0) return int(point % n_rank);
  if (split == 1) return int(point / 7 % n_rank);
  return n_rank - 1;
}

CouplingGrid part_of(const CouplingGrid& whole, int split, const Communicator& ranks) {
  CouplingGrid part;
  part.n_global = whole.n_global;
  part.axes = whole.axes;
  for (std::size_t i = whole.n_point(); i-- > 0;) {
    if (owner_of(whole.cells[i], split, ranks.size()) != ranks.rank()) continue;
    part.cells.push_back(whole.cells[i]);
    part.lon.push_back(whole.lon[i]);
    part.lat.push_back(whole.lat[i]);
    if (!whole.mask.empty()) part.mask.push_back(whole.mask[i]);
  }
  for (const GridTriangle& triangle : whole.triangles)
    for (const std::int64_t corner : triangle)
      if (owner_of(corner, split, ranks.size()) == ranks.rank()) part.triangles.push_back(triangle);
  return part;
}

CouplingGrid make_rows_of_longitudes() {
  CouplingGrid grid;
  for (int i = 0; i < 12; ++i) grid.axes.lon.push_back(0.5 * i);
  for (int j = 0; j < 7; ++j) grid.axes.lat.push_back(-1.5 + 0.5 * j);
  grid.n_global = grid.axes.size();
  for (std::int64_t cell = 0; cell < grid.n_global; ++cell) {
    grid.cells.push_back(cell);
    grid.lon.push_back(grid.axes.lon[std::size_t(cell % 12)]);
    grid.lat.push_back(grid.axes.lat[std::size_t(cell / 12)]);
  }
  return grid;
}

double east_at(double lon, double lat) {
  return std::cos(lon) * std::sin(3.0 * lat);
}
double north_at(double lon, double lat) {
  return 0.1 + std::sin(lon) * std::cos(lat);
}

struct Vectors {
  std::vector<double> east, north;
};
Vectors make_vectors(const CouplingGrid& grid) {
  Vectors made;
  for (std::size_t i = 0; i < grid.n_point(); ++i) {
    made.east.push_back(east_at(grid.lon[i], grid.lat[i]));
    made.north.push_back(north_at(grid.lon[i], grid.lat[i]));
  }
  return made;
}

Vectors regrid_on_one_process(const CouplingGrid& from, const CouplingGrid& to,
                              const RegriddingSettings& how) {
  const WholeGrid whole = join_grid(std::span(&from, 1));
  const Regridder regridder(make_regridding(how, whole, to), whole, to);
  const Vectors given = make_vectors(from);
  Vectors needed, out{std::vector<double>(to.n_point()), std::vector<double>(to.n_point())};
  for (const std::int64_t point : regridder.needed()) {
    needed.east.push_back(given.east[std::size_t(point)]);
    needed.north.push_back(given.north[std::size_t(point)]);
  }
  regridder.regrid_vector<double>(needed.east, needed.north, out.east, out.north);
  return out;
}

CouplerSetup make_setup(const RegriddingSettings& how, int component) {
  const DateTime start({2020, 1, 1});
  const int n_mesh = (world().size() + 1) / 2;
  CouplerSetup setup;
  setup.settings.components = {{"mesh", "toy", n_mesh, {}}, {"rows", "toy", world().size() - n_mesh, {}}};
  for (const ComponentSettings& each : setup.settings.components)
    setup.components.push_back({each.name, {start, start + 60, 60}});
  CoupledFieldSettings& field = setup.settings.fields.emplace_back();
  field.name = "wind";
  field.source = "mesh";
  field.target = "rows";
  field.period = 60;
  field.regridding = how;
  setup.settings.wait_limit = 15.0;
  setup.component = component;
  (component == 0 ? setup.gives : setup.takes).push_back({"wind", "m s-1", FieldShape::vector, 8});
  return setup;
}

// With masks, some points of both are out of use, and others have no source.
void compare_splits(CouplingGrid from, CouplingGrid to, bool has_masks) {
  for (std::size_t i = 0; has_masks && i < from.n_point(); ++i)
    from.mask.push_back(from.lon[i] > 1.0 && i % 5 > 0);
  for (std::size_t i = 0; has_masks && i < to.n_point(); ++i) to.mask.push_back(i % 4 > 0);
  for (const Regridding kind : {Regridding::three_points, Regridding::nearest})
    for (int split = 0; split < 3; ++split) {
      const RegriddingSettings how{kind, {}, has_masks ? NoSource::nearest : NoSource::error, 0.0};
      const int me = world().rank() < (world().size() + 1) / 2 ? 0 : 1;
      const Communicator ranks = world().split(me, world().rank());
      const CouplingGrid mine = part_of(me == 0 ? from : to, split, ranks);
      Coupler coupler(ranks, make_setup(how, me));
      coupler.connect(mine);
      Vectors values = make_vectors(mine);
      if (me == 0) {
        coupler.put<double>("wind", {View<const double>{values.east.data(), values.east.size()},
                                     View<const double>{values.north.data(), values.north.size()}});
        coupler.send();
      } else {
        coupler.get<double>("wind",
                            {View<double>{values.east.data(), values.east.size()},
                             View<double>{values.north.data(), values.north.size()}},
                            coupler.now());
        const Vectors expected = regrid_on_one_process(from, to, how);
        for (std::size_t i = 0; i < mine.n_point(); ++i) {
          EXPECT_EQ(values.east[i], expected.east[std::size_t(mine.cells[i])]);
          EXPECT_EQ(values.north[i], expected.north[std::size_t(mine.cells[i])]);
          if (has_masks || kind != Regridding::three_points || std::abs(mine.lat[i]) > 1.2) continue;
          EXPECT_NEAR(values.east[i], east_at(mine.lon[i], mine.lat[i]), 0.15);
          EXPECT_NEAR(values.north[i], north_at(mine.lon[i], mine.lat[i]), 0.15);
        }
      }
      coupler.finish();
    }
}

TEST(CouplerRegridding, vectors_have_the_same_bits_on_all_splits) {
  const CouplingGrid mesh = make_coupling_grid(make_icosahedral_mesh(2, 6.371e6), "mesh");
  for (const bool has_masks : {false, true}) compare_splits(mesh, make_rows_of_longitudes(), has_masks);
}

}  // namespace
}  // namespace groundswell
