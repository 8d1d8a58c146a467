// SPDX-License-Identifier: Apache-2.0
// A line has the role, the first date (or "steady"), the step [s] and the fingerprints in hexadecimal. They
// are separated by tabs, which no role contains.
#include "files/input_record.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr char steady[] = "steady";

using At = std::map<std::int64_t, std::uint64_t>::const_iterator;

// The end of the dates that follow `first` at equal steps; sets `step`.
At end_of_steps(const std::map<std::int64_t, std::uint64_t>& all, At first, std::int64_t& step) {
  step = 0;
  At last = first;
  for (At next = std::next(first); next != all.end(); last = next++) {
    if (step != 0 && next->first - last->first != step) return next;
    step = next->first - last->first;
  }
  return all.end();
}

void read_part(std::istringstream& line, const std::string& role, std::vector<InputRecord>& records,
               Calendar calendar) {
  std::string begin, step, words;
  if (!std::getline(line, begin, '\t') || !std::getline(line, step, '\t') || !std::getline(line, words))
    return;
  if (records.empty() || records.back().role != role) records.push_back({role, role, begin == steady, {}});
  std::int64_t date = begin == steady ? 0 : DateTime::parse(begin, calendar).seconds();
  std::istringstream fingerprints(words);
  for (std::string word; fingerprints >> word; date += std::strtoll(step.c_str(), nullptr, 10))
    records.back().fingerprints[date] = std::strtoull(word.c_str(), nullptr, 16);
}

}  // namespace

std::string input_text(const std::vector<InputRecord>& records, Calendar calendar) {
  const DateTime epoch({}, calendar);
  std::ostringstream lines;
  for (const InputRecord& record : records)
    for (At first = record.fingerprints.begin(); first != record.fingerprints.end();) {
      std::int64_t step = 0;
      const At end = end_of_steps(record.fingerprints, first, step);
      lines << record.role << '\t' << (record.is_steady ? steady : (epoch + first->first).iso()) << '\t'
            << std::dec << step << '\t' << std::hex << first->second;
      while (++first != end) lines << ' ' << first->second;
      lines << '\n';
    }
  return lines.str();
}

std::vector<InputRecord> inputs_from_text(const std::string& lines, Calendar calendar) {
  std::vector<InputRecord> records;
  std::istringstream in(lines);
  for (std::string each; std::getline(in, each);) {
    std::istringstream line(each);
    if (std::string role; std::getline(line, role, '\t')) read_part(line, role, records, calendar);
  }
  return records;
}

const InputRecord* find_role(const std::vector<InputRecord>& records, const std::string& role) {
  const auto found = std::ranges::find(records, role, &InputRecord::role);
  return found == records.end() ? nullptr : &*found;
}

std::optional<std::int64_t> find_other_date(const InputRecord& read, const InputRecord& files) {
  if (read.fingerprints.empty() || files.fingerprints.empty()) return {};
  std::map<std::int64_t, std::uint64_t> both = read.fingerprints;
  both.insert(files.fingerprints.begin(), files.fingerprints.end());
  const auto in_one = [](const InputRecord& record, std::int64_t seconds) {
    return record.fingerprints.begin()->first <= seconds && seconds <= record.fingerprints.rbegin()->first;
  };
  const auto value_in = [](const InputRecord& record, std::int64_t seconds) {
    const auto found = record.fingerprints.find(seconds);
    return found == record.fingerprints.end() ? 0 : found->second;
  };
  for (const auto& [seconds, any] : both)
    if (in_one(read, seconds) && in_one(files, seconds) &&
        value_in(read, seconds) != value_in(files, seconds))
      return seconds;
  return {};
}

bool may_be_of_one_run(const std::string& lines, const std::string& others, Calendar calendar) {
  const std::vector<InputRecord> records = inputs_from_text(others, calendar);
  return std::ranges::none_of(inputs_from_text(lines, calendar), [&](const InputRecord& each) {
    const InputRecord* other = find_role(records, each.role);
    return other && find_other_date(each, *other);
  });
}

// Works on bits, so that the hash does not depend on whether the processor is set to treat denormal numbers
// as zero, as it is during a step of the model.
void ValuesHash::add(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  constexpr std::uint32_t exponent = 0x7f800000, fraction = 0x007fffff;
  const bool is_zero = (bits & exponent) == 0,
             is_missing = (bits & exponent) == exponent && (bits & fraction) != 0;
  hash_.add(std::uint64_t(is_zero ? 0 : is_missing ? exponent | fraction : bits));
}

void ValuesHash::add_place(double x, double y) {
  constexpr double steps = 1e5;  // per degree or metre
  const bool may_be_degrees = std::abs(x) <= 540.0 && std::abs(y) <= 90.0 + 1e-5;
  const std::int64_t east = std::llround(x * steps);
  constexpr std::int64_t around = std::int64_t(360.0 * steps);
  hash_.add(std::uint64_t(may_be_degrees ? (east % around + around) % around : east));
  hash_.add(std::uint64_t(std::llround(y * steps)));
}

}  // namespace groundswell
