// SPDX-License-Identifier: Apache-2.0
#include "apps/mesh_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "forcing/lat_lon_source.hpp"
#include "forcing/quantity_names.hpp"
#include "mesh/bathymetry.hpp"
#include "mesh/coast_distance.hpp"
#include "mesh/mesh_generation.hpp"
#include "mesh/mesh_quality.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/obstacles.hpp"

namespace groundswell {
namespace {

LonLatBox in_radians(const BoxDegrees& box) {
  const LonLatBox result{box.west * degree, box.east * degree, box.south * degree, box.north * degree};
  result.check();
  return result;
}

// Progress of Lloyd's iterations on all levels of a mesh: one transient line while they run, and a final one
// that stays.
class LloydReport {
 public:
  explicit LloydReport(const Log& log) : log_(log) {}

  void add(const LloydResult& now, bool is_last) {
    log_.pass(fmt::format("  {} cells, iteration {}: {:.2e} spacings from the centroid", now.n_point,
                          now.n_iterations, now.rms_offset));
    if (!is_last) return;
    ++n_level_;
    n_iterations_ += now.n_iterations;
    if (!now.converged) ++n_open_;
    last_ = now;
  }

  void write() const {
    if (n_level_ == 0) return;
    std::string line = fmt::format(
        "  Lloyd's iteration: {} on {}; on the last of {} cells the offset from the centroid is {:.2e} rms, "
        "{:.2e} "
        "at most, in units of the spacing",
        count(n_iterations_, "iteration"), count(n_level_, "level"), last_.n_point, last_.rms_offset,
        last_.largest_offset);
    if (n_open_ > 0)
      line +=
          fmt::format("; {} ended by lloyd.max_iterations, not by lloyd.tolerance", count(n_open_, "level"));
    log_.info(line);
  }

 private:
  static std::string count(int n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  }

  const Log& log_;
  int n_level_ = 0, n_iterations_ = 0, n_open_ = 0;
  LloydResult last_;
};

class MeshMaker {
 public:
  MeshMaker(const MeshCase& settings, const Log& log) : s_(settings), log_(log) {
    require(s_.cells.has_value() != s_.spacing.has_value(), "a mesh needs one of cells and spacing, not ",
            s_.cells ? "both" : "none");
    require(s_.bathymetry.empty() != !s_.depth.has_value(),
            "a mesh needs one of bathymetry.file and "
            "bathymetry.depth, not ",
            s_.depth ? "both" : "none");
    require(!s_.coast_spacing || !s_.bathymetry.empty(),
            "a coast_spacing needs a bathymetry.file, from which the coast is taken");
    require(s_.wind_files.empty() || (s_.wind_start && s_.wind_end),
            "covered_by.files needs covered_by.start and covered_by.end, the dates of the run");
  }

  Mesh make() {
    if (!s_.bathymetry.empty()) {
      HeightMap map = read_height_file(s_.bathymetry.string(), s_.bathymetry_variable, s_.bathymetry_sign);
      heights_ = std::move(map.grid);
      check_sign(map);
    }
    Mesh mesh = make_all_cells();
    mesh = s_.depth ? with_one_depth(std::move(mesh)) : select(std::move(mesh));
    log_.info("quality of the mesh:");
    for (const std::string& line : measure_quality(mesh).lines()) log_.info("  " + line);
    report_spacing(mesh);
    if (!s_.depth) warn_of_coarse_heights(mesh);
    return mesh;
  }

 private:
  bool is_region() const { return s_.kind == MeshCase::Kind::region; }
  LonLatBox region() const { return is_region() ? in_radians(s_.region) : LonLatBox{}; }
  double base_spacing() const {
    return s_.spacing ? *s_.spacing : spacing_of_count(*s_.cells, s_.sphere_radius);
  }

