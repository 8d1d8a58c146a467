// SPDX-License-Identifier: Apache-2.0
// Values, vectors and directions on the target's side: order of the error, poles, the date line, copies.
#include <gtest/gtest.h>

#include "coupling/regridder.hpp"
#include "support/coupling_grids.hpp"

namespace groundswell::test {
namespace {

double smooth_value(const Vec3& p) {
  return 3.0 + p.x * p.y - 0.5 * p.z + std::sin(1.5 * p.z + p.x);
}

// A rotation of the whole globe about a tilted axis, whose flow crosses both poles, and a flow that grows
// towards a point.
Vec3 smooth_vector(const Vec3& p) {
  const Vec3 pull{0.3, -0.2, 0.6};
  return cross({0.8, 0.5, 0.4}, p) + (pull + p * -dot(pull, p)) * (1.0 + 0.5 * p.x);
}

struct ErrorSize {
  double mean = 0.0, largest = 0.0;  // root mean square

  void add(double error) {
    sum_ += error * error;
    ++n_;
    mean = std::sqrt(sum_ / n_);
    largest = std::max(largest, std::abs(error));
  }

 private:
  double sum_ = 0.0;
  int n_ = 0;
};

struct Errors {
  ErrorSize value, vector, direction;
};

Errors compute_errors(Regridding kind, const CouplingGrid& grid, const CouplingGrid& target) {
  RegriddingSettings settings;
  settings.kind = kind;
  const WholeGrid source = whole(grid);
  const Regridder regridder(make_regridding(settings, source, target), source, target);
  std::vector<double> value, east, north, angle;
  for (const std::int64_t point : regridder.needed()) {
    const auto i = std::size_t(point);
    const Vec3 place = source.place(point), vector = smooth_vector(place);
    value.push_back(smooth_value(place));
    east.push_back(dot(vector, east_at(source.lon[i])));
    north.push_back(dot(vector, north_at(source.lon[i], source.lat[i])));
    angle.push_back(std::atan2(north.back(), east.back()));
  }
  const std::size_t n = target.n_point();
  std::vector<double> out(n), out_east(n), out_north(n), out_angle(n);
  regridder.regrid_scalar<double>(value, out);
  regridder.regrid_vector<double>(east, north, out_east, out_north);
  regridder.regrid_direction<double>(angle, out_angle);
  Errors errors;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 place = grid_place(true, target.lon[i], target.lat[i]), vector = smooth_vector(place);
    const double to_east = dot(vector, east_at(target.lon[i])),
                 to_north = dot(vector, north_at(target.lon[i], target.lat[i]));
    errors.value.add(out[i] - smooth_value(place));
    errors.vector.add(std::hypot(out_east[i] - to_east, out_north[i] - to_north));
    // Directions are not smooth around a place without flow.
    if (norm(vector) > 0.5)
      errors.direction.add(std::remainder(out_angle[i] - std::atan2(to_north, to_east), 2.0 * pi));
  }
  return errors;
}

// From the first to the last of three grids, each with half the step of the one before. No place is much
// worse than the mean.
void expect_second_order(const std::vector<Errors>& errors, const char* what) {
  for (const auto& [name, kind] : {std::pair{"value", &Errors::value}, std::pair{"vector", &Errors::vector},
                                   std::pair{"direction", &Errors::direction}}) {
    const ErrorSize &coarse = errors[0].*kind, &fine = errors[2].*kind;
    EXPECT_GT(std::log2(coarse.mean / fine.mean) / 2.0, 1.9) << what << ": " << name;
    EXPECT_LT(fine.largest, 9.0 * fine.mean) << what << ": " << name;
  }
}

// Around the poles and the date line, and all over the globe.
std::vector<std::pair<const char*, CouplingGrid>> make_targets() {
  std::vector<double> lon, lat;
  for (int j = 0; j <= 40; ++j)
    for (int i = 0; i < 37; ++i) {
      lon.push_back((10.0 * i - 170.0) * degree);
      lat.push_back((i % 2 == 0 ? 1.0 : -1.0) * (80.0 + 0.25 * j) * degree);
    }
  const CouplingGrid poles = make_points(lon, lat);
  lon.clear(), lat.clear();
  std::mt19937 random(8);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  for (int i = 0; i < 2000; ++i) {
    lon.push_back(i < 10 ? (i % 2 == 0 ? pi : -pi) : pi + 10.0 * degree * share(random));
    lat.push_back(75.0 * degree * share(random));
  }
  return {{"poles", poles},
          {"date line", make_points(lon, lat)},
          {"globe", make_random_points(4000)},
          {"mesh", make_globe(3, 2)},
          {"rows", make_global_grid(50, 31, -pi, true)}};
}

TEST(Regridder, IsOfSecondOrderFromMeshes) {
  std::vector<CouplingGrid> sources;
  for (const int n_bisections : {2, 3, 4}) sources.push_back(make_globe(2, n_bisections));
  for (const auto& [name, target] : make_targets()) {
    std::vector<Errors> errors;
    for (const CouplingGrid& source : sources)
      errors.push_back(compute_errors(Regridding::three_points, source, target));
    expect_second_order(errors, name);
  }
}

TEST(Regridder, IsOfSecondOrderFromRowsOfLongitudes) {
  for (const bool rows_at_poles : {false, true})
    for (const auto& [name, target] : make_targets()) {
      std::vector<Errors> errors;
      for (const std::size_t n : {20u, 40u, 80u})
        errors.push_back(compute_errors(
            Regridding::bilinear, make_global_grid(2 * n, n + rows_at_poles, 0.02, rows_at_poles), target));
      expect_second_order(errors, name);
    }
}

// Values at the needed points from those at all points.
std::vector<double> gather(const std::vector<double>& all, const Regridder& regridder) {
  std::vector<double> values;
  for (const std::int64_t point : regridder.needed()) values.push_back(all[std::size_t(point)]);
  return values;
}

Regridder make_regridder(const CouplingGrid& grid, const CouplingGrid& target, Regridding kind,
                         NoSource no_source = NoSource::error) {
  RegriddingSettings settings;
  settings.kind = kind;
  settings.no_source = no_source;
  settings.value = -9.0;
  const WholeGrid source = whole(grid);
  return Regridder(make_regridding(settings, source, target), source, target);
}

// A flow across the pole, at 89.9 and 90 degrees north, on grids as coarse as 10 degrees.
TEST(Regridder, AFlowAcrossThePoleKeepsItsDirection) {
  const Vec3 axis{0.6, 0.8, 0.0};  // in the plane of the equator
  std::vector<double> lon, lat;
  for (int i = 0; i < 24; ++i)
    for (const double latitude : {89.9, 90.0, -89.9, -90.0}) {
      lon.push_back(i * 15.0 * degree - pi);
      lat.push_back(latitude * degree);
    }
  const CouplingGrid target = make_points(lon, lat);
  for (const auto& [kind, grid] : {std::pair{Regridding::bilinear, make_global_grid(36, 18)},
                                   std::pair{Regridding::bilinear, make_global_grid(36, 19, 0.0, true)},
                                   std::pair{Regridding::three_points, make_globe(2, 2)}}) {
    const Regridder regridder = make_regridder(grid, target, kind);
    std::vector<double> east, north, angle;
    for (std::size_t i = 0; i < grid.n_point(); ++i) {
      const Vec3 flow = cross(axis, grid_place(true, grid.lon[i], grid.lat[i]));
      east.push_back(dot(flow, east_at(grid.lon[i])));
      north.push_back(dot(flow, north_at(grid.lon[i], grid.lat[i])));
      angle.push_back(std::atan2(north.back(), east.back()));
    }
    std::vector<double> out_east(lon.size()), out_north(lon.size()), out_angle(lon.size());
    regridder.regrid_vector<double>(gather(east, regridder), gather(north, regridder), out_east, out_north);
    regridder.regrid_direction<double>(gather(angle, regridder), out_angle);
    for (std::size_t i = 0; i < lon.size(); ++i) {
      const Vec3 flow = cross(axis, grid_place(true, lon[i], lat[i]));
      const double to_east = dot(flow, east_at(lon[i])), to_north = dot(flow, north_at(lon[i], lat[i]));
      // Sums of vectors at points of a circle of 5 degrees (or a little more) are 0.4 % too short.
      EXPECT_NEAR(out_east[i], to_east, 0.01);
      EXPECT_NEAR(out_north[i], to_north, 0.01);
      EXPECT_NEAR(std::remainder(out_angle[i] - std::atan2(to_north, to_east), 2.0 * pi), 0.0, 0.002);
    }
  }
}

// Rows through the poles, the date line, masks and points beyond the source; values up to 1e6.
TEST(Regridder, KeepsConstants) {
  CouplingGrid mesh = make_globe(2, 2), rows = make_global_grid(40, 20, -1.0);
  for (CouplingGrid* grid : {&mesh, &rows})
    for (std::size_t i = 0; i < grid->n_point(); ++i) grid->mask.push_back(i % 5 > 0);
  for (const auto& [name, target] : make_targets())
    for (const auto& [kind, grid] :
         {std::pair{Regridding::nearest, &mesh}, std::pair{Regridding::three_points, &mesh},
          std::pair{Regridding::bilinear, &rows}}) {
      const Regridder regridder = make_regridder(*grid, target, kind, NoSource::nearest);
      EXPECT_TRUE(std::ranges::is_sorted(regridder.needed()));
      std::vector<double> out(target.n_point());
      regridder.regrid_scalar<double>(std::vector<double>(regridder.needed().size(), 1.1e6), out);
      for (const double value : out) EXPECT_NEAR(value, 1.1e6, 1e-12 * 1.1e6) << name;
    }
}

// The same points in another order: values, vectors and directions are copied, of float and of double.
TEST(Regridder, TheSamePlacesGetTheSameBits) {
  const CouplingGrid grid = make_globe(2, 1);
  const CouplingGrid target = cut(grid, 1)[0];
  for (const Regridding kind : {Regridding::none, Regridding::nearest, Regridding::three_points}) {
    const Regridder regridder = make_regridder(grid, target, kind);
    ASSERT_EQ(regridder.needed().size(), grid.n_point());
    std::vector<float> east, north, out_east(grid.n_point()), out_north(out_east), out_angle(out_east);
    for (std::size_t i = 0; i < grid.n_point(); ++i) {
      east.push_back(7.3f * float(std::sin(double(i))));
      north.push_back(1e-3f * float(std::cos(double(i))));
    }
    regridder.regrid_vector<float>(east, north, out_east, out_north);
    regridder.regrid_direction<float>(east, out_angle);
    std::vector<float> out(grid.n_point());
    regridder.regrid_scalar<float>(east, out);
    for (std::size_t i = 0; i < grid.n_point(); ++i) {
      EXPECT_EQ(out_east[i], east[std::size_t(target.cells[i])]);
      EXPECT_EQ(out_north[i], north[std::size_t(target.cells[i])]);
      EXPECT_EQ(out_angle[i], east[std::size_t(target.cells[i])]);
      EXPECT_EQ(out[i], east[std::size_t(target.cells[i])]);
    }
  }
}

// A pole is one place with a local east for each longitude; elsewhere the nearest point lies at another
// longitude or latitude.
TEST(Regridder, VectorsOfASinglePointAreTurned) {
  const CouplingGrid source = make_points({0.0, 0.5, 0.5}, {0.5 * pi, 0.0, -0.8});
  const CouplingGrid target = make_points({0.5 * pi, 0.5, 0.9}, {0.5 * pi, 0.2, -0.8});
  const Regridder regridder = make_regridder(source, target, Regridding::nearest);
  std::vector<double> east(3), north(3), angle(3);
  regridder.regrid_vector<double>(std::vector{1.0, 0.0, 1.0}, std::vector{0.0, 1.0, 0.0}, east, north);
  regridder.regrid_direction<double>(std::vector{0.0, 0.3, 0.0}, angle);
  const double expected_east[3] = {0.0, 0.0, std::cos(0.4)},
               expected_north[3] = {-1.0, std::cos(0.2), dot(east_at(0.5), north_at(0.9, -0.8))},
               expected_angle[3] = {-0.5 * pi, std::atan2(std::sin(0.3) * std::cos(0.2), std::cos(0.3)),
                                    std::atan2(expected_north[2], expected_east[2])};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(east[i], expected_east[i], 1e-15);
    EXPECT_NEAR(north[i], expected_north[i], 1e-15);
    EXPECT_NEAR(angle[i], expected_angle[i], 1e-15);
  }
  const Regridder at_pole =
      make_regridder(make_points({0.0}, {0.5 * pi}), make_points({pi}, {0.5 * pi}), Regridding::none);
  std::vector<double> one(1), other(1);
  at_pole.regrid_vector<double>(std::vector{1.0}, std::vector{2.0}, one, other);
  EXPECT_NEAR(one[0], -1.0, 1e-15);
  EXPECT_NEAR(other[0], -2.0, 1e-15);
}

