// SPDX-License-Identifier: Apache-2.0
// The side of output on which values are computed: it takes them from their source and brings them to the
// ranks that write a product. It knows nothing of files.
#pragma once

#include <utility>
#include <vector>

#include "output/own_cells.hpp"
#include "output/product_list.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

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
  Way make_way(Product& product, const DateTime& now) const;
  Way& way_of(Product& product, const DateTime& now);

  Communicator communicator_;
  OwnCells own_;
  std::vector<std::pair<const Product*, Way>> ways_;  // of products whose cells stay the same
};

}  // namespace groundswell
