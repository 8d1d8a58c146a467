// SPDX-License-Identifier: Apache-2.0
// What a run has read of its inputs, told by content: a fingerprint of the values at each date, whatever the
// names, folders, formats and number of the files. docs/design/restart.md.
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
  std::string role;        // what the run takes from it: "wind", "boundary", "track A"
  std::string name;        // "the wind of 'a.nc' (and 2 more)", for messages; not part of the content
  bool is_steady = false;  // one fingerprint, at no date
  // By seconds of the date (DateTime::seconds).
  std::map<std::int64_t, std::uint64_t> fingerprints;
};

// One line for each part of a record whose dates follow each other at equal steps, and back. Lines that are
// no part of a record are passed over.
std::string input_text(const std::vector<InputRecord>& records, Calendar calendar);
std::vector<InputRecord> inputs_from_text(const std::string& lines, Calendar calendar);

// That of a role, or null.
const InputRecord* find_role(const std::vector<InputRecord>& records, const std::string& role);

// The first date, from the first to the last of `read`, at which the files have other values than those that
// were read, values where none were, or none between dates that they have; earlier and later dates that they
// have no more are passed over. Nothing where all is the same.
std::optional<std::int64_t> find_other_date(const InputRecord& read, const InputRecord& files);
// Whether two records, as text, may be of one run: at no date do they have other values, as far as both go.
bool may_be_of_one_run(const std::string& lines, const std::string& others, Calendar calendar);

// A number of 32 bits for values, so that sums of up to 2^31 of them fit into 64 bits. All missing values are
// the same, and so are zeros and numbers that are nearly so (denormal ones).
class ValuesHash {
 public:
  void add(float value);
  void add(const ValuesHash& other) { hash_.add(other.value()); }
  void add_word(std::uint64_t word) { hash_.add(word); }
  // A place [degree, or m in the plane], rounded; 190 and -170 degrees are the same.
  void add_place(double x, double y);
  std::uint64_t value() const { return (hash_.value() ^ (hash_.value() >> 29)) & 0xffffffffULL; }

 private:
  Hash hash_;
};

}  // namespace groundswell
