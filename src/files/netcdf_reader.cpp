// SPDX-License-Identifier: Apache-2.0
#include "files/netcdf_reader.hpp"

#include <netcdf.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/read_file.hpp"
#include "files/chunk_cache.hpp"
#include "files/classic_header.hpp"
#include "files/crash_guard.hpp"
#include "files/netcdf_call.hpp"

namespace groundswell {
namespace {

int read_raw(int file, int id, const std::size_t* start, const std::size_t* count, double* out) {
  return nc_get_vara_double(file, id, start, count, out);
}
int read_raw(int file, int id, const std::size_t* start, const std::size_t* count, float* out) {
  return nc_get_vara_float(file, id, start, count, out);
}
int read_raw(int file, int id, const std::size_t* start, const std::size_t* count, int* out) {
  return nc_get_vara_int(file, id, start, count, out);
}

// The default fill value of a type; empty for bytes and for other types whose default fill value is not used.
std::optional<double> fill_of_type(nc_type type) {
  switch (type) {
    case NC_SHORT:
      return NC_FILL_SHORT;
    case NC_INT:
      return NC_FILL_INT;
    case NC_FLOAT:
      return NC_FILL_FLOAT;
    case NC_DOUBLE:
      return NC_FILL_DOUBLE;
    default:
      return {};
  }
}

// Converts stored numbers to values.
struct Unpacking {
  double scale = 1.0, offset = 0.0;
  std::vector<double> missing;

