// SPDX-License-Identifier: Apache-2.0
// The writing side of output: it owns the products and their files, and is independent of where values come
// from.
#pragma once

#include <cstdint>
#include <functional>

#include "output/product_list.hpp"

namespace groundswell {

// Called after a product's file is opened and after each record, with the product and the last complete date
// in its file, if any. Collective on writing ranks.
using AfterWriting = std::function<void(Product&, const std::optional<DateTime>&)>;

class OutputWriter {
 public:
  // Creates the files (<path>.part until finish()) or continues those of an earlier run after `keep_until`.
  // Throws Error on all ranks. Collective.
  OutputWriter(ProductList products, const OutputHeader& header, const MeshPart& part,
               const std::optional<DateTime>& keep_until, AfterWriting after = {});

  const ProductList& products() const { return products_; }
  // Writes one date of a product. Collective.
  void write(Product& product, const DateTime& now, ProductValues values);
  // Waits until all dates written are on disk. Collective.
  void commit();
  // Closes all files and gives them their final names. Collective.
  void finish();
  std::int64_t bytes_written() const;  // by this rank, in all files

 private:
  ProductList products_;
  AfterWriting after_;
};

}  // namespace groundswell
