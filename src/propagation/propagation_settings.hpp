// SPDX-License-Identifier: Apache-2.0
// The user's settings of propagation, and the water that waves travel through.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/names.hpp"

namespace groundswell {

enum class FluxScheme { third_order, upwind };
inline constexpr NamedValue<FluxScheme> flux_schemes[] = {{"third_order", FluxScheme::third_order},
                                                          {"upwind", FluxScheme::upwind}};

struct PropagationSettings {
  FluxScheme scheme = FluxScheme::third_order;  // the flux across cell edges (flux_formulas.hpp)
  // Age of swell [s] in the diffusion against the garden-sprinkler effect (Booij and Holthuijsen 1987);
  // 0 = none, negative = by cell size (default_sprinkler_age in sprinkler.hpp).
  double sprinkler_age = -1.0;
  bool obstacles = true;        // islands smaller than the cells, if the mesh knows them
  bool great_circle = true;     // turning of directions along great circles (no effect in the plane)
  bool refraction = true;       // turning by depth and by current
  bool frequency_shift = true;  // change of intrinsic frequency by current and by changing depth
  // Maximum outflow Courant number of a sub-step, in (0, 0.8]; the third-order scheme is stable up to 0.80.
  double max_courant = 0.7;
};

// Number of rings of halo cells that the scheme reads.
inline int n_halo_ring(const PropagationSettings& settings) {
  return settings.scheme == FluxScheme::upwind ? 1 : 2;
}

// The water at one time, for all cells of a mesh (including halo cells). An empty vector means deep water,
// steady depth, no current or no blocked cell.
struct WaterValues {
  std::vector<double> depth;       // [n_cell] [m] of the sea floor below the water surface, > 0
  std::vector<double> depth_rate;  // [n_cell] [m s-1] rate of change of the depth
  std::vector<double> current_east, current_north;  // [n_cell] [m s-1] geographic; x and y in the plane
  std::vector<std::uint8_t> blocked;                // [n_cell] 1 if ice makes a cell act as land

  bool operator==(const WaterValues&) const = default;
};

// The cells of a mesh that are updated are the first n_owned; the first n_inner of them need no halo cells,
// the others do. The rest of the mesh is the halo, n_halo_ring rings deep. n_owned = -1 means that all cells
// of the mesh are owned, n_inner = -1 that all owned cells are inner.
struct PropagationCells {
  int n_inner = -1;
  int n_owned = -1;
};

enum class CellPart { inner, border };

}  // namespace groundswell
