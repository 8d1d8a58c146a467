// SPDX-License-Identifier: Apache-2.0
// Output of another model: plain arrays on a numbered set of cells, written to NetCDF files at scheduled
// dates, and to restarts, by the compute ranks or by output servers. See docs/guide/output_library.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array_output/array_file.hpp"
#include "array_output/array_settings.hpp"
#include "array_output/output_group.hpp"
#include "comm/rank_roles.hpp"
#include "serve/failure_meeting.hpp"
#include "serve/served_side.hpp"
#include "serve/server_loop.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class ArrayOutput final : private ServerWriter {
 public:
  // Creates the files or, with `goes_on_from`, continues them; their names end in .part until close().
  // `cells` are those whose values this rank's arrays hold, in the order of the arrays; none on servers,
  // which are the last ranks. The arrays must stay at the same address. Throws Error on all ranks for
  // settings that are invalid or differ between ranks, for a cell that is outside the grid, listed twice or,
  // without axes, not listed, and if a file cannot be created or continued. Of the group, if there is one, a
  // server serves all outputs at once: throws Error on all ranks if a server of another one that is open has
  // another part in this one, and if one of both shares files, unless both do and have the transport "direct"
  // (with several servers). The group must outlive the output. Collective on the communicator, which is
  // duplicated.
  ArrayOutput(const Communicator& communicator, ArrayOutputSettings settings, const Decomposition& cells,
              OutputGroup* group = nullptr);
  ~ArrayOutput() override;  // collective; files that were not closed keep the suffix .part
  ArrayOutput(const ArrayOutput&) = delete;
  ArrayOutput& operator=(const ArrayOutput&) = delete;

  bool is_server() const { return roles_.role() == RankRole::output_server; }
  bool is_due(const DateTime& now) const { return !find_due(now).empty(); }
  // The paths of the files of which this rank writes some or all.
  std::vector<std::string> written_files() const;

  // On compute ranks: outputs what is due at this date, if anything; no earlier date that is due may have
  // been left out. The arrays may be changed afterwards. Without servers the data are then in the files. With
  // servers they are in flight; the call waits only if the oldest of the last `servers.transport.n_slot`
  // dates (with transport "primary": fields) is still in flight. Throws Error on all ranks, also for errors
  // reported by servers; after that only close() may be called. Collective on these ranks if something is
  // due.
  void write(const DateTime& now);
  // On compute ranks: writes the variables of a restart as they are now, with all their bits. The arrays may
  // be changed afterwards. The file gets its name, restart.path with the date, when it and all output up to
  // the date are on disk: without servers before this returns; with servers later, and the call waits as
  // write() does, for slabs instead of dates. A file of that name is replaced; one that fails is removed.
  // Every output due up to this date must have been written before. Throws Error as write() does. Collective
  // on these ranks.
  void write_restart(const DateTime& now);
  // Advances messages to servers; to be called from time to time while computing. Not collective.
  void progress() {
    if (side_) side_->progress();
  }
  // On compute ranks: calls work(), a part of the model. If it throws an exception on any rank, or a server
  // has failed, all that was written reaches the files, all ranks throw Error with the sentence of the lowest
  // of those that failed, and only close() may be called; a rank that fails while others wait for it
  // elsewhere throws alone after `longest_wait` [s]; its close() waits for theirs. Collective on these ranks.
  void guard(const std::function<void()>& work, double longest_wait = 10.0);
  // On compute ranks: returns when all that was written is in files. Throws Error as write() does. Collective
  // on these ranks.
  void wait();
  // On servers: writes what arrives, and returns when the compute ranks close; meanwhile also serves the
  // others of the group, each of which still has to be asked to serve itself. Throws Error on all servers.
  void serve();
  // On compute ranks: returns when all data are in the files and these have their final names. If anything
  // has failed before, the files keep the suffix .part, and the message of that failure is thrown; also
  // throws if a date was left out. Collective on these ranks; meanwhile the servers must be in serve().
  void close();

  // On the first rank, as of the last call of progress(), write() or guard(): the predicted time [s] to write
  // what servers have not written yet, 0 without servers; and what has been written since the last call, at
  // most the last 1000 items. 0 and nothing on other ranks.
  double backlog_seconds() const {
    return side_ && roles_.mine().rank() == 0 ? side_->backlog_seconds() : 0.0;
  }
  std::vector<WrittenNews> take_news() { return side_ ? side_->take_news() : std::exchange(news_, {}); }
  // After close(): how much servers have written, and at what cost; "" without servers. Collective on compute
  // ranks.
  std::string report() const { return side_ ? side_->report() : ""; }

  SendCounts counts() const { return side_ ? side_->counts() : SendCounts(); }
  // On writing ranks: the time spent on all writing up to now.
  WriteTimes times() const;

 private:
  struct File {
    Schedule schedule;
    std::vector<ArrayPiece> pieces = {};
    int first_kind = 0;                    // of the pieces
    int team = 0;                          // of servers that write it
    std::unique_ptr<ArrayFile> open = {};  // on writing ranks
  };
  // A restart is one piece, in slabs.
  struct Restarts {
    ArrayPiece piece;
    int first_kind = 0;
    Slabs slabs{0, 0};                                // none if there are no restarts
    std::vector<std::vector<double>> positions = {};  // of the listed cells of this rank's block
    std::int64_t bytes = 0;                           // written by this rank
  };

  WrittenNews write(const DateTime& now, ReceivedShipment& shipment) override;
  void commit() override;
  void finish() override;
  void leave() override;
  std::int64_t bytes_written() const override;
  int n_slab() const override { return restarts_.slabs.count; }
  WrittenNews write_restart(const DateTime& now, const ServedFacts& facts,
                            const std::function<ReceivedShipment()>& next,
                            const std::function<void()>& wait_for_output) override;
  std::vector<std::size_t> find_due(const DateTime& now) const;
  std::vector<ArrayFile*> opened() const;
  void require_same_servers(const ArrayOutput& other) const;
  bool writes() const { return is_server() || roles_.n_output_server() == 0; }
  bool writes(const File& file) const { return is_server() ? file.team == teams_.mine() : writes(); }
  bool writes_restarts() const { return n_slab() > 0 && (is_server() ? teams_.writes_restarts() : writes()); }
  // The ranks that write the same files as this one; n_writer() is their number, on all ranks.
  const Communicator& writers() const { return is_server() ? teams_.ranks() : roles_.mine(); }
  int n_writer() const {
    return roles_.n_output_server() > 0 ? teams_.servers_per_team() : roles_.n_compute();
  }

  void check(const Decomposition& cells);
  std::vector<std::size_t> find_variables(const std::vector<std::string>& names) const;
  void make_all_pieces();
  void deal_files();
  void cut_restarts();
  Block written_block() const;
  void find_land(const Decomposition& cells);
  std::vector<std::vector<double>> share_positions(const Decomposition& cells) const;
  void open_ways(const Decomposition& cells);
  void open_files(const std::vector<std::vector<double>>& positions, ParallelFile::Start how);
  std::string restart_path(const DateTime& now) const;
  std::vector<Packet> make_packets(const std::vector<std::size_t>& due) const;
  WrittenNews write_files(const DateTime& now, const std::vector<std::size_t>& due,
                          const CopyRows& copy_rows);
  void keep_news(bool is_restart, const WrittenNews& news);
  WrittenNews save_restart(const DateTime& now, const std::function<CopyRows(int slab)>& next,
                           const std::function<void()>& wait_for_output);
  void check_call() const;
  void join(bool is_last = false);
  void require_no_failure();
  void require_none_left_out(const DateTime& until) const;
  template <class Work>
  void keep_failure(Work&& work);
  template <class Work>
  void begin_together(const DateTime& now, bool is_restart, Work&& work);

  ArrayOutputSettings settings_;
  RankRoles roles_;
  ServerTeams teams_;
  std::int64_t n_own_;
  FileCells file_cells_;  // on writing ranks
  std::vector<File> files_;
  Restarts restarts_;
  std::vector<LaidOutArray> arrays_;        // for each variable
  std::vector<AgreedField> fields_;         // in the form in which variables are sent
  std::optional<ServedSide> side_;          // with servers, on compute ranks
  std::optional<ServerLoop> loop_;          // on servers
  std::optional<PacketExchange> exchange_;  // without servers
  std::optional<FailureMeeting> failures_;  // without servers
  std::vector<WrittenNews> news_;           // on the first rank
  std::optional<DateTime> last_;            // last date written
  std::optional<DateTime> latest_;          // latest date passed to write()
  WriteTimes times_;                        // excluding the per-file times, which ArrayFile keeps
  std::string failure_;
  OutputGroup* group_;
  bool is_closed_ = false;  // close() or serve() was called
};

}  // namespace groundswell
