// SPDX-License-Identifier: Apache-2.0
#include "output/packed_series.hpp"

#include <algorithm>
#include <system_error>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"

namespace groundswell {

namespace fs = std::filesystem;

PackedSeries::PackedSeries(const Communicator& communicator, fs::path path, const FileSettings& settings,
                           const Schedule& schedule, const DateTime& epoch)
    : communicator_(communicator),
      path_(std::move(path)),
      by_day_(settings.dates == FileDates::day),
      packing_{settings.deflate, settings.bits},
      schedule_(schedule),
      epoch_(epoch) {}

std::string PackedSeries::path_of(const DateTime& date) const {
  std::string compact = date.compact();
  if (by_day_) compact.resize(compact.find('T'));
  return (path_.parent_path() / (path_.stem().string() + "_" + compact + ".nc")).string();
}

bool PackedSeries::stand_together(std::int64_t one, std::int64_t other) const {
  return path_of(schedule_.date(one)) == path_of(schedule_.date(other));
}

std::string PackedSeries::names() const {
  return path_.stem().string() + "_*.nc";
}

std::int64_t PackedSeries::n_file() const {
  const std::int64_t n_date = schedule_.n_date();
  if (!by_day_) return n_date;
  std::int64_t n_file = 0;
  for (std::int64_t i = 0; i < n_date; i = dates_with(i).end) ++n_file;
  return n_file;
}

Block PackedSeries::dates_with(std::int64_t date) const {
  Block dates{date, date + 1};
  while (dates.begin > 0 && stand_together(dates.begin - 1, date)) --dates.begin;
  while (dates.end < schedule_.n_date() && stand_together(date, dates.end)) ++dates.end;
  return dates;
}

CompleteFile PackedSeries::file_of(const Block& dates) const {
  const DateTime first = schedule_.date(dates.begin), last = schedule_.date(dates.end - 1);
  return {fs::path(path_of(first)).filename().string(), first.iso(), last.iso()};
}

std::vector<CompleteFile> PackedSeries::list_complete(const DateTime& until) const {
  std::vector<CompleteFile> files;
  const std::int64_t n_date = schedule_.n_date_until(until);
  for (Block dates; dates.end < n_date;)
    if (dates = dates_with(dates.end); dates.end <= n_date) files.push_back(file_of(dates));
  return files;
}

std::optional<CompleteFile> PackedSeries::find_completed(const DateTime& now) const {
  const std::int64_t n_date = schedule_.n_date_until(now);
  const Block dates = dates_with(n_date - 1);
  if (dates.end > n_date) return {};
  return file_of(dates);
}

std::string PackedSeries::describe() const {
  const std::string bits =
      packing_.significant_bits == 0 ? "" : text(", of which ", packing_.significant_bits, " bits are kept");
  return text(" before compression, in ", n_file(), " files ", names(), bits);
}

// On one rank.
PackedSeries::Packed PackedSeries::find_dates(std::int64_t first, std::int64_t end) const {
  const std::string path = path_of(schedule_.date(first));
  check_target(path);
  if (!fs::exists(path)) return Packed::no_file;
  const std::vector<double> times = read_packed_times(path);
  const std::int64_t n_date = end - first;
  if (std::int64_t(times.size()) < n_date) return Packed::others;
  for (std::int64_t i = 0; i < n_date; ++i)
    if (times[std::size_t(i)] != double(schedule_.date(first + i) - epoch_)) return Packed::others;
  return std::int64_t(times.size()) == n_date ? Packed::these : Packed::these_and_later;
}

// A complete file may have been moved elsewhere once all its dates are past.
void PackedSeries::look_at_complete(Kept& kept) const {
  for (std::int64_t first = 0, end; first < kept.n_complete; first = end) {
    end = std::min(dates_with(first).end, kept.n_complete);
    const Packed found = find_dates(first, end);
    const std::string path = path_of(schedule_.date(first));
    require(found == Packed::these || found == Packed::no_file, "cannot go on after '", path,
            "': it should have exactly the dates from ", schedule_.date(first).iso(), " to ",
            schedule_.date(end - 1).iso(),
            "; put back the file that has them, remove it if you do not need these dates here, or "
            "start the run from the beginning");
    (found == Packed::these ? kept.files : kept.taken).push_back(path);
  }
}

bool PackedSeries::grows_from(const DateTime& date) const {
  if (!fs::exists(path_now(path_))) return false;
  const std::vector<DateTime> dates = read_dates(path_now(path_), {epoch_});
  return !dates.empty() && dates.front() == date;
}

// Dates that are not in complete files must be in the growing one.
void PackedSeries::require_growing(const Kept& kept) const {
  const DateTime last = schedule_.date(kept.n_date - 1), first = schedule_.date(kept.n_complete);
  require(fs::exists(path_) || fs::exists(part_path(path_)), "cannot go on after ", last.iso(),
          ": there is neither '", path_of(last), "', which has the dates from ", first.iso(),
          " if it is complete, nor '", part_path(path_),
          "', which has them otherwise; put it back, or start the run from the beginning");
  require_dates_until(file_to_go_on(path_), {epoch_}, last, kept.n_date - kept.n_complete, last);
}

// The dates in the growing file, if any, are the last ones that the run wrote, so no file of later dates can
// have been moved elsewhere.
void PackedSeries::require_reached(const Kept& kept) const {
  if (kept.taken.empty() || !fs::exists(part_path(path_))) return;
  std::vector<DateTime> dates;
  try {
    dates = read_dates(part_path(path_), {epoch_});
  } catch (const Error&) {  // the growing file had only just been created
  }
  if (dates.empty()) return;
  for (std::int64_t i = schedule_.n_date_until(dates.back()); i < kept.n_complete; ++i) {
    const std::string path = path_of(schedule_.date(i));
    require(std::ranges::find(kept.taken, path) == kept.taken.end(), "cannot go on after ",
            schedule_.date(kept.n_date - 1).iso(), ": there is no '", path, "', and '", part_path(path_),
            "' ends at ", dates.back().iso(),
            "; put back the files that have the dates up to then, or start the run from the beginning");
  }
}

PackedSeries::Kept PackedSeries::find_kept(const DateTime& keep_until) const {
  Kept kept;
  kept.n_date = kept.n_complete = schedule_.n_date_until(keep_until);
  if (kept.n_date == 0) return kept;
  const auto [first, end] = dates_with(kept.n_date - 1);  // in the file of the last date to be kept
  const Packed last = find_dates(first, kept.n_date);
  // If the run now ends at the last date to be kept, the earlier run may have had a later end, and further
  // dates in that file.
  const bool grows = kept.n_date < schedule_.n_date() ? end > kept.n_date
                     : last == Packed::no_file        ? grows_from(schedule_.date(first))
                                                      : last != Packed::these;
  if (grows) {
    kept.n_complete = first;
    kept.is_packed = last == Packed::these || last == Packed::these_and_later;
  }
  look_at_complete(kept);
  if (kept.is_packed)
    kept.files.push_back(path_of(schedule_.date(first)));
  else if (kept.n_complete < kept.n_date)
    require_growing(kept);
  require_reached(kept);
  return kept;
}

std::vector<std::string> PackedSeries::find_taken(const DateTime& keep_until) const {
  return find_kept(keep_until).taken;
}

std::optional<DateTime> PackedSeries::find_beginning(const DateTime& keep_until) {
  run_on_root(communicator_, 0, [&] { kept_ = find_kept(keep_until); });
  communicator_.broadcast(kept_.n_date, 0);
  communicator_.broadcast(kept_.n_complete, 0);
  communicator_.broadcast(kept_.is_packed, 0);
  if (begins_anew()) return {};
  return keep_until;
}

void PackedSeries::check_variables() const {
  run_on_root(communicator_, 0, [&] { require_same_variables(kept_.files, file_to_go_on(path_)); });
}

// A packed file with dates to keep is removed only after these are on disk in the growing file.
void PackedSeries::go_on(DatedFile& growing) {
  const std::int64_t n_open = kept_.n_date - kept_.n_complete;
  if (n_open > 0) {
    const DateTime last = schedule_.date(kept_.n_date - 1);
    if (kept_.is_packed) {
      const std::string packed = path_of(last);
      growing.change([&](const std::string& path) { unpack_records(packed, path, n_open); }, n_open, last);
      ParallelFile::commit(communicator_, {&growing.file()});
    } else {
      growing.require_kept(n_open, last);
    }
  }
  run_on_root(communicator_, 0, [&] { remove_later(); });
  if (n_open > 0 && kept_.n_date == schedule_.n_date()) end_date(growing, schedule_.date(kept_.n_date - 1));
}

// Removes files with later dates of the run and, as the earlier run may have had a later end, those that
// follow without a gap. Files beyond the first gap are kept, as they may be another run's.
void PackedSeries::remove_later() const {
  std::int64_t i = kept_.n_complete;
  // Dates after the run's end may belong to the file of its last date.
  while (i > 0 && stand_together(kept_.n_complete - 1, i)) ++i;
  std::vector<std::string> later;
  for (bool goes_on = true; goes_on;) {
    const std::string path = path_of(schedule_.date(i));
    goes_on = i < schedule_.n_date();
    for (const std::string& there : {path, part_path(path)}) {
      std::error_code error;
      if (!fs::is_regular_file(fs::symlink_status(there, error))) continue;
      goes_on = true;
      later.push_back(there);
    }
    const std::int64_t first = i++;
    while (stand_together(first, i)) ++i;
  }
  std::ranges::reverse(later);  // the newest first: no gap is left if the run is killed here
  for (const std::string& there : later) {
    std::error_code error;
    fs::remove(there, error);
    require(!error, "cannot remove '", there, "', whose dates are written again: ", error.message(),
            "; change the permissions of its folder");
  }
  const fs::path folder = path_.parent_path();
  sync_to_disk(folder.empty() ? "." : folder);
}

void PackedSeries::end_date(DatedFile& growing, const DateTime& now) {
  if (!find_completed(now)) return;
  const std::string path = path_of(now);
  growing.change([&](const std::string& from) { write_packed_file(from, path, packing_); }, 0, now);
}

}  // namespace groundswell
