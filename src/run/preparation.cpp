// SPDX-License-Identifier: Apache-2.0
#include "run/preparation.hpp"

#include "base/error.hpp"

namespace groundswell {

std::optional<Preparation> wait_to_begin(const std::filesystem::path& folder, const Communicator& world,
                                         const ForecastInfo& info, const DateTime& date, EndWatch& watch) {
  if (info.larger == nullptr) return {};
  watch.catch_ends();
  const auto answer =
      info.larger->wait_for(world, date, [&] { return watch.look_for_signal(world) != Told::nothing; });
  if (answer == NestListener::Answer::come) return {};
  const std::string why = answer == NestListener::Answer::over
                              ? "the run that it is nested in ended before"
                              : text("it was told to end (", watch.why(), ")");
  return Preparation{nullptr,
                     text("the run in '", folder.string(), "' did not begin at ", date.iso(), ", as ", why,
                          "; `groundswell run --continue` goes on"),
                     RunEnd::to_go_on};
}

}  // namespace groundswell
