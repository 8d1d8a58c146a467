// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace groundswell {

// `to_go_on`: a run has ended before its end, by a signal or at the wall-clock limit, with a restart.
enum class RunEnd { complete, to_go_on };

}  // namespace groundswell
