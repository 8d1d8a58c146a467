// SPDX-License-Identifier: Apache-2.0
// Reads any netCDF file (classic, 64-bit, netCDF-4) on one process. Values that are read as double or float
// are unpacked (scale_factor and add_offset applied), and _FillValue and missing_value (or, if neither is
// given, the type's default fill value) become NaN. Reference: CF conventions 1.8, sections 2.5.1 (missing
// data) and 8.1 (packed data).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace groundswell {

struct NetcdfDimension {
  std::string name;
  std::size_t size = 0;
};

struct NetcdfVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<std::size_t> shape;
  bool is_text = false;

  std::size_t size() const {
    std::size_t product = 1;
    for (std::size_t n : shape) product *= n;
    return product;
  }
};

class NetcdfReader {
 public:
  // Throws Error if the file is missing, is not a netCDF file, has a damaged header or is shorter than its
  // header says.
  explicit NetcdfReader(std::filesystem::path path);
  ~NetcdfReader();
  NetcdfReader(NetcdfReader&& other) noexcept;
  NetcdfReader& operator=(NetcdfReader&&) = delete;
  NetcdfReader(const NetcdfReader&) = delete;
  NetcdfReader& operator=(const NetcdfReader&) = delete;

  const std::string& path() const { return path_; }
  const std::vector<NetcdfDimension>& dimensions() const { return dimensions_; }
  const std::vector<NetcdfVariable>& variables() const { return variables_; }
  bool has_variable(const std::string& name) const;
  // Throws Error, with the names of all variables, if there is none of this name.
  const NetcdfVariable& variable(const std::string& name) const;
  // Throws Error, with the names of all dimensions, if there is none of this name.
  std::size_t dimension_size(const std::string& name) const;

  // An attribute of a variable, or of the file if `variable` is ""; empty if it is missing or of the other
  // type (text, number).
  std::optional<std::string> text_attribute(const std::string& variable, const std::string& name) const;
  // The units of a variable; empty if they are missing or blank, as some programs write them.
  std::optional<std::string> units(const std::string& variable) const;
  std::optional<double> number_attribute(const std::string& variable, const std::string& name) const;

  // All values of a variable, or the hyperslab that begins at `start` and has `count` values along each
  // dimension. T is double, float or int (int returns the stored numbers). Throws Error for a missing or text
  // variable, a failed read, or a file that has become shorter since it was opened (beyond the end of a
  // classic file the library reads zeros). Precondition: start and count have one entry per dimension and lie
  // inside the variable.
  template <class T>
  std::vector<T> read(const std::string& variable) const;
  template <class T>
  std::vector<T> read(const std::string& variable, const std::vector<std::size_t>& start,
                      const std::vector<std::size_t>& count) const;
  // Frees the chunks kept for later reads (find_chunk_cache). Any thread may call it.
  void forget_chunks() const;
  // A character variable as one text, up to the first null, without trailing blanks.
  std::string read_text(const std::string& variable) const;

 private:
  int id_of(const std::string& variable) const;
  void list_contents();
  void check_length() const;
  // Makes the library keep the chunks that are worth keeping (find_chunk_cache).
  void fit_cache(int id, const std::vector<std::size_t>& start, const std::vector<std::size_t>& count) const;

  std::string path_;
  std::uint64_t inode_ = 0;
  std::int64_t length_ = 0;  // [bytes] of the file when it was opened
  int file_ = -1;
  std::vector<NetcdfDimension> dimensions_;
  std::vector<NetcdfVariable> variables_;
  mutable std::vector<std::int64_t> cache_bytes_;  // of each variable; -1 before its first read
};

}  // namespace groundswell
