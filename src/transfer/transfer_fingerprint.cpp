// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer_fingerprint.hpp"

#include <cstdint>

#include "base/hash.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

void add_side(Hash& hash, const Decomposition* side) {
  hash.add(side ? std::uint64_t(side->n_global) : ~std::uint64_t(0));
  if (!side) return;
  for (const std::int64_t cell : side->cells) hash.add(std::uint64_t(cell));
}

}  // namespace

TransferFingerprint::TransferFingerprint(const Communicator& communicator, const TransferSettings& settings,
                                         const FieldList& fields, const Decomposition* source,
                                         const Decomposition* target)
    : path_(settings.saved_choice) {
  if (!communicator.any(!path_.empty())) return;
  Hash mine, all;
  add_side(mine, source);
  add_side(mine, target);
  for (const std::uint64_t each : communicator.all_gather(mine.value())) all.add(each);
  all.add(settings.method);
  all.add(fields.described());
  mine_ = {
      .what = "transfer " + settings.name, .machine = describe_machine(communicator), .key = all.value()};
  std::int64_t choice = -1;
  run_on_root(communicator, 0, [&] {
    if (path_.empty()) return;
    const std::optional<SavedChoice> saved = read_saved_choice(path_);
    if (saved && saved->fits(mine_)) choice = saved->choice;
  });
  communicator.broadcast(choice, 0);
  if (choice >= 0) choice_ = int(choice);
}

void TransferFingerprint::save(int choice) const {
  if (path_.empty()) return;
  SavedChoice saved = mine_;
  saved.choice = choice;
  write_saved_choice(path_, saved);
}

}  // namespace groundswell
