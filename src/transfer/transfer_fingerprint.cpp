// SPDX-License-Identifier: Apache-2.0
#include "transfer/transfer_fingerprint.hpp"

#include <cstdint>
#include <string_view>

#include "comm/machine.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// FNV-1a over 64-bit values.
class Hash {
 public:
  void add(std::uint64_t value) { value_ = (value_ ^ value) * 1099511628211u; }
  void add(std::string_view text) {
    for (const char letter : text) add(std::uint64_t(static_cast<unsigned char>(letter)));
  }
  void add(const Decomposition* side) {
    add(side ? std::uint64_t(side->n_global) : ~std::uint64_t(0));
    if (!side) return;
    for (const std::int64_t cell : side->cells) add(std::uint64_t(cell));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace

TransferFingerprint::TransferFingerprint(const Communicator& communicator, const TransferSettings& settings,
                                         const FieldList& fields, const Decomposition* source,
                                         const Decomposition* target)
    : path_(settings.saved_choice) {
  if (!communicator.any(!path_.empty())) return;
  Hash mine, all;
  mine.add(source);
  mine.add(target);
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
