// SPDX-License-Identifier: Apache-2.0
#include "boundary/spectra_series.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "boundary/wave_directions.hpp"
#include "forcing/quantity_names.hpp"

namespace groundswell {
namespace {

const ComponentNames spectrum_names{{"efth", "d2fd", "density"},
                                    {"sea_surface_wave_directional_variance_spectral_density"}};

std::string choose_spectrum(const NetcdfReader& reader, const std::string& given) {
  const std::string variable = find_variable(reader, spectrum_names, given);
  require(!variable.empty(), "'", reader.path(), "' has no spectra: it has no variable ",
          given.empty() ? "efth, d2fd or density" : "'" + given + "'", "; it has ",
          listed_names(reader.variables()));
  return variable;
}

// Whether the values are 1, 2, 3 ... without a unit, which ERA5 has in place of frequencies and directions.
bool are_numbers(const NetcdfReader& reader, const std::string& name, const std::vector<double>& values) {
  if (reader.units(name).value_or("1") != "1") return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != double(i + 1)) return false;
  return true;
}

std::vector<double> read_axis(const NetcdfReader& reader, const std::string& name) {
  std::vector<double> values = reader.read<double>(name);
  require(values.size() >= 2, "'", name, "' of '", reader.path(), "' has ", values.size(),
          " values; spectra need at least 2");
  for (const double value : values)
    require(std::isfinite(value), "'", name, "' of '", reader.path(),
            "' has a missing value; correct the file");
  return values;
}

// Whether a frequency axis is in radians per second or in a multiple of that unit.
bool is_angular(const NetcdfReader& reader, const std::string& name) {
  try {
    const Unit unit = parse_unit(reader.units(name).value_or(""));
    return unit.measures_the_same_as(parse_unit("rad s-1"));
  } catch (const Error&) {
    return false;
  }
}

// Hz per unit of a frequency axis; an axis without units is in Hz.
double frequency_factor(const NetcdfReader& reader, const std::string& name) {
  const std::string unit = reader.units(name).value_or("");
  if (unit.empty()) return 1.0;
  if (is_angular(reader, name)) return conversion_factor(unit, "rad s-1") / (2.0 * pi);
  try {
    return conversion_factor(unit, "Hz");
  } catch (const Error&) {
    throw Error(text("the frequencies '", name, "' of '", reader.path(), "' have units '", unit,
                     "'; give them in Hz, s-1, kHz, mHz or rad s-1"));
  }
}

// [Hz]
std::vector<double> read_frequencies(const NetcdfReader& reader, const std::string& name) {
  std::vector<double> values = read_axis(reader, name);
  if (are_numbers(reader, name, values)) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.03453 * std::pow(1.1, double(i));
    return values;
  }
  const double factor = frequency_factor(reader, name);
  for (double& value : values) value *= factor;
  const auto [least, most] = std::ranges::minmax(values);
  require(least >= 0.0 && least < 1.0 && most > 0.05 && most < 50.0, "the frequencies '", name, "' of '",
          reader.path(), "' reach from ", least, " to ", most,
          " Hz, beyond those of sea waves; correct their values or units");
  return values;
}

// Whether waves come from the directions of an axis; otherwise they propagate towards them.
bool is_from(const NetcdfReader& reader, const std::string& name, bool is_era5) {
  if (is_era5) return false;
  if (const auto towards = says_towards(reader, name)) return !*towards;
  require(name == "dir", "the directions '", name, "' of '", reader.path(),
          "' do not say whether waves come from there or go there; give them the standard_name "
          "sea_surface_wave_from_direction or sea_surface_wave_to_direction");
  return true;  // the convention of wavespectra
}

