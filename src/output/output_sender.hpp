// SPDX-License-Identifier: Apache-2.0
// The side of output on which values are computed: it takes them from their source and brings them to the
// ranks that write a product. It knows nothing of files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/product_list.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Whoever has the values: the wave model, or any other. Units and directions are those of ProductValues.
class OutputSource {
 public:
  virtual ~OutputSource() = default;
  // Brings the fields of these names up to date; called once for each date, before the functions below.
  // Collective.
  virtual void update(const DateTime& now, const std::vector<std::string>& names) = 0;
  // A field on the owned cells, in local order; valid until the next update.
  virtual View<const float> field(std::string_view name) const = 0;
  // The row of an owned cell.
  virtual void get_row(int cell, View<float> row) const = 0;
};

class OutputSender {
 public:
  // `part` is this rank's and is not kept. Throws Error on all ranks where a cell
  // belongs to no rank, or to two. Collective.
  OutputSender(const Communicator& communicator, const MeshPart& part);

  // What a product needs at a date, on the ranks that write it. Collective.
  ProductValues send(Product& product, const DateTime& now, const OutputSource& source);

 private:
  // How one product's values travel.
  struct Way {
    Transfer transfer;
    // Of a product with rows, whose cells are few: local indices of those that this rank gives.
    std::vector<int> few;
  };
  Way make_way(const Product& product, const std::vector<std::string>& names,
               const std::vector<std::int64_t>& wanted) const;
  Way& way_of(Product& product, const DateTime& now, const std::vector<std::string>& names);

  Communicator communicator_;
  std::int64_t n_global_cell_;
  std::vector<std::int64_t> own_;                        // [owned cells] their numbers in the whole mesh
  std::vector<std::pair<std::int64_t, int>> by_number_;  // the same with local indices, ascending
  std::vector<std::pair<const Product*, Way>> ways_;     // of products whose cells stay the same
};

}  // namespace groundswell
