// SPDX-License-Identifier: Apache-2.0
// Writes small netCDF files for tests: dimensions, variables with attributes, and values. Throws an exception
// if a call of the netCDF library fails, unless that call ends the definitions or closes the file.
#pragma once

#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace groundswell::test {

class NetcdfFile {
 public:
  // `format`: 0 (classic), NC_64BIT_OFFSET, NC_64BIT_DATA or NC_NETCDF4.
  explicit NetcdfFile(const std::filesystem::path& path, int format = 0) {
    std::filesystem::create_directories(path.parent_path());
    check(nc_create(path.c_str(), NC_CLOBBER | format, &file_));
  }
  ~NetcdfFile() { nc_close(file_); }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  // Size 0 makes the dimension unlimited.
  NetcdfFile& dimension(const std::string& name, std::size_t size) {
    int id = 0;
    check(nc_def_dim(file_, name.c_str(), size, &id));
    return *this;
  }
  NetcdfFile& variable(const std::string& name, nc_type type, const std::vector<std::string>& dimensions) {
    std::vector<int> dims;
    for (const std::string& d : dimensions) {
      dims.push_back(0);
      check(nc_inq_dimid(file_, d.c_str(), &dims.back()));
    }
    check(nc_def_var(file_, name.c_str(), type, int(dims.size()), dims.data(), &last_));
    return *this;
  }
  // Compresses the last variable defined, in chunks of these sizes; only in netCDF-4 files.
  NetcdfFile& compress(const std::vector<std::size_t>& chunk) {
    check(nc_def_var_chunking(file_, last_, NC_CHUNKED, chunk.data()));
    check(nc_def_var_deflate(file_, last_, 0, 1, 1));
    return *this;
  }
  // Adds an attribute to the variable defined last, or to the file if no variable has been defined yet.
  NetcdfFile& attribute(const std::string& name, const std::string& value) {
    check(nc_put_att_text(file_, last_, name.c_str(), value.size(), value.c_str()));
    return *this;
  }
  NetcdfFile& attribute(const std::string& name, double value, nc_type type = NC_DOUBLE) {
    check(nc_put_att_double(file_, last_, name.c_str(), type, 1, &value));
    return *this;
  }
  // Writes all values of a variable; for a record variable, `records` is the number of records.
  NetcdfFile& put(const std::string& name, const std::vector<double>& values, std::size_t records = 0) {
    nc_enddef(file_);
    int id = 0, rank = 0;
    int dims[NC_MAX_VAR_DIMS];
    check(nc_inq_varid(file_, name.c_str(), &id));
    check(nc_inq_var(file_, id, nullptr, nullptr, &rank, dims, nullptr));
    std::vector<std::size_t> start(std::size_t(rank) + 1, 0), count(std::size_t(rank) + 1, 1);
    for (int k = 0; k < rank; ++k) check(nc_inq_dimlen(file_, dims[k], &count[std::size_t(k)]));
    if (records > 0) count[0] = records;
    check(nc_put_vara_double(file_, id, start.data(), count.data(), values.data()));
    return *this;
  }
  NetcdfFile& put_text(const std::string& name, const std::string& value) {
    nc_enddef(file_);
    int id = 0;
    check(nc_inq_varid(file_, name.c_str(), &id));
    const std::size_t start = 0, count = value.size();
    check(nc_put_vara_text(file_, id, &start, &count, value.c_str()));
    return *this;
  }

 private:
  static void check(int status) {
    if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
  }
  int file_ = -1, last_ = NC_GLOBAL;
};

// A path in a folder that only this process uses, because tests run in parallel; the folder is removed when
// the process ends.
inline std::filesystem::path scratch_path(const std::string& name) {
  static const struct Folder {
    std::filesystem::path path =
        std::filesystem::path(::testing::TempDir()) / ("groundswell_" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
  } folder;
  return folder.path / name;
}

}  // namespace groundswell::test