// Rejects units with which an axis would cover a few degrees only, or more than a circle. `unit` [degree] is
// the size of one unit.
void check_circle(const NetcdfReader& reader, const std::string& name, double range, double unit,
                  const std::string& reach) {
  constexpr double rounding = 0.01;
  const auto refuse = [&](const auto&... what) {
    throw Error(text("the directions '", name, "' of '", reader.path(), "' ", what...,
                     "; give them the units degree or radian"));
  };
  if (range <= 2.0 * pi && !reader.units(name)) refuse("have no units and ", reach);
  if (range <= 2.0 * pi && unit == 1.0)
    refuse("have the units ", *reader.units(name), " and ", reach, ", as if they were radians");
  if (range > 2.0 * pi + rounding && unit != 1.0)
    refuse("have the units ", *reader.units(name), " and ", reach, ", more than a circle");
}

// Returns directions of propagation [rad, counter-clockwise from east] within [0, 2 pi).
std::vector<double> read_directions(const NetcdfReader& reader, const std::string& name) {
  std::vector<double> values = read_axis(reader, name);
  const bool is_era5 = are_numbers(reader, name, values);
  const double width = 360.0 / double(values.size());
  const bool from = is_from(reader, name, is_era5);
  const double unit = angle_factor(reader, name) / degree;
  const auto [least, most] = std::ranges::minmax(values);
  if (!is_era5) check_circle(reader, name, most - least, unit, text("reach from ", least, " to ", most));
  const bool cartesian =
      reader.text_attribute("", "Directional_convention").value_or("").rfind("cart", 0) == 0;
  for (double& value : values) {
    value = is_era5 ? (value - 0.5) * width : value * unit;
    double towards = cartesian ? value : (from ? 270.0 : 90.0) - value;
    towards -= 360.0 * std::floor(towards / 360.0);
    value = towards * degree;
  }
  return values;
}

std::vector<std::size_t> sorted_order(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

std::vector<double> in_order(const std::vector<double>& values, const std::vector<std::size_t>& order) {
  std::vector<double> out;
  for (const std::size_t i : order) out.push_back(values[i]);
  return out;
}

// Rejects an axis with a repeated value, whose waves would count twice. On a circle, whose length is `circle`
// (0 for frequencies), the first and the last value are compared too. `values` are those of the file in
// ascending order.
void require_each_once(const NetcdfReader& reader, const std::string& name, const std::vector<double>& values,
                       const std::vector<std::size_t>& order, double circle) {
  const std::size_t n = values.size();
  for (std::size_t i = 0; i < (circle > 0.0 ? n : n - 1); ++i) {
    const double step = i + 1 < n ? values[i + 1] - values[i] : values[0] + circle - values[i];
    const auto [first, second] = std::minmax(order[i], order[(i + 1) % n]);
    require(std::abs(step) > 1e-6, "'", name, "' of '", reader.path(), "' has the same ",
            circle > 0.0 ? "direction" : "frequency", " twice, as values ", first + 1, " and ", second + 1,
            "; leave one of them out");
  }
}

// Conversion factor to m2 Hz-1 rad-1, from "m^{2}.s.degree^{-1}" and the like. For frequencies in radians per
// second the density is per radian per second, unless its unit names Hz.
double density_factor(const NetcdfReader& reader, const std::string& variable, bool angular) {
  std::string unit = reader.units(variable).value_or("");
  std::erase_if(unit, [](char c) { return c == '{' || c == '}'; });
  require(!unit.empty(), "the spectra '", variable, "' of '", reader.path(),
          "' have no units; give them units such as m2 s rad-1");
  try {
    if (!angular || unit.find("Hz") != std::string::npos) return conversion_factor(unit, "m2 s rad-1");
    const bool twice = parse_unit(unit).measures_the_same_as(parse_unit("m2 s rad-2"));
    return 2.0 * pi * conversion_factor(unit, twice ? "m2 s rad-2" : "m2 s rad-1");
  } catch (const Error& error) {
    throw Error(text("the spectra '", variable, "' of '", reader.path(), "' have units '", unit,
                     "', which are not those of a directional density (m2 s rad-1): ", error.what()));
  }
}

bool same_axis(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return a.size() == b.size() &&
         std::ranges::equal(a, b, [=](double p, double q) { return std::abs(p - q) < tolerance; });
}

}  // namespace

bool has_spectra(const NetcdfReader& reader) {
  return !find_variable(reader, spectrum_names, "").empty();
}

