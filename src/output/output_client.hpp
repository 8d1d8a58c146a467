// SPDX-License-Identifier: Apache-2.0
// The interface of output for computing ranks. They publish named arrays, one value per owned cell in local
// order. The same ranks bring the values into the order of the file and write them; output servers could do
// that behind this interface. Files: docs/design/output.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "files/station_file.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_layout.hpp"

namespace groundswell {

// The text in the headers of files. It must not depend on the rank or the number of ranks.
struct OutputHeader {
  std::string title = "Groundswell wave forecast";
  std::string source = "Groundswell";  // program and version
  std::string history;                 // one line, such as the command
  SpectralAxes axes;                   // of spectra; may be empty where none are written
};

class OutputClient {
 public:
  // Creates the files (named .part until finish()) with everything that does not change. `part`
  // is that of the layout and is not kept. Throws Error on all ranks where a file cannot be created.
  // Collective.
  OutputClient(const Communicator& communicator, OutputLayout layout, const OutputHeader& header,
               const MeshPart& part);
  // The same, with a layout made here.
  OutputClient(const Communicator& communicator, const OutputPlan& plan, const OutputHeader& header,
               const MeshPart& part)
      : OutputClient(communicator, OutputLayout(communicator, plan, part), header, part) {}
  ~OutputClient();
  OutputClient(OutputClient&&) noexcept;
  OutputClient& operator=(OutputClient&&) noexcept;

  const OutputPlan& plan() const;
  // In the order of publish_spectra's rows.
  const std::vector<LocalPlace>& local_places() const;

  // Publishes a field that is due at `now`, in its unit in memory (directions: radians towards,
  // counter-clockwise from geographic east; NaN where missing): owned cells in local order, which are copied.
  // All ranks publish the same names in the same order. Precondition: the field is due. Collective.
  void publish(const DateTime& now, std::string_view name, View<const float> owned_values);
  // Publishes the variance density E [m2 s rad-1] at the local places: [n_local_place][freq * dir], with the
  // directions of OutputHeader (geographic, not of a cell's frame).
  void publish_spectra(const DateTime& now, Rows<const float> spectra);
  // Writes everything published for `now`. Throws Error, on all ranks, where something due was not published
  // or the disk is full. Collective.
  void complete(const DateTime& now);
  // Closes all files and renames them; without it they keep the suffix .part. Collective.
  void finish();

  std::int64_t bytes_written() const;  // by this rank, in all files

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace groundswell
