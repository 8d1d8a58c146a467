// SPDX-License-Identifier: Apache-2.0
// The files that `groundswell new` writes, as in apps/templates and in README.md.
#pragma once

namespace groundswell {

extern const char* const mesh_template;
extern const char* const case_template;

}  // namespace groundswell
