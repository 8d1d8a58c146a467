// SPDX-License-Identifier: Apache-2.0
#include "output/output_writer.hpp"

#include <utility>
#include <vector>

#include "base/error.hpp"

namespace groundswell {

OutputWriter::OutputWriter(const ProductList& products, const OutputHeader& header, const MeshPart& part,
                           const std::optional<DateTime>& keep_until, AfterWriting after)
    : products_(products), after_(std::move(after)) {
  // No file with dates to keep is changed before all of them are known to be ready.
  OutputHeader comparing = header;
  comparing.how_to_keep = ParallelFile::Start::compare;
  for (const auto& product : products_)
    if (keep_until) product->open(comparing, part, keep_until);
  for (const bool begins_anew : {true, false})
    for (const auto& product : products_)
      if (product->begins_anew() == begins_anew) product->open(header, part, keep_until);
  for (const auto& product : products_) product->go_on(keep_until);
  for (const auto& product : products_)
    if (after_) after_(*product, product->file().last_kept());
}

WrittenNews OutputWriter::write(const DateTime& now, const std::function<ReceivedPacket(std::size_t)>& take) {
  WrittenNews news;
  for (const std::size_t i : find_due(products_, now)) {
    Product& product = *products_[i];
    ProductValues values{product.fields(), take(i).fields};
    product.publish(now, values);
    if (after_) after_(product, now);
    news.add_file(now.iso(), product.file_name(now));
    if (const auto file = product.find_completed(now)) news.complete.push_back(*file);
  }
  return news;
}

void OutputWriter::commit() {
  std::vector<ParallelFile*> files;
  for (const auto& product : products_) files.push_back(&product->file().file());
  if (!files.empty()) ParallelFile::commit(files[0]->communicator(), files);
}

std::int64_t OutputWriter::bytes_written() const {
  std::int64_t bytes = 0;
  for (const auto& product : products_) bytes += product->file().file().bytes_written();
  return bytes;
}

}  // namespace groundswell
