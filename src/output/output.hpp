// SPDX-License-Identifier: Apache-2.0
// All output of a run. At each date the ranks that compute ask for what is due, and give it through an
// OutputSource; the same ranks write it. Files: docs/design/output.md.
#pragma once

#include "output/output_sender.hpp"
#include "output/output_writer.hpp"

namespace groundswell {

class Output {
 public:
  // Creates the files (named .part until finish()) with everything that does not change; or, with
  // `keep_until`, goes on in those of an earlier run, of which the dates up to and including that one stay.
  // `part` is this rank's, with one ring of halo or more, and is not kept. Throws Error on all ranks where a
  // file cannot be created, or is not what an earlier run would have left. Collective.
  Output(const Communicator& communicator, ProductList products, const OutputHeader& header,
         const MeshPart& part, const std::optional<DateTime>& keep_until = {});

  // The names of the files that are due at a date.
  std::vector<std::string> due(const DateTime& now) const;
  // Writes what is due at a date. Throws Error, on all ranks, for example where the disk is full. Collective.
  void publish(const DateTime& now, OutputSource& source);
  // Waits until all that was published is on disk, and survives a crash of the machine. Collective.
  void commit() { writer_.commit(); }
  // Closes all files and gives them their names; without it they keep the suffix .part. Collective.
  void finish() { writer_.finish(); }

  std::int64_t bytes_written() const { return writer_.bytes_written(); }  // by this rank, in all files

 private:
  OutputSender sender_;
  OutputWriter writer_;
};

}  // namespace groundswell
