// SPDX-License-Identifier: Apache-2.0
#include "files/packed_file.hpp"

#include <fcntl.h>
#include <netcdf.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "files/crash_guard.hpp"
#include "files/netcdf_call.hpp"
#include "files/netcdf_lock.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t chunk_bytes = std::size_t(1) << 20;  // maximum size of a chunk and of one copy
constexpr char make_room[] = "; make room on that disk or write elsewhere";
constexpr std::size_t small_record = std::size_t(1) << 10;

// An open file, closed by the destructor at the latest.
class OpenFile {
 public:
  OpenFile(std::string path, int id) : path_(std::move(path)), id_(id) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (id_ >= 0) nc_close(id_);
  }
  static OpenFile open(const std::string& path, int mode) {
    int id = -1;
    netcdf_call(nc_open(path.c_str(), mode, &id), "open", path);
    return {path, id};
  }
  int id() const { return id_; }
  const std::string& path() const { return path_; }
  void check(int status, const char* doing) const { netcdf_call(status, doing, path_); }
  void close() { check(nc_close(std::exchange(id_, -1)), "finish"); }

 private:
  std::string path_;
  int id_;
};

struct Variable {
  std::string name;
  int id = -1;
  nc_type type = NC_NAT;
  std::vector<int> dimensions;
  std::vector<std::size_t> shape;
  bool has_records = false;
};

std::size_t value_bytes(nc_type type) {
  return type == NC_CHAR ? 1 : type == NC_DOUBLE ? 8 : 4;
}

std::vector<Variable> list_variables(const OpenFile& file) {
  int n_variable = 0, unlimited = -1;
  file.check(nc_inq_nvars(file.id(), &n_variable), "read");
  file.check(nc_inq_unlimdim(file.id(), &unlimited), "read");
  std::vector<Variable> variables;
  for (int id = 0; id < n_variable; ++id) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::array<int, NC_MAX_VAR_DIMS> dimensions{};
    int n_dimension = 0;
    Variable variable;
    file.check(
        nc_inq_var(file.id(), id, name.data(), &variable.type, &n_dimension, dimensions.data(), nullptr),
        "read");
    variable.name = name.data();
    variable.id = id;
    for (int d = 0; d < n_dimension; ++d) {
      variable.dimensions.push_back(dimensions[std::size_t(d)]);
      file.check(nc_inq_dimlen(file.id(), dimensions[std::size_t(d)], &variable.shape.emplace_back()),
                 "read");
    }
    variable.has_records = n_dimension > 0 && dimensions[0] == unlimited;
    variables.push_back(std::move(variable));
  }
  return variables;
}

// A chunk is one record, or as much of it as fits: whole along the last dimensions, then in equal parts.
// Small records, such as the times, share a chunk.
std::vector<std::size_t> find_chunk(const Variable& variable) {
  std::vector<std::size_t> chunk(variable.shape.size(), 1);
  std::size_t bytes = value_bytes(variable.type);
  for (std::size_t d = chunk.size(); d-- > 0;) {
    if (d == 0 && variable.has_records && bytes >= small_record) break;
    const std::size_t length = std::max<std::size_t>(1, variable.shape[d]);
    const std::size_t most = std::clamp<std::size_t>(chunk_bytes / bytes, 1, length);
    const std::size_t n_part = (length + most - 1) / most;
    chunk[d] = (length + n_part - 1) / n_part;
    bytes *= chunk[d];
  }
  return chunk;
}

void define_dimensions(const OpenFile& in, const OpenFile& out) {
  int n_dimension = 0, unlimited = -1;
  in.check(nc_inq_ndims(in.id(), &n_dimension), "read");
  in.check(nc_inq_unlimdim(in.id(), &unlimited), "read");
  for (int d = 0; d < n_dimension; ++d) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::size_t length = 0;
    int id = -1;
    in.check(nc_inq_dim(in.id(), d, name.data(), &length), "read");
    out.check(nc_def_dim(out.id(), name.data(), d == unlimited ? NC_UNLIMITED : length, &id),
              "define dimensions of");
  }
}

void copy_attributes(const OpenFile& in, const OpenFile& out, int variable) {
  int n_attribute = 0;
  in.check(nc_inq_varnatts(in.id(), variable, &n_attribute), "read");
  for (int a = 0; a < n_attribute; ++a) {
    std::array<char, NC_MAX_NAME + 1> name{};
    in.check(nc_inq_attname(in.id(), variable, a, name.data()), "read");
    out.check(nc_copy_att(in.id(), variable, name.data(), out.id(), variable), "write attributes of");
  }
}

// Rounds as netCDF's BitRound does: half away from zero.
float round_to_bits(float value, int significant_bits) {
  constexpr int mantissa_bits = 23;
  const std::uint32_t last = std::uint32_t(1) << (mantissa_bits - significant_bits);
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + last / 2) & ~(last - 1));
}

