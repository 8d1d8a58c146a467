// SPDX-License-Identifier: Apache-2.0
// The dates of a product in several NetCDF-4 files, <name>_19960115.nc for those of a day (from 00:00 up to,
// not including, the next 00:00) or <name>_19960115T180000Z.nc for one date. Dates are first written into
// <name>.nc.part, a CDF-5 file that grows as if it were the only one; when the last date of a file has come,
// the first rank packs them, the file gets its name, and <name>.nc.part begins again. So what is complete is
// never changed, and what is not can be read and cut back as any other output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/schedule.hpp"
#include "comm/communicator.hpp"
#include "files/dated_file.hpp"
#include "files/packed_file.hpp"
#include "output/output_settings.hpp"

namespace groundswell {

// A file of output to which nothing will be added, with its first and last date.
struct CompleteFile {
  std::string name;  // in the folder
  std::string first, last;
};

class PackedSeries {
 public:
  // `path` is <folder>/<name>.nc; the schedule must live as long. Times in files count seconds from `epoch`.
  PackedSeries(const Communicator& communicator, std::filesystem::path path, const FileSettings& settings,
               const Schedule& schedule, const DateTime& epoch);

  std::string path_of(const DateTime& date) const;  // of the file in which a date stands
  std::string names() const;                        // <name>_*.nc
  std::int64_t n_file() const;
  // Those whose last date is not after one; the newest last.
  std::vector<CompleteFile> list_complete(const DateTime& until) const;
  // The file whose last date is this one, if it is that of any.
  std::optional<CompleteFile> find_completed(const DateTime& now) const;
  std::string describe() const;  // for the log, after the size

  // On one rank: throws Error where a run cannot go on after a date, because a file that was complete by then
  // has other dates, or dates of the one that was not are missing, or the earlier run had not come so far.
  // Returns the names of those complete by then that are not there: others have taken them.
  std::vector<std::string> find_taken(const DateTime& keep_until) const;
  // Where a run goes on after a date: throws Error, on all ranks, where it cannot. Returns until when the
  // dates of <name>.nc.part stay; nothing where it begins anew. Collective.
  std::optional<DateTime> find_beginning(const DateTime& keep_until);
  // Then, with that file open: throws Error, on all ranks, where complete files have other variables.
  // Collective.
  void check_variables(DatedFile& growing) const;
  // Then, when all products of the run are open: it gets the dates of the file that was not complete by then,
  // also where that is complete now, and later files are removed. Throws Error on all ranks. Collective.
  void go_on(DatedFile& growing);

  // After a date has been written: packs the file whose last date it is. Throws Error on all ranks.
  // Collective.
  void end_date(DatedFile& growing, const DateTime& now);

 private:
  // Of a run that goes on: dates up to number n_complete are in files that are complete and stay. Those that
  // follow, up to n_date, are in a complete file if is_packed, otherwise in the growing one.
  struct Kept {
    std::int64_t n_complete = 0, n_date = 0;
    bool is_packed = false;
    std::vector<std::string> files, taken;  // complete ones with dates that stay; those not there
  };
  // What the file of some dates, from number `first` up to before `end`, has if it is complete.
  enum class Packed { no_file, others, these, these_and_later };
  Packed find_dates(std::int64_t first, std::int64_t end) const;
  bool stand_together(std::int64_t one, std::int64_t other) const;  // in one file
  // On one rank.
  Kept find_kept(const DateTime& keep_until) const;
  void look_at_complete(Kept& kept) const;
  bool grows_from(const DateTime& date) const;  // whether the dates of the growing file begin there
  void require_growing(const Kept& kept) const;
  void require_reached(const Kept& kept) const;
  void remove_later() const;

  const Communicator& communicator_;
  std::filesystem::path path_;
  bool by_day_;
  Packing packing_;
  const Schedule& schedule_;
  DateTime epoch_;
  Kept kept_;  // its files are known on the first rank
};

}  // namespace groundswell
