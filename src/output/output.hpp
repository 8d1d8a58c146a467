// SPDX-License-Identifier: Apache-2.0
// Output without servers: the compute ranks write it. See docs/design/output.md for the files.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "output/output_sender.hpp"
#include "output/output_writer.hpp"
#include "output/run_output.hpp"
#include "restart/restart_store.hpp"

namespace groundswell {

class Output final : public RunOutput {
 public:
  // Creates the files (<path>.part until finish()) with everything constant in time or, with `keep_until`,
  // continues those of an earlier run, keeping the dates up to and including that one. `part` is this rank's
  // part of the mesh, with at least one halo ring; it need not outlive this call. Without `restarts`, no
  // restarts are written. The communicator must outlive this object. Throws Error on all ranks if a file
  // cannot be created, or is not what an earlier run would have left. Collective.
  Output(const Communicator& communicator, ProductList products, const OutputHeader& header,
         const MeshPart& part, const std::optional<DateTime>& keep_until = {},
         std::optional<RestartStore> restarts = {}, AfterWriting after = {});

  void publish(const DateTime& now, OutputSource& source) override;
  void commit() override { writer_.commit(); }
  void write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                     const StateList& list) override;
  void finish() override { writer_.finish(); }
  double longest_restart() const override { return longest_restart_; }
  std::vector<OutputNews> take_news() override { return std::exchange(news_, {}); }

  std::int64_t bytes_written() const { return writer_.bytes_written(); }  // by this rank, in all files

 private:
  const Communicator& communicator_;
  OutputSender sender_;
  OutputWriter writer_;
  std::optional<RestartStore> restarts_;
  std::vector<OutputNews> news_;
  double longest_restart_ = 0.0;
};

}  // namespace groundswell
