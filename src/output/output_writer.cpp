// SPDX-License-Identifier: Apache-2.0
#include "output/output_writer.hpp"

namespace groundswell {

OutputWriter::OutputWriter(ProductList products, const OutputHeader& header, const MeshPart& part,
                           const std::optional<DateTime>& keep_until)
    : products_(std::move(products)) {
  for (const auto& product : products_) product->open(header, part, keep_until);
}

void OutputWriter::commit() {
  std::vector<ParallelFile*> files;
  for (const auto& product : products_) files.push_back(&product->file().file());
  if (!files.empty()) ParallelFile::commit(files[0]->communicator(), files);
}

void OutputWriter::finish() {
  for (const auto& product : products_) product->file().finish();
}

std::int64_t OutputWriter::bytes_written() const {
  std::int64_t bytes = 0;
  for (const auto& product : products_) bytes += product->file().file().bytes_written();
  return bytes;
}

}  // namespace groundswell
