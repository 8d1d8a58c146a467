// SPDX-License-Identifier: Apache-2.0
// The side of output on which files are written: it has the products' files, and knows nothing of where
// values come from.
#pragma once

#include <cstdint>
#include <functional>

#include "output/product_list.hpp"

namespace groundswell {

// Is called when the file of a product has been opened, and after each date, with the last date in it.
// Collective on the ranks that write.
using AfterWriting = std::function<void(Product&, const std::optional<DateTime>&)>;

class OutputWriter {
 public:
  // Creates the files, named .part until finish(), or goes on in those of an earlier run after `keep_until`.
  // Throws Error on all ranks. Collective.
  OutputWriter(ProductList products, const OutputHeader& header, const MeshPart& part,
               const std::optional<DateTime>& keep_until, AfterWriting after = {});

  const ProductList& products() const { return products_; }
  // Writes a date of a product. Collective.
  void write(Product& product, const DateTime& now, ProductValues values);
  // Waits until all dates written are on disk. Collective.
  void commit();
  // Closes all files and gives them their names. Collective.
  void finish();
  std::int64_t bytes_written() const;  // by this rank, in all files

 private:
  ProductList products_;
  AfterWriting after_;
};

}  // namespace groundswell
