// SPDX-License-Identifier: Apache-2.0
// The side of output that computing ranks see. Everything published is a named array by cell: the model gives
// its owned cells in local order and returns to computing. Today the same ranks put the values into the order
// of the file and write them at once; servers can take that over behind this interface. Files:
// docs/design/output.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "files/station_file.hpp"
#include "mesh/mesh.hpp"
#include "output/output_layout.hpp"

namespace groundswell {

// What is written into the heads of files. Give no word that differs between ranks or rank counts.
struct OutputHeader {
  std::string title = "Groundswell wave forecast";
  std::string source = "Groundswell";  // program and version
  std::string history;                 // one line: date of the run and command
  SpectralAxes axes;                   // of spectra; may be empty where none are written
};

class OutputClient {
 public:
  // Creates the files (named .part until finish()) with everything that does not change. `whole` and `owned`
  // are those of the layout; `whole` is not kept. Throws Error on all ranks where a file cannot be made.
  // Collective.
  OutputClient(const Communicator& communicator, OutputLayout layout, const OutputHeader& header,
               const Mesh& whole, std::span<const std::int64_t> owned);
  // The same with a layout of its own.
  OutputClient(const Communicator& communicator, const OutputPlan& plan, const OutputHeader& header,
               const Mesh& whole, std::span<const std::int64_t> owned)
      : OutputClient(communicator, OutputLayout(communicator, plan, whole, owned), header, whole, owned) {}
  ~OutputClient();
  OutputClient(OutputClient&&) noexcept;
  OutputClient& operator=(OutputClient&&) noexcept;

  const OutputPlan& plan() const;
  // In the order of rows of publish_spectra.
  const std::vector<LocalPlace>& local_places() const;

  // Hands over a field that is due at `now`, in its unit inside (directions: radians towards,
  // counter-clockwise from geographic east; NaN where missing): owned cells in local order, copied before it
  // returns. All ranks publish the same names in the same order. Throws Error for a name that is not due.
  // Collective.
  void publish(const DateTime& now, std::string_view name, View<const float> owned_values);
  // Hands over the variance density E [m2 s rad-1] at the local places: [n_local_place][freq * dir],
  // directions of OutputHeader (geographic, not of a cell's frame).
  void publish_spectra(const DateTime& now, Rows<const float> spectra);
  // Everything due at `now` is published: writes it and asks the disk to keep it. Throws Error, on all ranks,
  // where something due was not published or the disk is full. Collective.
  void complete(const DateTime& now);
  // Closes all files and gives them their names; without it they keep .part. Collective.
  void finish();

  std::int64_t bytes_written() const;  // by this rank, in all files

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace groundswell