// Rounds each end of the valid range if that moves it away from zero, so that rounded values stay within the
// range.
void widen_valid_range(const OpenFile& out, int variable, int significant_bits) {
  for (const char* name : {"valid_min", "valid_max"}) {
    float exact = 0.0f;
    if (nc_get_att_float(out.id(), variable, name, &exact) != NC_NOERR) continue;
    const float rounded = round_to_bits(exact, significant_bits);
    if (std::abs(rounded) > std::abs(exact))
      out.check(nc_put_att_float(out.id(), variable, name, NC_FLOAT, 1, &rounded), "write attributes of");
  }
}

void define_variable(const OpenFile& in, const OpenFile& out, const Variable& variable,
                     const Packing& packing) {
  int id = -1;
  out.check(nc_def_var(out.id(), variable.name.c_str(), variable.type, int(variable.dimensions.size()),
                       variable.dimensions.data(), &id),
            "define variables of");
  ensure(id == variable.id, "variables of '", out.path(), "' have other numbers than in '", in.path(), "'");
  copy_attributes(in, out, id);
  if (variable.shape.empty()) return;
  const std::vector<std::size_t> chunk = find_chunk(variable);
  out.check(nc_def_var_chunking(out.id(), id, NC_CHUNKED, chunk.data()), "define variables of");
  if (packing.deflate > 0)
    out.check(nc_def_var_deflate(out.id(), id, variable.type != NC_CHAR, 1, packing.deflate),
              "define variables of");
  if (packing.significant_bits == 0 || variable.type != NC_FLOAT || !variable.has_records) return;
  out.check(nc_def_var_quantize(out.id(), id, NC_QUANTIZE_BITROUND, packing.significant_bits),
            "define variables of");
  widen_valid_range(out, id, packing.significant_bits);
}

// Copies the values of `variable`, or those in the first `n_record` records if it is a record variable, one
// chunk at a time.
void copy_values(const OpenFile& in, const OpenFile& out, Variable variable, std::size_t n_record) {
  const std::vector<std::size_t> chunk = find_chunk(variable);
  if (variable.has_records) variable.shape[0] = n_record;
  std::vector<std::byte> values;
  const auto copy = [&](const std::vector<std::size_t>& start) {
    std::vector<std::size_t> count(start.size());
    std::size_t bytes = value_bytes(variable.type);
    for (std::size_t d = 0; d < start.size(); ++d) {
      count[d] = std::min(chunk[d], variable.shape[d] - start[d]);
      bytes *= count[d];
    }
    values.resize(bytes);
    in.check(nc_get_vara(in.id(), variable.id, start.data(), count.data(), values.data()), "read");
    out.check(nc_put_vara(out.id(), variable.id, start.data(), count.data(), values.data()), "write");
  };
  std::vector<std::size_t> start(variable.shape.size(), 0);
  if (std::ranges::find(variable.shape, std::size_t(0)) != variable.shape.end()) return;
  while (true) {
    copy(start);
    std::size_t d = start.size();
    while (d > 0 && (start[d - 1] += chunk[d - 1]) >= variable.shape[d - 1]) start[--d] = 0;
    if (d == 0) return;
  }
}

void require_same(const OpenFile& packed, const std::vector<Variable>& expected) {
  const std::vector<Variable> found = list_variables(packed);
  const auto is_same = [](const Variable& a, const Variable& b) {
    return a.name == b.name && a.type == b.type && a.has_records == b.has_records &&
           std::equal(a.shape.begin() + a.has_records, a.shape.end(), b.shape.begin() + b.has_records,
                      b.shape.end());
  };
  const auto [there, here] = std::ranges::mismatch(found, expected, is_same);
  if (there == found.end() && here == expected.end()) return;
  const bool is_named = there != found.end() && here != expected.end() && there->name == here->name;
  const std::string difference =
      is_named ? text("'", here->name, "' has another type or other dimensions")
               : text("it has ", there == found.end() ? "nothing" : "'" + there->name + "'", ", this run ",
                      here == expected.end() ? "nothing" : "'" + here->name + "'");
  throw Error(text("cannot go on after the dates in '", packed.path(),
                   "': its variables are not those of this run (", difference,
                   "); restore the settings with which it was begun, or start the run from the beginning"));
}

// Upper bound on the size of the packed file [bytes]. HDF5 stores a chunk uncompressed if compression does
// not make it smaller.
std::int64_t find_most_bytes(const std::vector<Variable>& variables) {
  constexpr std::size_t header = std::size_t(1) << 16, variable_header = std::size_t(1) << 14,
                        index_entry = 512;
  std::size_t bytes = header;
  for (const Variable& variable : variables) {
    const std::vector<std::size_t> chunk = find_chunk(variable);
    std::size_t n_chunk = 1, of_chunk = value_bytes(variable.type);
    for (std::size_t d = 0; d < chunk.size(); ++d) {
      n_chunk *= (variable.shape[d] + chunk[d] - 1) / chunk[d];
      of_chunk *= chunk[d];
    }
    bytes += variable_header + n_chunk * (of_chunk + index_entry);
  }
  return std::int64_t(bytes);
}

