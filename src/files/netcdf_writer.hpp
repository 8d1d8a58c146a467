// SPDX-License-Identifier: Apache-2.0
// Writes a NetCDF file (64-bit offset format, which every tool opens) from one process: first the
// definitions, then the values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/written_file.hpp"
#include "files/netcdf_lock.hpp"

namespace groundswell {

using TextAttributes = std::vector<std::pair<std::string, std::string>>;

// All functions throw an Error that names what failed and the path if the file cannot be written.
class NetcdfWriter {
 public:
  // The file is called <path>.part until it is complete, so that an incomplete file never looks complete.
  explicit NetcdfWriter(const std::string& path);
  NetcdfWriter(const NetcdfWriter&) = delete;
  NetcdfWriter& operator=(const NetcdfWriter&) = delete;
  ~NetcdfWriter();

  void add_dimension(const std::string& name, std::size_t size);
  // Adds an attribute to a variable added before, or to the file if `variable` is empty.
  void add_attribute(const std::string& variable, const std::string& name, const std::string& value);
  void add_attribute(const std::string& variable, const std::string& name, double value);
  void add_attribute(const std::string& variable, const std::string& name, int value);

  // Declares a variable of int, double or bytes (0 to 127); fill_and_close() writes the table, which must
  // stay valid until then and have as many values as the dimensions require.
  template <class T>
  void add_variable(const std::string& name, const std::vector<std::string>& dimensions,
                    const std::vector<T>* table, const TextAttributes& attributes) {
    define(name, type_of<T>, dimensions, attributes);
    to_fill_.push_back([this, name, table] { write(name, *table); });
  }
  // As above, for a table that make() creates when it is written, so that only one of these tables is in
  // memory at a time.
  template <class Make>
  void add_variable(const std::string& name, const std::vector<std::string>& dimensions, Make make,
                    const TextAttributes& attributes) {
    define(name, type_of<typename decltype(make())::value_type>, dimensions, attributes);
    to_fill_.push_back([this, name, make] { write(name, make()); });
  }

  void fill_and_close();

 private:
  void check(int status, const char* doing);
  enum class Type { real, integer, byte };
  template <class T>
  static constexpr Type type_of = std::is_same_v<T, int>            ? Type::integer
                                  : std::is_same_v<T, std::uint8_t> ? Type::byte
                                                                    : Type::real;
  void define(const std::string& name, Type type, const std::vector<std::string>& dimensions,
              const TextAttributes& attributes);
  void write(const std::string& name, const std::vector<double>& values);
  void write(const std::string& name, const std::vector<int>& values);
  void write(const std::string& name, const std::vector<std::uint8_t>& values);
  int id_of(const std::string& variable);

  NetcdfLock lock_;
  PartFile part_;
  int file_ = -1;
  std::vector<std::function<void()>> to_fill_;
};

}  // namespace groundswell
