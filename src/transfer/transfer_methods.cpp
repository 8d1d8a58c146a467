// SPDX-License-Identifier: Apache-2.0
// The methods by name. To add one, write a class and add a line to the table.
#include "base/names.hpp"
#include "transfer/link_search.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

class FixedLinks final : public TransferMethod {
 public:
  explicit FixedLinks(KeptLinks kept) : kept_(std::move(kept)) {}
  KeptLinks kept() const override { return kept_; }

 private:
  KeptLinks kept_;
};

template <class Search>
class TunedLinks final : public TransferMethod {
 public:
  TunedLinks(const Communicator& communicator, const Route& route, const TunerSettings& settings)
      : n_inner_link_(route.n_inner_link()),
        search_(n_inner_link_),
        tuner_(
            communicator, search_.first_round(),
            [this](const std::map<int, double>& medians) { return search_.next_round(medians); }, settings) {}

  bool is_ready() override { return tuner_.is_ready(); }
  KeptLinks kept() const override { return links_of_number(tuner_.candidate(), n_inner_link_); }
  bool is_timing() const override { return !tuner_.decided(); }
  void record(double seconds) override { tuner_.record(seconds); }
  int round() const override { return tuner_.n_round(); }

 private:
  int n_inner_link_;
  Search search_;
  Tuner tuner_;
};

std::unique_ptr<TransferMethod> make_p2p(const Communicator&, const Route& route, const TunerSettings&) {
  return std::make_unique<FixedLinks>(KeptLinks(std::size_t(route.n_inner_link()), false));
}
std::unique_ptr<TransferMethod> make_butterfly(const Communicator&, const Route& route,
                                               const TunerSettings&) {
  return std::make_unique<FixedLinks>(KeptLinks(std::size_t(route.n_inner_link()), true));
}
std::unique_ptr<TransferMethod> make_adaptive(const Communicator& communicator, const Route& route,
                                              const TunerSettings& settings) {
  if (route.n_inner_link() == 0) return make_p2p(communicator, route, settings);  // nothing to choose
  return std::make_unique<TunedLinks<LinkSearch>>(communicator, route, settings);
}
std::unique_ptr<TransferMethod> make_greedy(const Communicator& communicator, const Route& route,
                                            const TunerSettings& settings) {
  if (route.n_inner_link() == 0) return make_p2p(communicator, route, settings);
  const TunerSettings one_sample{.samples = 1, .margin = 0.0, .drop_first = false, .n_doubtful_round = -1};
  return std::make_unique<TunedLinks<GreedySearch>>(communicator, route, one_sample);
}

struct MethodEntry {
  std::string_view name;
  bool by_butterfly;
  std::unique_ptr<TransferMethod> (*make)(const Communicator&, const Route&, const TunerSettings&);
};
constexpr MethodEntry methods[] = {
    {"adaptive", true, make_adaptive},
    {"p2p", false, make_p2p},
    {"butterfly", true, make_butterfly},
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
                                                     const Route& route, const TunerSettings& settings) {
  return method_of(name).make(communicator, route, settings);
}

std::unique_ptr<TransferMethod> make_fixed_method(const Route& route, int number) {
  KeptLinks kept = links_of_number(number, route.n_inner_link());
  require(number_of_links(kept) == number, "a saved choice of links, ", number, ", does not fit a route of ",
          route.n_inner_link(), " inner links; delete the file, and it will be made again");
  return std::make_unique<FixedLinks>(std::move(kept));
}

}  // namespace groundswell
