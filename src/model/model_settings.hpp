// SPDX-License-Identifier: Apache-2.0
// All settings of a model: the plain structs of the libraries below it, and its own. They are independent of
// what a run writes. Keys of the YAML file are bound to them only in model_options.cpp, boundary_options.cpp
// and forcing_options.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/date_time.hpp"
#include "boundary/boundary_settings.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "forcing/forcing_settings.hpp"
#include "halo/halo_exchange.hpp"
#include "propagation/propagation_settings.hpp"
#include "source_terms/source_settings.hpp"
#include "spectrum/parameters.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

struct TimeSettings {
  Calendar calendar = Calendar::standard;
  std::string start, end;   // read in this calendar
  std::int64_t step = 600;  // [s] of propagation and sources; sources choose their own sub-steps
};

enum class MeshKind { file, icosahedral, strip, one_point };
inline constexpr NamedValue<MeshKind> mesh_kinds[] = {{"file", MeshKind::file},
                                                      {"icosahedral", MeshKind::icosahedral},
                                                      {"strip", MeshKind::strip},
                                                      {"one_point", MeshKind::one_point}};

// A mesh from a file, or an analytic mesh, which needs no file.
struct MeshSettings {
  MeshKind kind = MeshKind::file;
  std::filesystem::path file;
  bool allow_parts = false;        // allow a sea with several parts that no edge connects
  double depth = 5000.0;           // [m] of an analytic mesh, and of a file without depth
  int bisections = 4;              // icosahedral: 10 * 4^bisections + 2 cells
  double sphere_radius = 6.371e6;  // [m] icosahedral
  int length = 100, width = 4;     // strip: cells along the wind (x) and across it (periodic)
  double spacing = 10e3;           // [m] strip: between cell centres
};

enum class InitialKind { calm, jonswap, swell, file, restart };
inline constexpr NamedValue<InitialKind> initial_kinds[] = {{"calm", InitialKind::calm},
                                                            {"jonswap", InitialKind::jonswap},
                                                            {"swell", InitialKind::swell},
                                                            {"file", InitialKind::file},
                                                            {"restart", InitialKind::restart}};

// The sea at the start.
struct InitialSettings {
  InitialKind kind = InitialKind::calm;
  double fetch = 30e3;          // [m] jonswap: grown by the local wind over this fetch
  double height = 2.5;          // [m] swell: significant height at its centre
  double period = 12.0;         // [s] swell: peak period
  double direction = 270.0;     // [degree] swell: direction that it comes from
  double spread = 16.0;         // [degree] swell: directional spread
  double lon = 0.0, lat = 0.0;  // [degree] swell: centre; [m] in the plane
  double radius = 600e3;        // [m] swell: standard deviation of its energy in space
  WaveFileSettings file = calm_where_missing();
  std::filesystem::path restart;  // restart: the file

  // The defaults for a sea from a file: it is calm outside the coverage of the file.
  static WaveFileSettings calm_where_missing() {
    WaveFileSettings file;
    file.zero_where_no_place = true;
    return file;
  }
};

struct ParallelSettings {
  Backend backend = Backend::serial;
  DecompositionSettings decomposition;
  std::string halo_method{default_halo_method};
  bool overlap = true;
  std::filesystem::path halo_choices;  // folder of the saved choices of "auto"; empty = none
  std::filesystem::path cost_file;     // empty = none
};

struct ModelSettings {
  TimeSettings time;
  MeshSettings mesh;
  SpectralGridSettings spectrum;
  bool with_sources = true;
  SourceTermsSettings physics;
  bool with_propagation = true;
  PropagationSettings propagation;
  ForcingSettings forcing;
  double least_depth = 0.5;  // [m] minimum depth, however far the water level falls
  InitialSettings initial;
  BoundarySettings boundary;
  ParameterSettings parameters;
  std::int64_t check_interval = 3600;  // [s] between full checks of all bins for NaN and negative values
  ParallelSettings parallel;
  // No option: whether someone wants what the sources move (flux_fields.hpp), which costs time in each step.
  bool keep_fluxes = false;

  DateTime start() const { return DateTime::parse(time.start, time.calendar); }
  DateTime end() const { return DateTime::parse(time.end, time.calendar); }
};

}  // namespace groundswell
