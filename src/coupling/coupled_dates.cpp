// SPDX-License-Identifier: Apache-2.0
#include "coupling/coupled_dates.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

}  // namespace

CoupledDates::CoupledDates(const CoupledFieldSettings& field, const StepDates& source,
                           const StepDates& target)
    : period_(field.period), offset_(field.offset), lag_(field.lag), use_(field.use) {
  ensure(period_ > 0, "the coupled field ", field.name, " has the period ", period_, " s");
  used_ = {used_at(0).first, used_at(target.end - target.step).last};
  // The least number with s_k >= earliest follows the newest with s_k <= earliest - 1.
  const std::int64_t earliest = field.statistic == CoupledStatistic::instant ? 0 : period_;
  given_.first = std::max({used_.first, std::int64_t(0), newest_at_source(earliest - 1) + 1});
  given_.last = std::max(used_.last, newest_at_source(std::min(source.end, target.end)));
}

std::int64_t CoupledDates::newest_due(std::int64_t date) const {
  return floor_divide(date - offset_, period_);
}

NumberRange CoupledDates::used_at(std::int64_t date) const {
  const std::int64_t number = newest_due(date);
  return {number + (use_ == CoupledUse::next ? 1 : 0), number + (use_ == CoupledUse::previous ? 0 : 1)};
}

std::optional<std::int64_t> CoupledDates::next_at_source(std::int64_t date) const {
  const std::int64_t number = std::max(newest_at_source(date) + 1, given_.first);
  return given_.contains(number) ? std::optional(at_source(number)) : std::nullopt;
}

bool CoupledDates::gives_at(std::int64_t date) const {
  const std::int64_t number = newest_at_source(date);
  return at_source(number) == date && given_.contains(number);
}

}  // namespace groundswell
