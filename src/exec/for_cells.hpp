// SPDX-License-Identifier: Apache-2.0
// Kernel launches: which cells, on which back end. A back end is chosen by name at run time.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "exec/backend_openmp.hpp"
#include "exec/backend_serial.hpp"
#include "exec/host_device.hpp"

namespace groundswell {

enum class Backend { serial, openmp };

// Throws Error for an unknown name, and for openmp where the build has none.
inline Backend backend_from_name(std::string_view name) {
  if (name == "serial") return Backend::serial;
  if (name == "openmp") {
    require(openmp::available, "this build has no OpenMP; choose the back end 'serial'");
    return Backend::openmp;
  }
  throw Error(text("back end '", name, "' is not known; known are serial and openmp"));
}

// Indices [begin, end) of cells, packs of cells, edges or any other independent work.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Calls f(i) once for every i of the range, in any order. The host back ends return when all are done.
template <class F>
void for_cells(Backend backend, Range range, F&& f) {
  if (backend == Backend::openmp)
    openmp::for_cells(range.begin, range.end, f);
  else
    serial::for_cells(range.begin, range.end, f);
}

}  // namespace groundswell
