// SPDX-License-Identifier: Apache-2.0
#include "run/case_warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "model/settings_checks.hpp"

namespace groundswell {
namespace {

std::string describe_last_frequency(const SpectralGridSettings& grid) {
  const double last = grid.first_frequency * std::pow(grid.frequency_ratio, grid.n_freq - 1);
  if (last >= 0.7 && last <= 3.0) return "";
  return fmt::format(
      "the last frequency is {:.2f} Hz; growth by wind is right on grids that end between 0.7 and 3 Hz: {}",
      last,
      last < 0.7 ? "below, the short waves that take up the wind are missing; use more frequencies"
                 : "above, waves are ripples of surface tension, which the physics leaves out; use fewer");
}

std::string describe_tight_limiter(const SourceTermsSettings& physics) {
  if (physics.limiter != GrowthLimiter::wamdi) return "";
  return "physics.limiter is wamdi, which holds young seas back: after 3 h from calm, heights are 35 to 71 % "
         "too low (winds of 5 to 20 m/s); for anything but comparisons choose hersbach_janssen";
}

// Names what is given but belongs to another package.
std::string describe_other_package(const SourceTermsSettings& physics) {
  const SourceTermsSettings usual;
  const bool is_st4 = physics.package == PhysicsPackage::st4;
  std::vector<std::string> unused;
  if (physics.package != PhysicsPackage::wam4 && physics.dissipation != usual.dissipation)
    unused.push_back("physics.dissipation");
  for (const SourceTermInfo& term : source_term_list)
    if (!term.is_in(physics.package) && physics.*term.on != usual.*term.on)
      unused.push_back(text("physics.", term.name));
  if (!is_st4 && physics.st4.set != usual.st4.set) unused.push_back("physics.st4.set");
  for (std::size_t i = 0; i < n_st4 && !is_st4; ++i)
    if (physics.st4.chosen[i]) unused.push_back(text("physics.st4.", st4_coefficients[i].name));
  if (unused.empty()) return "";
  return fmt::format("with physics.package {}, these have no effect: {}",
                     name_of(physics_packages, physics.package), fmt::join(unused, ", "));
}

// Names the coefficients of bottom friction that are given but belong to another form of it.
std::string describe_other_friction(const SourceTermsSettings& physics) {
  const SourceTermsSettings usual;
  std::vector<std::string> unused;
  const auto add = [&](double SourceCoefficients::*value, const char* name, bool is_used) {
    if (!is_used && physics.*value != usual.*value) unused.push_back(text("physics.", name));
  };
  using C = SourceCoefficients;
  add(&C::friction_coefficient, "friction_coefficient", physics.friction != BottomFriction::madsen);
  add(&C::friction_coefficient_wind_sea, "friction_coefficient_wind_sea",
      physics.friction == BottomFriction::sea_state);
  add(&C::friction_roughness, "friction_roughness", physics.friction == BottomFriction::madsen);
  if (unused.empty()) return "";
  return fmt::format("with physics.friction {}, these have no effect: {}",
                     name_of(bottom_frictions, physics.friction), fmt::join(unused, ", "));
}

std::string describe_calm(const ModelSettings& model) {
  if (blows(model.forcing.wind)) return "";
  const bool waves =
      model.initial.kind != InitialKind::calm || model.boundary.kind != BoundaryKind::absorbing;
  return text("no wind blows (wind.kind is none, or its speed 0), so ",
              waves ? "waves only travel and decay"
                    : "there are no waves: none are there at the start, and none enter");
}

std::string describe_one_wind(const ModelSettings& model) {
  const WindKind kind = model.forcing.wind.kind;
  const bool varies = kind == WindKind::vortex || kind == WindKind::best_track || kind == WindKind::file;
  if (model.mesh.kind != MeshKind::strip || !varies) return "";
  return text("a strip lies in the plane, where all cells count as 0E 0N: each has the wind that wind.kind ",
              kind == WindKind::vortex ? "vortex"
              : kind == WindKind::file ? "file"
                                       : "best_track",
              " gives there");
}

// Names the files or boxes that the case gives but does not use because another kind of input is selected.
std::string describe_unused(const ModelSettings& model) {
  const ForcingSettings& forcing = model.forcing;
  struct Input {
    const char *what, *kind;
    bool is_used, is_given;
  };
  const Input inputs[] = {
      {"wind.files", "wind.kind: file", forcing.wind.kind == WindKind::file,
       !forcing.wind.file.files.empty()},
      {"wind.best_track.file", "wind.kind: best_track", forcing.wind.kind == WindKind::best_track,
       !forcing.wind.best_track.file.empty()},
      {"current.files", "current.kind: file", forcing.current.kind == CurrentKind::file,
       !forcing.current.file.files.empty()},
      {"water_level.files", "water_level.kind: file", forcing.water_level.kind == ScalarKind::file,
       !forcing.water_level.file.files.empty()},
      {"ice.files", "ice.kind: file", forcing.ice.kind == ScalarKind::file, !forcing.ice.file.files.empty()},
      {"initial.files", "initial.kind: file", model.initial.kind == InitialKind::file,
       !model.initial.file.files.empty()},
      {"initial.file", "initial.kind: restart", model.initial.kind == InitialKind::restart,
       !model.initial.restart.empty()},
      {"boundary.files", "boundary.kind: file", model.boundary.kind == BoundaryKind::file,
       !model.boundary.file.files.empty()},
      {"boundary.boxes", "boundary.kind: jonswap", model.boundary.kind == BoundaryKind::jonswap,
       !model.boundary.boxes.empty()},
  };
  std::string unused;
  for (const Input& input : inputs)
    if (input.is_given && !input.is_used)
      unused += text(unused.empty() ? "" : "; ", input.what, " has no effect without ", input.kind);
  return unused;
}

std::string describe_empty_boxes(const ModelSettings& model, const CaseFacts& facts) {
  std::string empty;
  for (std::size_t i = 0; i < facts.edges_of_box.size(); ++i) {
    const BoundaryBox& box = model.boundary.boxes[i];
    if (facts.edges_of_box[i] == 0)
      empty += text(empty.empty() ? "" : ", ", i + 1, " (west ", box.west, ", east ", box.east, ", south ",
                    box.south, ", north ", box.north, ")");
  }
  if (empty.empty()) return "";
  return text("no open edge takes its waves from these boxes of boundary.boxes: ", empty,
              "; the middle of an edge must lie in the box and in none before it");
}

// Describes boundary files from which nothing enters; "" if there are none.
std::string describe_useless_file(const ModelSettings& model, const CaseFacts& facts) {
  if (model.boundary.kind != BoundaryKind::file) return "";
  if (facts.n_open_edge == 0)
    return "boundary.kind is file, but the mesh has no open edge, so nothing enters from boundary.files";
  if (facts.n_out_of_reach < facts.n_open_edge) return "";
  return fmt::format(
      "nothing enters: no place of boundary.files with values lies within {:g} km (boundary.max_distance) of "
      "any of the {} open edges",
      model.boundary.file.max_distance / 1000.0, facts.n_open_edge);
}

}  // namespace

std::vector<std::string> find_oddities(const ModelSettings& model, const OutputSettings& output,
                                       const CaseFacts& facts) {
  std::vector<std::string> found;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) found.push_back(sentence);
  };
  if (model.with_sources && blows(model.forcing.wind)) {
    add(describe_last_frequency(model.spectrum));
    add(describe_tight_limiter(model.physics));
  }
  if (model.with_sources) {
    add(describe_other_package(model.physics));
    add(describe_other_friction(model.physics));
  }
  add(describe_calm(model));
  add(describe_one_wind(model));
  add(describe_unused(model));
  if (facts.n_open_edge > 0 && model.boundary.kind == BoundaryKind::jonswap && model.boundary.boxes.empty())
    add(fmt::format(
        "one sea that never changes enters through all {} open edges of the mesh; for a forecast use "
        "spectra of a larger model (boundary.kind: file), or let nothing enter (absorbing)",
        facts.n_open_edge));
  const bool is_packed =
      output.mesh.file.format == FileFormat::netcdf4 || output.lat_lon.file.format == FileFormat::netcdf4;
  if (const auto room = free_room(output.folder); room && facts.output_bytes > double(*room))
    add(fmt::format("the output takes about {}{}, but the disk of '{}' has {} free",
                    format_bytes(facts.output_bytes), is_packed ? " before compression" : "",
                    output.folder.string(), format_bytes(double(*room))));
  add(describe_empty_boxes(model, facts));
  add(describe_useless_file(model, facts));
  add(facts.reorder_oddity);
  add(facts.boundary_oddity);
  for (const std::string& sentence : facts.output_oddities) add(sentence);
  if (facts.output_bytes == 0.0) add("no output is written; set intervals and names of output");
  return found;
}

}  // namespace groundswell
