// SPDX-License-Identifier: Apache-2.0
// A case as read from its file, and the cases nested in it.
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
  std::string resolved;  // this and the next two are as in ForecastInfo
  SettingValues settings;
  std::vector<std::filesystem::path> inputs;
  std::vector<Nest> nests;  // in the order of output.boundaries

  // Whether any of the runs has output servers.
  bool has_servers() const;
};

struct Case::Nest {
  std::string name;      // of the entry in output.boundaries
  std::string boundary;  // the path of the boundary file
  int n_rank = 1;        // ranks for the nested run and those nested in it, together
  Case nested;
};

// Reads a case, with `overrides` as in read_run_config, and those nested in it. Throws Error for an
// impossible case, and for nested cases that do not match: a case nested in itself, a different boundary
// file, mesh or calendar, a period that the dates of the boundary file do not cover, a shared output folder.
Case read_case(const std::string& file, const std::vector<std::string>& overrides = {});

}  // namespace groundswell
