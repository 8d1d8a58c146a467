// SPDX-License-Identifier: Apache-2.0
#include "output/output_writer.hpp"

#include "base/error.hpp"

namespace groundswell {

OutputWriter::OutputWriter(ProductList products, const OutputHeader& header, const MeshPart& part,
                           const std::optional<DateTime>& keep_until, AfterWriting after)
    : products_(std::move(products)), after_(std::move(after)) {
  // No file is changed before all of them are known to be ready.
  OutputHeader comparing = header;
  comparing.how_to_keep = ParallelFile::Start::compare;
  for (const auto& product : products_)
    if (keep_until) product->open(comparing, part, keep_until);
  for (const auto& product : products_) product->open(header, part, keep_until);
  for (const auto& product : products_) product->go_on(keep_until);
  for (const auto& product : products_)
    if (after_) after_(*product, product->file().last_kept());
}

void OutputWriter::write(Product& product, const DateTime& now, ProductValues values) {
  product.publish(now, values);
  if (after_) after_(product, now);
}

void OutputWriter::commit() {
  std::vector<ParallelFile*> files;
  for (const auto& product : products_) files.push_back(&product->file().file());
  if (!files.empty()) ParallelFile::commit(files[0]->communicator(), files);
}

// A failure of one file does not keep the others from their names.
void OutputWriter::finish() {
  std::string failure;
  for (const auto& product : products_) try {
      product->finish();
    } catch (const Error& error) {  // thrown on all ranks
      if (failure.empty()) failure = error.what();
    }
  require(failure.empty(), failure);
}

std::int64_t OutputWriter::bytes_written() const {
  std::int64_t bytes = 0;
  for (const auto& product : products_) bytes += product->file().file().bytes_written();
  return bytes;
}

}  // namespace groundswell
