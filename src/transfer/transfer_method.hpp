// SPDX-License-Identifier: Apache-2.0
// The settings of a transfer, and the methods that select the links of the route that the next one keeps, by
// name: "p2p" (none: one message between each pair of partners), "butterfly" (all of them), "adaptive" (the
// fastest combination, found by timing the first transfers), "published_greedy" (for comparisons; the search
// of Zhang et al. 2016, section 3.3: starting from the full butterfly, each link in turn is left out,
// permanently if one transfer without it was faster).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer_fields.hpp"
#include "tuner/saved_choice.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

struct TransferSettings {
  std::string name = "transfer";    // in error messages and in the file of the saved choice
  std::string method = "adaptive";  // see above
  TunerSettings tuner = {};
  double timeout = 600.0;  // [s] a longer wait is an error
  // A file in which save_choice() stores the links that the method has chosen, for the next run; empty for
  // none. Each transfer needs its own file. A choice for another name or method, or for other decompositions,
  // fields or machines, is ignored, and candidates are timed again.
  std::string saved_choice = "";
};

std::vector<std::string> transfer_method_names();
// Whether the method needs a route through the butterfly. Throws Error for an unknown name.
bool needs_butterfly(std::string_view method);
// Candidates are those of number_of_links() (link_search.hpp); `saved` is the choice of an earlier run, or
// negative. Throws Error for an unknown name, invalid settings, or a saved choice that does not fit the
// route. The communicator must outlive the tuner.
Tuner make_link_tuner(std::string_view method, const Communicator& communicator, int n_inner_link,
                      const TunerSettings& settings, int saved);

// What a saved choice of links is valid for: the decompositions of all processes, the name and the method of
// the transfer, the fields and the machine; `choice` is that of the file named in the settings, or -1 if
// there is no file or it is for something else. Throws Error on all processes if it is not a file with a
// saved choice. Collective.
SavedChoice read_saved_links(const Communicator& communicator, const TransferSettings& settings,
                             const FieldList& fields, const Decomposition* source,
                             const Decomposition* target);

}  // namespace groundswell
