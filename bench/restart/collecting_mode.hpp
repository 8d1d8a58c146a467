// SPDX-License-Identifier: Apache-2.0
// One process collects the rows of all others and writes them.
#pragma once

#include "bench/restart/restart_mode.hpp"

namespace groundswell {

// It collects the file in contiguous blocks of cells, and writes one after another.
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

// A server takes one rank's share after another and writes its records, one by one, to their positions in the
// file.
class StripedMode final : public RestartMode {
 public:
  std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                     const RestartState& state) override;
};

}  // namespace groundswell
