// SPDX-License-Identifier: Apache-2.0
// Identifies what a saved choice of links is valid for: the decompositions of all processes, the name and the
// method of the transfer, the fields and the machine.
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
  // Reads the file named in the settings, if it exists. Throws Error on all processes if it is not a file
  // with a saved choice. Collective.
  TransferFingerprint(const Communicator& communicator, const TransferSettings& settings,
                      const FieldList& fields, const Decomposition* source, const Decomposition* target);

  // Empty if no choice was saved, or only one for another fingerprint.
  std::optional<int> saved_choice() const { return choice_; }
  // Throws Error if the file cannot be written; does nothing if the settings name no file.
  void save(int choice) const;

 private:
  std::string path_;
  SavedChoice mine_;
  std::optional<int> choice_;
};

}  // namespace groundswell
