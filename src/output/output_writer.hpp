// SPDX-License-Identifier: Apache-2.0
// The writing side of output: the files of products, wherever their values come from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "output/product_list.hpp"

namespace groundswell {

// Called after a product's file is opened and after each record, with the product and the last complete date
// in its file, if any. Collective on writing ranks.
using AfterWriting = std::function<void(Product&, const std::optional<DateTime>&)>;

class OutputWriter {
 public:
  // Creates the files (<path>.part until finish()) or continues those of an earlier run after `keep_until`.
  // The products must outlive this object. Throws Error on all ranks. Collective.
  OutputWriter(const ProductList& products, const OutputHeader& header, const MeshPart& part,
               const std::optional<DateTime>& keep_until, AfterWriting after = {});

  const ProductList& products() const { return products_; }
  // Writes what is due at a date; take(i) returns the packet of the i-th product. Collective.
  WrittenNews write(const DateTime& now, const std::function<ReceivedPacket(std::size_t)>& take);
  // Waits until all dates written are on disk. Collective.
  void commit();
  // Closes all files and gives them their final names; a failure of one does not keep the others from theirs.
  // Collective.
  void finish() { finish_all(products_); }
  std::int64_t bytes_written() const;  // by this rank, in all files

 private:
  const ProductList& products_;
  AfterWriting after_;
};

}  // namespace groundswell
