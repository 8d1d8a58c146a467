// SPDX-License-Identifier: Apache-2.0
// Texts sent to processes that may never receive them: nothing waits for their receipt, and those not
// received are left to MPI.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {

class PostedTexts {
 public:
  void send(std::string text, MPI_Comm ranks, int to, int tag) {
    forget_taken();
    LentToMpi<std::string>& sent = sent_.emplace_back(std::move(text));
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Isend(sent->data(), int(sent->size()), MPI_CHAR, to, tag, ranks, &request), "MPI_Isend");
    sent.add(Request(request));
  }
  void send(std::string text, const Communicator& ranks, int to, int tag) {
    send(std::move(text), ranks.handle(), to, tag);
  }
  // Frees texts whose sends are complete.
  void forget_taken() {
    std::erase_if(sent_, [](LentToMpi<std::string>& sent) { return sent.test(); });
  }

 private:
  std::vector<LentToMpi<std::string>> sent_;
};

}  // namespace groundswell
