// SPDX-License-Identifier: Apache-2.0
#include "run/run_inputs.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "model/initial_state.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {
namespace {

// Joins two records of an input: up to `date`, the values read by the earlier run count; after it, those that
// the files contain now, and the earlier ones only at dates that the files lack.
InputRecord joined(const InputRecord& earlier, InputRecord since, std::int64_t date) {
  for (const auto& [seconds, fingerprint] : earlier.fingerprints)
    if (seconds <= date)
      since.fingerprints[seconds] = fingerprint;
    else
      since.fingerprints.try_emplace(seconds, fingerprint);
  return since;
}

}  // namespace

RunInputs::RunInputs(const Model& model, const InitialSettings& initial, const ProductList& products)
    : model_(model), begin_(model.state().now), initial_(find_initial(initial)) {
  for (const auto& product : products)
    if (auto input = product->input()) tracks_.push_back(std::move(*input));
}

std::optional<InputRecord> RunInputs::find_initial(const InitialSettings& settings) const {
  const Communicator& ranks = model_.domain().communicator;
  std::optional<InputRecord> input = find_initial_parameters(
      settings, model_.grid(), model_.local(), model_.frame_angle(), model_.period().begin, ranks);
  if (settings.kind == InitialKind::restart) {
    std::uint64_t fingerprint = 0;
    run_on_root(ranks, 0, [&] { fingerprint = compute_restart_fingerprint(settings.restart); });
    ranks.broadcast(fingerprint, 0);
    input = InputRecord{"",
                        groundswell::text("the sea of '", settings.restart.string(), "'"),
                        false,
                        {{model_.period().begin.seconds(), fingerprint}}};
  }
  if (input) input->role = "initial";
  return input;
}

std::vector<InputRecord> RunInputs::find(const DateTime& from) const {
  std::vector<InputRecord> inputs = model_.find_inputs(from);
  for (const InputRecord& track : tracks_) {
    InputRecord& until_now = inputs.emplace_back(track);
    std::erase_if(until_now.fingerprints,
                  [&](const auto& at) { return at.first > model_.state().now.seconds(); });
  }
  if (initial_) inputs.push_back(*initial_);
  return inputs;
}

std::string RunInputs::text() const {
  std::vector<InputRecord> inputs = find(begin_);
  for (InputRecord& input : inputs)
    if (const InputRecord* earlier = find_role(earlier_, input.role))
      input = joined(*earlier, std::move(input), begin_.seconds());
  if (const InputRecord* initial = find_role(earlier_, "initial")) inputs.push_back(*initial);
  return input_text(inputs, begin_.calendar());
}

ChangedInputs RunInputs::go_on_from(const std::string& restart, const InitialSettings& initial) {
  earlier_ = inputs_from_text(restart, begin_.calendar());
  if (earlier_.empty()) return {};
  std::vector<InputRecord> inputs;
  try {
    inputs = find(model_.period().begin);
  } catch (const Error& error) {
    return {"",
            {groundswell::text("what the run has read up to ", begin_.iso(),
                               " cannot be compared with the files: ", error.what())}};
  }
  try {
    if (auto input = find_initial(initial)) inputs.push_back(std::move(*input));
  } catch (const Error&) {
    // The files of the initial sea are no longer needed.
  }
  ChangedInputs changed;
  for (const InputRecord& input : inputs) {
    const InputRecord* earlier = find_role(earlier_, input.role);
    const auto date = earlier ? find_other_date(*earlier, input) : std::nullopt;
    if (!date) continue;
    if (input.is_steady)
      return {input.name + " has other values than those with which the run was begun", {}};
    changed.dated.push_back(groundswell::text(
        input.name, " has other values at ", (DateTime({}, begin_.calendar()) + *date).iso(),
        " than those that the run has used up to ", begin_.iso(),
        ": what is computed and written up to there stays as it is, and the files are used from then on; "
        "start the run from the beginning if it should have the new values throughout"));
  }
  return changed;
}

}  // namespace groundswell
