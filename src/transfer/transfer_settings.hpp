// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tuner/tuner.hpp"

namespace groundswell {

struct TransferSettings {
  std::string name = "transfer";    // in error messages and in the file of the saved choice
  std::string method = "adaptive";  // see transfer_method.hpp
  TunerSettings tuner = {};
  double timeout = 600.0;  // [s] a longer wait is an error
  // A file in which save_choice() stores the links that the method has chosen, for the next run; empty for
  // none. Each transfer needs its own file. A choice for another name or method, or for other decompositions,
  // fields or machines, is ignored, and candidates are timed again.
  std::string saved_choice = "";
};

}  // namespace groundswell
