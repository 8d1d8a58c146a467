// SPDX-License-Identifier: Apache-2.0
// Checks of MPI's return codes, and 64-bit byte counts in a form that MPI accepts.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/error.hpp"

namespace groundswell {

inline std::string mpi_error_text(int code) {
  char buffer[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, buffer, &length);
  return std::string(buffer, std::size_t(length));
}

// Throws Error with MPI's text unless `code` is success; `call` is the MPI function's name.
inline void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  int kind = MPI_SUCCESS;
  MPI_Error_class(code, &kind);
  throw Error(text(call, " failed: ", mpi_error_text(code),
                   kind == MPI_ERR_TRUNCATE
                       ? "; another process sends more than this one expects; all must exchange the same"
                       : "; if the machine is sound, please report this with the run's configuration"));
}

// The number of bytes in a received message.
inline std::int64_t received_bytes(const MPI_Status& status) {
  MPI_Count bytes = 0;
  check_mpi(MPI_Get_elements_x(&status, MPI_BYTE, &bytes), "MPI_Get_elements_x");
  return bytes < 0 ? 0 : std::int64_t(bytes);
}

// A byte count in a form that MPI accepts: up to `block` bytes are that many elements of MPI_BYTE; more are
// one element of a type made of whole blocks and a remainder.
class ByteCount {
 public:
  explicit ByteCount(std::int64_t bytes, std::int64_t block = std::int64_t(1) << 30) {
    if (bytes <= block) {
      count_ = int(bytes);
      return;
    }
    const std::int64_t n_block = bytes / block;
    require(n_block <= INT32_MAX, "a message of ", bytes, " bytes is beyond what MPI can send at once");
    int lengths[2] = {1, int(bytes % block)};
    MPI_Aint begins[2] = {0, MPI_Aint(n_block * block)};
    MPI_Datatype one_block = MPI_DATATYPE_NULL, blocks = MPI_DATATYPE_NULL;
    check_mpi(MPI_Type_contiguous(int(block), MPI_BYTE, &one_block), "MPI_Type_contiguous");
    check_mpi(MPI_Type_contiguous(int(n_block), one_block, &blocks), "MPI_Type_contiguous");
    MPI_Datatype types[2] = {blocks, MPI_BYTE};
    check_mpi(MPI_Type_create_struct(2, lengths, begins, types, &type_), "MPI_Type_create_struct");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
    MPI_Type_free(&one_block);
    MPI_Type_free(&blocks);
  }
  // MPI keeps the type alive for messages in flight.
  ~ByteCount() {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
  }
  ByteCount(const ByteCount&) = delete;
  ByteCount& operator=(const ByteCount&) = delete;

  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  int count_ = 1;
  MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace groundswell
