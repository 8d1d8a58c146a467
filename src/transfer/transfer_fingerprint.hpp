// SPDX-License-Identifier: Apache-2.0
// What a saved choice of links was made for: the decompositions of all processes, the fields, the machine.
#pragma once

#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer.hpp"
#include "transfer/transfer_fields.hpp"
#include "tuner/saved_choice.hpp"

namespace groundswell {

class TransferFingerprint {
 public:
  // Reads the file that the settings name, if there is one. Throws Error on all processes where its contents
  // are no saved choice. Collective.
  TransferFingerprint(const Communicator& communicator, const TransferSettings& settings,
                      const FieldList& fields, const Decomposition* source, const Decomposition* target);

  // Empty where nothing was saved, or for something else.
  std::optional<int> saved_choice() const { return choice_; }
  // Throws Error where the file cannot be written; does nothing where the settings name none.
  void save(int choice) const;

 private:
  std::string path_;
  SavedChoice mine_;
  std::optional<int> choice_;
};

}  // namespace groundswell
