// SPDX-License-Identifier: Apache-2.0
// The largest significant wave height of a run, with its location.
#pragma once

#include <string>

#include "decomp/global_values.hpp"
#include "field/state_list.hpp"
#include "model/model.hpp"

namespace groundswell {

// The location of a cell as text, obtained from the rank that owns it. Collective.
std::string place_of(const Model& model, const CellValue& found);

class HighestSea {
 public:
  explicit HighestSea(Model& model) : model_(model) {}

  // The maximum at this date: "8.30 m at 65.2W 41.0N". Collective.
  std::string now();
  // The maximum over all dates at which now() was called.
  const std::string& ever() const { return ever_; }

  void list_state(StateList& list) {
    list.add("highest_sea", largest_);
    list.add("highest_sea_words", ever_);
  }

 private:
  Model& model_;
  double largest_ = 0.0;
  std::string ever_;
};

}  // namespace groundswell
