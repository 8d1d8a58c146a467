// SPDX-License-Identifier: Apache-2.0
// Numbers in the file have the most significant byte first.
#include "files/record_part.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/byte_order.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t count_place = 4;  // [bytes] offset of the number of records

std::uint64_t read_big_endian(std::ifstream& in, std::int64_t place, const std::string& path) {
  std::uint64_t number = 0;
  in.seekg(place);
  in.read(reinterpret_cast<char*>(&number), sizeof number);
  require(bool(in), "cannot read '", path, "' at byte ", place);
  return big_endian(number);
}

}  // namespace

void check_cdf5_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  require(bool(in), "cannot read '", path, "': ", std::strerror(errno), "; change its permissions");
  char magic[4] = {};
  in.read(magic, 4);
  require(
      in && std::memcmp(magic, "CDF\x05", 4) == 0, "'", path,
      "' is not a netCDF file with 64-bit data (CDF-5), so no run can go on in it; start the run from the "
      "beginning");
  check_classic_header(path, CheckedLength::without_records);
}

std::int64_t count_records(const std::string& path, const RecordPart& records) {
  if (records.bytes == 0) return 0;
  std::ifstream in(path, std::ios::binary);
  const auto by_header = std::int64_t(read_big_endian(in, count_place, path));
  const auto length = std::int64_t(std::filesystem::file_size(path));
  return std::clamp<std::int64_t>(by_header, 0,
                                  std::max<std::int64_t>(0, (length - records.begin) / records.bytes));
}

std::vector<double> read_from_records(const std::string& path, const RecordPart& records, std::int64_t begin,
                                      std::int64_t n_record) {
  std::ifstream in(path, std::ios::binary);
  std::vector<double> numbers;
  for (std::int64_t r = 0; r < n_record; ++r)
    numbers.push_back(std::bit_cast<double>(read_big_endian(in, begin + r * records.bytes, path)));
  return numbers;
}

void cut_records(int descriptor, const std::string& path, const RecordPart& records, std::int64_t n_record,
                 OnDisk on_disk) {
  const std::uint64_t count = big_endian(std::uint64_t(n_record));
  const auto sync = [&] { return on_disk == OnDisk::some_time || ::fsync(descriptor) == 0; };
  const bool done = ::pwrite(descriptor, &count, sizeof count, count_place) == ::ssize_t(sizeof count) &&
                    sync() && ::ftruncate(descriptor, records.begin + n_record * records.bytes) == 0 &&
                    sync();
  require(done, "cannot cut off the end of '", path, "': ", std::strerror(errno),
          "; make room on that disk or change its permissions");
}

}  // namespace groundswell