  template <class T>
  void apply(std::vector<T>& values) const {
    const bool packed = scale != 1.0 || offset != 0.0;
    for (T& value : values) {
      const bool is_missing = std::any_of(missing.begin(), missing.end(), [value](double m) {
        return double(value) == m || (std::is_same_v<T, float> && value == T(m));
      });
      if (is_missing)
        value = std::numeric_limits<T>::quiet_NaN();
      else if (packed)
        value = T(double(value) * scale + offset);
    }
  }
};

// Rejects files that are often mistaken for netCDF, and says how to convert them.
void check_kind(const std::string& path) {
  struct Kind {
    std::string_view begins, name, command;  // the name of the file follows the command
  };
  constexpr Kind kinds[] = {
      {"GRIB", "a GRIB file", "cdo -f nc copy"},
      {"\x1f\x8b", "compressed by gzip", "gunzip"},
      {"BZh", "compressed by bzip2", "bunzip2"},
      {std::string_view("II*\0", 4), "a TIFF image", "gdal_translate -of netCDF"},
      {std::string_view("MM\0*", 4), "a TIFF image", "gdal_translate -of netCDF"},
  };
  char start[8] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  for (const Kind& kind : kinds) {
    if (std::string_view(start, sizeof start).rfind(kind.begins, 0) != 0) continue;
    const bool makes_new_file = kind.command.find(' ') != std::string_view::npos;
    throw Error(text("'", path, "' is ", kind.name, ", not a netCDF file; convert it with `", kind.command,
                     " '", path, "'", makes_new_file ? text(" '", path, ".nc'") : "",
                     "` and name the result"));
  }
}

}  // namespace

NetcdfReader::NetcdfReader(std::filesystem::path path) : path_(path.string()) {
  check_input(path, "a netCDF file");
  check_kind(path_);
  check_classic_header(path_);
  struct stat status = {};
  if (stat(path_.c_str(), &status) == 0) {
    inode_ = status.st_ino;
    length_ = status.st_size;
  }
  const CrashGuard guard(path_, CrashGuard::header_limit);
  netcdf_call(nc_open(path_.c_str(), NC_NOWRITE, &file_), "open", path_);
  try {
    list_contents();
  } catch (...) {
    nc_close(file_);
    throw;
  }
}

NetcdfReader::~NetcdfReader() {
  if (file_ < 0) return;
  const CrashGuard guard(path_, CrashGuard::header_limit);
  nc_close(file_);
}

NetcdfReader::NetcdfReader(NetcdfReader&& other) noexcept
    : path_(std::move(other.path_)),
      inode_(other.inode_),
      length_(other.length_),
      file_(std::exchange(other.file_, -1)),
      dimensions_(std::move(other.dimensions_)),
      variables_(std::move(other.variables_)),
      cache_bytes_(std::move(other.cache_bytes_)) {}

void NetcdfReader::list_contents() {
  const std::string doing = "read the header of";
  int n_dim = 0, n_var = 0;
  char name[NC_MAX_NAME + 1];
  netcdf_call(nc_inq(file_, &n_dim, &n_var, nullptr, nullptr), doing, path_);
  for (int dim = 0; dim < n_dim; ++dim) {
    std::size_t size = 0;
    netcdf_call(nc_inq_dim(file_, dim, name, &size), doing, path_);
    dimensions_.push_back({name, size});
  }
  for (int id = 0; id < n_var; ++id) {
    int rank = 0;
    nc_type type = NC_NAT;
    int dims[NC_MAX_VAR_DIMS];
    netcdf_call(nc_inq_var(file_, id, name, &type, &rank, dims, nullptr), doing, path_);
    NetcdfVariable variable;
    variable.name = name;
    variable.is_text = type == NC_CHAR || type == NC_STRING;
    for (int k = 0; k < rank; ++k) {
      variable.dimensions.push_back(dimensions_[std::size_t(dims[k])].name);
      variable.shape.push_back(dimensions_[std::size_t(dims[k])].size);
    }
    variables_.push_back(variable);
  }
  cache_bytes_.assign(variables_.size(), -1);
}

// Another file that has replaced this one under its name does no harm: the open one stays as it is.
void NetcdfReader::check_length() const {
  struct stat status = {};
  const bool is_same = stat(path_.c_str(), &status) == 0 && status.st_ino == inode_;
  require(!is_same || status.st_size >= length_, "'", path_, "' had ", length_,
          " bytes when it was opened and now has ", status.st_size,
          "; do not write into files while they are read; to replace one, move a new file over it");
}

bool NetcdfReader::has_variable(const std::string& name) const {
  return std::any_of(variables_.begin(), variables_.end(), [&](const auto& v) { return v.name == name; });
}

int NetcdfReader::id_of(const std::string& name) const {
  for (std::size_t id = 0; id < variables_.size(); ++id)
    if (variables_[id].name == name) return int(id);
  throw Error(text("the file '", path_, "' has no variable '", name, "'; it has ", listed_names(variables_)));
}

const NetcdfVariable& NetcdfReader::variable(const std::string& name) const {
  return variables_[std::size_t(id_of(name))];
}

std::size_t NetcdfReader::dimension_size(const std::string& name) const {
  for (const NetcdfDimension& dimension : dimensions_)
    if (dimension.name == name) return dimension.size;
  throw Error(
      text("the file '", path_, "' has no dimension '", name, "'; it has ", listed_names(dimensions_)));
}

std::optional<std::string> NetcdfReader::text_attribute(const std::string& variable,
                                                        const std::string& name) const {
  const CrashGuard guard(path_, CrashGuard::header_limit);
  const int id = variable.empty() ? NC_GLOBAL : id_of(variable);
  nc_type type = NC_NAT;
  std::size_t size = 0;
  if (nc_inq_att(file_, id, name.c_str(), &type, &size) != NC_NOERR) return {};
  if (type == NC_CHAR) {
    std::string value(size, ' ');
    netcdf_call(nc_get_att_text(file_, id, name.c_str(), value.data()), "read attribute " + name + " of",
                path_);
    value.erase(std::min(value.find('\0'), value.size()));
    return value;
  }
  if (type == NC_STRING && size == 1) {
    char* word = nullptr;
    netcdf_call(nc_get_att_string(file_, id, name.c_str(), &word), "read attribute " + name + " of", path_);
    const std::string value = word ? word : "";
    nc_free_string(1, &word);
    return value;
  }
  return {};
}

std::optional<std::string> NetcdfReader::units(const std::string& variable) const {
  const std::optional<std::string> written = text_attribute(variable, "units");
  return written && written->find_first_not_of(' ') != std::string::npos ? written : std::nullopt;
}

std::optional<double> NetcdfReader::number_attribute(const std::string& variable,
                                                     const std::string& name) const {
  const CrashGuard guard(path_, CrashGuard::header_limit);
  const int id = variable.empty() ? NC_GLOBAL : id_of(variable);
  nc_type type = NC_NAT;
  std::size_t size = 0;
  if (nc_inq_att(file_, id, name.c_str(), &type, &size) != NC_NOERR) return {};
  if (type == NC_CHAR || type == NC_STRING || size == 0) return {};
  std::vector<double> values(size);
  netcdf_call(nc_get_att_double(file_, id, name.c_str(), values.data()), "read attribute " + name + " of",
              path_);
  return values[0];
}

// A cache that was sized for an earlier read is not made smaller here, because the library drops its content
// when the size changes. With a preemption of 0.75, fully read chunks are evicted first; with 1, HDF5 keeps
// many times more than it should.
void NetcdfReader::fit_cache(int id, const std::vector<std::size_t>& start,
                             const std::vector<std::size_t>& count) const {
  const std::vector<std::size_t>& shape = variables_[std::size_t(id)].shape;
  std::vector<std::size_t> chunk(shape.size());
  int storage = NC_CONTIGUOUS;
  nc_type type = NC_NAT;
  std::size_t bytes_per_value = 0;
  const std::string doing = "read the header of";
  netcdf_call(nc_inq_var_chunking(file_, id, &storage, chunk.data()), doing, path_);
  if (storage != NC_CHUNKED) return;
  netcdf_call(nc_inq_vartype(file_, id, &type), doing, path_);
  netcdf_call(nc_inq_type(file_, type, nullptr, &bytes_per_value), doing, path_);
  const ChunkCache cache = find_chunk_cache(shape, chunk, start, count, bytes_per_value);
  std::int64_t& now = cache_bytes_[std::size_t(id)];
  if (std::int64_t(cache.bytes) <= now) return;
  netcdf_call(nc_set_var_chunk_cache(file_, id, cache.bytes, 10 * cache.chunks + 1, 0.75f), doing, path_);
  now = std::int64_t(cache.bytes);
}

void NetcdfReader::forget_chunks() const {
  const CrashGuard guard(path_);
  for (std::size_t id = 0; id < cache_bytes_.size(); ++id) {
    if (cache_bytes_[id] <= 0) continue;
    netcdf_call(nc_set_var_chunk_cache(file_, int(id), 0, 1, 0.75f), "read the header of", path_);
    cache_bytes_[id] = 0;
  }
}

template <class T>
std::vector<T> NetcdfReader::read(const std::string& name) const {
  const NetcdfVariable& info = variable(name);
  return read<T>(name, std::vector<std::size_t>(info.shape.size(), 0), info.shape);
}

template <class T>
std::vector<T> NetcdfReader::read(const std::string& name, const std::vector<std::size_t>& start,
                                  const std::vector<std::size_t>& count) const {
  const int id = id_of(name);
  const NetcdfVariable& info = variables_[std::size_t(id)];
  require(!info.is_text, "variable '", name, "' of '", path_, "' is text, but numbers are needed");
  ensure(start.size() == info.shape.size() && count.size() == start.size(), "slab of ", name,
         " of wrong rank");
  check_length();
  std::size_t size = 1;
  for (std::size_t n : count) size *= n;
  std::vector<T> values(size);
  const CrashGuard guard(path_);
  const std::string doing = "read variable '" + name + "' of";
  fit_cache(id, start, count);
  if constexpr (std::is_integral_v<T>) {
    netcdf_call(read_raw(file_, id, start.data(), count.data(), values.data()), doing, path_);
  } else {
    nc_type type = NC_NAT;
    netcdf_call(nc_inq_vartype(file_, id, &type), doing, path_);
    Unpacking unpacking;
    unpacking.scale = number_attribute(name, "scale_factor").value_or(1.0);
    unpacking.offset = number_attribute(name, "add_offset").value_or(0.0);
    for (const char* attribute : {"_FillValue", "missing_value"})
      if (const auto value = number_attribute(name, attribute)) unpacking.missing.push_back(*value);
    if (unpacking.missing.empty())
      if (const auto fill = fill_of_type(type)) unpacking.missing.push_back(*fill);
    const bool wide =
        type == NC_INT || type == NC_DOUBLE || type == NC_INT64 || type == NC_UINT || type == NC_UINT64;
    if (std::is_same_v<T, float> && wide) {
      // These types have more digits than a float: unpack in double first.
      const std::vector<double> exact = read<double>(name, start, count);
      std::copy(exact.begin(), exact.end(), values.begin());
    } else {
      netcdf_call(read_raw(file_, id, start.data(), count.data(), values.data()), doing, path_);
      unpacking.apply(values);
    }
  }
  return values;
}

template std::vector<double> NetcdfReader::read<double>(const std::string&) const;
template std::vector<float> NetcdfReader::read<float>(const std::string&) const;
template std::vector<int> NetcdfReader::read<int>(const std::string&) const;
template std::vector<double> NetcdfReader::read<double>(const std::string&, const std::vector<std::size_t>&,
                                                        const std::vector<std::size_t>&) const;
template std::vector<float> NetcdfReader::read<float>(const std::string&, const std::vector<std::size_t>&,
                                                      const std::vector<std::size_t>&) const;
template std::vector<int> NetcdfReader::read<int>(const std::string&, const std::vector<std::size_t>&,
                                                  const std::vector<std::size_t>&) const;

std::string NetcdfReader::read_text(const std::string& name) const {
  const int id = id_of(name);
  const NetcdfVariable& info = variables_[std::size_t(id)];
  require(info.is_text, "variable '", name, "' of '", path_, "' has numbers, but text is needed");
  std::string value(info.size(), ' ');
  const CrashGuard guard(path_);
  netcdf_call(nc_get_var_text(file_, id, value.data()), "read variable '" + name + "' of", path_);
  value.erase(std::min(value.find('\0'), value.size()));
  value.erase(value.find_last_not_of(' ') + 1);
  return value;
}

}  // namespace groundswell
