// SPDX-License-Identifier: Apache-2.0
#include "model/model_forcing.hpp"

#include <cmath>
#include <span>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

ForcingSources make_given(const ModelSources& given, const DecomposedMesh& domain) {
  ForcingSources sources;
  const auto make = [&](ForcingQuantity quantity, const ModelSources::MakeForcing& make_source) {
    if (!make_source) return;
    run_together(domain.communicator, [&] {
      auto& source = sources[std::size_t(quantity)] = make_source(domain.local);
      require(source != nullptr,
              "a source of forcing was given to the model, but the function that makes it ",
              "returned none; leave out the function to use the settings");
    });
  };
  make(ForcingQuantity::wind, given.wind);
  make(ForcingQuantity::current, given.current);
  make(ForcingQuantity::water_level, given.water_level);
  make(ForcingQuantity::ice, given.ice);
  make(ForcingQuantity::air_density, given.air_density);
  return sources;
}

ForcingCells owned_cells(const LocalMesh& local) {
  const auto n_owned = std::size_t(local.n_owned);
  return {std::span(local.mesh.lon_cell.data(), n_owned), std::span(local.mesh.lat_cell.data(), n_owned)};
}

}  // namespace

ModelForcing::ModelForcing(const ModelSettings& settings, const ModelSources& given,
                           const DecomposedMesh& domain, const std::vector<double>& frame_angle,
                           const DateTime& from)
    : frame_angle_(frame_angle),
      relative_wind_(settings.forcing.relative_wind),
      forcing_(settings.forcing, owned_cells(domain.local), settings.start(), settings.end(),
               &domain.communicator, from, make_given(given, domain)),
      first_wind_x_(std::size_t(domain.local.n_owned)),
      first_wind_y_(std::size_t(domain.local.n_owned)),
      wind_x_(std::size_t(domain.local.n_owned)),
      wind_y_(std::size_t(domain.local.n_owned)) {}

void ModelForcing::update(const TimeInterval& interval) {
  forcing_.update(interval);
  // If there is no current, the arrays of the current are zero.
  const float moving = relative_wind_ ? 1.0f : 0.0f;
  const auto turn = [&](View<const float> wind_east, View<const float> wind_north,
                        View<const float> current_east, View<const float> current_north, Array<float>& x,
                        Array<float>& y) {
    for (std::size_t cell = 0; cell < x.size(); ++cell) {
      const double east = wind_east[cell] - moving * current_east[cell];
      const double north = wind_north[cell] - moving * current_north[cell];
      const double c = std::cos(frame_angle_[cell]), s = std::sin(frame_angle_[cell]);
      x[cell] = float(c * east + s * north);
      y[cell] = float(c * north - s * east);
    }
  };
  const Forcing& f = forcing_;
  turn(f.first_wind_east(), f.first_wind_north(), f.first_current_east(), f.first_current_north(),
       first_wind_x_, first_wind_y_);
  turn(f.wind_east(), f.wind_north(), f.current_east(), f.current_north(), wind_x_, wind_y_);
}

}  // namespace groundswell
