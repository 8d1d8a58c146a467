// SPDX-License-Identifier: Apache-2.0
// What ArrayOutput does at each date and at the end of the run.
#include "array_output/array_output.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "files/restart_saving.hpp"

namespace groundswell {
namespace {

// The shipment must outlive what this returns.
CopyRows copy_from(const ReceivedShipment& shipment) {
  return [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
    const ByteBuffer& rows = shipment.packets[piece].fields[field];
    const std::size_t row_bytes = to.size() / std::size_t(places.size());
    std::memcpy(to.data(), rows.data() + std::size_t(places.begin) * row_bytes, to.size());
  };
}

CopyRows copy_from(const PacketExchange& exchange) {
  return [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
    exchange.copy_rows(piece, field, places, to.data());
  };
}

}  // namespace

ArrayOutput::~ArrayOutput() = default;

std::vector<std::size_t> ArrayOutput::find_due(const DateTime& now) const {
  std::vector<std::size_t> due;
  for (std::size_t f = 0; f < files_.size(); ++f)
    if (files_[f].schedule.due(now)) due.push_back(f);
  return due;
}

// Stores the error message of a failed call, so that later calls can repeat it.
template <class Work>
void ArrayOutput::keep_failure(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    failure_ = error.what();
    throw;
  }
}

std::vector<Packet> ArrayOutput::make_packets(const std::vector<std::size_t>& due) const {
  std::vector<Packet> packets;
  for (const std::size_t f : due)
    for (std::size_t p = 0; p < files_[f].pieces.size(); ++p)
      packets.push_back({files_[f].first_kind + int(p),
                         rows_of(files_[f].pieces[p], forms_, settings_.variables, layouts_, n_own_)});
  return packets;
}

void ArrayOutput::check_call() const {
  require(!is_server(), "an output server was asked to write arrays; a server may only serve");
  require(!is_closed_, "output was written after it was closed");
}

// Throws on all ranks if something has failed before, if they do not all make this call, or if work() throws.
template <class Work>
void ArrayOutput::begin_together(const DateTime& now, bool is_restart, Work&& work) {
  const std::int64_t call = 2 * now.seconds() + is_restart;
  const bool is_one_call = roles_.mine().min(call) == roles_.mine().max(call);
  run_together(roles_.mine(), [&] {
    require_no_failure();
    require(is_one_call, is_restart ? "a restart" : "output", " is written at ", now.iso(),
            " on one process and at another date on another; all must give the same");
    require(!last_ || now > *last_ || (is_restart && now == *last_), is_restart ? "a restart" : "output",
            " was written at ", now.iso(), " after ", last_ ? last_->iso() : "", "; dates must ascend");
    work();
  });
}

void ArrayOutput::write(const DateTime& now) {
  check_call();
  latest_ = std::max(latest_.value_or(now), now);
  const std::vector<std::size_t> due = find_due(now);
  if (due.empty()) return;
  keep_failure([&] {
    const Stopwatch exchanging;
    begin_together(now, false, [&] {
      require_none_left_out(now + -1);
      if (exchange_) exchange_->prepare(make_packets(due));
    });
    last_ = now;
    if (side_) {
      side_->send_date(now, make_packets(due));
    } else {  // without servers each rank also sends rows that other ranks write
      exchange_->exchange();
      times_.exchange += exchanging.seconds();
      write_files(now, due, copy_from(*exchange_));
    }
  });
}

void ArrayOutput::write_restart(const DateTime& now) {
  check_call();
  require(n_slab() > 0,
          "a restart was written, but restarts have no variable; name some before output opens");
  latest_ = std::max(latest_.value_or(now), now);
  keep_failure([&] {
    std::vector<ConstCellRows> rows;
    begin_together(now, true, [&] {
      require_none_left_out(now);
      rows = rows_of(restarts_.piece, forms_, settings_.variables, layouts_, n_own_);
    });
    if (side_) return side_->send_restart(now, {}, restarts_.first_kind, n_slab(), rows);
    commit();
    save_restart(
        now,
        [&](int slab) {
          run_together(roles_.mine(), [&] { exchange_->prepare({{restarts_.first_kind + slab, rows}}); });
          exchange_->exchange();
          return copy_from(*exchange_);
        },
        [] {});
  });
}

std::string ArrayOutput::restart_path(const DateTime& now) const {
  return text(settings_.restart.path, '_', now.compact(), ".nc");
}

// `next` returns the rows of one slab after another; each is used before the next one is asked for.
void ArrayOutput::save_restart(const DateTime& now, const std::function<CopyRows(int slab)>& next,
                               const std::function<void()>& wait_for_output) {
  const ArrayFileSettings settings{{}, restart_path(now), settings_.restart.variables};
  write_or_remove(writers(), settings.path, [&] {
    ArrayFile file(writers(), settings_, settings, {restarts_.piece}, forms_, nullptr, file_cells_,
                   restarts_.positions, ParallelFile::Start::anew);
    file.begin(now);
    for (int slab = 0; slab < n_slab(); ++slab) {
      const CopyRows copy_rows = next(slab);
      const Block places{slab * restarts_.slabs.rows, (slab + 1) * restarts_.slabs.rows};
      file.write_piece(0, file_cells_.part(written_block(), places), copy_rows);
    }
    file.end();
    wait_for_output();
    file.finish();
    restarts_.bytes += file.file().bytes_written();
    times_.reorder += file.times().reorder, times_.write += file.times().write;
  });
}

