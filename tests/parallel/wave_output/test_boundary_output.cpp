// SPDX-License-Identifier: Apache-2.0
// Spectra for nested runs: their places, their values against a plain reference implementation, the same
// bytes on any number of ranks and after an interruption, on a plane as a nested run reads them, and meshes
// that cannot be nested.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "boundary/spectra_series.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "mesh/vec3.hpp"
#include "mesh_files/mesh_file.hpp"
#include "parallel/output/output_test_support.hpp"
#include "parallel/wave_output/sample_run.hpp"

namespace groundswell::test {
namespace {

struct Box {
  double west, east, south, north;  // [degree]
};
// One region is in the open sea; the other has its eastern edge on the continent.
constexpr Box at_sea{-60, -10, -20, 30}, on_coast{-5, 24, -15, 15};

// A mesh with cells half as wide as those of the sample ocean.
Mesh make_small_mesh(const Box& box) {
  Mesh globe = make_icosahedral_mesh(5, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const double lon = std::remainder(globe.lon_cell[i], 2.0 * pi) / degree, lat = globe.lat_cell[i] / degree;
    keep[i] = lon > box.west && lon < box.east && lat > box.south && lat < box.north;
  }
  Mesh mesh = select_cells(globe, keep, EdgeKind::open_boundary);
  mesh.depth_cell.assign(std::size_t(mesh.n_cell), 4000.0);
  return mesh;
}

const std::array<Mesh, 2>& small_meshes() {
  static const std::array<Mesh, 2> meshes{make_small_mesh(at_sea), make_small_mesh(on_coast)};
  return meshes;
}

class BoundaryOutput : public testing::Test {
 protected:
  BoundaryOutput() : world_(MPI_COMM_WORLD), folder_(world_, "boundary"), ocean_(sample_ocean()) {
    run_on_root(world_, 0, [&] {
      write_mesh_file(small_meshes()[0], path("at_sea_mesh.nc"));
      write_mesh_file(small_meshes()[1], path("on_coast_mesh.nc"));
    });
  }

  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  // Spectra for both meshes in one run, and no other output.
  OutputSettings settings(const std::string& into) const {
    OutputSettings s;
    s.folder = into;
    s.mesh.interval = s.lat_lon.interval = 0;
    for (const char* name : {"at_sea", "on_coast"}) {
      BoundaryOutputSettings& boundary = s.boundaries.emplace_back();
      boundary.name = name;
      boundary.mesh = path(name + std::string("_mesh.nc"));
      boundary.max_distance = 1000e3;
    }
    s.boundaries[0].interval = 1800;
    s.boundaries[1].spacing = 700e3;
    return s;
  }

