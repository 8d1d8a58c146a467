// SPDX-License-Identifier: Apache-2.0
// Small files of fields on a mesh and on a grid, of series and of spectra, written in two halves per date,
// and a fixture for tests that continue them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/lat_lon_file.hpp"
#include "output/ugrid_file.hpp"
#include "parallel/output/output_test_support.hpp"
#include "parallel/wave_output/sample_run.hpp"
#include "wave_output/spectra_file.hpp"

namespace groundswell::test {

namespace fs = std::filesystem;
inline constexpr int n_date = 3;
inline const DateTime first_date = DateTime::parse("1996-01-15 18:00");

inline DateTime date_of(int index) {
  return first_date + 3600 * index;
}

// Writes a file of some kind, with values from formulas.
class Written {
 public:
  using Keep = std::optional<DateTime>;
  virtual ~Written() = default;
  virtual DatedFile& dated() = 0;
  // Writes the first or the second half of the values of a date.
  virtual void write_half(int date, int half) = 0;
};
using Maker = std::function<std::unique_ptr<Written>(const Communicator&, const std::string&,
                                                     const std::optional<DateTime>&)>;

inline const FileHeader header{"title", "source", "history", "CF-1.8"};
inline const std::vector<double> longitudes{10.0, 20.0, 30.0},
    latitudes{-5.0, 0.0, 5.0, 10.0, 15.0, 20.0, 25.0};
inline const FileTime axis{first_date, 3600};

inline float value_of(int date, std::int64_t place, int variable) {
  return float(1000 * date + 10 * int(place % 97) + variable);
}

inline std::vector<float> block_values(int date, const Block& block, int variable,
                                       std::int64_t n_column = 1) {
  std::vector<float> values;
  for (std::int64_t i = block.begin * n_column; i < block.end * n_column; ++i)
    values.push_back(value_of(date, i, variable));
  return values;
}

inline std::vector<FieldInfo> two_fields() {
  return {field_info("hs"), field_info("tp")};
}

class WrittenMesh : public Written {
 public:
  WrittenMesh(const Communicator& communicator, const std::string& path, const Keep& keep, const Mesh& mesh)
      : file_(communicator, path, header, axis, deal_cells(communicator, mesh), two_fields(), keep),
        cells_(make_block(mesh.n_cell, communicator.rank(), communicator.size())) {}
  DatedFile& dated() override { return file_.dated(); }
  void write_half(int date, int half) override {
    values_ = block_values(date, cells_, half);
    file_.write(std::size_t(half), values_.data());
  }

 private:
  UgridFile file_;
  Block cells_;
  std::vector<float> values_;
};

class WrittenGrid : public Written {
 public:
  WrittenGrid(const Communicator& communicator, const std::string& path, const Keep& keep)
      : file_(communicator, path, header, axis, longitudes, latitudes, {field_info("hs"), field_info("dpt")},
              keep) {}
  DatedFile& dated() override { return file_.dated(); }
  void write_half(int date, int half) override {
    values_ = block_values(date, file_.rows(), half, 3);
    file_.write(std::size_t(half), values_.data());
  }

 private:
  LatLonFile file_;
  std::vector<float> values_;
};

inline const std::vector<Station>& three_stations() {
  static const std::vector<Station> stations{{"One", 1.0, 2.0, 1.5, 2.5, 10.0, 4},
                                             {"Two", 3.0, 4.0, 3.5, 4.5, 20.0, 5},
                                             {"Three", 5, 6, 5, 6, 0, 6}};
  return stations;
}

// Rank r of n writes the stations s with s % n == r.
class WrittenSeries : public Written {
 public:
  WrittenSeries(const Communicator& communicator, const std::string& path, const Keep& keep)
      : communicator_(communicator),
        file_(communicator, path, header, axis, three_stations(), true, two_fields(), keep) {}
  DatedFile& dated() override { return file_.dated(); }
  void write_half(int date, int half) override {
    for (int s = communicator_.rank(); s < 3; s += communicator_.size()) {
      values_[std::size_t(s)] = value_of(date, s, half);
      file_.write(std::size_t(half), s, 1, &values_[std::size_t(s)]);
    }
  }

