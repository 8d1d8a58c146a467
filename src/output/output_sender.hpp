// SPDX-License-Identifier: Apache-2.0
// The compute side of output: takes values from their source and sends them to the ranks that write a
// product. It is independent of files.
#pragma once

#include <map>
#include <memory>

#include "output/own_cells.hpp"
#include "output/product_list.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

class OutputSender {
 public:
  // `part` is this rank's part of the mesh; it need not outlive this call. Collective.
  OutputSender(const Communicator& communicator, const MeshPart& part);

  // Returns what a product needs at a date, on the ranks that write it. Throws Error on all ranks if a cell
  // belongs to two ranks, or a cell that the product needs to none. Collective.
  ProductValues send(Product& product, const DateTime& now, const OutputSource& source);

 private:
  // How the values of one product are sent.
  struct Way {
    Way(const Communicator& communicator, const OwnCells& own, Product& product, const DateTime& now);
    // For a product with rows, which has few cells: those that this rank provides.
    SomeCells mine;
    PacketExchange exchange;
  };
  Way& way_of(Product& product, const DateTime& now);

  Communicator communicator_;
  OwnCells own_;
  // If the product's cells move, for the last date at which it was sent.
  std::map<const Product*, std::unique_ptr<Way>> ways_;
};

}  // namespace groundswell
