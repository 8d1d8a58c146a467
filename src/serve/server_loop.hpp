// SPDX-License-Identifier: Apache-2.0
// An output server: it receives from the ranks that compute, and its writer writes the files of its team,
// until the run ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "comm/posted_texts.hpp"
#include "comm/rank_roles.hpp"
#include "serve/served_words.hpp"
#include "serve/team_commits.hpp"
#include "transport/shipment_queue.hpp"

namespace groundswell {

// What a server writes. The functions are collective on its team, and throw on all of its ranks.
class ServerWriter {
 public:
  virtual ~ServerWriter() = default;
  // Writes what is due at a date.
  virtual WrittenNews write(const DateTime& now, ReceivedShipment& shipment) = 0;
  // Waits until all that was written is on disk.
  virtual void commit() = 0;
  // Closes all files and gives them their final names.
  virtual void finish() = 0;
  // Closes the files that are still open at the end; they keep the suffix .part.
  virtual void leave() {}
  virtual std::int64_t bytes_written() const = 0;  // by this rank

  // A restart arrives in this many shipments; 0: there are none.
  virtual int n_slab() const { return 0; }
  // Writes a restart, on the team that writes them. `facts` has what the note says of it, next() returns one
  // shipment after another, and the restart may be announced once wait_for_output() has returned.
  virtual WrittenNews write_restart(const DateTime&, const ServedFacts&,
                                    const std::function<ReceivedShipment()>& /*next*/,
                                    const std::function<void()>& /*wait_for_output*/) {
    return {};
  }
};

class ServerLoop {
 public:
  // `start` is that of the run, for its calendar; `most_bytes` limits the memory of what has been received
  // and not yet written. All arguments but the last two must outlive this object. Collective on the servers.
  ServerLoop(const RankRoles& roles, const ServerTeams& teams, std::shared_ptr<ShipmentReceiver> receiver,
             ServerWriter& writer, const DateTime& start, std::int64_t most_bytes);

  // Returns at the end of the run whether the run was complete. A failure is told to the ranks that compute
  // and to the team of restarts; the server then drops what still arrives, so that nobody waits for it.
  bool serve();
  // For servers of several outputs (serve_until_end): whether this server is to call step(), which handles
  // one shipment together with the team.
  bool is_due();
  void step();
  bool has_started() const { return has_last_ || incoming_.has_value(); }
  bool has_ended() { return has_last_ && commits_.all_have_ended(); }
  const std::string& failure() const { return failure_; }  // the sentence of this team's failure; "" if none

 private:
  void start_receiving();
  ReceivedShipment next();
  void serve_next();
  WrittenNews write_restart(const DateTime& now, const ServedFacts& facts, ReceivedShipment first);
  void answer_for_team(const std::string& note);
  void answer_end();

  const ServerTeams& teams_;
  TeamCommits commits_;
  std::shared_ptr<ShipmentReceiver> receiver_;
  ServerWriter& writer_;
  std::int64_t most_bytes_;
  std::optional<ShipmentQueue> incoming_;  // while it serves
  DateTime start_;
  double write_seconds_ = 0.0;
  bool is_ready_ = false;  // the next shipment has come (is_due)
  int n_ready_ = 0;        // on the leader: servers to which it has come
  int n_slab_left_ = 0;    // of a restart that another team writes
  PostedTexts posted_;     // between servers, by is_due()
  bool has_last_ = false;  // the last shipment has come
  bool is_complete_ = false;
  std::string failure_;
};

// Returns when the first loop has ended, whose team of servers is that of all loops.
void serve_until_end(const std::vector<ServerLoop*>& loops);

}  // namespace groundswell
