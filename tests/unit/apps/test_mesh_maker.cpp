// SPDX-License-Identifier: Apache-2.0
// The mesh maker: from a mesh.yaml to a mesh of the sea, with the small bathymetries packaged by Debian.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <sstream>

#include "apps/mesh_maker.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

const std::string etopo120 = "/usr/share/ferret-vis/data/etopo120.cdf";
const std::string etopo20 = "/usr/share/ferret-vis/data/etopo20.cdf";
const std::string storm = "/usr/share/ncarg/data/cdf/Ustorm.cdf";

Mesh make(const std::string& yaml, std::string* said = nullptr) {
  MeshCase settings;
  OptionTable table = make_mesh_options(settings);
  table.read_text(yaml, "mesh.yaml");
  std::ostringstream lines;
  const Mesh mesh = make_mesh(settings, Log(lines));
  if (said) *said = lines.str();
  return mesh;
}

std::string complaint(const std::string& yaml) {
  try {
    make(yaml);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

#define GS_NEEDS_FILE(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << (path)

TEST(MeshMaker, MakesTheGlobalSea) {
  GS_NEEDS_FILE(etopo120);
  std::string said;
  const Mesh mesh = make("cells: 2562\nbathymetry: {file: " + etopo120 + "}\n", &said);
  check_mesh(mesh);
  double area = 0.0;
  for (double a : mesh.area_cell) area += a;
  EXPECT_NEAR(area / (4.0 * pi * earth_radius * earth_radius), 0.70, 0.03)
      << "the sea covers 71 % of the Earth";
  double depth = 0.0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    depth += mesh.depth_cell[cell] * mesh.area_cell[cell] / area;
    const double lon = mesh.lon_cell[cell] / degree, lat = mesh.lat_cell[cell] / degree;
    EXPECT_FALSE(lon > 47.0 && lon < 54.0 && lat > 37.0 && lat < 47.0) << "the Caspian";
    EXPECT_FALSE(lon > 0.0 && lon < 25.0 && lat > 10.0 && lat < 25.0) << "the Sahara";
    EXPECT_FALSE(lat < -85.0) << "Antarctica";
  }
  EXPECT_NEAR(depth, 3700.0, 150.0) << "mean depth of the ocean";
  EXPECT_NE(said.find("of 2562 cells"), std::string::npos) << said;
  EXPECT_NE(said.find("quality of the mesh"), std::string::npos);
  EXPECT_NE(
      said.find(
          "ROSE is taken as heights because nothing says that it holds depths; 29 % of the globe is land"),
      std::string::npos)
      << said;
}

TEST(MeshMaker, MakesARegionFinerAtTheCoast) {
  GS_NEEDS_FILE(etopo20);
  GS_NEEDS_FILE(storm);
  std::string said;
  const Mesh mesh = make(
      "kind: region\nregion: {west: -82, east: -60, south: 25, north: 45}\nspacing: 120 km\n"
      "coast_spacing: 50 km\ncoast_transition: 500 km\nbathymetry: {file: " +
          etopo20 + "}\nlloyd: {tolerance: 1e-3}\ncovered_by: {files: [" + storm +
          ", /usr/share/ncarg/data/cdf/Vstorm.cdf], start: 1996-01-15T18:00:00Z, "
          "end: 1996-01-20T18:00:00Z}\n",
      &said);
  check_mesh(mesh);
  int n_coast = 0, n_open = 0;
  double coast = 0.0, offshore = 0.0;
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int cell = mesh.cell_on_edge(edge, 0);
    const double spacing = std::sqrt(mesh.area_cell[cell] / std::sqrt(0.75));
    offshore = std::max(offshore, spacing);
    n_open += mesh.edge_kind[edge] == EdgeKind::open_boundary;
    if (mesh.edge_kind[edge] != EdgeKind::land) continue;
    coast += spacing;
    ++n_coast;
  }
  EXPECT_NEAR(coast / n_coast, 53e3, 6e3);
  EXPECT_NEAR(offshore, 120e3, 20e3);
  EXPECT_GT(n_open, 20);
  EXPECT_NE(said.find("the forcing does not cover them"), std::string::npos) << said;
}

TEST(MeshMaker, RefinesANamedRegion) {
  const Mesh mesh = make(
      "spacing: 900 km\nbathymetry: {depth: 50 m}\nlloyd: {tolerance: 1e-3}\nrefine:\n"
      "  - {west: -10, east: 10, south: 40, north: 60, spacing: 300 km, transition: 3000 km}\n");
  check_mesh(mesh);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double lon = mesh.lon_cell[cell] / degree, lat = mesh.lat_cell[cell] / degree;
    const double spacing = std::sqrt(mesh.area_cell[cell] / std::sqrt(0.75));
    if (std::abs(lon) < 10.0 && lat > 40.0 && lat < 60.0) {
      EXPECT_NEAR(spacing, 310e3, 60e3);
    }
    if (lat < -20.0) {
      EXPECT_NEAR(spacing, 900e3, 150e3);
    }
    EXPECT_EQ(mesh.depth_cell[cell], 50.0);
  }
}

// Global heights without a stated sign are accepted only if they are mostly sea, as on the Earth. A region
// that is mostly land causes a warning unless the sign is set.
TEST(MeshMaker, WarnsOfARegionThatIsMostlyLand) {
  GS_NEEDS_FILE(etopo120);
  const std::string andes =
      "kind: region\nregion: {west: -85, east: -45, south: -30, north: -5}\nspacing: 500 km\n"
      "bathymetry: {file: " +
      etopo120;
  std::string said;
  const Mesh mesh = make(andes + "}\n", &said);
  EXPECT_NE(said.find("% of the region is land, as '" + etopo120 + "' has it"), std::string::npos) << said;
  EXPECT_EQ(make(andes + ", positive: up}\n", &said).n_cell, mesh.n_cell);
  EXPECT_EQ(said.find(" has it"), std::string::npos) << said;
}

TEST(MeshMaker, SaysWhatIsWrong) {
  EXPECT_NE(complaint("bathymetry: {depth: 50 m}\n").find("one of cells and spacing"), std::string::npos);
  EXPECT_NE(complaint("cells: 100\nspacing: 900 km\nbathymetry: {depth: 50 m}\n").find("both"),
            std::string::npos);
  EXPECT_NE(complaint("cells: 100\n").find("one of bathymetry.file and bathymetry.depth"), std::string::npos);
  EXPECT_NE(complaint("cells: 100\nbathymetry: {fiel: x.nc}\n").find("file"), std::string::npos);
  EXPECT_NE(
      complaint("kind: region\nregion: {west: 10, east: 5}\nspacing: 900 km\nbathymetry: {depth: 50 m}\n")
          .find("west must be less than east"),
      std::string::npos);
  EXPECT_NE(complaint("cells: 100\nbathymetry: {file: /no/such/file.nc}\n").find("/no/such/file.nc"),
            std::string::npos);
  GS_NEEDS_FILE(etopo120);
  const std::string sahara =
      "kind: region\nregion: {west: 0, east: 25, south: 18, north: 26}\nspacing: 200 km\n"
      "bathymetry: {file: " +
      etopo120;
  EXPECT_NE(complaint(sahara + "}\n").find("is sea"), std::string::npos);
  EXPECT_NE(complaint(sahara + ", positive: up}\n").find("is sea"), std::string::npos);
}

}  // namespace
}  // namespace groundswell
