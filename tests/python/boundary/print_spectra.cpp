// SPDX-License-Identifier: Apache-2.0
// Prints the boundary spectra that the model reads from a file. For each date and place: longitude, latitude
// and seconds since 1970; then, unless the spectrum is missing, its Hs [m], mean period m-1/m0 [s] and mean
// direction [degree, from], and the same three values after remapping to the model's spectral grid. Used
// by test_spectra_samples.py.
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "boundary/spectra_series.hpp"
#include "field/field_info.hpp"

namespace {

using namespace groundswell;

void print_mean(const SeaMean& mean) {
  std::printf(" %.9g %.9g %.9g", 4.0 * std::sqrt(mean.m0), mean.m0 > 0.0 ? 1.0 / mean.frequency : 0.0,
              nautical_from_direction(std::atan2(mean.y, mean.x)));
}

}  // namespace

int main(int, char** arguments) {
  const SpectraSeries series({arguments[1]}, "", Calendar::standard);
  const SpectralGrid grid;
  const SpectrumRemap remap(series.axes(), grid), on_grid({grid.frequency(), grid.direction()}, grid);
  const PointSeries& points = series.points();
  for (std::size_t date = 0; date < points.dates().size(); ++date)
    for (std::size_t place = 0; place < points.n_place(); ++place) {
      const std::vector<float> density = series.read(place, date);
      std::printf("%.9g %.9g %lld", points.x()[place], points.y()[place],
                  (long long)points.dates()[date].seconds());
      if (!density.empty()) {
        print_mean(remap.mean(density));
        std::vector<double> energy(std::size_t(grid.n_bin()), 0.0);
        remap.add(density, {}, 1.0, energy);
        print_mean(on_grid.mean({energy.begin(), energy.end()}));
      }
      std::printf("\n");
    }
}
