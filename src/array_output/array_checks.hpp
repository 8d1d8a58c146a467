// SPDX-License-Identifier: Apache-2.0
// What is wrong with the settings of array output, before anything is made.
#pragma once

#include "array_output/array_settings.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// Throws Error on all ranks where settings differ between them. Collective.
void require_same_settings(const Communicator& communicator, const ArrayOutputSettings& settings);

// Throws Error for names that are missing, repeated or unknown, and for numbers that cannot be.
void check_settings(const ArrayOutputSettings& settings);

}  // namespace groundswell
