// SPDX-License-Identifier: Apache-2.0
// One process gathers the file, in contiguous blocks, and writes them one after another.
#pragma once

#include "bench/restart/cell_collector.hpp"
#include "bench/restart/restart_mode.hpp"

namespace groundswell {

class CollectingMode final : public RestartMode {
 public:
  enum class Writer { first_rank, server };
  // With two buffers, a thread writes one block while the next one is received.
  CollectingMode(Writer writer, int n_block, int n_buffer)
      : writer_(writer), n_block_(n_block), n_buffer_(std::size_t(n_buffer)) {}

  std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                     const RestartState& state) override;

 private:
  Writer writer_;
  int n_block_;
  std::size_t n_buffer_;
};

}  // namespace groundswell
