// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer_fields.hpp"
#include "transfer/transfer_settings.hpp"
#include "tuner/saved_choice.hpp"

namespace groundswell {

// What a saved choice of links is valid for: the decompositions of all processes, the name and the method of
// the transfer, the fields and the machine; `choice` is that of the file named in the settings, or -1 if
// there is no file or it is for something else. Throws Error on all processes if it is not a file with a
// saved choice. Collective.
SavedChoice read_saved_links(const Communicator& communicator, const TransferSettings& settings,
                             const FieldList& fields, const Decomposition* source,
                             const Decomposition* target);

}  // namespace groundswell