  // A wrong guess of the sign would produce a mesh of the land. The Earth is mostly sea, which determines the
  // sign of heights for the globe; a region may be mostly land or mostly sea.
  void check_sign(const HeightMap& map) const {
    const std::string file = text("'", s_.bathymetry.string(), "'"), where = is_region()            ? "region"
                                                                             : heights_.is_global() ? "globe"
                                                                                                    : "file";
    const double share = compute_land_share(heights_, region());
    const double percent = std::round(100.0 * share);
    log_.info(text("heights: ", heights_.n_lon, " x ", heights_.n_lat, " of ", file, "; variable ",
                   map.variable, " is taken as ", map.holds_depths ? "depths" : "heights", " because ",
                   map.reason, "; ", percent, " % of the ", where, " is land"));
    if (!map.has_sure_sign)
      require(
          heights_.is_global() && compute_land_share(heights_, {}) <= 0.5, file,
          " does not state whether its variable ", map.variable, " holds heights or depths (taken as ",
          map.holds_depths ? "depths" : "heights", ", ", percent, " % of the ", where,
          " is land); set bathymetry.positive: up if it holds heights (negative at sea), down if it holds "
          "depths");
    if (share > 0.5 && s_.bathymetry_sign == HeightSign::as_stated)
      log_.warn(
          text(percent, " % of the ", where, " is land, as ", file,
               " has it; if that is the sea, set bathymetry.positive: ", map.holds_depths ? "up" : "down"));
  }

  Mesh make_all_cells() {
    LloydSettings lloyd = s_.lloyd;
    LloydReport report(log_);
    lloyd.progress = [this](std::string_view line) { log_.info(line); };
    lloyd.iterated = [&](const LloydResult& now, bool is_last) { report.add(now, is_last); };
    const Stopwatch stopwatch;
    Mesh mesh;
    if (!is_region() && !s_.coast_spacing && s_.refine.empty()) {
      asked_ = [base = base_spacing()](const Vec3&) { return base; };
      const double cells = s_.cells ? *s_.cells : count_cells(asked_, s_.sphere_radius);
      const Triangulation t = make_uniform_points(cells, lloyd);
      report.write();
      mesh = build_voronoi_mesh(t, s_.sphere_radius);
    } else {
      asked_ = spacing();
      const Triangulation t = make_variable_points(asked_, s_.sphere_radius, lloyd);
      report.write();
      mesh = is_region() ? build_regional_mesh(t, region(), s_.sphere_radius)
                         : build_voronoi_mesh(t, s_.sphere_radius);
      if (is_region())
        log_.info(text(t.points.size() - mesh.n_cell, " auxiliary cells around the region are cut away"));
    }
    log_.info(
        text(mesh.n_cell, " cells made in ", static_cast<int>(10.0 * stopwatch.seconds()) / 10.0, " s"));
    return mesh;
  }

  SpacingFunction spacing() const {
    const double base = base_spacing();
    SpacingFunction spacing = [base](const Vec3&) { return base; };
    if (s_.coast_spacing)
      spacing =
          make_coast_spacing(std::make_shared<const CoastDistance>(heights_, region(), s_.sphere_radius),
                             {*s_.coast_spacing, base, s_.coast_transition});
    for (const RefinedBox& refined : s_.refine) spacing = refine(spacing, refined);
    return is_region() ? extend_beyond(region(), spacing, s_.sphere_radius, s_.growth_outside) : spacing;
  }

  SpacingFunction refine(SpacingFunction around, const RefinedBox& refined) const {
    const LonLatBox box = in_radians(refined.box);
    return [=, radius = s_.sphere_radius](const Vec3& p) {
      const double h = around(p), share = radius * arc_length(p, box.clamp(p)) / refined.transition;
      return box.contains(p) ? std::min(h, refined.spacing)
                             : std::min(h, refined.spacing + (h - refined.spacing) * std::min(1.0, share));
    };
  }

  Mesh with_one_depth(Mesh mesh) const {
    mesh.depth_cell.assign(mesh.n_cell, *s_.depth);
    return mesh;
  }

  Mesh select(Mesh mesh) const {
    SeaSettings settings;
    settings.smallest_wet_fraction = s_.smallest_wet_fraction;
    settings.smallest_depth = s_.smallest_depth;
    settings.smallest_part = s_.smallest_part.value_or(-1.0);
    if (!s_.remove_inland_seas) settings.inland_seas.clear();
    SeaCounts counts;
    const CellHeights heights = average_heights(mesh, heights_);
    const std::vector<std::uint8_t> covered = find_wind(mesh);
    std::vector<Vec3> centres;
    for (int cell = 0; s_.obstacles && cell < mesh.n_cell; ++cell)
      centres.push_back(point_at(mesh.lon_cell[cell], mesh.lat_cell[cell]));
    Mesh sea = select_sea(std::move(mesh), heights, covered, settings, counts);
    const auto deepest = std::ranges::max_element(sea.depth_cell);
    require(deepest == sea.depth_cell.end() || *deepest <= deepest_sea, "a cell has a mean depth of ",
            deepest == sea.depth_cell.end() ? 0.0 : *deepest, " m by '", s_.bathymetry.string(),
            "', more than any sea (", deepest_sea, " m); correct its units or its missing values");
    log_.info(counts.sentence());
    if (const std::string warning = counts.warning(); !warning.empty()) log_.warn(warning);
    if (s_.obstacles) add_obstacles(sea, centres);
    return sea;
  }

