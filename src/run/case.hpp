// SPDX-License-Identifier: Apache-2.0
// A case as its file has it, and those nested in it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/run_config.hpp"
#include "run/settings_difference.hpp"

namespace groundswell {

struct Case {
  struct Nest;
  std::string file;
  RunConfig config;
  std::string resolved;  // as in ForecastInfo, and so the next two
  SettingValues settings;
  std::vector<std::filesystem::path> inputs;
  std::vector<Nest> nests;  // in the order of output.boundaries

  // Whether any of the runs has output servers.
  bool has_servers() const;
};

struct Case::Nest {
  std::string name;      // of the boundary
  std::string boundary;  // the path of its file
  int n_rank = 1;        // of the nested run and those nested in it
  Case nested;
};

// Reads a case, with `overrides` as read_run_config, and those nested in it. Throws Error for one that cannot
// be, and for nested cases that do not fit: another boundary file, mesh or calendar, dates outside, a shared
// folder of output.
Case read_case(const std::string& file, const std::vector<std::string>& overrides = {});

}  // namespace groundswell
