// SPDX-License-Identifier: Apache-2.0
// The methods by name. To add one, write a search and add a line to the table.
#include <optional>

#include "base/hash.hpp"
#include "base/names.hpp"
#include "comm/machine.hpp"
#include "comm/together.hpp"
#include "transfer/link_search.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

template <class Search>
Tuner make_tuner(const Communicator& communicator, int n_inner_link, const TunerSettings& settings) {
  Search search(n_inner_link);
  const std::vector<int> first_round = search.first_round();
  const auto next_round = [search](const auto& medians) mutable { return search.next_round(medians); };
  return Tuner(communicator, first_round, next_round, settings);
}

Tuner make_greedy(const Communicator& communicator, int n_inner_link, const TunerSettings&) {
  const TunerSettings one_sample{.samples = 1, .margin = 0.0, .drop_first = false, .n_doubtful_round = -1};
  return make_tuner<GreedySearch>(communicator, n_inner_link, one_sample);
}

struct MethodEntry {
  std::string_view name;
  bool by_butterfly;
  // Null: all links that there are.
  Tuner (*make)(const Communicator&, int n_inner_link, const TunerSettings&);
};
constexpr MethodEntry methods[] = {
    {"adaptive", true, make_tuner<LinkSearch>},
    {"p2p", false, nullptr},
    {"butterfly", true, nullptr},
    {"published_greedy", true, make_greedy},
};

const MethodEntry& method_of(std::string_view name) {
  return find_named(methods, name, "transfer method '", name, "' is not known");
}

// What a saved choice depends on.
void add_side(Hash& hash, const Decomposition* side) {
  hash.add(side ? std::uint64_t(side->n_global) : ~std::uint64_t(0));
  if (!side) return;
  for (const std::int64_t cell : side->cells) hash.add(std::uint64_t(cell));
}

}  // namespace

std::vector<std::string> transfer_method_names() {
  return names_of(methods);
}

bool needs_butterfly(std::string_view method) {
  return method_of(method).by_butterfly;
}

Tuner make_link_tuner(std::string_view name, const Communicator& communicator, int n_inner_link,
                      const TunerSettings& settings, int saved) {
  const MethodEntry& method = method_of(name);
  require(saved < 0 || number_of_links(links_of_number(saved, n_inner_link)) == saved,
          "a saved choice of links, ", saved, ", does not fit a route of ", n_inner_link,
          " inner links; delete the file, and it will be made again");
  if (saved < 0 && method.make && n_inner_link > 0) return method.make(communicator, n_inner_link, settings);
  return Tuner(communicator, saved < 0 ? number_of_links(KeptLinks(std::size_t(n_inner_link), true)) : saved);
}

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
