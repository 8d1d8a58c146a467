// SPDX-License-Identifier: Apache-2.0
#include "output/product_list.hpp"

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/units.hpp"

namespace groundswell {
std::vector<std::size_t> find_due(const ProductList& products, const DateTime& now) {
  std::vector<std::size_t> due;
  for (std::size_t i = 0; i < products.size(); ++i)
    if (products[i]->schedule().due(now)) due.push_back(i);
  return due;
}

std::vector<std::string> fields_of(const ProductList& products, const std::vector<std::size_t>& due) {
  std::vector<std::string> names;
  for (const std::size_t i : due)
    for (const std::string& name : products[i]->fields())
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

std::string describe_written(const ProductList& products, const std::vector<std::size_t>& due,
                             const DateTime& now) {
  std::string line = text("wrote ", now.iso(), " into ");
  for (const std::size_t i : due) line += (i == due.front() ? "" : ", ") + products[i]->file_name(now);
  return line;
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
