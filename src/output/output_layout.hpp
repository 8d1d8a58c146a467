// SPDX-License-Identifier: Apache-2.0
// Which cells each kind of output takes its values from: those nearest to the places, and those around the
// points of the regular grid. Errors about these are found here, before any file is created.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "files/station_file.hpp"
#include "mesh/mesh_part.hpp"
#include "output/lat_lon_product.hpp"
#include "output/output_plan.hpp"

namespace groundswell {

// A place of the settings whose cell this rank owns.
struct LocalPlace {
  int place = 0;  // index in the settings
  int cell = 0;   // local index of its cell, < number of owned cells
};

class OutputLayout {
 public:
  // `part` has this rank's own cells with one ring of halo or more; it is not kept. Throws Error on all ranks
  // where a place is too far from the sea, or the regular grid has no point in the sea. Collective.
  OutputLayout(const Communicator& communicator, const OutputPlan& plan, const MeshPart& part);

  const OutputPlan& plan() const { return plan_; }
  const std::vector<Station>& stations() const { return stations_; }
  const std::vector<LocalPlace>& local_places() const { return local_places_; }
  const std::vector<int>& place_numbers() const { return place_numbers_; }  // of the local places
  std::optional<LatLonProduct>& lat_lon() { return lat_lon_; }
  // Lines for the log: one per file with its size, one per place with its cell and distance. `n_bin` is the
  // number of bins of a spectrum.
  std::vector<std::string> describe(int n_bin) const;
  // The expected size of a kind's file [B] without its header; 0 where it is not written.
  double bytes(OutputKind kind, int n_bin) const;

 private:
  void find_places(const Communicator& communicator, const MeshPart& part);
  std::string contents(OutputKind kind) const;

  OutputPlan plan_;
  std::vector<Station> stations_;
  std::vector<LocalPlace> local_places_;
  std::vector<int> place_numbers_;
  std::optional<LatLonProduct> lat_lon_;
  double mesh_bytes_, n_cell_;  // of the topology in fields.nc, of the whole mesh
};

}  // namespace groundswell