void ArrayOutput::require_none_left_out(const DateTime& until) const {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    const Schedule& schedule = files_[f].schedule;
    const std::int64_t n_written = last_ ? schedule.n_date_until(*last_) : 0;
    if (schedule.n_date_until(until) > n_written)
      throw Error(text("the date ", schedule.date(n_written).iso(), " of '", settings_.files[f].path,
                       "' was left out; write output at each date at which it is due, in their order"));
  }
}

// `copy_rows` numbers pieces consecutively over all files that are due.
void ArrayOutput::write_files(const DateTime& now, const std::vector<std::size_t>& due,
                              const CopyRows& copy_rows) {
  const Stopwatch writing;
  std::size_t first = 0;
  for (const std::size_t f : due) {
    if (writes(files_[f]))
      files_[f].open->write(
          now, [&](std::size_t piece, std::size_t field, const Block& places, std::span<std::byte> to) {
            copy_rows(first + piece, field, places, to);
          });
    first += files_[f].pieces.size();
  }
  if (after_date_) after_date_(writing.seconds());
}

std::vector<std::string> ArrayOutput::written_files() const {
  std::vector<std::string> paths;
  for (std::size_t f = 0; f < files_.size(); ++f)
    if (files_[f].open) paths.push_back(settings_.files[f].path);
  return paths;
}

std::vector<ArrayFile*> ArrayOutput::opened() const {
  std::vector<ArrayFile*> open;
  for (const File& file : files_)
    if (file.open) open.push_back(file.open.get());
  return open;
}

void ArrayOutput::commit() {
  std::vector<ParallelFile*> files;
  for (ArrayFile* file : opened()) files.push_back(&file->file());
  if (!files.empty()) ParallelFile::commit(writers(), files);
}

// A failure of one file does not prevent the others from being finished.
void ArrayOutput::finish() {
  const Stopwatch closing;
  std::string failure;
  for (ArrayFile* file : opened()) try {
      file->finish();
    } catch (const Error& error) {  // thrown on all ranks
      if (failure.empty()) failure = error.what();
    }
  times_.close += closing.seconds();
  require(failure.empty(), failure);
}

WriteTimes ArrayOutput::times() const {
  WriteTimes all = times_;
  for (const ArrayFile* file : opened()) {
    all.reorder += file->times().reorder;
    all.write += file->times().write;
  }
  return all;
}

void ArrayOutput::require_no_failure() {
  require(failure_.empty(), failure_);
  if (side_) require(side_->error().empty(), side_->error());
}

void ArrayOutput::close() {
  require(!is_server(), "an output server was asked to close; a server may only serve");
  require(!std::exchange(is_closed_, true), "output was closed twice");
  try {
    run_together(roles_.mine(), [&] {
      require_no_failure();
      if (latest_) require_none_left_out(*latest_);
    });
  } catch (const Error& error) {
    failure_ = error.what();
  }
  if (side_) side_->tell(failure_.empty() ? ServedWord::finish : ServedWord::leave);
  require(failure_.empty(), failure_);
  finish();
}

void ArrayOutput::serve(const std::vector<ArrayOutput*>& others) {
  require(is_server(), "a process that computes was asked to serve; the last ", roles_.n_output_server(),
          " processes are servers");
  require(!std::exchange(is_closed_, true), "an output server was asked to serve twice");
  std::vector<ServerLoop*> loops = {&*loop_};
  for (ArrayOutput* const other : others) {
    require(other->is_server() && roles_.mine().has_same_ranks(other->roles_.mine()) &&
                other->teams_.n_team() == teams_.n_team(),
            "outputs that are served at once need the same servers, which all share files or all do not");
    loops.push_back(&*other->loop_);
  }
  serve_until_end(loops);
  require(loop_->failure().empty(), loop_->failure());
}

WrittenNews ArrayOutput::write(const DateTime& now, ReceivedShipment& shipment) {
  write_files(now, find_due(now), copy_from(shipment));
  return {};
}

WrittenNews ArrayOutput::write_restart(const DateTime& now, WordReader& /*facts*/,
                                       const std::function<ReceivedShipment()>& next,
                                       const std::function<void()>& wait_for_output) {
  ReceivedShipment shipment;
  save_restart(
      now,
      [&](int) {
        shipment = next();
        return copy_from(shipment);
      },
      wait_for_output);
  return {};
}

std::int64_t ArrayOutput::bytes_written() const {
  std::int64_t bytes = restarts_.bytes;
  for (ArrayFile* file : opened()) bytes += file->file().bytes_written();
  return bytes;
}

}  // namespace groundswell
