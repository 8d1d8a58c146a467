// SPDX-License-Identifier: Apache-2.0
// The netCDF library, and HDF5 under it, may be used by only one thread at a time. PnetCDF, which is
// independent of them, needs no lock: only the thread that calls MPI uses it.
#pragma once

#include <mutex>

namespace groundswell {

// While a lock lives, no other thread of this process holds one. Locks may be nested in one thread.
class NetcdfLock {
 public:
  NetcdfLock() : lock_(mutex()) {}

 private:
  static std::recursive_mutex& mutex() {
    static std::recursive_mutex one;
    return one;
  }
  std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace groundswell
