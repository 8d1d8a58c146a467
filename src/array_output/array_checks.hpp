// SPDX-License-Identifier: Apache-2.0
// Validates the settings of array output before any file is created.
#pragma once

#include "array_output/array_settings.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// Throws Error on all ranks if settings differ between them. Collective.
void require_same_settings(const Communicator& communicator, const ArrayOutputSettings& settings);

// Throws Error for names that are missing, repeated or unknown, for invalid numbers, for output without
// files, and for a run that ends before it starts.
void check_settings(const ArrayOutputSettings& settings);

}  // namespace groundswell
