// SPDX-License-Identifier: Apache-2.0
// Output of another model: plain arrays on a numbered set of cells, written into NetCDF files at the dates of
// schedules, by the ranks that compute or by output servers. The contract: docs/guide/output_library.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array_output/array_file.hpp"
#include "array_output/array_settings.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/decomposition.hpp"
#include "transport/parcel_messages.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class ArrayOutput {
 public:
  // Creates the files, named .part until close(). `cells` are those whose values this rank's arrays have, in
  // their order; none on servers, which are the last ranks. Arrays must stay where they are. Throws Error on
  // all ranks for settings that cannot be or differ between ranks, for a cell that two ranks have or, without
  // axes, no rank has, and where a file cannot be made. Collective on the communicator, which is duplicated.
  ArrayOutput(const Communicator& communicator, ArrayOutputSettings settings, const Decomposition& cells);
  ~ArrayOutput();  // collective; what was not closed stays .part
  ArrayOutput(const ArrayOutput&) = delete;
  ArrayOutput& operator=(const ArrayOutput&) = delete;

  bool is_server() const { return roles_.role() == RankRole::output_server; }
  bool is_due(const DateTime& now) const { return !find_due(now).empty(); }

  // On ranks that compute: takes what is due at this date, the next one that is due; then arrays may be
  // changed. Without servers it is in the files. With them it is on its way; only where
  // `servers.transport.n_slot` dates are on their way does it wait for the oldest. Throws Error on all ranks,
  // also for what a server has said; then nothing more is written, and close() is left. Collective on these
  // ranks, where something is due.
  void write(const DateTime& now);
  // Lets messages to servers go on; to be called now and then while computing. Not collective.
  void progress();
  // On servers: writes what comes, and returns when the ranks that compute close. Throws Error on all of
  // them.
  void serve();
  // On ranks that compute: returns when all is in files, which get their names; where a call has failed
  // before, they keep .part, and it throws that sentence again; where a date was left out, too. Collective on
  // these ranks, servers in serve().
  void close();

  // On ranks that write: called after each date with the time that it took to write [s]. Not collective; must
  // not throw.
  void after_each_date(std::function<void(double seconds)> work) { after_date_ = std::move(work); }

  SendCounts counts() const { return sender_ ? sender_->counts() : SendCounts(); }
  // On ranks that write.
  WriteTimes times() const;

 private:
  class Incoming;
  std::vector<std::size_t> find_due(const DateTime& now) const;
  bool writes() const { return is_server() || roles_.n_output_server() == 0; }
  const Communicator& writers() const { return roles_.mine(); }
  int n_writer() const {
    return roles_.n_output_server() > 0 ? roles_.n_output_server() : roles_.n_compute();
  }

  void check(const Decomposition& cells);
  void agree_on_forms();
  void make_all_pieces();
  void find_land(const Decomposition& cells);
  std::vector<std::vector<double>> share_positions(const Decomposition& cells) const;
  void open_ways(const Decomposition& cells);
  void open_files(const std::vector<std::vector<double>>& positions);
  std::vector<Parcel> make_parcels(const std::vector<std::size_t>& due) const;
  void write_files(const DateTime& now, const std::vector<std::size_t>& due, const CopyRows& copy_rows);
  void finish_files();
  void listen();
  void require_no_failure();
  void require_none_left_out(const DateTime& until) const;
  void serve_all(Incoming& incoming);
  template <class Work>
  void keep_failure(Work&& work);

  ArrayOutputSettings settings_;
  RankRoles roles_;
  std::int64_t n_own_;
  std::vector<Schedule> schedules_;  // of each file, as all that follow
  std::vector<std::vector<ArrayPiece>> pieces_;
  std::vector<int> first_kind_;
  FileCells file_cells_;                           // on ranks that write
  std::vector<std::unique_ptr<ArrayFile>> files_;  // on ranks that write
  std::vector<ArrayForm> forms_;                   // of each variable
  std::vector<FieldLayout> layouts_;
  std::unique_ptr<ShipmentSender> sender_;  // with servers
  std::shared_ptr<ShipmentReceiver> receiver_;
  std::optional<ParcelExchange> exchange_;  // without
  std::optional<DateTime> last_;            // written
  std::optional<DateTime> latest_;          // of which write() was told
  WriteTimes times_;                        // but of dates in files
  std::function<void(double seconds)> after_date_;
  std::string failure_, server_error_;
  bool is_closed_ = false, has_ended_ = false;  // by this rank; the servers
};

}  // namespace groundswell
