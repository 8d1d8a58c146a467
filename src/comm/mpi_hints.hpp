// SPDX-License-Identifier: Apache-2.0
// Hints for libraries on top of MPI, such as PnetCDF: RAII over an MPI info object.
#pragma once

#include <mpi.h>

#include <initializer_list>
#include <utility>

namespace groundswell {

class MpiHints {
 public:
  MpiHints(std::initializer_list<std::pair<const char*, const char*>> hints) {
    MPI_Info_create(&handle_);
    for (const auto& [key, value] : hints) MPI_Info_set(handle_, key, value);
  }
  ~MpiHints() { MPI_Info_free(&handle_); }
  MpiHints(const MpiHints&) = delete;
  MpiHints& operator=(const MpiHints&) = delete;
  MPI_Info handle() const { return handle_; }

 private:
  MPI_Info handle_ = MPI_INFO_NULL;
};

}  // namespace groundswell
