// SPDX-License-Identifier: Apache-2.0
// Adds up the bytes of a classic file: header and data as the format specification lays them out (NetCDF
// User's Guide, appendix "The NetCDF Classic Format Specification"). Alignment that a writer added makes
// files longer, never shorter, so the sum is the least that a complete file has.
#include "files/netcdf_size.hpp"

#include <netcdf.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "files/netcdf_call.hpp"

namespace groundswell {
namespace {

std::size_t padded(std::size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

class ClassicSize {
 public:
  ClassicSize(int file, const std::string& path, int format) : file_(file), path_(path) {
    number_ = format == NC_FORMAT_64BIT_DATA ? 8 : 4;
    offset_ = format == NC_FORMAT_CLASSIC ? 4 : 8;
  }

  std::size_t total() {
    int n_dim = 0, n_var = 0, n_attribute = 0;
    call(nc_inq(file_, &n_dim, &n_var, &n_attribute, &unlimited_));
    header_ = 4 + number_ + list_head();  // magic, record count, dimensions
    for (int dim = 0; dim < n_dim; ++dim) {
      char name[NC_MAX_NAME + 1];
      call(nc_inq_dimname(file_, dim, name));
      header_ += name_size(name) + number_;
    }
    add_attributes(NC_GLOBAL, n_attribute);
    header_ += list_head();
    for (int id = 0; id < n_var; ++id) add_variable(id);
    std::size_t n_record = 0;
    if (unlimited_ >= 0) call(nc_inq_dimlen(file_, unlimited_, &n_record));
    // A single record variable is not padded, and the file may end with its last byte.
    if (n_record_variable_ == 1) record_ = unpadded_record_;
    std::size_t data = fixed_ + n_record * record_;
    if (n_record > 0 && record_ > 0)
      data -= n_record_variable_ == 1 ? 0 : last_padding_;
    else
      data -= last_fixed_padding_;
    return header_ + data;
  }

 private:
  void call(int status) const { netcdf_call(status, "read the header of", path_); }
  std::size_t list_head() const { return 4 + number_; }
  std::size_t name_size(const char* name) const { return number_ + padded(std::strlen(name)); }

  std::size_t size_of(nc_type type) const {
    std::size_t size = 0;
    call(nc_inq_type(file_, type, nullptr, &size));
    return size;
  }

  void add_attributes(int id, int count) {
    header_ += list_head();
    for (int i = 0; i < count; ++i) {
      char name[NC_MAX_NAME + 1];
      nc_type type = NC_NAT;
      std::size_t size = 0;
      call(nc_inq_attname(file_, id, i, name));
      call(nc_inq_att(file_, id, name, &type, &size));
      header_ += name_size(name) + 4 + number_ + padded(size * size_of(type));
    }
  }

  void add_variable(int id) {
    char name[NC_MAX_NAME + 1];
    nc_type type = NC_NAT;
    int rank = 0, n_attribute = 0;
    int dims[NC_MAX_VAR_DIMS];
    call(nc_inq_var(file_, id, name, &type, &rank, dims, &n_attribute));
    header_ += name_size(name) + number_ + std::size_t(rank) * number_ + 4 + number_ + offset_;
    add_attributes(id, n_attribute);
    const bool is_record = rank > 0 && dims[0] == unlimited_;
    std::size_t bytes = size_of(type);
    for (int k = is_record ? 1 : 0; k < rank; ++k) {
      std::size_t size = 0;
      call(nc_inq_dimlen(file_, dims[k], &size));
      bytes *= size;
    }
    if (is_record) {
      ++n_record_variable_;
      record_ += padded(bytes);
      unpadded_record_ = bytes;
      last_padding_ = padded(bytes) - bytes;
    } else {
      fixed_ += padded(bytes);
      last_fixed_padding_ = padded(bytes) - bytes;
    }
  }

  int file_;
  const std::string& path_;
  std::size_t number_ = 4, offset_ = 4;
  int unlimited_ = -1, n_record_variable_ = 0;
  std::size_t header_ = 0, fixed_ = 0, record_ = 0, unpadded_record_ = 0;
  std::size_t last_padding_ = 0, last_fixed_padding_ = 0;
};

}  // namespace

void check_netcdf_is_complete(int file, const std::string& path) {
  int format = 0;
  netcdf_call(nc_inq_format(file, &format), "read the header of", path);
  if (format == NC_FORMAT_NETCDF4 || format == NC_FORMAT_NETCDF4_CLASSIC) return;
  const std::size_t least = ClassicSize(file, path, format).total();
  const std::size_t size = std::filesystem::file_size(path);
  require(size >= least, "the file '", path, "' is truncated: its header promises at least ", least,
          " bytes, but it has ", size, "; fetch or copy it again");
}

}  // namespace groundswell
