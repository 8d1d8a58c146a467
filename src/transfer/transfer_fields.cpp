// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer_fields.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr std::size_t most_bits = 64;
// Low enough for its product with a process's number of cells to fit into 64 bits.
constexpr std::int64_t most_row_bytes = INT32_MAX;

// Whether a field is selected; an empty mask selects all.
bool travels(std::size_t field, const std::vector<bool>& mask) {
  return mask.empty() || mask[field];
}

// A number that identifies the selected fields: one bit per field, or a hash if there are more fields than
// bits.
std::uint64_t number_of(std::size_t n_field, const std::vector<bool>& mask) {
  std::uint64_t value = 0;
  Hash hash;
  for (std::size_t i = 0; i < n_field; ++i)
    if (n_field <= most_bits)
      value |= std::uint64_t(travels(i, mask)) << i;
    else
      hash.add(travels(i, mask) ? 3u : 1u);
  return n_field <= most_bits ? value : hash.value();
}

}  // namespace

FieldList::FieldList(const Communicator& communicator, std::string transfer,
                     std::vector<TransferField> fields, const Decomposition* source,
                     const Decomposition* target)
    : transfer_(std::move(transfer)),
      fields_(std::move(fields)),
      n_source_(source ? std::int64_t(source->cells.size()) : -1),
      n_target_(target ? std::int64_t(target->cells.size()) : -1) {
  run_together(communicator, [&] {
    std::int64_t left = most_row_bytes;
    for (const TransferField& field : fields_) {
      require(field.row_bytes > 0, "field '", field.name, "' of transfer '", transfer_, "' has ",
              field.row_bytes, " bytes per cell; give a positive number");
      require(field.row_bytes <= left, "field '", field.name, "' of transfer '", transfer_, "' has ",
              field.row_bytes, " bytes per cell; all fields together may have ", most_row_bytes);
      left -= field.row_bytes;
    }
  });
  require_same(communicator, text("the fields of transfer '", transfer_, "'"), described());
}

std::vector<std::string> FieldList::described() const {
  std::vector<std::string> list;
  for (const TransferField& field : fields_)
    list.push_back(text("'", field.name, "' (", field.row_bytes, " bytes per cell)"));
  return list;
}

void FieldList::choose(std::int64_t number, std::span<const ConstCellRows> from, std::span<const CellRows> to,
                       const std::vector<bool>& mask, MovingRows& chosen) const {
  require(mask.empty() || mask.size() == fields_.size(), "the mask of transfer '", transfer_, "' has ",
          mask.size(), " entries for ", fields_.size(), " fields");
  choose(from, mask, n_source_, "source", chosen.from);
  choose(to, mask, n_target_, "target", chosen.to);
  chosen.header = header(number, mask);
}

template <class Byte>
void FieldList::choose(std::span<const BasicCellRows<Byte>> rows, const std::vector<bool>& mask,
                       std::int64_t n_cell, const char* side,
                       std::vector<BasicCellRows<Byte>>& chosen) const {
  const std::size_t n = n_cell < 0 ? 0 : fields_.size();
  require(rows.size() == n, "transfer '", transfer_, "' was given rows of ", rows.size(), " fields on the ",
          side, " side, but this process has ", n);
  chosen.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (!travels(i, mask)) continue;
    require(rows[i].length == fields_[i].row_bytes && rows[i].n_row >= n_cell, "transfer '", transfer_,
            "' was given ", rows[i].n_row, " rows of ", rows[i].length, " bytes for field '", fields_[i].name,
            "' on the ", side, " side, which has ", n_cell, " cells of ", fields_[i].row_bytes, " bytes");
    chosen.push_back(rows[i]);
  }
}

MessageHeader FieldList::header(std::int64_t number, const std::vector<bool>& mask) const {
  MessageHeader header{.step = number, .fields = number_of(fields_.size(), mask)};
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (travels(i, mask)) header.row_bytes += fields_[i].row_bytes;
  return header;
}

void FieldList::check(int rank, const MessageHeader& came, const MessageHeader& expected) const {
  if (came.row_bytes == expected.row_bytes && came.fields == expected.fields) return;
  throw Error(text("transfer '", transfer_, "' number ", expected.step, ": rank ", rank,
                   " of both sides together sends ", described(came), ", this side expects ",
                   described(expected), "; the masks of the two sides name different fields"));
}

void FieldList::require_alike(int rank, const MessageHeader& came, const MessageHeader& others) const {
  if (came == others) return;
  throw Error(text("transfer '", transfer_, "' number ", came.step,
                   ": the processes of the source do not send the same fields: rank ", rank,
                   " of both sides together sends ", described(came), ", another ", described(others),
                   "; give the same mask on all processes"));
}

std::string FieldList::described(const MessageHeader& header) const {
  std::string names;
  for (std::size_t i = 0; i < fields_.size() && fields_.size() <= most_bits; ++i)
    if (header.fields >> i & 1) names += text(names.empty() ? "'" : ", '", fields_[i].name, "'");
  if (header.row_bytes == 0) names = "no field";
  return text(names, names.empty() ? "" : ", ", header.row_bytes, " bytes per cell");
}

}  // namespace groundswell