// The second point lies outside the source, the third is not in use. In the plane nothing turns.
TEST(Regridder, FillsInAndLeavesAlone) {
  const CouplingGrid grid = make_grid({{0.0, 1e3}, {0.0, 1e3}}, false);
  CouplingGrid target = make_points({250.0, 5e3, 10.0}, {500.0, 0.0, 10.0}, false);
  target.mask = {1, 1, 0};
  const Regridder regridder = make_regridder(grid, target, Regridding::bilinear, NoSource::value);
  const std::vector<double> east{1.0, 2.0, 3.0, 4.0}, north{-1.0, -1.0, 1.0, 1.5};
  std::vector<double> out(3, 55.0), out_east(out), out_north(out), out_angle(out);
  regridder.regrid_scalar<double>(east, out);
  regridder.regrid_vector<double>(east, north, out_east, out_north);
  regridder.regrid_direction<double>(std::vector<double>{3.0, -3.0, 3.0, -3.0}, out_angle);
  EXPECT_EQ(out, (std::vector<double>{2.25, -9.0, 55.0}));
  EXPECT_EQ(out_east, (std::vector<double>{2.25, -9.0, 55.0}));
  EXPECT_EQ(out_north, (std::vector<double>{0.0625, -9.0, 55.0}));
  EXPECT_NEAR(out_angle[0], std::atan2(0.5 * std::sin(3.0), std::cos(3.0)), 1e-15) << "not their mean, 1.5";
  EXPECT_EQ(out_angle[2], 55.0);
  // A missing value spreads to the points that use it.
  regridder.regrid_scalar<double>(std::vector<double>{1.0, std::nan(""), 1.0, 1.0}, out);
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_EQ(out[1], -9.0);
}

}  // namespace
}  // namespace groundswell::test
