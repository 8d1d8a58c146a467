// SPDX-License-Identifier: Apache-2.0
// Maps named places to the cells that provide their values.
#pragma once

#include <string>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "files/station_file.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_settings.hpp"
#include "output/place_search.hpp"
#include "output/point_interpolation.hpp"

namespace groundswell {

// Places with their nearest cells, the same on all ranks, and the interpolation to those written by this
// rank.
struct PlacesInSea {
  std::vector<Station> stations;
  Block mine;                        // the stations that this rank writes
  PointInterpolation interpolation;  // to the stations in `mine`

  // One line per place: "place 'Nantucket': interpolated around cell 17 at -69.4, 40.4, 12.3 km away".
  std::vector<std::string> describe() const;
};

// Values at a place in the sea are interpolated or, if `interpolated` is false, taken from the nearest cell,
// as they are for a place on land. `found` is the result of search_places for the places.
PlacesInSea make_places_in_sea(const Communicator& communicator, const std::vector<OutputPlace>& places,
                               const std::vector<FoundPlace>& found, bool interpolated);

// Searches for the places and calls make_places_in_sea. Throws Error on all ranks for a place that is not on
// the globe, or that lies on land, farther than `max_distance` [m] from the nearest cell centre. Collective.
PlacesInSea find_places(const Communicator& communicator, const std::vector<OutputPlace>& places,
                        double max_distance, bool interpolated, const MeshPart& part);

}  // namespace groundswell
