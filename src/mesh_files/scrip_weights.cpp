// SPDX-License-Identifier: Apache-2.0
#include "mesh_files/scrip_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {
namespace {

// 0 if there is no such dimension.
std::int64_t find_dimension(const NetcdfReader& file, const std::string& name) {
  const auto found = std::ranges::find(file.dimensions(), name, &NetcdfDimension::name);
  return found == file.dimensions().end() ? 0 : std::int64_t(found->size);
}

const NetcdfVariable& find_variable(const NetcdfReader& file, const std::string& name) {
  require(
      file.has_variable(name), "'", file.path(), "' has no variable ", name,
      "; weights are read from files of SCRIP, which have src_address, dst_address and remap_matrix, such "
      "as CDO's gennn or genbil write");
  const NetcdfVariable& variable = file.variable(name);
  require(!variable.is_text && !variable.shape.empty(), "'", file.path(), "': ", name,
          " is not a list of numbers");
  return variable;
}

std::vector<int> read_addresses(const NetcdfReader& file, const std::string& name, std::size_t n_link,
                                std::int64_t grid_size) {
  const NetcdfVariable& variable = find_variable(file, name);
  require(variable.size() == n_link, "'", file.path(), "': ", name, " has ", variable.size(),
          " entries, but remap_matrix has weights for ", n_link, " links");
  std::vector<int> addresses = file.read<int>(name);
  const std::int64_t last = grid_size > 0 ? grid_size : std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < n_link; ++k)
    require(addresses[k] >= 1 && addresses[k] <= last, "'", file.path(), "': entry ", k + 1, " of ", name,
            " is ", addresses[k], "; the points of the grid have the numbers 1 to ", last);
  return addresses;
}

}  // namespace

GridWeights read_scrip_weights(const std::string& path) {
  const NetcdfReader file(path);
  GridWeights read{find_dimension(file, "dst_grid_size"), find_dimension(file, "src_grid_size"), {}};
  const NetcdfVariable& matrix = find_variable(file, "remap_matrix");
  const std::size_t n_link = matrix.shape[0];
  require(n_link > 0 && matrix.size() > 0, "'", path,
          "': remap_matrix has no weights; the two grids may not overlap");
  const std::size_t n_per_link = matrix.size() / n_link;
  const std::vector<int> source = read_addresses(file, "src_address", n_link, read.n_source),
                         target = read_addresses(file, "dst_address", n_link, read.n_target);
  const std::vector<double> weights = file.read<double>("remap_matrix");
  read.weights.reserve(n_link);
  for (std::size_t k = 0; k < n_link; ++k) {
    const double weight = weights[k * n_per_link];
    require(std::isfinite(weight), "'", path, "': the first weight of link ", k + 1,
            " in remap_matrix is missing or not a number");
    read.weights.push_back({target[k] - 1, source[k] - 1, weight});
  }
  return read;
}

}  // namespace groundswell
