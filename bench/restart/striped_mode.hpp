// SPDX-License-Identifier: Apache-2.0
// A server receives one rank's whole share at a time and writes its records, one by one, to their positions
// in the file.
#pragma once

#include "bench/restart/restart_mode.hpp"

namespace groundswell {

class StripedMode final : public RestartMode {
 public:
  std::int64_t write(const RankRoles& roles, const std::filesystem::path& path,
                     const RestartState& state) override;
};

}  // namespace groundswell
