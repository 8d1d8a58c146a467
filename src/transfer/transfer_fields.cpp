// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer_fields.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// A number that differs where lists of fields differ (FNV-1a).
std::uint64_t hash(const std::vector<bool>& travelling) {
  std::uint64_t value = 14695981039346656037u;
  for (const bool each : travelling) value = (value ^ (each ? 3u : 1u)) * 1099511628211u;
  return value;
}

}  // namespace

void require_same(const Communicator& communicator, const std::string& transfer, const char* what,
                  const std::string& mine) {
  std::string first = mine;
  communicator.broadcast(first, 0);
  run_together(communicator, [&] {
    require(mine == first, "the ", what, " of transfer '", transfer,
            "' differ between processes: rank 0 has ", first, "; rank ", communicator.rank(), " has ", mine,
            " (ranks of both sides together); give the same on all processes");
  });
}

FieldList::FieldList(const Communicator& communicator, std::string transfer,
                     std::vector<TransferField> fields)
    : transfer_(std::move(transfer)), fields_(std::move(fields)) {
  run_together(communicator, [&] {
    for (const TransferField& field : fields_)
      require(field.row_bytes > 0, "field '", field.name, "' of transfer '", transfer_, "' has ",
              field.row_bytes, " bytes per cell; give a positive number");
  });
  require_same(communicator, transfer_, "fields", described());
  all_ = header_of(std::vector<bool>(fields_.size(), true));
}

std::string FieldList::described() const {
  std::string list;
  for (const TransferField& field : fields_)
    list += text(list.empty() ? "" : ", ", "'", field.name, "' (", field.row_bytes, " bytes per cell)");
  return list.empty() ? "none" : list;
}

std::int64_t FieldList::row_bytes() const {
  std::int64_t bytes = 0;
  for (const TransferField& field : fields_) bytes += field.row_bytes;
  return bytes;
}

void FieldList::check_mask(const std::vector<bool>& mask) const {
  require(mask.empty() || mask.size() == fields_.size(), "the mask of transfer '", transfer_, "' has ",
          mask.size(), " entries for ", fields_.size(), " fields");
}

MessageHeader FieldList::header(std::int64_t number, const std::vector<bool>& mask) const {
  MessageHeader header = mask.empty() ? all_ : header_of(mask);
  header.step = number;
  return header;
}

MessageHeader FieldList::header_of(const std::vector<bool>& travelling) const {
  MessageHeader header{.fields = hash(travelling)};
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (travelling[i]) header.row_bytes += fields_[i].row_bytes;
  return header;
}

void FieldList::check(int rank, const MessageHeader& came, const MessageHeader& expected) const {
  require(came.row_bytes == expected.row_bytes && came.fields == expected.fields, "transfer '", transfer_,
          "' number ", expected.step, ": rank ", rank, " of both sides together sends ", came.row_bytes,
          " bytes per cell, this side expects ", expected.row_bytes,
          "; the masks of the two sides name different fields");
}

}  // namespace groundswell
