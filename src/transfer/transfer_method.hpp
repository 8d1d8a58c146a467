// SPDX-License-Identifier: Apache-2.0
// Selects the links of the route that the next transfer keeps. Methods by name: "p2p" (none: one message
// between each pair of partners), "butterfly" (all of them), "adaptive" (the fastest combination, found by
// timing the first transfers), "published_greedy" (for comparisons; the search of Zhang et al. 2016, section
// 3.3: starting from the full butterfly, each link in turn is left out, permanently if one transfer without
// it was faster).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/transfer_plan.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

// This class itself always keeps the same links.
class TransferMethod {
 public:
  explicit TransferMethod(KeptLinks kept) : kept_(std::move(kept)) {}
  virtual ~TransferMethod() = default;
  // Whether the next transfer's links are known; false while ranks are still agreeing.
  virtual bool is_ready() { return true; }
  virtual KeptLinks kept() const { return kept_; }
  // Whether the next transfer is timed. If so, all ranks begin it together and record its duration [s].
  virtual bool is_timing() const { return false; }
  virtual void record(double /*seconds*/) {}
  // A number that changes when a new set of candidates is to be timed.
  virtual int round() const { return 0; }

 protected:
  int n_inner_link() const { return int(kept_.size()); }

 private:
  KeptLinks kept_;
};

std::vector<std::string> transfer_method_names();
// Whether the method needs a route through the butterfly. Throws Error for an unknown name.
bool needs_butterfly(std::string_view method);
// Throws Error for an unknown name. The communicator must outlive the method.
std::unique_ptr<TransferMethod> make_transfer_method(std::string_view name, const Communicator& communicator,
                                                     int n_inner_link, const TunerSettings& settings);
// Always keeps the links that `number_of_links` encodes (see link_search.hpp). Throws Error if they do not
// fit the route.
std::unique_ptr<TransferMethod> make_fixed_method(int n_inner_link, int number_of_links);

}  // namespace groundswell
