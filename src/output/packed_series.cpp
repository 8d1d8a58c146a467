// SPDX-License-Identifier: Apache-2.0
#include "output/packed_series.hpp"

#include <algorithm>
#include <ranges>
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
      by_day_(settings.dates == "day"),
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
  for (std::int64_t i = 0; i < n_date; ++i) n_file += i == 0 || !stand_together(i - 1, i);
  return n_file;
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
  if (!fs::exists(path)) return Packed::others;
  const std::vector<double> times = read_packed_times(path);
  const std::int64_t n_date = end - first;
  if (std::int64_t(times.size()) < n_date) return Packed::others;
  for (std::int64_t i = 0; i < n_date; ++i)
    if (times[std::size_t(i)] != double(schedule_.date(first + i) - epoch_)) return Packed::others;
  return std::int64_t(times.size()) == n_date ? Packed::these : Packed::these_and_later;
}

void PackedSeries::require_complete(std::int64_t n_date) {
  for (std::int64_t first = 0; first < n_date;) {
    std::int64_t end = first + 1;
    while (end < n_date && stand_together(first, end)) ++end;
    require(find_dates(first, end) == Packed::these, "cannot go on after '", path_of(schedule_.date(first)),
            "': it is missing, or does not have the dates from ", schedule_.date(first).iso(), " to ",
            schedule_.date(end - 1).iso(), " alone; put it back, or start the run from the beginning");
    kept_files_.push_back(path_of(schedule_.date(first)));
    first = end;
  }
}

std::optional<DateTime> PackedSeries::find_beginning(const DateTime& keep_until) {
  n_kept_ = schedule_.n_date_until(keep_until);
  run_on_root(communicator_, 0, [&] {
    std::int64_t first = std::max<std::int64_t>(0, n_kept_ - 1);  // in the file of the last date that stays
    while (first > 0 && stand_together(first - 1, n_kept_ - 1)) --first;
    const Packed last = n_kept_ == 0 ? Packed::these : find_dates(first, n_kept_);
    // The end of the run may have moved to before other dates of that file.
    const bool grows =
        n_kept_ < schedule_.n_date() ? n_kept_ > 0 && stand_together(first, n_kept_) : last != Packed::these;
    n_complete_ = grows ? first : n_kept_;
    is_packed_ = grows && last != Packed::others;
    require_complete(n_complete_);
    if (is_packed_) kept_files_.push_back(path_of(schedule_.date(first)));
    require(!grows || is_packed_ || fs::exists(path_) || fs::exists(part_path(path_)), "cannot go on after ",
            schedule_.date(n_kept_ - 1).iso(), ": there is neither '", path_of(schedule_.date(first)),
            "', which has the dates from ", schedule_.date(first).iso(), " if it is complete, nor '",
            part_path(path_),
            "', which has them otherwise; put it back, or start the run from the beginning");
  });
  communicator_.broadcast(n_complete_, 0);
  communicator_.broadcast(is_packed_, 0);
  if (n_kept_ == n_complete_ || is_packed_) return {};
  return keep_until;
}

void PackedSeries::check_variables(DatedFile& growing) const {
  growing.change([&](const std::string& path) { require_same_variables(kept_files_, path); },
                 growing.record() + 1, growing.last_kept());
}

// What is packed is removed only after its dates are on disk in the growing file.
void PackedSeries::go_on(DatedFile& growing) {
  const std::int64_t n_open = n_kept_ - n_complete_;
  if (n_open > 0) {
    const DateTime last = schedule_.date(n_kept_ - 1);
    if (is_packed_) {
      const std::string packed = path_of(last);
      growing.change([&](const std::string& path) { unpack_records(packed, path, n_open); }, n_open, last);
      ParallelFile::commit(communicator_, {&growing.file()});
    } else {
      growing.require_kept(n_open, last);
    }
  }
  run_on_root(communicator_, 0, [&] { remove_later(); });
  if (n_open > 0 && n_kept_ == schedule_.n_date()) end_date(growing, schedule_.date(n_kept_ - 1));
}

// A run leaves no gap between its files: beyond the first one they are not its own.
void PackedSeries::remove_later() const {
  std::int64_t i = n_complete_;
  // Dates after the run's end may belong to the file of its last date.
  while (i > 0 && stand_together(n_complete_ - 1, i)) ++i;
  std::vector<std::string> later;
  for (bool goes_on = true; goes_on;) {
    const std::string path = path_of(schedule_.date(i));
    goes_on = false;
    for (const std::string& there : {path, part_path(path)}) {
      std::error_code error;
      if (!fs::is_regular_file(fs::symlink_status(there, error))) continue;
      goes_on = true;
      later.push_back(there);
    }
    const std::int64_t first = i++;
    while (stand_together(first, i)) ++i;
  }
  for (const std::string& there : later | std::views::reverse) {  // so that a kill leaves no gap either
    std::error_code error;
    fs::remove(there, error);
    require(!error, "cannot remove '", there, "', whose dates are written again: ", error.message(),
            "; change the permissions of its folder");
  }
  const fs::path folder = path_.parent_path();
  sync_to_disk(folder.empty() ? "." : folder);
}

void PackedSeries::end_date(DatedFile& growing, const DateTime& now) {
  const std::int64_t next = schedule_.n_date_until(now);
  if (next < schedule_.n_date() && stand_together(next - 1, next)) return;
  const std::string path = path_of(now);
  growing.change([&](const std::string& from) { write_packed_file(from, path, packing_); }, 0, now);
}

}  // namespace groundswell
