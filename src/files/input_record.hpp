// SPDX-License-Identifier: Apache-2.0
// What a run has read from its inputs, identified by content: a fingerprint of the values at each date,
// independent of the names, folders, formats and number of the files. See docs/design/restart.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "base/hash.hpp"

namespace groundswell {

struct InputRecord {
  std::string role;        // what the input is used for: "wind", "boundary", "track A"
  std::string name;        // "the wind of 'a.nc' (and 2 more)", for messages; not part of the content
  bool is_steady = false;  // one fingerprint, without a date
  // The key is DateTime::seconds of the date.
  std::map<std::int64_t, std::uint64_t> fingerprints;
};

// Converts records to lines, one for each sequence of dates at equal steps, and back. Lines that are not part
// of a record are ignored.
std::string input_text(const std::vector<InputRecord>& records, Calendar calendar);
std::vector<InputRecord> inputs_from_text(const std::string& lines, Calendar calendar);

// The record of a role, or null.
const InputRecord* find_role(const std::vector<InputRecord>& records, const std::string& role);

// The first date at which `read` and `files` differ, within the period that both cover: the values differ, or
// only one of them has any. Empty if there is no such date.
std::optional<std::int64_t> find_other_date(const InputRecord& read, const InputRecord& files);
// Whether two lists of records, as text, may come from one run: they have the same values in the periods that
// both cover.
bool may_be_of_one_run(const std::string& lines, const std::string& others, Calendar calendar);

// A 32-bit hash of values, so that sums of up to 2^31 hashes fit in 64 bits. All missing values count as the
// same, and so do zeros and denormal numbers.
class ValuesHash {
 public:
  void add(float value);
  void add(const ValuesHash& other) { hash_.add(other.value()); }
  void add_word(std::uint64_t word) { hash_.add(word); }
  // Adds a place [degree, or m in the plane], rounded; longitudes of 190 and -170 degrees are the same.
  void add_place(double x, double y);
  std::uint64_t value() const { return (hash_.value() ^ (hash_.value() >> 29)) & 0xffffffffULL; }

 private:
  Hash hash_;
};

}  // namespace groundswell