 private:
  const Communicator& communicator_;
  StationFile file_;
  std::array<float, 3> values_{};
};

class WrittenSpectra : public Written {
 public:
  WrittenSpectra(const Communicator& communicator, const std::string& path, const Keep& keep)
      : communicator_(communicator),
        file_(communicator, path, header, axis, three_stations(), true, {{0.1, 0.2}, {0.0, 2.0, 4.0}}, keep) {
  }
  DatedFile& dated() override { return file_.dated(); }
  // The first half is the first station, the second half the others.
  void write_half(int date, int half) override {
    for (int s = half; s < (half == 0 ? 1 : 3); ++s) {
      spectra_[std::size_t(s)] = block_values(date, {6 * s, 6 * s + 6}, 0);
      places_[std::size_t(s)] = {1.0f, 2.0f, 3.0f, float(date), float(s)};
      if (s % communicator_.size() == communicator_.rank())
        file_.write(s, spectra_[std::size_t(s)].data(), places_[std::size_t(s)]);
    }
  }

 private:
  const Communicator& communicator_;
  SpectraFile file_;
  std::array<std::vector<float>, 3> spectra_;
  std::array<SpectrumPlace, 3> places_;
};

struct Kind {
  std::string name;
  Maker make;
};

inline std::vector<Kind> all_kinds(const Mesh& mesh) {
  using Keep = Written::Keep;
  return {
      {"mesh.nc", [&mesh](const Communicator& c, const std::string& path,
                          const Keep& keep) { return std::make_unique<WrittenMesh>(c, path, keep, mesh); }},
      {"grid.nc", [](const Communicator& c, const std::string& path,
                     const Keep& keep) { return std::make_unique<WrittenGrid>(c, path, keep); }},
      {"series.nc", [](const Communicator& c, const std::string& path,
                       const Keep& keep) { return std::make_unique<WrittenSeries>(c, path, keep); }},
      {"spectra.nc", [](const Communicator& c, const std::string& path, const Keep& keep) {
         return std::make_unique<WrittenSpectra>(c, path, keep);
       }}};
}

inline void copy_file(const std::string& from, const std::string& to) {
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

// Writes the dates from `begin` on and, after each half of a date, calls `after` with the number of halves
// written.
inline void write_dates(
    const Communicator& communicator, Written& file, int begin,
    const std::function<void(int)>& after = [](int) {}) {
  for (int date = begin; date < n_date; ++date) {
    file.dated().begin_record(date_of(date));
    for (const int half : {0, 1}) {
      file.write_half(date, half);
      file.dated().end_record();
      communicator.barrier();
      after(2 * date + half + 1);
      communicator.barrier();
    }
  }
}

inline std::string state_name(const std::string& path, int state) {
  return path + "." + std::to_string(state);
}

// Writes a whole file, and copies its .part file as it is at the start and after each half of a date.
inline void write_unbroken(const Communicator& communicator, const Kind& kind, const std::string& path) {
  const auto file = kind.make(communicator, path, {});
  const auto keep_state = [&](int state) {
    if (communicator.rank() == 0) copy_file(path + ".part", state_name(path, state));
  };
  keep_state(0);
  write_dates(communicator, *file, 0, keep_state);
  file->dated().finish();
}

class ReopenedFiles : public testing::Test {
 protected:
  ReopenedFiles()
      : world_(MPI_COMM_WORLD),
        mesh_(make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0})),
        kinds_(all_kinds(mesh_)) {}

  // Continues the file `path` after `date` (-1: before the first), on the first `n_rank` ranks.
  void go_on(const Kind& kind, const std::string& path, int date, int n_rank) {
    const Communicator some = world_.split(world_.rank() < n_rank ? 0 : 1, 0);
    if (world_.rank() < n_rank) {
      const auto file = kind.make(some, path, date_of(date));
      file->dated().require_kept(date + 1, date < 0 ? std::nullopt : std::optional(date_of(date)));
      write_dates(some, *file, date + 1);
      file->dated().finish();
    }
    world_.barrier();
  }
  // Expects a finished file to have the same bytes as another.
  void expect_same(const std::string& unbroken, const std::string& broken, const std::string& what) {
    on_root([&] {
      EXPECT_TRUE(read_bytes(broken) == read_bytes(unbroken)) << what;
      EXPECT_FALSE(fs::exists(broken + ".part")) << what;
    });
  }
  void on_root(const std::function<void()>& work) { run_on_root(world_, 0, work); }

  Communicator world_;
  Mesh mesh_;
  std::vector<Kind> kinds_;
};

}  // namespace groundswell::test
