// SPDX-License-Identifier: Apache-2.0
#include "coupling/taken_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

double mixed(double begin, double end, double weight, bool are_directions) {
  if (weight == 0.0) return begin;
  if (weight == 1.0) return end;
  if (!are_directions) return (1.0 - weight) * begin + weight * end;
  return std::atan2((1.0 - weight) * std::sin(begin) + weight * std::sin(end),
                    (1.0 - weight) * std::cos(begin) + weight * std::cos(end));
}

}  // namespace

TakenField::TakenField(CoupledFieldSettings settings, FieldEnds ends,
                       std::shared_ptr<const Regridder> regridder, std::vector<std::size_t> places,
                       std::int64_t n_kept, const Parts& first)
    : settings_(std::move(settings)),
      ends_(std::move(ends)),
      regridder_(std::move(regridder)),
      places_(std::move(places)) {
  const std::size_t n = std::size_t(n_kept) * n_part(ends_.taken.shape);
  for (std::size_t i = 0; i < n; ++i) saved_.emplace_back(regridder_->n_point());
  if (settings_.first)
    first_.assign(n_part(ends_.taken.shape), std::vector(regridder_->n_point(), *settings_.first));
  if (first.empty()) return;
  Parts converted = first;
  for (std::vector<double>& part : converted)
    for (double& value : part) value *= ends_.factor;
  first_ = regrid(converted);
}

void TakenField::arrive(std::int64_t number, std::span<const std::vector<std::byte>> parts) {
  Parts came(parts.size(), std::vector<double>(places_.size()));
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto read = [&]<class T>(T value) {
        std::memcpy(&value, parts[part].data() + places_[i] * sizeof(T), sizeof(T));
        return double(value);
      };
      came[part][i] = (ends_.given.value_bytes == 4 ? read(float{}) : read(double{})) * ends_.factor;
    }
  kept_.push_back({number, regrid(came)});
}

TakenField::Parts TakenField::regrid(const Parts& came) const {
  Parts out(came.size(), std::vector<double>(regridder_->n_point()));
  const auto from = [&](std::size_t part) { return std::span<const double>(came[part]); };
  if (ends_.taken.shape == FieldShape::vector)
    regridder_->regrid_vector<double>(from(0), from(1), out[0], out[1]);
  else if (ends_.taken.shape == FieldShape::direction)
    regridder_->regrid_direction<double>(from(0), out[0]);
  else
    regridder_->regrid_scalar<double>(from(0), out[0]);
  return out;
}

const TakenField::Kept* TakenField::find(std::int64_t number) const {
  const auto at = std::ranges::find(kept_, number, &Kept::number);
  return at == kept_.end() ? nullptr : &*at;
}

const TakenField::Parts& TakenField::value(std::int64_t number) const {
  const Kept* const kept = find(number);
  ensure(kept != nullptr, "value ", number, " of '", settings_.name, "' is used but has not come");
  return kept->parts;
}

void TakenField::forget_before(std::int64_t number) {
  std::erase_if(kept_, [&](const Kept& kept) { return kept.number < number; });
}

template <class T>
void TakenField::write(std::span<const CoupledValue> used, const DateTime& date,
                       std::span<const View<T>> out) const {
  require(out.size() == n_part(ends_.taken.shape), "'", ends_.taken.name, "' is a ",
          name_of(field_shapes, ends_.taken.shape), " and has ", n_part(ends_.taken.shape), " part(s), but ",
          out.size(), " were asked for");
  const double weight =
      used.size() == 1 ? 0.0 : double(date - used[0].due) / double(used[1].due - used[0].due);
  const CoupledValue &begin = used.front(), &end = used.back();
  for (std::size_t part = 0; part < out.size(); ++part) {
    require(out[part].size == regridder_->n_point(), "'", ends_.taken.name, "' is to be written to ",
            out[part].size, " values, but the component has ", regridder_->n_point(),
            " points on this process");
    const double* const a = (begin.is_first ? first_ : value(begin.number)).at(part).data();
    const double* const b = (end.is_first ? first_ : value(end.number)).at(part).data();
    for (std::size_t i = 0; i < out[part].size; ++i)
      out[part][i] = T(mixed(a[i], b[i], weight, ends_.taken.shape == FieldShape::direction));
  }
}
template void TakenField::write(std::span<const CoupledValue>, const DateTime&,
                                std::span<const View<float>>) const;
template void TakenField::write(std::span<const CoupledValue>, const DateTime&,
                                std::span<const View<double>>) const;

void TakenField::save(std::int64_t first, std::int64_t last) {
  first_saved_ = first;
  n_saved_ = 0;
  const std::size_t n = n_part(ends_.taken.shape);
  for (const Kept& kept : kept_) {
    if (kept.number < first || kept.number > last) continue;
    if (n_saved_ == 0) first_saved_ = kept.number;
    ensure(kept.number == first_saved_ + n_saved_, "values of '", settings_.name, "' are missing");
    for (std::size_t part = 0; part < n; ++part)
      std::ranges::copy(kept.parts[part], saved_.at(std::size_t(n_saved_) * n + part).data());
    ++n_saved_;
  }
  // Nothing of an earlier restart remains, so that files have the same bits.
  for (std::size_t i = std::size_t(n_saved_) * n; i < saved_.size(); ++i)
    std::ranges::fill(saved_[i].view(), 0.0);
}

void TakenField::restore() {
  kept_.clear();
  const std::size_t n = n_part(ends_.taken.shape);
  for (std::int64_t i = 0; i < n_saved_; ++i) {
    Kept& kept = kept_.emplace_back(Kept{first_saved_ + i, {}});
    for (std::size_t part = 0; part < n; ++part) {
      const Array<double>& values = saved_.at(std::size_t(i) * n + part);
      kept.parts.emplace_back(values.data(), values.data() + values.size());
    }
  }
}

void TakenField::list_state(StateList& list, const std::string& name) {
  list.add(name + "_first", first_saved_);
  list.add(name + "_n", n_saved_);
  for (std::size_t i = 0; i < saved_.size(); ++i)
    list.add_cells(name + "_" + std::to_string(i), saved_[i].view());
}

}  // namespace groundswell
