// SPDX-License-Identifier: Apache-2.0
// Launches the cell kernel over packs of cells. The last step, from sums to parameters, is scalar: it takes
// only a few operations per cell, whereas the sums run over a thousand bins.
#include "spectrum/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "field/field_info.hpp"
#include "spectrum/column_kernel.hpp"
#include "spectrum/parameters_kernel.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t packs_per_chunk = 16;  // successive packs that share one allocation of scratch memory

// Rows (of action or of wavenumbers) of the cells of a pack, one cell per lane.
struct PackRows {
  const float* row[pack_width];
  GS_INLINE Pack operator()(int column) const {
    Pack value;
    for (int lane = 0; lane < pack_width; ++lane) value.set(lane, row[lane][column]);
    return value;
  }
};

PackRows make_pack_rows(const Rows<const float>& rows, const std::int64_t* cells) {
  PackRows pack;
  for (int lane = 0; lane < pack_width; ++lane) pack.row[lane] = rows.row(std::size_t(cells[lane]));
  return pack;
}

ParameterWind<Pack> make_pack_wind(const ParameterInputs& inputs, const std::int64_t* cells) {
  ParameterWind<Pack> wind{Pack(0.0f), Pack(0.0f), Pack(0.0f)};
  if (inputs.friction_velocity.size == 0) return wind;
  for (int lane = 0; lane < pack_width; ++lane) {
    const std::size_t cell = std::size_t(cells[lane]);
    const float x = inputs.wind_x[cell], y = inputs.wind_y[cell];
    const float speed = std::sqrt(x * x + y * y);
    if (!(speed > 0.0f)) continue;
    wind.friction_velocity.set(lane, inputs.friction_velocity[cell]);
    wind.x.set(lane, x / speed);
    wind.y.set(lane, y / speed);
  }
  return wind;
}

Pack make_pack_depth(const ParameterInputs& inputs, const std::int64_t* cells) {
  Pack depth(0.0f);
  for (int lane = 0; lane < pack_width && inputs.depth.size > 0; ++lane)
    depth.set(lane, inputs.depth[std::size_t(cells[lane])]);
  return depth;
}

ColumnSums<float> lane_of(const ColumnSums<Pack>& sums, int lane) {
  ColumnSums<float> own{sums.transport_x[lane],
                        sums.transport_y[lane],
                        sums.head[lane],
                        sums.velocity[lane],
                        sums.excursion[lane],
                        {},
                        {}};
  for (int i = 0; i < n_stokes_depth; ++i) {
    own.drift_x[i] = sums.drift_x[i][lane];
    own.drift_y[i] = sums.drift_y[i][lane];
  }
  return own;
}

TensorSums<float> lane_of(const TensorSums<Pack>& sums, int lane) {
  return {sums.mean[lane], sums.apart[lane], sums.across[lane]};
}

// The parameters that are wanted, and which of the sums that are rarely needed they take.
struct WantedParameters {
  explicit WantedParameters(const ParameterArrays& out) {
    for (int p = 0; p < n_parameter; ++p) {
      if (out.views[std::size_t(p)].size == 0) continue;
      all.push_back(p);
      if (p < int(Parameter::mean_square_slope_upwave)) continue;
      if (p <= int(Parameter::mean_square_slope_crosswave))
        slopes = true;
      else if (p >= int(Parameter::radiation_stress_xx) && p <= int(Parameter::radiation_stress_yy))
        stress = true;
      else
        column = true;
    }
  }
  std::vector<int> all;
  bool slopes = false, stress = false, column = false;
};

ParameterSums<float> lane_of(const ParameterSums<Pack>& sums, int lane) {
  const auto part = [&](const Moments<Pack>& moments) {
    Moments<float> out;
    for (int n = 0; n < 4; ++n) out.m[n] = moments.m[n][lane];
    out.x = moments.x[lane];
    out.y = moments.y[lane];
    return out;
  };
  const auto peak = [&](const SpectrumPeak<Pack>& p) {
    return SpectrumPeak<float>{p.freq[lane], p.e_below[lane], p.e_peak[lane], p.e_above[lane]};
  };
  return {part(sums.sea),      part(sums.swell),           sums.stokes_x[lane],
          sums.stokes_y[lane], sums.over_wavenumber[lane], sums.energy_flux[lane],
          peak(sums.peak),     peak(sums.sea_peak),        peak(sums.swell_peak),
          sums.peak_x[lane],   sums.peak_y[lane]};
}

