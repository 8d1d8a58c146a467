// SPDX-License-Identifier: Apache-2.0
// Messages that their receivers do not expect: no rank needs a table of all others. Non-blocking consensus:
// Hoefler, Siebert and Lumsdaine 2010, Scalable communication protocols for dynamic sparse data exchange,
// PPoPP.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

// Numbers to or from another rank.
struct RankMessage {
  int rank = 0;
  std::vector<std::int64_t> values;
};

// For successive exchanges on one communicator, which must outlive this object; no other messages on it may
// carry the `n_tag` tags from `first_tag` on.
class SparseExchange {
 public:
  static constexpr int first_tag = 32000, n_tag = 2;

  explicit SparseExchange(const Communicator& communicator, std::int64_t most_numbers = INT32_MAX)
      : communicator_(communicator), most_numbers_(most_numbers) {}
  const Communicator& communicator() const { return communicator_; }
  // Sends each message to its rank and returns what this rank receives, by ascending rank of the sender.
  // Collective; at most one message per receiver. Throws Error, on all ranks, if a message has more than
  // `most_numbers` numbers (by default, as many as MPI can count).
  std::vector<RankMessage> exchange(const std::vector<RankMessage>& messages);

 private:
  const Communicator& communicator_;
  std::int64_t most_numbers_;
  int n_exchange_ = 0;
};

// One exchange, on a communicator of its own. Collective.
std::vector<RankMessage> exchange_sparse(const Communicator& communicator,
                                         const std::vector<RankMessage>& messages);

}  // namespace groundswell