  std::string sentence_of(const OutputSettings& of) const {
    const DateTime first = DateTime::parse("1996-01-15");
    try {
      sample_products(world_, of, deal_cells(world_, ocean_), first, first + 7200);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  Communicator world_;
  TestFolder folder_;
  const Mesh& ocean_;
};

struct PlacesInFile {
  std::vector<Vec3> positions;
  std::vector<float> spectra;           // of the first date
  std::vector<std::size_t> directions;  // indices in the sample's directions, in the order of the file
};

PlacesInFile read_places(const std::string& path) {
  const NetcdfReader file(path);
  const std::size_t n = file.dimension_size("station");
  const auto lon = file.read<float>("longitude", {0, 0}, {1, n}),
             lat = file.read<float>("latitude", {0, 0}, {1, n});
  PlacesInFile places;
  for (std::size_t i = 0; i < n; ++i) places.positions.push_back(point_at(lon[i] * degree, lat[i] * degree));
  places.spectra = file.read<float>(
      "efth", {0, 0, 0, 0}, {1, n, file.dimension_size("frequency"), file.dimension_size("direction")});
  const auto bearings = file.read<float>("direction");  // nautical, of travel
  for (const float bearing : bearings) {
    const double theta = std::fmod(450.0 - bearing, 360.0);
    places.directions.push_back(std::size_t(theta / 360.0 * double(bearings.size())));
  }
  return places;
}

std::vector<Vec3> open_edges(const Mesh& mesh) {
  std::vector<Vec3> edges;
  for (std::size_t i = 0; i < std::size_t(mesh.n_edge); ++i)
    if (mesh.edge_kind[i] == EdgeKind::open_boundary)
      edges.push_back(point_at(mesh.lon_edge[i], mesh.lat_edge[i]));
  return edges;
}

double least_distance(const Vec3& from, const std::vector<Vec3>& to) {  // [m]
  double least = 1e30;
  for (const Vec3& other : to) least = std::min(least, earth_radius * norm(other - from));
  return least;
}

// The cells of an ocean and their weights at a place, found by a search over all triangles of cells.
struct SlowWeights {
  std::vector<std::size_t> cells;
  std::vector<double> weights;
};

SlowWeights find_slowly(const Mesh& ocean, const Vec3& place) {
  const auto centre = [&](std::size_t i) { return point_at(ocean.lon_cell[i], ocean.lat_cell[i]); };
  SlowWeights found;
  for (std::size_t v = 0; v < std::size_t(ocean.n_vertex); ++v) {
    std::array<std::size_t, 3> cells{};
    bool is_whole = true;
    for (std::size_t k = 0; k < 3; ++k) {
      is_whole = is_whole && ocean.cells_on_vertex[3 * v + k] >= 0;
      cells[k] = std::size_t(std::max(0, ocean.cells_on_vertex[3 * v + k]));
    }
    const Vec3 a = centre(cells[0]), b = centre(cells[1]), c = centre(cells[2]);
    if (!is_whole || dot(a, place) < 0.9) continue;
    const double whole = dot(a, cross(b, c)), wa = dot(place, cross(b, c)) / whole,
                 wb = dot(place, cross(c, a)) / whole, wc = dot(place, cross(a, b)) / whole;
    if (std::min({wa, wb, wc}) < -1e-6) continue;
    const double sum = wa + wb + wc;
    return {{cells[0], cells[1], cells[2]}, {wa / sum, wb / sum, wc / sum}};
  }
  return found;
}

TEST_F(BoundaryOutput, PlacesFollowTheOpenEdges) {
  write_sample(world_, ocean_, settings(folder_.path()));
  const PlacesInFile places = read_places(path("boundary_at_sea.nc"));
  const std::vector<Vec3> edges = open_edges(small_meshes()[0]);
  EXPECT_LT(places.positions.size(), edges.size());
  // Half the distance between cells of the ocean, whose areas differ by less than half.
  const double spacing = 0.5 * std::sqrt(2.0 / std::sqrt(3.0) * 4.0 * pi / 2562) * earth_radius;
  for (const Vec3& edge : edges) EXPECT_LT(least_distance(edge, places.positions), 1.2 * spacing);
  for (std::size_t i = 0; i < places.positions.size(); ++i) {
    EXPECT_LT(least_distance(places.positions[i], edges), 1.0);
    std::vector<Vec3> others = places.positions;
    others.erase(others.begin() + std::ptrdiff_t(i));
    EXPECT_GT(least_distance(places.positions[i], others), 0.8 * spacing);
  }
  const std::string bytes = read_bytes(path("boundary_at_sea.nc"));
  for (const char* name : {"e0001", "e0010"}) EXPECT_NE(bytes.find(name), std::string::npos) << name;
  // If edges on land take the values of cells, the minimum distance applies to these cells.
  std::vector<Vec3> on_coast = read_places(path("boundary_on_coast.nc")).positions;
  EXPECT_GT(on_coast.size(), 5u);
  while (on_coast.size() > 1) {
    const Vec3 one = on_coast.back();
    on_coast.pop_back();
    EXPECT_GT(least_distance(one, on_coast), 0.999 * 700e3);
  }
}

// At sea the spectra are interpolated; on land they are those of the nearest cell, whose position they then
// have.
TEST_F(BoundaryOutput, SpectraAreThoseOfTheCellsAround) {
  write_sample(world_, ocean_, settings(folder_.path()));
  const SpectralAxes axes = sample_axes();
  const std::size_t n_dir = axes.directions.size(), n_bin = axes.n_bin();
  std::size_t n_between = 0, n_on_cell = 0;
  for (const char* name : {"boundary_at_sea.nc", "boundary_on_coast.nc"}) {
    const PlacesInFile places = read_places(path(name));
    for (std::size_t i = 0; i < places.positions.size(); ++i) {
      const SlowWeights at = find_slowly(ocean_, places.positions[i]);
      if (at.cells.empty()) continue;  // a corner of the coast
      ++(std::ranges::max(at.weights) > 0.9999 ? n_on_cell : n_between);
      for (std::size_t bin = 0; bin < n_bin; ++bin) {
        double expected = 0.0;
        for (std::size_t k = 0; k < 3; ++k)
          expected +=
              at.weights[k] * sample_spectrum(axes, bin / n_dir, places.directions[bin % n_dir],
                                              ocean_.lon_cell[at.cells[k]], ocean_.lat_cell[at.cells[k]]);
        ASSERT_NEAR(places.spectra[i * n_bin + bin], expected, 3e-5) << name << ' ' << i;
      }
    }
  }
  EXPECT_GT(n_between, 50u);
  EXPECT_GT(n_on_cell, 2u);
}

TEST_F(BoundaryOutput, BytesAreThoseOfOneRankAndOfAnUnbrokenRun) {
  const std::string one = path("one"), many = path("many");
  run_on_root(world_, 0, [&] {
    std::filesystem::create_directory(one);
    std::filesystem::create_directory(many);
    write_sample(Communicator::self(), ocean_, settings(one));
  });
  const auto expect_same = [&](const std::string& what) {
    for (const char* name : {"/boundary_at_sea.nc", "/boundary_on_coast.nc"}) {
      EXPECT_GT(read_bytes(one + name).size(), 50000u);
      EXPECT_TRUE(read_bytes(one + name) == read_bytes(many + name)) << name << ' ' << what;
    }
    world_.barrier();
  };
  write_sample(world_, ocean_, settings(many));
  expect_same("on all ranks");
  // A run that stops after an hour, and another that continues its files from half an hour after the start.
  const DateTime first = DateTime::parse("1996-01-15 18:00"), last = first + 3 * 3600;
  const LocalMesh part = deal_cells(world_, ocean_);
  SampleSource source(part, first);
  const auto run = [&](std::optional<DateTime> keep_until, const DateTime& stop) {
    RunOutput output(world_, sample_products(world_, settings(many), part, first, last), sample_header(),
                     part, keep_until);
    for (DateTime now = keep_until ? *keep_until + 1800 : first; now <= stop; now = now + 1800)
      output.publish(now, source);
    if (stop == last) output.finish();
  };
  run({}, first + 3600);
  run(first + 1800, last);
  expect_same("after an interruption");
}

// Spectra with the same density in all bins, which is linear in x and y; fields are 0.
float density_in_plane(double x, double y) {
  return float(1.0 + 1e-5 * x + 2e-5 * y);
}

class PlaneSource final : public OutputSource {
 public:
  explicit PlaneSource(const MeshPart& part) : part_(part), zeros_(std::size_t(part.n_owned)) {}
  void update(const DateTime&, const std::vector<std::string>&) override {}
  View<const float> field(std::string_view) const override { return {zeros_.data(), zeros_.size()}; }
  void get_row(int cell, View<float> bins) const override {
    const auto i = std::size_t(cell);
    std::fill_n(bins.data, bins.size, density_in_plane(part_.mesh.x_cell[i], part_.mesh.y_cell[i]));
  }

 private:
  const MeshPart& part_;
  std::vector<float> zeros_;
};

TEST_F(BoundaryOutput, PlacesInThePlaneHaveMetres) {
  Mesh nested = make_planar_hex_mesh({.nx = 8, .ny = 4, .spacing = 2500.0});
  for (auto* x : {&nested.x_cell, &nested.x_edge, &nested.x_vertex})
    for (double& each : *x) each += 15e3;
  for (auto* y : {&nested.y_cell, &nested.y_edge, &nested.y_vertex})
    for (double& each : *y) each += 10e3;
  run_on_root(world_, 0, [&] { write_mesh_file(nested, path("at_sea_mesh.nc")); });
  OutputSettings s = settings(folder_.path());
  s.boundaries.resize(1);
  const LocalMesh part = deal_cells(world_, make_planar_hex_mesh({.nx = 12, .ny = 8, .spacing = 5000.0}));
  const DateTime first = DateTime::parse("1996-01-15 18:00");
  RunOutput output(world_, sample_products(world_, s, part, first, first), sample_header(), part);
  PlaneSource source(part);
  output.publish(first, source);
  output.finish();
  const NetcdfReader file(path("boundary_at_sea.nc"));
  EXPECT_EQ(file.text_attribute("x", "units"), "m");
  EXPECT_EQ(file.text_attribute("y", "standard_name"), "projection_y_coordinate");
  EXPECT_FALSE(file.has_variable("longitude") || file.has_variable("latitude"));
  const SpectraSeries read({path("boundary_at_sea.nc")}, "", Calendar::standard);  // as a nested run reads it
  ASSERT_GT(read.points().n_place(), 10u);
  std::vector<Vec3> edges;
  for (std::size_t i = 0; i < std::size_t(nested.n_edge); ++i)
    if (nested.edge_kind[i] == EdgeKind::open_boundary)
      edges.push_back({nested.x_edge[i], nested.y_edge[i], 0.0});
  for (std::size_t place = 0; place < read.points().n_place(); ++place) {
    const double x = read.points().x()[place], y = read.points().y()[place];
    EXPECT_LT(least_distance({x, y, 0.0}, edges) / earth_radius, 0.1) << x << ' ' << y;
    for (const float density : read.read(place, 0)) ASSERT_NEAR(density, density_in_plane(x, y), 1e-5);
  }
}

TEST_F(BoundaryOutput, MeshesThatCannotBeNestedAreRefused) {
  run_on_root(world_, 0, [&] {
    write_mesh_file(make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0}), path("plane.nc"));
    write_mesh_file(make_icosahedral_mesh(2, earth_radius), path("globe.nc"));
    write_mesh_file(make_small_mesh({40, 60, -10, 20}), path("on_land.nc"));
  });
  const auto with_mesh = [&](const std::string& mesh) {
    OutputSettings s = settings(folder_.path());
    s.boundaries[1].mesh = path(mesh);
    return sentence_of(s);
  };
  const auto expect_words = [](const std::string& sentence, const std::vector<std::string>& words) {
    for (const std::string& word : words)
      EXPECT_NE(sentence.find(word), std::string::npos) << word << " is not in: " << sentence;
  };
  EXPECT_EQ(sentence_of(settings(folder_.path())), "");
  expect_words(with_mesh("none.nc"), {"output.boundaries, on_coast: ", "none.nc'"});
  expect_words(with_mesh("plane.nc"), {"plane.nc' lies in a plane but that of this run on a sphere"});
  expect_words(with_mesh("globe.nc"), {"globe.nc' has no open edge"});
  expect_words(with_mesh("on_land.nc"), {"open edges of the mesh", "more than 1000 km from the sea"});
  OutputSettings s = settings(folder_.path());
  s.boundaries[0].name = "a/b";
  expect_words(sentence_of(s), {"the name 'a/b' in output.boundaries"});
  s.boundaries[0].name = s.boundaries[1].name;
  expect_words(sentence_of(s), {"'on_coast' is listed twice in output.boundaries"});
}

}  // namespace
}  // namespace groundswell::test