bool hold_spectra(const WaveFileSettings& settings) {
  if (!settings.expected_dates.empty()) return true;
  require(!settings.files.empty(), "waves should come from files, but none is named (boundary.files)");
  const NetcdfReader reader(settings.files[0]);
  const std::string variable = find_variable(reader, spectrum_names, settings.variable);
  if (variable.empty()) return false;
  const PointLayout layout = find_point_layout(reader, variable);
  return layout.frequency >= 0 && layout.direction >= 0;
}

SpectraSeries::SpectraSeries(const std::vector<std::filesystem::path>& files, const std::string& variable,
                             Calendar calendar, const std::vector<DateTime>& expected)
    : points_(
          files, [&](const NetcdfReader& reader) { return choose_spectrum(reader, variable); }, calendar,
          expected) {
  for (std::size_t file = 0; file < points_.n_file(); ++file) {
    SourceAxes axes;
    forms_.push_back(read_form(file, axes));
    if (file == 0) axes_ = axes;
    require(
        same_axis(axes.frequency, axes_.frequency, 1e-6) && same_axis(axes.direction, axes_.direction, 1e-4),
        "the spectra of '", points_.reader(file).path(),
        "' have other frequencies or directions than those of '", points_.reader(0).path(),
        "'; all files of a boundary must have the same");
  }
}

SpectraSeries::Form SpectraSeries::read_form(std::size_t file, SourceAxes& axes) const {
  const NetcdfReader& reader = points_.reader(file);
  const PointLayout& layout = points_.layout(file);
  require(layout.frequency >= 0 && layout.direction >= 0, "variable '", layout.variable, "' of '",
          reader.path(), "' is not a directional spectrum: it needs dimensions of frequency and direction");
  const std::string& frequency = layout.dimensions[std::size_t(layout.frequency)];
  const std::string& direction = layout.dimensions[std::size_t(layout.direction)];
  const std::vector<double> frequencies = read_frequencies(reader, frequency),
                            directions = read_directions(reader, direction);
  Form form;
  form.frequency_order = sorted_order(frequencies);
  form.direction_order = sorted_order(directions);
  axes = {in_order(frequencies, form.frequency_order), in_order(directions, form.direction_order)};
  require_each_once(reader, frequency, axes.frequency, form.frequency_order, 0.0);
  require_each_once(reader, direction, axes.direction, form.direction_order, 2.0 * pi);
  form.is_log10 = layout.variable == "d2fd";
  form.factor = density_factor(reader, layout.variable, is_angular(reader, frequency));
  return form;
}

std::vector<float> SpectraSeries::read(std::size_t place, std::size_t date) const {
  const auto slot = points_.find(place, date);
  if (!slot) return {};
  const PointLayout& layout = points_.layout(slot->file);
  const Form& form = forms_[slot->file];
  const std::vector<float> stored = read_at(points_.reader(slot->file), layout, slot->record, slot->place);
  const std::size_t n_freq = axes_.frequency.size(), n_dir = axes_.direction.size();
  const bool direction_first = layout.direction < layout.frequency;
  std::vector<float> out(n_freq * n_dir, 0.0f);
  bool any = false;
  for (std::size_t i = 0; i < n_freq; ++i)
    for (std::size_t j = 0; j < n_dir; ++j) {
      const std::size_t f = form.frequency_order[i], d = form.direction_order[j];
      const double value = stored[direction_first ? d * n_freq + f : f * n_dir + d];
      if (std::isnan(value)) continue;
      if (!std::isfinite(value) || (!form.is_log10 && value < -1.0))
        throw Error(text("variable '", layout.variable, "' of '", points_.reader(slot->file).path(),
                         "' holds ", value, " at ", points_.dates()[date].iso(), " at ",
                         points_.describe_place(place),
                         ", which is not a spectral density; if it stands for missing values, name it in "
                         "_FillValue"));
      any = true;
      out[i * n_dir + j] =
          float(form.factor * (form.is_log10 ? std::pow(10.0, value) : std::max(value, 0.0)));
    }
  return any ? out : std::vector<float>();
}

}  // namespace groundswell
