// SPDX-License-Identifier: Apache-2.0
#include "transfer/saved_links.hpp"

#include <cstdint>
#include <optional>
#include <string>

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

SavedChoice read_saved_links(const Communicator& communicator, const TransferSettings& settings,
                             const FieldList& fields, const Decomposition* source,
                             const Decomposition* target) {
  SavedChoice links;
  links.choice = -1;
  const std::string& path = settings.saved_choice;
  if (!communicator.any(!path.empty())) return links;
  Hash mine, all;
  add_side(mine, source);
  add_side(mine, target);
  for (const std::uint64_t each : communicator.all_gather(mine.value())) all.add(each);
  all.add(settings.method);
  for (const std::string& field : fields.described()) all.add(field);
  links.what = "transfer " + settings.name;
  links.machine = describe_machine(communicator);
  links.key = all.value();
  run_on_root(communicator, 0, [&] {
    if (path.empty()) return;
    const std::optional<SavedChoice> saved = read_saved_choice(path);
    if (saved && saved->fits(links)) links.choice = saved->choice;
  });
  communicator.broadcast(links.choice, 0);
  return links;
}

}  // namespace groundswell