  // `centres`: of all cells that were made, of which `sea` keeps the numbers, from 1.
  void add_obstacles(Mesh& sea, std::vector<Vec3> centres) const {
    for (const std::int64_t id : sea.cell_id) centres[std::size_t(id - 1)] = {};
    std::erase_if(centres, [](const Vec3& centre) { return norm(centre) == 0.0; });
    const ObstacleCounts found = find_obstacles(sea, heights_, centres);
    if (found.n_left_out > 0)
      log_.info(text("islands smaller than the cells are not looked for in ", found.n_left_out, " of ",
                     found.n_cell, " cells, which are at most two steps of the bathymetry wide"));
    if (found.n_left_out == found.n_cell) return;
    std::string line = text("islands smaller than the cells block waves in ", found.n_obstructed, " cells (",
                            two_digits(100.0 * found.n_obstructed / found.n_cell), " %)");
    if (found.n_obstructed > 0) line += text("; ", std::round(100.0 * found.mean_through), " % cross them");
    for (std::size_t i = 0; i < found.worst.size(); ++i)
      line += text(i == 0 ? ", least at " : "; ",
                   place(sea.lon_cell[found.worst[i]], sea.lat_cell[found.worst[i]]), " (",
                   std::round(100.0 * found.worst_through[i]), " %)");
    log_.info(line);
  }

  // Two cells that are far closer than requested may determine the time step of the whole mesh.
  void report_spacing(const Mesh& mesh) const {
    const ClosestCells found = find_closest_cells(mesh, asked_);
    if (found.edge < 0) return;
    const auto at = [&](int edge) { return place(mesh.lon_edge[edge], mesh.lat_edge[edge]); };
    log_.info(text("  the closest neighbours, at ", at(found.edge), ", lie at ",
                   two_digits(found.distance / found.asked), " of the ", two_digits(found.asked / 1e3),
                   " km requested there"));
    if (found.smallest_ratio < 0.6)
      log_.warn(text(
          "at ", at(found.edge_of_ratio), " neighbouring cells lie at ", two_digits(found.smallest_ratio),
          " of the distance requested there, which may make the time step of the whole mesh small; set "
          "lloyd.max_iterations higher, or let the spacing change over a longer transition"));
  }
  static std::string place(double lon, double lat) {
    return text("longitude ", two_digits(lon / degree), ", latitude ", two_digits(lat / degree));
  }
  static double two_digits(double x) { return std::round(100.0 * x) / 100.0; }

  void warn_of_coarse_heights(const Mesh& mesh) const {
    const double step = heights_.lat_step * s_.sphere_radius;
    const auto too_small = [&](double area) { return std::sqrt(2.0 / std::sqrt(3.0) * area) < step; };
    const auto n = std::count_if(mesh.area_cell.begin(), mesh.area_cell.end(), too_small);
    if (n == 0) return;
    log_.warn(text("the heights of '", s_.bathymetry.string(), "' lie ", std::round(step / 100.0) / 10.0,
                   " km apart, but ", n, " of ", mesh.n_cell,
                   " cells are smaller: coasts and depths there are those of the heights, not of the cells; "
                   "use a finer bathymetry or larger cells"));
  }

  // The cells covered by the wind at all dates of the run; empty if no wind files are given.
  std::vector<std::uint8_t> find_wind(const Mesh& mesh) const {
    if (s_.wind_files.empty()) return {};
    ForcingFileSettings winds;
    winds.files = s_.wind_files;
    winds.min_valid_weight = s_.least_wind_weight;
    const std::vector<bool> covered =
        cells_with_values(winds, wind_names(), {mesh.lon_cell, mesh.lat_cell}, *s_.wind_start, *s_.wind_end);
    return {covered.begin(), covered.end()};
  }

  const MeshCase& s_;
  const Log& log_;
  RegularGrid heights_;
  SpacingFunction asked_;  // [m]
};

}  // namespace

Mesh make_mesh(const MeshCase& settings, const Log& log) {
  return MeshMaker(settings, log).make();
}

}  // namespace groundswell