// Reserves space on the disk or, if the file system cannot do that, checks how much is free. Throws Error if
// there is too little.
void reserve(const PartFile& part, std::int64_t bytes) {
  struct rlimit limit {};
  const bool is_limited = ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  int reason = is_limited && ::rlim_t(bytes) > limit.rlim_cur ? EFBIG : 0;
  if (reason == 0 && ::fallocate(part.descriptor(), FALLOC_FL_KEEP_SIZE, 0, bytes) != 0) reason = errno;
  const std::uintmax_t wanted(bytes);
  if (reason == EOPNOTSUPP || reason == ENOSYS)
    reason = free_room(part.path()).value_or(wanted) < wanted ? ENOSPC : 0;
  require(reason == 0, "cannot write '", part.path(), "', for which up to ", format_bytes(double(bytes)),
          ", its size before compression, are needed: ", std::strerror(reason), "; ", advice_after(reason));
}

// A failed write leaves HDF5 in a state in which the program crashes at exit, so space for all bytes is
// reserved first. HDF5 releases that space when it creates a file, so an empty file is created first, the
// space is reserved again, and the file is reopened.
OpenFile create(const PartFile& part, std::int64_t bytes) {
  reserve(part, bytes);
  int id = -1;
  int status = nc_create(part.path().c_str(), NC_CLOBBER | NC_NETCDF4, &id);
  if (status == NC_NOERR) status = nc_close(id);
  reserve(part, bytes);  // before `status` is checked: HDF5 reports a full disk as "permission denied"
  netcdf_call(status, "create", part.path());
  return OpenFile::open(part.path(), NC_WRITE);
}

void pack(const std::string& from, const PartFile& part, const Packing& packing) {
  const OpenFile in = OpenFile::open(from, NC_NOWRITE);
  const std::vector<Variable> variables = list_variables(in);
  OpenFile out = create(part, find_most_bytes(variables));
  define_dimensions(in, out);
  copy_attributes(in, out, NC_GLOBAL);
  for (const Variable& variable : variables) define_variable(in, out, variable, packing);
  out.check(nc_enddef(out.id()), "write the header of");
  for (const Variable& variable : variables)
    copy_values(in, out, variable, variable.has_records ? variable.shape[0] : 0);
  out.close();
  // Releases the unused space.
  const bool is_cut = ::ftruncate(part.descriptor(), ::off_t(fs::file_size(part.path()))) == 0;
  require(is_cut && ::fsync(part.descriptor()) == 0, "cannot flush '", part.path(),
          "' to disk: ", std::strerror(errno));
}

}  // namespace

void write_packed_file(const std::string& from, const std::string& to, const Packing& packing) {
  const NetcdfLock lock;
  try {
    PartFile part(to, PartFile::Writers::library);  // HDF5 locks the file itself
    try {
      pack(from, part, packing);
    } catch (const std::exception& error) {
      const bool is_full = free_room(part.path()).value_or(chunk_bytes) < chunk_bytes;
      part.discard();
      require(!is_full, error.what(), "; the disk of '", part.path(), "' is full (", std::strerror(ENOSPC),
              ")", make_room);
      throw;
    }
    part.finish();
    const fs::path folder = fs::path(to).parent_path();
    sync_to_disk(folder.empty() ? "." : folder);
  } catch (const Error& error) {
    throw Error(text(error.what(), ". Dates written before are kept in '", from, "' and in complete files"));
  }
}

std::vector<double> read_packed_times(const std::string& path) {
  return NetcdfReader(path).read<double>("time");
}

void require_same_variables(const std::vector<std::string>& packed, const std::string& classic) {
  const std::vector<Variable> expected = list_variables(OpenFile::open(classic, NC_NOWRITE));
  for (const std::string& path : packed) {
    const CrashGuard guard(path);
    require_same(OpenFile::open(path, NC_NOWRITE), expected);
  }
}

void unpack_records(const std::string& packed, const std::string& to, std::int64_t n_record) {
  const CrashGuard guard(packed);
  const OpenFile in = OpenFile::open(packed, NC_NOWRITE);
  OpenFile out = OpenFile::open(to, NC_WRITE);
  require_same(in, list_variables(out));
  for (const Variable& variable : list_variables(in))
    if (variable.has_records) copy_values(in, out, variable, std::size_t(n_record));
  out.close();
}

}  // namespace groundswell
