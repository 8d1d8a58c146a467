// SPDX-License-Identifier: Apache-2.0
// A product is one file of output, or one series of them: what it needs, when, and how it is written. It
// knows nothing about who computes the values; it names the cells that a writing rank needs, and gets their
// values in that order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/date_time.hpp"
#include "base/schedule.hpp"
#include "comm/communicator.hpp"
#include "exec/array.hpp"
#include "field/field_info.hpp"
#include "files/dated_file.hpp"
#include "files/input_record.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_settings.hpp"
#include "output/packed_series.hpp"

namespace groundswell {

// The text in the headers of files. It must not depend on the rank or the number of ranks.
struct OutputHeader {
  std::string title = "Groundswell";
  std::string source = "Groundswell";  // program and version
  std::string history;                 // one line, such as the command
  std::string start;                   // when the forecast starts, a date in ISO 8601; empty = not said
};

// What a product has asked for, at its cells of this rank, in the units and directions of memory (directions:
// radians towards, counter-clockwise from geographic east; NaN where missing).
struct ProductValues {
  std::vector<std::string> names;
  std::vector<std::vector<float>> fields;  // [name][cell]
  RowArray<float> rows;                    // [cell][row_length()]

  // Precondition: the product has asked for the field.
  View<const float> field(std::string_view name) const;
};

// What the makers of products go by. References must live as long as the products.
struct OutputContext {
  const Communicator& communicator;   // of the ranks that write
  const MeshPart& part;               // this rank's, with one ring of halo or more; not kept
  std::span<const FieldInfo> fields;  // all that the caller knows
  std::vector<std::string> can_make;  // names of those that it can make in this run
  DateTime start, end;                // of the run

  // Throws Error, with the key that lists it in the sentence, for a field that is not known or cannot be
  // made.
  const FieldInfo& field(std::string_view name, std::string_view where) const;
};

class Product {
 public:
  Product(const OutputContext& context, std::string path, Schedule schedule, const FileSettings& form = {});
  virtual ~Product() = default;
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  const std::string& path() const { return path_; }
  const Schedule& schedule() const { return schedule_; }

  // The fields that it needs, each once.
  virtual std::vector<std::string> fields() const = 0;
  // How many further values of each cell it needs, as a row; if any, then its cells, on all ranks together,
  // are few.
  virtual std::size_t row_length() const { return 0; }
  // The cells, by number in the whole mesh and ascending, whose values this rank needs at a date.
  virtual const std::vector<std::int64_t>& cells(const DateTime& now) = 0;
  // Whether the cells differ between dates.
  virtual bool is_moving() const { return false; }

  // For the log: what it holds, and a line for each place.
  virtual std::string describe() const = 0;
  virtual std::vector<std::string> describe_places() const { return {}; }
  std::string describe_form() const { return series_ ? series_->describe() : ""; }
  // A sentence about what is allowed but rarely meant, or "".
  virtual std::string describe_oddity() const;
  // What it takes from a file of its own, at its dates; nothing where there is none.
  virtual std::optional<InputRecord> input() const { return {}; }
  // Its expected size [B] without its header.
  virtual double bytes() const = 0;

  // How many files it has in all; the names in the folder by which they are known (see RunFolder::check); and
  // the name of the one in which a date stands.
  std::int64_t n_file() const { return series_ ? series_->n_file() : 1; }
  std::vector<std::string> file_names() const;
  std::string file_name(const DateTime& date) const;
  // Its files that are complete at a date before the end of the run, or without one at the end; and the one
  // that a date completes, if any.
  std::vector<CompleteFile> list_complete(const std::optional<DateTime>& now = {}) const;
  std::optional<CompleteFile> find_completed(const DateTime& now) const;

  // On one rank: throws Error where the files of an earlier run do not have all dates up to one, after which
  // a run could go on. Returns the paths of complete ones before it that are not there: others have taken
  // them.
  std::vector<std::string> find_taken(const DateTime& keep_until) const;

  // Creates the file, named .part until finish(), with everything that does not change; or, with
  // `keep_until`, opens that of an earlier run. `part` is this rank's, with one ring of halo or more, and is
  // not kept. Throws Error on all ranks. Collective.
  void open(const OutputHeader& header, const MeshPart& part, const std::optional<DateTime>& keep_until);
  // Then, when all products of the run are open: goes on after that date; the earlier run must have all dates
  // up to it, and later ones go. Throws Error on all ranks. Collective.
  void go_on(const std::optional<DateTime>& keep_until);
  // Writes a date; it may change the values. Throws Error, on all ranks, for example where the disk is full.
  // Collective.
  void publish(const DateTime& now, ProductValues& values);
  // After the last date: all its files get their names. Collective.
  void finish();
  // The file that grows, once open() has made it.
  virtual DatedFile& file() = 0;

 protected:
  const Communicator& communicator_;
  DateTime run_start_;

 private:
  virtual void open_file(const OutputHeader& header, const MeshPart& part,
                         const std::optional<DateTime>& keep_until) = 0;
  virtual void write(const DateTime& now, ProductValues& values) = 0;
  // Of its file.
  virtual FileTime axis() const { return {run_start_}; }
  // On one rank: throws Error where its file of an earlier run has dates up to one that it cannot have
  // itself, with the cause.
  virtual void check_dates(const std::string&, const DateTime&) const {}

  std::span<const FieldInfo> known_;
  std::string path_;
  Schedule schedule_;
  std::optional<PackedSeries> series_;
};

// One whose file is of a kind, such as UgridFile.
template <class File>
class ProductOf : public Product {
 public:
  using Product::Product;
  DatedFile& file() final { return file_->dated(); }

 protected:
  std::optional<File> file_;  // made by open_file
};

// The time axis of a file with these fields: with bounds if one of them is a statistic.
FileTime make_file_time(const DateTime& run_start, const Schedule& schedule,
                        std::span<const FieldInfo> infos);

// A file's header in the form of its kind.
FileHeader make_file_header(const OutputHeader& header, const char* conventions);

}  // namespace groundswell
