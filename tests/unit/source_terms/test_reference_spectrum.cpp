// SPDX-License-Identifier: Apache-2.0
// Wind input, whitecapping and nonlinear transfer bin by bin, and means and stress, against values that a
// slow independent program computed for a JONSWAP spectrum in deep water (alpha 0.01, gamma 3.3, fp 0.1 Hz,
// (2/pi) cos^2(theta - 0.3), U10 = 15 m/s towards 0.3 rad).
#include <gtest/gtest.h>

#include <algorithm>

#include "support/shared_data.hpp"
#include "unit/source_terms/source_fixture.hpp"

namespace groundswell {
namespace {

const char* const reference_file = "reference/source_terms_jonswap.csv";
constexpr double reference_gravity = 9.81;
enum Column { variance = 4, input_wam4, loss_wam4, input_wam3, loss_wam3, transfer };

SourceTermsSettings settings_of(PhysicsPackage package) {
  SourceTermsSettings settings;
  settings.package = package;
  return settings;
}

// The spectrum of the reference under its wind, ready for the terms.
template <class Input>
class Reference {
 public:
  explicit Reference(PhysicsPackage package)
      : columns(test::read_columns(test::shared_path(reference_file))),
        cell(SpectralGrid(), settings_of(package)),
        step(make_step()) {
    step.start(HostLane{});
    step.update_stress(HostLane{}, stress);
    step.update_means(HostLane{}, stress.friction_velocity);
  }
  // Largest difference between a term and its column, relative to the column's largest value.
  double difference(bool SourceTermFlags::*term, int column) {
    const auto alone = pick_terms({}, [&](const SourceTermInfo& info) { return info.on == term; });
    double worst = 0.0, largest = 0.0;
    step.for_sources(HostLane{}, stress, alone, [&](int freq, int dir, double value, double) {
      const double expected = columns[std::size_t(column)][std::size_t(freq * 36 + dir)];
      worst = std::max(worst, std::abs(value - expected));
      largest = std::max(largest, std::abs(expected));
    });
    return worst / largest;
  }
  std::vector<std::vector<double>> columns;
  test::OneCell<double> cell;
  CellStress<double> stress{};
  SourceStep<double, Input> step;

 private:
  SourceStep<double, Input> make_step() {
    cell.set_variance(columns.at(variance));
    cell.set_wind(15.0, 0.3);
    for (int freq = 0; freq < 35; ++freq) {
      const double sigma = cell.view().grid.sigma[freq];
      cell.scratch.wavenumber[freq] = sigma * sigma / reference_gravity;
    }
    return {cell.view(), cell.scratch, cell.forcing};
  }
};

}  // namespace

TEST(ReferenceSpectrum, HasTheMomentsAndMeansOfTheTable) {
  GS_NEEDS_SHARED(reference_file);
  Reference<JanssenInput<double>> r(PhysicsPackage::wam4);
  const auto& means = r.step.means();
  EXPECT_NEAR(means.m0 / 1.89313492, 1.0, 1e-7);
  EXPECT_NEAR(means.m1 / 2.26725652e-01, 1.0, 1e-7);
  EXPECT_NEAR(means.m_inverse / 1.71109716e+01, 1.0, 1e-7);
  EXPECT_NEAR(means.frequency / 1.10638657e-01, 1.0, 1e-7);
  EXPECT_NEAR(means.low_wavenumber / 4.92611470e-02, 1.0, 1e-7);
  EXPECT_NEAR(2.0 * pi * means.m0 / means.m_inverse / 6.95163184e-01, 1.0, 1e-7);
}

TEST(ReferenceSpectrum, HasTheStressOfBothPasses) {
  GS_NEEDS_SHARED(reference_file);
  Reference<JanssenInput<double>> r(PhysicsPackage::wam4);
  const double charnock = 0.01 * gravity / reference_gravity;  // gives alpha / g its value in the table
  const double first = friction_velocity(15.0, 0.0, charnock);
  EXPECT_NEAR(first / 5.84502077e-01, 1.0, 1e-7);
  EXPECT_NEAR(roughness_length(first, 0.0, charnock) / 3.48259611e-04, 1.0, 1e-7);
  const double second = friction_velocity(15.0, 3.41301035e-01, charnock);
  EXPECT_NEAR(second / 6.50152983e-01, 1.0, 1e-7);
  EXPECT_NEAR(roughness_length(second, 3.41301035e-01, charnock) / 9.81908820e-04, 1.0, 1e-6);
  EXPECT_NEAR(r.stress.wave_stress / 3.41301035e-01, 1.0, 1e-3);
  EXPECT_NEAR(r.stress.friction_velocity / 6.50152983e-01, 1.0, 5e-4);
  EXPECT_NEAR(r.step.compute_wave_stress(HostLane{}, r.stress) / 3.98430281e-01, 1.0, 1e-3);
}

TEST(ReferenceSpectrum, HasTheTermsOfWam4BinByBin) {
  GS_NEEDS_SHARED(reference_file);
  Reference<JanssenInput<double>> r(PhysicsPackage::wam4);
  EXPECT_LT(r.difference(&SourceTermFlags::wind_input, input_wam4), 2e-3);
  r.step.use_input(HostLane{}, 6.50152983e-01, 9.81908820e-04);  // u* and z0 of the second pass
  EXPECT_LT(r.difference(&SourceTermFlags::wind_input, input_wam4), 1e-7);
  EXPECT_LT(r.difference(&SourceTermFlags::whitecapping, loss_wam4), 1e-7);
  EXPECT_LT(r.difference(&SourceTermFlags::nonlinear_transfer, transfer), 1e-7);
}

TEST(ReferenceSpectrum, HasTheTermsOfWam3BinByBin) {
  GS_NEEDS_SHARED(reference_file);
  Reference<KomenInput<double>> r(PhysicsPackage::wam3);
  EXPECT_NEAR(r.stress.friction_velocity / 6.31961233e-01, 1.0, 1e-8);
  EXPECT_LT(r.difference(&SourceTermFlags::wind_input, input_wam3), 1e-7);
  EXPECT_LT(r.difference(&SourceTermFlags::whitecapping, loss_wam3), 1e-7);
}

}  // namespace groundswell
