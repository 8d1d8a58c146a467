// SPDX-License-Identifier: Apache-2.0
// Spectra made from parameters: JONSWAP or Gaussian in frequency, cos^2s in direction.
#pragma once

#include <array>

#include "boundary/boundary_settings.hpp"
#include "boundary/parameter_names.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// One part of a sea: the total sea, its wind sea or a swell. The height is NaN if nothing is known.
struct SeaPart {
  double height = 0.0;     // [m] significant
  double frequency = 0.0;  // [Hz] inverse of the period in the file
  double direction = 0.0;  // [rad] towards
  double spread = 0.0;     // [rad] as defined by Kuik et al. 1988
};

class SeaShape {
 public:
  SeaShape(const SeaShapeSettings& settings, const SpectralGrid& grid);

  // Adds the action density of a part to `action` [freq * dir]. A peak outside the model's frequencies is
  // moved to the nearest one.
  void add(const SeaPart& part, bool is_swell, PeriodKind period, float* action) const;

 private:
  struct Form {
    bool is_jonswap = true;
    std::array<double, 4> period_ratio{};  // peak period divided by the period of each kind
  };
  Form make_form(SpectrumForm wanted) const;

  SpectralGrid grid_;
  double gamma_, width_;
  Form wind_sea_, swell_;
};

}  // namespace groundswell
