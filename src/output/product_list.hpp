// SPDX-License-Identifier: Apache-2.0
// The products that a run writes, and what they need together.
#pragma once

#include <memory>
#include <vector>

#include "output/product.hpp"

namespace groundswell {

using ProductList = std::vector<std::unique_ptr<Product>>;

// Indices of the products that are due at a date, and all fields that they need, each once.
std::vector<std::size_t> find_due(const ProductList& products, const DateTime& now);
std::vector<std::string> fields_of(const ProductList& products, const std::vector<std::size_t>& due);

// Lines for the log: one per product with its size, one per place with its cell and distance.
std::vector<std::string> describe_products(const ProductList& products);

// The date at which the products of one team need the most bytes, summed over all ranks of the communicator,
// and how many bytes these are. `team_of` gives the team that writes each product. Afterwards, products whose
// cells move have the cells of their last date. Collective.
struct FullestDate {
  std::int64_t bytes = 0;
  DateTime date;
};
FullestDate find_fullest_date(const ProductList& products, const std::vector<int>& team_of,
                              const Communicator& communicator);

}  // namespace groundswell
