// SPDX-License-Identifier: Apache-2.0
// A product is one file of output, or one series of them: what it needs, when, and how it is written. It is
// independent of where values are computed; it names the cells that a writing rank needs, and gets their
// values in that order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_buffer.hpp"
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

// Texts in the headers of files. They must not depend on the rank or the number of ranks.
struct OutputHeader {
  std::string title = "Groundswell";
  std::string source = "Groundswell";  // program and version
  std::string history;                 // one line, such as the command
  std::string start;                   // start of the forecast, ISO 8601; empty = unspecified
  std::vector<double> depths = {};     // as in FileHeader, like the next one
  ParallelFile::Start how_to_keep = ParallelFile::Start::go_on;
};

// The values that a product has requested, at its cells on this rank, in the units used in memory: directions
// are those of travel [rad], counter-clockwise from geographic east. Missing values are NaN.
struct ProductValues {
  std::vector<std::string> names;
  std::vector<ByteBuffer> bytes;  // one value per cell for each name; last the rows, if the product needs any

  View<float> field(std::size_t i);
  // Precondition: the product has requested the field.
  View<const float> field(std::string_view name) const;
  Rows<const float> rows(std::size_t row_length) const;  // [cell]
};

// The common arguments for making products. The communicator and `fields` must outlive the products.
struct OutputContext {
  const Communicator& communicator;   // of the ranks that make the products together
  const MeshPart& part;               // this rank's part of the mesh, with at least one halo ring
  std::span<const FieldInfo> fields;  // all that the caller knows
  std::vector<std::string> can_make;  // names of those that the caller can provide in this run
  DateTime start, end;                // of the run

  // Throws Error for a field that is unknown or cannot be provided; `where` says in the message which output
  // lists it.
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
  // The number of additional values per cell that it needs, as a row; if not 0, the product has few cells on
  // all ranks together.
  virtual std::size_t row_length() const { return 0; }
  // The cells whose values this rank needs at a date, by ascending global number.
  virtual const std::vector<std::int64_t>& cells(const DateTime& now) = 0;
  // Whether the cells differ between dates.
  virtual bool is_moving() const { return false; }

  // For the log: the contents, and a line for each place.
  virtual std::string describe() const = 0;
  virtual std::vector<std::string> describe_places() const { return {}; }
  std::string describe_form() const { return series_ ? series_->describe() : ""; }
  // A sentence about valid settings that are rarely intended, or "".
  virtual std::string describe_oddity() const;
  // What the product itself reads from an input file, such as a track, at its dates; empty if it reads none.
  virtual std::optional<InputRecord> input() const { return {}; }
  // The expected size [B] excluding the header.
  virtual double bytes() const = 0;

  // The file names or patterns that identify its files in the folder (see RunFolder::check); and the name of
  // the file that contains a date.
  std::vector<std::string> file_names() const;
  std::string file_name(const DateTime& date) const;
  // The files that are complete at a date before the end of the run or, without a date, at the end.
  std::vector<CompleteFile> list_complete(const std::optional<DateTime>& now = {}) const;
  // The file that is completed by a date, if any.
  std::optional<CompleteFile> find_completed(const DateTime& now) const;

  // On one rank: throws Error if the files of an earlier run do not have all dates up to `keep_until`, after
  // which a run could continue. Returns the paths of earlier complete files that no longer exist: they were
  // moved elsewhere.
  std::vector<std::string> find_taken(const DateTime& keep_until) const;

  // Creates the file (<path>.part until finish()) with everything constant in time or, with `keep_until`,
  // opens that of an earlier run. `part` is this rank's part of the mesh, with at least one halo ring; it
  // need not outlive this call. If the header says that files are only compared, throws Error if open() or
  // go_on() would, and changes nothing; but complete files of a series that begins_anew() are compared only
  // once it is open. Throws Error on all ranks. Collective.
  void open(const OutputHeader& header, const MeshPart& part, const std::optional<DateTime>& keep_until);
  // After a comparison: whether open() will replace the growing file, which has no date to keep.
  bool begins_anew() const { return series_ && series_->begins_anew(); }
  // To be called when all products of the run are open: continues after `keep_until`, if given; the earlier
  // run must have written all dates up to then, and later ones are removed. Throws Error on all ranks.
  // Collective.
  void go_on(const std::optional<DateTime>& keep_until);
  // Writes a date; may change the values. Throws Error on all ranks, for example if the disk is full.
  // Collective.
  void publish(const DateTime& now, ProductValues& values);
  // To be called after the last date: gives all files their final names. Collective.
  void finish();
  // The growing file, once open() has made it.
  virtual DatedFile& file() = 0;

 protected:
  std::int64_t n_file() const { return series_ ? series_->n_file() : 1; }

  const Communicator& communicator_;
  DateTime run_start_;

 private:
  virtual void open_file(const OutputHeader& header, const MeshPart& part,
                         const std::optional<DateTime>& keep_until) = 0;
  virtual void write(const DateTime& now, ProductValues& values) = 0;
  // The time axis of the product's file, as far as it is needed to read the dates.
  virtual FileTime axis() const { return {run_start_}; }
  // On one rank: throws Error with the cause if the product's file of an earlier run has dates up to
  // `keep_until` that this run could not have written.
  virtual void check_dates(const std::string&, const DateTime&) const {}

  std::span<const FieldInfo> known_;
  std::string path_;
  Schedule schedule_;
  std::optional<PackedSeries> series_;
};

// A product whose file has a given type, such as UgridFile.
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

// The header of a file that follows these conventions, such as "CF-1.8".
FileHeader make_file_header(const OutputHeader& header, const char* conventions);

}  // namespace groundswell
