// SPDX-License-Identifier: Apache-2.0
// The program's version: for the banner, for the attribute `source` of output files, and for restarts.
#pragma once

namespace groundswell {

// The release, "0.1.0".
const char* version();
// The commit that the program was built from, with "-dirty" if files had changed; "unknown" outside a
// checkout.
const char* commit();

}  // namespace groundswell
