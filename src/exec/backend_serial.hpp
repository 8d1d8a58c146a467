// SPDX-License-Identifier: Apache-2.0
// The serial back end: one thread, in order.
#pragma once

#include <cstdint>

#include "exec/floating_point.hpp"

namespace groundswell::serial {

template <class F>
void for_cells(std::int64_t begin, std::int64_t end, F& f) {
  const FlushDenormals flush;  // as in the OpenMP back end, so that both give the same bits
  for (std::int64_t i = begin; i < end; ++i) f(i);
}

}  // namespace groundswell::serial
