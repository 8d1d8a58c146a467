// SPDX-License-Identifier: Apache-2.0
// Kernel launches over a range of cells, on a back end that is chosen by name at run time.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "base/names.hpp"
#include "exec/backend_openmp.hpp"
#include "exec/backend_serial.hpp"
#include "exec/host_device.hpp"

namespace groundswell {

enum class Backend { serial, openmp };
inline constexpr NamedValue<Backend> backends[] = {{"serial", Backend::serial}, {"openmp", Backend::openmp}};

// Returns `backend`; throws Error for openmp if the build does not have it.
inline Backend available_backend(Backend backend) {
  require(openmp::available || backend != Backend::openmp,
          "this build has no OpenMP; choose the back end 'serial'");
  return backend;
}

// Indices [begin, end) of cells, packs of cells, edges or other items that can be processed independently.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Calls f(i) once for every i of the range, in any order. The host back ends return when all calls are done.
template <class F>
void for_cells(Backend backend, Range range, F&& f) {
  if (backend == Backend::openmp)
    openmp::for_cells(range.begin, range.end, f);
  else
    serial::for_cells(range.begin, range.end, f);
}

}  // namespace groundswell
