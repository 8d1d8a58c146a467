// SPDX-License-Identifier: Apache-2.0
// How far one component gets while another one is held back: a count of steps, whatever the speed of both.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "comm/nap.hpp"
#include "comm/posted_texts.hpp"
#include "coupled_pair.hpp"

namespace groundswell {
namespace {

using test::is_air, test::PairOfTest, test::SideOfPair, test::world;

constexpr int n_step = 10, looks_in_vain = 12, release_tag = 77;

// The processes of the component that goes first release those of the other one, step by step.
class Release {
 public:
  void tell(int step) {
    for (int rank = 0; rank < world().size(); ++rank)
      if (is_of_other(rank)) posted_.send(std::to_string(step), world(), rank, release_tag);
  }
  // Waits until all processes of the other component have told this step.
  void wait_for(int step, Coupler& coupler) {
    int n_other = 0;
    for (int rank = 0; rank < world().size(); ++rank) n_other += is_of_other(rank);
    nap_until([&] {
      coupler.progress();
      while (const auto words = world().receive_text_if_any(release_tag)) ++told_[*words];
      return told_[std::to_string(step)] == n_other;
    });
  }

 private:
  bool is_of_other(int rank) const {
    const bool is_rank_of_air = rank < world().size() / 2;
    return is_rank_of_air != is_air();
  }
  PostedTexts posted_;
  std::map<std::string, int> told_;
};

// Each step of the held component begins only when the other one has made `lead` steps more, from the same
// date on, and has looked in vain for what its next one needs.
void run_with_lead(const PairOfTest& pair, bool air_goes_first, int lead) {
  const Communicator ranks = world().split(is_air() ? 1 : 2, world().rank());
  SideOfPair side(pair, ranks);
  const bool is_first = is_air() == air_goes_first;
  Release release;
  side.coupler.connect(side.grid);
  side.put_all();
  side.coupler.send();
  for (int step = 0; step < n_step; ++step) {
    if (!is_first) release.wait_for(step, side.coupler);
    int n_look = 0;
    side.coupler.receive([&] {
      if (++n_look == looks_in_vain && is_first && step >= lead) release.tell(step - lead);
    });
    if (is_first && step >= lead) {
      EXPECT_GE(n_look, looks_in_vain) << "step " << step << " is made too early";
      if (n_look < looks_in_vain) release.tell(step - lead);
    }
    if (side.coupler.takes(side.takes())) side.get(side.coupler.now());
    side.coupler.advance();
    side.put_all();
    side.coupler.send();
  }
  if (is_first)
    for (int step = n_step - lead; step < n_step; ++step) release.tell(step);
  side.coupler.finish();
  world().barrier();
}

void expect_lead(CoupledUse use, std::int64_t lag, int lead) {
  PairOfTest pair;
  for (CoupledFieldSettings& field : pair.settings.fields) {
    field.use = use;
    field.lag = lag;
  }
  for (const bool air_goes_first : {true, false}) {
    SCOPED_TRACE(text("use ", int(use), ", lag ", lag, air_goes_first ? ", air" : ", sea", " goes first"));
    run_with_lead(pair, air_goes_first, lead);
  }
}

// With values between two dates, a step from a date needs what the other component has one period later.
TEST(CouplerOrder, a_lag_of_a_period_lets_either_component_make_its_step_before_the_other_begins_its_own) {
  expect_lead(CoupledUse::next, 10, 1);
  expect_lead(CoupledUse::linear, 10, 1);
}

TEST(CouplerOrder, each_period_of_lag_is_a_step_more_ahead) {
  expect_lead(CoupledUse::previous, 0, 1);
  expect_lead(CoupledUse::previous, 10, 2);
  expect_lead(CoupledUse::next, 20, 2);
}

TEST(CouplerOrder, without_lag_a_target_waits_for_the_step_of_its_source) {
  PairOfTest pair;
  pair.settings.fields.pop_back();  // the other way would make both wait for ever
  pair.settings.fields[0].lag = 0;
  for (const CoupledUse use : {CoupledUse::next, CoupledUse::linear}) {
    pair.settings.fields[0].use = use;
    run_with_lead(pair, false, 0);
  }
}

}  // namespace
}  // namespace groundswell