void check_inputs(Range cells, const SpectralGrid& grid, const ParameterInputs& inputs,
                  const ParameterArrays& out) {
  const std::size_t end = std::size_t(cells.end);
  const auto check = [&](std::string_view name, std::size_t size, std::size_t needed) {
    require(size >= needed, "parameters of ", end, " cells need ", name, " of size ", needed,
            ", but its size is ", size);
  };
  check("action (rows)", inputs.action.n_row, end);
  check("action (bins)", inputs.action.n_col, std::size_t(grid.n_bin()));
  check("wavenumber (rows)", inputs.wavenumber.n_row, end);
  check("wavenumber (frequencies)", inputs.wavenumber.n_col, std::size_t(grid.n_freq()));
  if (inputs.friction_velocity.size) {
    check("friction_velocity", inputs.friction_velocity.size, end);
    check("wind_x", inputs.wind_x.size, end);
    check("wind_y", inputs.wind_y.size, end);
  }
  if (inputs.frame_angle.size) check("frame_angle", inputs.frame_angle.size, end);
  const WantedParameters wanted(out);
  if (wanted.stress || wanted.column) check("depth", inputs.depth.size, end);
  for (const int p : wanted.all) check(parameter_info(Parameter(p)).name, out.views[p].size, end);
}

// All sums over the spectra of a pack of cells that are wanted; the others have no value.
struct PackSums {
  PackSums(const ParameterGrid<float>& grid, const ParameterInputs& inputs, const std::int64_t* cells,
           const WantedParameters& wanted, Pack* scratch) {
    const PackRows action = make_pack_rows(inputs.action, cells),
                   wavenumber = make_pack_rows(inputs.wavenumber, cells);
    const HostLane lane;
    usual = compute_parameter_sums(lane, grid, action, wavenumber, make_pack_wind(inputs, cells), scratch);
    const Pack depth = make_pack_depth(inputs, cells);
    if (wanted.column) column = compute_column_sums(lane, grid, wavenumber, depth, scratch);
    if (wanted.slopes || wanted.stress) update_second_harmonics(lane, grid, action, scratch);
    if (wanted.slopes) slopes = compute_slopes(lane, grid, wavenumber, scratch);
    if (wanted.stress) stress = compute_stress(lane, grid, wavenumber, depth, scratch);
  }
  ParameterSums<Pack> usual;
  TensorSums<Pack> slopes, stress;
  ColumnSums<Pack> column;
};

ParameterValues<float> values_of_lane(const PackSums& sums, int lane, const ParameterGrid<float>& grid,
                                      float frame_angle, const WantedParameters& wanted) {
  ParameterValues<float> values =
      compute_parameter_values(lane_of(sums.usual, lane), grid.frequency, grid.ratio, frame_angle);
  if (wanted.slopes) set_slopes(lane_of(sums.slopes, lane), values);
  if (wanted.stress) set_stress(lane_of(sums.stress, lane), frame_angle, values);
  if (wanted.column) set_column(lane_of(sums.column, lane), frame_angle, values);
  return values;
}

}  // namespace

ParameterFields::ParameterFields(std::size_t n_cell) {
  for (Array<float>& values : values_) values = Array<float>(n_cell);
}

ParameterArrays ParameterFields::arrays() {
  ParameterArrays out;
  for (int p = 0; p < n_parameter; ++p) out.views[p] = values_[p].view();
  return out;
}

void compute_parameters(Backend backend, Range cells, const SpectralGrid& grid, const ParameterInputs& inputs,
                        const ParameterArrays& out, const ParameterSettings& settings) {
  check_inputs(cells, grid, inputs, out);
  require(settings.stokes_depths.size() <= n_stokes_depth, "the Stokes drift is wanted at ",
          settings.stokes_depths.size(), " depths; at most ", n_stokes_depth, " are possible");
  const ParameterTables<float> tables(grid, settings);
  const ParameterGrid<float> view = tables.view();
  const WantedParameters wanted(out);
  const std::int64_t chunk_size = packs_per_chunk * pack_width;
  const Range chunks{0, (cells.end - cells.begin + chunk_size - 1) / chunk_size};
  for_cells(backend, chunks, [&](std::int64_t chunk) {
    std::vector<Pack> scratch(std::size_t(parameter_scratch_size(grid.n_freq())));
    const std::int64_t first = cells.begin + chunk * chunk_size,
                       end = std::min(first + chunk_size, cells.end);
    for (std::int64_t cell = first; cell < end; cell += pack_width) {
      std::int64_t members[pack_width];  // repeats the last cell if the pack is not full
      for (int lane = 0; lane < pack_width; ++lane) members[lane] = std::min(cell + lane, end - 1);
      const PackSums sums(view, inputs, members, wanted, scratch.data());
      for (int lane = 0; lane < pack_width && cell + lane < end; ++lane) {
        const std::size_t member = std::size_t(members[lane]);
        const float angle = inputs.frame_angle.size ? inputs.frame_angle[member] : 0.0f;
        const ParameterValues<float> values = values_of_lane(sums, lane, view, angle, wanted);
        for (const int p : wanted.all) out.views[p][member] = values.value[p];
      }
    }
  });
}

}  // namespace groundswell
