// SPDX-License-Identifier: Apache-2.0
// Each compute rank opens the file and writes its own records, one by one: on a parallel file system, or on a
// non-parallel one, whose data corruption is emulated.
#pragma once

#include "bench/restart/restart_mode.hpp"

namespace groundswell {

class DirectMode final : public RestartMode {
 public:
  enum class FileSystem { parallel, not_parallel };
  explicit DirectMode(FileSystem file_system) : file_system_(file_system) {}

  std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                     const RestartState& state) override;

 private:
  std::int64_t write_records(const Communicator& ranks, const std::filesystem::path& path,
                             const RestartState& state) const;

  FileSystem file_system_;
};

}  // namespace groundswell
