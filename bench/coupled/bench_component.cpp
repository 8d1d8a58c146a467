// SPDX-License-Identifier: Apache-2.0
#include "bench/coupled/bench_component.hpp"

#include <span>

#include "base/error.hpp"

namespace groundswell {

BenchComponent::BenchComponent(int n_field, Decomposition gives, Decomposition takes,
                               std::optional<Regridder> regridder)
    : given(std::size_t(n_field), std::vector<double>(gives.cells.size())),
      taken(std::size_t(n_field), std::vector<double>(takes.cells.size(), -1.0)),
      gives_(std::move(gives)),
      takes_(std::move(takes)),
      regridder_(std::move(regridder)),
      regridded_(regridder_ ? regridder_->n_point() : 0) {}

void BenchComponent::fill_known(std::int64_t step, int first_field) {
  for (int field = first_field; field < n_field(); ++field)
    for (std::size_t i = 0; i < gives_.cells.size(); ++i)
      given[std::size_t(field)][i] = known_value(gives_.cells[i], field, step);
}

void BenchComponent::regrid() {
  if (!regridder_) return;
  for (const std::vector<double>& values : taken)
    regridder_->regrid_scalar(std::span<const double>(values), std::span<double>(regridded_));
}

void BenchComponent::check(std::int64_t step, int n_known) const {
  for (int field = n_field() - n_known; field < n_field(); ++field)
    for (std::size_t i = 0; i < takes_.cells.size(); ++i) {
      const double came = taken[std::size_t(field)][i];
      const double sent = known_value(takes_.cells[i], field, step);
      if (came != sent)
        throw Error(text("field ", field, " brought ", came, " to cell ", takes_.cells[i], " in step ", step,
                         ", where ", sent, " was sent"));
    }
}

}  // namespace groundswell
