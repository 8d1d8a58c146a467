// SPDX-License-Identifier: Apache-2.0
#include "bench/output/array_load.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "array_output/wet_cells.hpp"

namespace groundswell {
namespace {

// Whether there is sea at longitude x and latitude y [degree]: everywhere except on two continents, on an
// island, and on the land around the South Pole.
bool is_sea(double x, double y) {
  return y > -70 && !(x > 10 && x < 50 && std::abs(y) < 40) && !(x > 250 && x < 300 && y > -50) &&
         !(std::abs(x - 140) < 4 && std::abs(y + 30) < 4);
}

}  // namespace

ArrayLoad::ArrayLoad(const ArrayLoadSize& size, Decomposition cells) : size_(size), cells_(std::move(cells)) {
  flat_.assign(std::size_t(n_local()), 1.5);
  deep_.assign(std::size_t(n_local() * size.n_level), 2.5);
}

DateTime ArrayLoad::date(std::int64_t number) {
  return DateTime(DateParts{2000, 1, 1}) + number;
}

ArrayOutputSettings ArrayLoad::settings(const std::string& path, const std::vector<int>& variables,
                                        std::int64_t n_date) const {
  ArrayOutputSettings settings;
  settings.start = date(0);
  settings.end = date(n_date - 1);
  settings.n_cell = cells_.n_global;
  settings.levels.values.resize(std::size_t(size_.n_level));
  std::iota(settings.levels.values.begin(), settings.levels.values.end(), 0.0);
  ArrayFileSettings file;
  file.interval = 1;
  file.path = path;
  for (const int i : variables) {
    file.variables.push_back(fmt::format("v{}", i));
    settings.variables.push_back({file.variables.back(), "1", "", "", size_.is_deep(i), array_of(i)});
  }
  settings.files = {file};
  return settings;
}

FieldArray ArrayLoad::array_of(int variable) const {
  const auto n_value = std::int64_t(sizeof(double));
  FieldArray array;
  array.data = reinterpret_cast<std::byte*>(const_cast<double*>(values(variable).data()));
  array.element_bytes = n_value;
  const std::int64_t n_level = size_.is_deep(variable) ? size_.n_level : 1;
  array.shape = {n_local(), n_level};
  array.strides = {n_value, n_value * n_local()};
  if (size_.levels_inside) array.strides = {n_value * n_level, n_value};
  return array;
}

Decomposition make_ocean_cells(std::int64_t n_lon, std::int64_t n_lat, int rank, int n_rank) {
  std::vector<std::uint8_t> is_wet;
  for (std::int64_t j = 0; j < n_lat; ++j)
    for (std::int64_t i = 0; i < n_lon; ++i)
      is_wet.push_back(is_sea((double(i) + 0.5) * 360.0 / double(n_lon),
                              -90.0 + (double(j) + 0.5) * 180.0 / double(n_lat)));
  const WetCells wet(is_wet, n_lon, n_lat, {.is_periodic = true});
  if (rank < 0) return {wet.n_cell(), {}};
  const int n_column = n_rank % 2 == 0 ? 2 : 1;
  return {wet.n_cell(), wet.numbers(make_block(n_lon, rank % n_column, n_column),
                                    make_block(n_lat, rank / n_column, n_rank / n_column))};
}

}  // namespace groundswell
