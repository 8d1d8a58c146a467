// SPDX-License-Identifier: Apache-2.0
// The dates of a product in several NetCDF-4 files: <name>_19960115.nc for those of a day (from 00:00 up to
// but not including the next 00:00) or <name>_19960115T180000Z.nc for one date. Dates are first written to
// <name>.nc.part, a growing CDF-5 file, as if it were the only one; after the last date of a file, the first
// rank packs them, the file gets its final name, and <name>.nc.part starts again. Complete files are thus
// never modified in place (a run that continues from an earlier date removes those with later dates and
// writes these dates again), and the incomplete one can be read and truncated like any other output.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "base/schedule.hpp"
#include "comm/communicator.hpp"
#include "files/dated_file.hpp"
#include "files/packed_file.hpp"
#include "output/output_settings.hpp"
#include "serve/served_words.hpp"

namespace groundswell {

class PackedSeries {
 public:
  // `path` is <folder>/<name>.nc; the schedule must outlive this object. Times in files count seconds from
  // `epoch`.
  PackedSeries(const Communicator& communicator, std::filesystem::path path, const FileSettings& settings,
               const Schedule& schedule, const DateTime& epoch);

  std::string path_of(const DateTime& date) const;  // of the file that contains a date
  std::string names() const;                        // <name>_*.nc
  std::int64_t n_file() const;
  // The files whose last date is not after `until`; the newest last.
  std::vector<CompleteFile> list_complete(const DateTime& until) const;
  // The file whose last date is this one, if there is one.
  std::optional<CompleteFile> find_completed(const DateTime& now) const;
  std::string describe() const;  // for the log, after the size

  // On one rank: throws Error if a run cannot continue after a date because a file that was complete by then
  // has other dates, dates of the incomplete one are missing, or the earlier run did not get that far.
  // Returns the paths of files complete by then that no longer exist: they were moved elsewhere.
  std::vector<std::string> find_taken(const DateTime& keep_until) const;
  // For a run that is to continue after a date: throws Error on all ranks if it cannot. Returns the date up
  // to which <name>.nc.part keeps its dates; nothing if that file starts anew. Collective.
  std::optional<DateTime> find_beginning(const DateTime& keep_until);
  // After find_beginning(): whether <name>.nc.part starts anew.
  bool begins_anew() const { return kept_.n_date == kept_.n_complete || kept_.is_packed; }
  // To be called after find_beginning(), when <name>.nc.part has the definitions of this run: throws Error on
  // all ranks if complete files have other variables. Collective.
  void check_variables() const;
  // To be called when all products of the run are open. If the file that was incomplete at the date of
  // find_beginning() is complete now, moves its dates up to then into the growing file. Removes that file and
  // later ones and, if the run ends at that date, packs the dates in the growing file. Throws Error on all
  // ranks. Collective.
  void go_on(DatedFile& growing);

  // Called after a date has been written: if it is the last date of a file, packs that file. Throws Error on
  // all ranks. Collective.
  void end_date(DatedFile& growing, const DateTime& now);

 private:
  // For a run that continues: its first n_date dates are kept. The first n_complete of them are in files that
  // stay complete, the others in a complete file if is_packed, otherwise in the growing one.
  struct Kept {
    std::int64_t n_complete = 0, n_date = 0;
    bool is_packed = false;
    std::vector<std::string> files, taken;  // complete files with dates to keep: present, missing
  };
  // What the complete file for dates number `first` to `end` - 1 contains, if there is one.
  enum class Packed { no_file, others, these, these_and_later };
  Packed find_dates(std::int64_t first, std::int64_t end) const;
  bool stand_together(std::int64_t one, std::int64_t other) const;  // whether they are in one file
  Block dates_with(std::int64_t date) const;                        // all dates of the run in its file
  CompleteFile file_of(const Block& dates) const;
  // On one rank.
  Kept find_kept(const DateTime& keep_until) const;
  void look_at_complete(Kept& kept) const;
  bool grows_from(const DateTime& date) const;  // whether the growing file begins at this date
  void require_growing(const Kept& kept) const;
  void require_reached(const Kept& kept) const;
  void remove_later() const;

  const Communicator& communicator_;
  std::filesystem::path path_;
  bool by_day_;
  Packing packing_;
  const Schedule& schedule_;
  DateTime epoch_;
  Kept kept_;  // its files are known only on the first rank
};

}  // namespace groundswell
