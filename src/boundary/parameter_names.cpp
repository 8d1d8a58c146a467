// SPDX-License-Identifier: Apache-2.0
#include "boundary/parameter_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace groundswell {
namespace {

constexpr auto peak = PeriodKind::peak, energy = PeriodKind::energy, first = PeriodKind::first_moment,
               second = PeriodKind::second_moment;

struct SwellWords {
  std::string phs, swh, vhm0, pt0m1, mwp, ptp, vtm01, pt02, pdir, mwd, vmdr, pspr;
};

std::array<SwellWords, n_numbered_swell> make_swell_words() {
  std::array<SwellWords, n_numbered_swell> words;
  for (int i = 0; i < n_numbered_swell; ++i) {
    const std::string n = std::to_string(i + 1);
    words[std::size_t(i)] = {"phs" + n,  "swh" + n, "vhm0_sw" + n,  "pt0m1_" + n,
                             "mwp" + n,  "ptp" + n, "vtm01_sw" + n, "pt02_" + n,
                             "pdir" + n, "mwd" + n, "vmdr_sw" + n,  "pspr" + n};
  }
  return words;
}

}  // namespace

bool name_frequency(const ComponentNames& names) {
  return std::ranges::find(names.common, "fp") != names.common.end();
}

const PartNames& total_sea_names() {
  static const PartNames names{
      false,
      {{"hs", "swh", "vhm0", "htsgwsfc", "htsgw_surface"}, {"sea_surface_wave_significant_height"}},
      {{energy,
        {{"t0m1", "mwp", "vtm10"},
         {"sea_surface_wave_mean_period_from_variance_spectral_density_inverse_frequency_moment"}}},
       {peak,
        {{"tp", "pp1d", "vtpk", "perpwsfc", "perpw_surface"},
         {"sea_surface_wave_period_at_variance_spectral_density_maximum"}}},
       {peak, {{"fp"}, {"sea_surface_wave_frequency_at_variance_spectral_density_maximum"}}},
       {first,
        {{"t01", "mp1", "vtm01"},
         {"sea_surface_wave_mean_period_from_variance_spectral_density_first_frequency_moment"}}},
       {second,
        {{"t02", "mp2", "vtm02"},
         {"sea_surface_wave_mean_period_from_variance_spectral_density_second_frequency_moment"}}}},
      {{"dir", "mwd", "vmdr", "dirpwsfc", "dirpw_surface"},
       {"sea_surface_wave_from_direction", "sea_surface_wave_to_direction"}},
      {{"spr", "wdw", "dspr"}, {"sea_surface_wave_directional_spread"}}};
  return names;
}

const PartNames& wind_sea_names() {
  static const PartNames names{false,
                               {{"phs0", "shww", "vhm0_ww"}, {"sea_surface_wind_wave_significant_height"}},
                               {{energy, {{"pt0m1_0", "mpww"}, {}}},
                                {peak, {{"ptp0"}, {}}},
                                {first, {{"p1ww", "vtm01_ww"}, {}}},
                                {second, {{"pt02_0", "p2ww"}, {}}}},
                               {{"pdir0", "mdww", "vmdr_ww"}, {"sea_surface_wind_wave_from_direction"}},
                               {{"pspr0", "dwww"}, {}}};
  return names;
}

const PartNames& all_swell_names() {
  static const PartNames names{
      true,
      {{"shts"}, {"sea_surface_swell_wave_significant_height"}},
      {{energy, {{"mpts", "pt0m1_1"}, {}}}, {first, {{"p1ps"}, {}}}, {second, {{"p2ps"}, {}}}},
      {{"mdts"}, {"sea_surface_swell_wave_from_direction"}},
      {{"dwps"}, {}}};
  return names;
}

const PartNames& numbered_swell_names(int number) {
  static const std::array<SwellWords, n_numbered_swell> words = make_swell_words();
  static const std::vector<PartNames> names = [] {
    std::vector<PartNames> all;
    for (const SwellWords& w : words)
      all.push_back({true,
                     {{w.phs, w.swh, w.vhm0}, {}},
                     {{energy, {{w.pt0m1, w.mwp}, {}}},
                      {peak, {{w.ptp}, {}}},
                      {first, {{w.vtm01}, {}}},
                      {second, {{w.pt02}, {}}}},
                     {{w.pdir, w.mwd, w.vmdr}, {}},
                     {{w.pspr}, {}}});
    return all;
  }();
  return names.at(std::size_t(number - 1));
}

}  // namespace groundswell
