// SPDX-License-Identifier: Apache-2.0
#include "output/product_list.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/error.hpp"
#include "base/units.hpp"

namespace groundswell {
std::vector<std::size_t> find_due(const ProductList& products, const DateTime& now) {
  std::vector<std::size_t> due;
  for (std::size_t i = 0; i < products.size(); ++i)
    if (products[i]->schedule().due(now)) due.push_back(i);
  return due;
}

FullestDate find_fullest_date(const ProductList& products, const std::vector<int>& team_of,
                              const Communicator& communicator) {
  std::map<std::pair<DateTime, int>, std::int64_t> bytes_at;  // [B] by date and team
  for (std::size_t k = 0; k < products.size(); ++k) {
    const auto& product = products[k];
    const auto cell_bytes = std::int64_t(sizeof(float) * (product->fields().size() + product->row_length()));
    std::int64_t bytes = 0;
    for (std::int64_t i = 0; i < product->schedule().n_date(); ++i) {
      const DateTime date = product->schedule().date(i);
      if (i == 0 || product->is_moving()) bytes = cell_bytes * std::int64_t(product->cells(date).size());
      bytes_at[{date, team_of[k]}] += bytes;
    }
  }
  std::vector<std::int64_t> all;
  for (const auto& [where, bytes] : bytes_at) all.push_back(bytes);
  communicator.sum_in_place(all);
  FullestDate fullest;
  std::size_t i = 0;
  for (const auto& [where, mine] : bytes_at) {
    if (all[i] > fullest.bytes) fullest = {all[i], where.first};
    ++i;
  }
  return fullest;
}

std::vector<std::string> fields_of(const ProductList& products, const std::vector<std::size_t>& due) {
  std::vector<std::string> names;
  for (const std::size_t i : due)
    for (const std::string& name : products[i]->fields())
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

std::vector<std::string> describe_products(const ProductList& products) {
  std::vector<std::string> lines, places;
  for (const auto& product : products) {
    lines.push_back(text(product->path(), ": ", product->describe(), ", ", product->schedule().n_date(),
                         " dates, about ", format_bytes(product->bytes()), product->describe_form()));
    for (const std::string& place : product->describe_places())
      if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  lines.insert(lines.end(), places.begin(), places.end());
  return lines;
}

}  // namespace groundswell
