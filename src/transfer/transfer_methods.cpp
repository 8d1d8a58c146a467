// SPDX-License-Identifier: Apache-2.0
// The methods by name. To add one, write a class and add a line to the table.
#include "base/names.hpp"
#include "transfer/link_search.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

template <class Search>
class TunedLinks final : public TransferMethod {
 public:
  TunedLinks(const Communicator& communicator, int n_inner_link, const TunerSettings& settings)
      : TransferMethod(KeptLinks(std::size_t(n_inner_link))),
        search_(n_inner_link),
        tuner_(
            communicator, search_.first_round(),
            [this](const std::map<int, double>& medians) { return search_.next_round(medians); }, settings) {}

  bool is_ready() override { return tuner_.is_ready(); }
  KeptLinks kept() const override { return links_of_number(tuner_.candidate(), n_inner_link()); }
  bool is_timing() const override { return !tuner_.decided(); }
  void record(double seconds) override { tuner_.record(seconds); }
  int round() const override { return tuner_.n_round(); }

 private:
  Search search_;
  Tuner tuner_;
};

std::unique_ptr<TransferMethod> make_adaptive(const Communicator& communicator, int n_inner_link,
                                              const TunerSettings& settings) {
  return std::make_unique<TunedLinks<LinkSearch>>(communicator, n_inner_link, settings);
}
std::unique_ptr<TransferMethod> make_greedy(const Communicator& communicator, int n_inner_link,
                                            const TunerSettings&) {
  const TunerSettings one_sample{.samples = 1, .margin = 0.0, .drop_first = false, .n_doubtful_round = -1};
  return std::make_unique<TunedLinks<GreedySearch>>(communicator, n_inner_link, one_sample);
}

struct MethodEntry {
  std::string_view name;
  bool by_butterfly;
  // Null: all links that there are.
  std::unique_ptr<TransferMethod> (*make)(const Communicator&, int n_inner_link, const TunerSettings&);
};
constexpr MethodEntry methods[] = {
    {"adaptive", true, make_adaptive},
    {"p2p", false, nullptr},
    {"butterfly", true, nullptr},
    {"published_greedy", true, make_greedy},
};

const MethodEntry& method_of(std::string_view name) {
  return find_named(methods, name, "transfer method '", name, "' is not known");
}

}  // namespace

std::vector<std::string> transfer_method_names() {
  return names_of(methods);
}

bool needs_butterfly(std::string_view method) {
  return method_of(method).by_butterfly;
}

std::unique_ptr<TransferMethod> make_transfer_method(std::string_view name, const Communicator& communicator,
                                                     int n_inner_link, const TunerSettings& settings) {
  const MethodEntry& method = method_of(name);
  if (method.make && n_inner_link > 0) return method.make(communicator, n_inner_link, settings);
  return std::make_unique<TransferMethod>(KeptLinks(std::size_t(n_inner_link), true));
}

std::unique_ptr<TransferMethod> make_fixed_method(int n_inner_link, int number) {
  KeptLinks kept = links_of_number(number, n_inner_link);
  require(number_of_links(kept) == number, "a saved choice of links, ", number, ", does not fit a route of ",
          n_inner_link, " inner links; delete the file, and it will be made again");
  return std::make_unique<TransferMethod>(std::move(kept));
}

}  // namespace groundswell
