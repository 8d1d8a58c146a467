// SPDX-License-Identifier: Apache-2.0
#include "halo/auto_method.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <numeric>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/names.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/machine.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

constexpr std::string_view candidate_names[] = {
    "persistent", "point_to_point", "graph", "graph_persistent", "datatypes", "shared_window", "node_aware"};

std::uint64_t hash_of(const HaloContext& context) {
  const HaloPlan& plan = context.plan;
  Hash mine, all;
  mine.add(std::uint64_t(plan.n_owned));
  for (const std::vector<int>* list :
       {&plan.neighbours, &plan.send_cells, &plan.send_begin, &plan.receive_begin, &plan.own_cells})
    for (const int value : *list) mine.add(std::uint64_t(value));
  if (plan.positions)
    for (const int row : plan.positions->halo) mine.add(std::uint64_t(row));
  for (const std::uint64_t each : context.communicator.all_gather(mine.value())) all.add(each);
  return all.value();
}

}  // namespace

HaloChoices::HaloChoices(const HaloContext& context, std::string folder, std::string candidates)
    : communicator_(context.communicator),
      partners_(context.partners),
      folder_(std::move(folder)),
      candidates_(std::move(candidates)) {
  if (!communicator_.any(!folder_.empty())) return;
  machine_ = describe_machine(communicator_);
  key_ = hash_of(context);
}

std::string HaloChoices::path(std::int64_t row_bytes) const {
  return (std::filesystem::path(folder_) / text("halo_", row_bytes, "_bytes.txt")).string();
}

SavedChoice HaloChoices::describe(std::int64_t row_bytes) const {
  return {.what = text("halo exchange of ", row_bytes, " bytes per cell by one of ", candidates_),
          .machine = machine_,
          .key = key_};
}

int HaloChoices::read(std::int64_t row_bytes) {
  const std::optional<SavedChoice> saved = read_saved_choice(path(row_bytes));
  if (!saved) return -1;
  const SavedChoice mine = describe(row_bytes);
  if (saved->fits(mine)) return saved->choice;
  std::string reason = "another mesh or other parts of it";
  if (saved->machine != mine.machine)
    reason = text("another machine, '", saved->machine, "' instead of '", mine.machine, "'");
  else if (saved->what != mine.what)
    reason = text("something else, '", saved->what, "' instead of '", mine.what, "'");
  notes_.push_back(text("the choice of a halo method in '", path(row_bytes),
                        "' is not used, because it was made for ", reason, "; it will be made again"));
  return -1;
}

int HaloChoices::find(std::int64_t row_bytes) {
  if (machine_.empty()) return -1;
  int choice = -1;
  if (communicator_.rank() == 0 && !folder_.empty()) {
    try {
      choice = read(row_bytes);
    } catch (const std::exception& error) {  // not thrown, as the other ranks wait for the choice
      notes_.push_back(error.what());
    }
  }
  LentToMpi<double> told(choice);
  told.add(communicator_.start_max_in_place(std::span(&*told, 1)));
  partners_.wait_until([&] { return told.test(); });
  return int(*told);
}

void HaloChoices::save(std::int64_t row_bytes, int candidate) {
  if (folder_.empty() || communicator_.rank() != 0) return;
  try {
    SavedChoice saved = describe(row_bytes);
    saved.choice = candidate;
    std::filesystem::create_directories(folder_);
    write_saved_choice(path(row_bytes), saved);
  } catch (const std::exception& error) {  // the run goes on without a file
    notes_.push_back(error.what());
  }
}

// Candidates that this machine does not support are left out; all ranks determine that together.
std::vector<AutoMethod::Candidate> AutoMethod::make_candidates(const HaloContext& context) {
  const bool one_node = find_placement(context.communicator).hosts.size() == 1;
  std::vector<Candidate> candidates;
  for (const std::string_view name : candidate_names) {
    if (one_node && name == "node_aware") continue;  // it would do the same as shared_window
    try {
      candidates.push_back({std::string(name), make_halo_method(name, context)});
    } catch (const Error&) {
    }
  }
  ensure(!candidates.empty(), "no halo method to choose from");
  return candidates;
}

AutoMethod::AutoMethod(const HaloContext& context, const std::string& choice_folder)
    : HaloMethod(context),
      votes_(context.communicator.duplicate()),
      candidates_(make_candidates(context_)),
      choices_(context_, choice_folder, listed_names(candidates_)) {}

// A vote may still be pending, and its communicator must not be freed before the vote ends, which takes only
// a moment unless other ranks have failed.
AutoMethod::~AutoMethod() {
  constexpr double moment = 0.2;  // [s]
  const Stopwatch stopwatch;
  const auto is_ready = [](const auto& entry) { return entry.second.tuner->is_ready(); };
  while (!std::ranges::all_of(searches_, is_ready)) {
    if (stopwatch.seconds() > moment || std::uncaught_exceptions() > 0) {
      votes_.abandon();
      break;
    }
    std::this_thread::yield();
  }
}

AutoMethod::Search& AutoMethod::find_search(std::int64_t row_bytes) {
  if (const auto found = searches_.find(row_bytes); found != searches_.end()) return found->second;
  const int saved = choices_.find(row_bytes);
  if (saved >= 0 && saved < int(candidates_.size()))
    return searches_[row_bytes] = {std::make_unique<Tuner>(votes_, saved), true};
  std::vector<int> all(candidates_.size());
  std::iota(all.begin(), all.end(), 0);
  auto tuner = std::make_unique<Tuner>(
      votes_, std::move(all), [](const std::map<int, double>&) { return std::vector<int>(); },
      TunerSettings{.lowest_in_doubt = false});
  return searches_[row_bytes] = {std::move(tuner), false};
}

void AutoMethod::start(const HaloRows& rows) {
  row_bytes_ = rows.row_bytes();
  const Search& search = find_search(row_bytes_);
  Tuner& tuner = *search.tuner;
  timed_ = nullptr;
  if (!tuner.decided()) {
    // All ranks must use the same candidate.
    context_.partners.wait_until([&] { return tuner.is_ready(); });
    if (tuner.decided())
      choices_.save(row_bytes_, tuner.candidate());
    else
      timed_ = &tuner;
  }
  now_ = candidate_of(search).method.get();
  const Stopwatch starting;
  now_->start(rows);
  seconds_ = starting.seconds();
}

void AutoMethod::finish() {
  const Stopwatch finishing;
  now_->finish();
  if (timed_) timed_->record(seconds_ + finishing.seconds());
}

std::vector<std::string> AutoMethod::notes() const {
  std::vector<std::string> notes = choices_.notes();
  for (const auto& [row_bytes, search] : searches_)
    if (search.tuner->decided())
      notes.push_back(
          text("of the halo methods, ", candidate_of(search).name, " ",
               search.is_saved ? "was the fastest in an earlier run" : "was found to be the fastest", " for ",
               row_bytes, " bytes per cell"));
  return notes;
}

std::string AutoMethod::carrier(std::string_view, std::int64_t row_bytes) const {
  const auto search = searches_.find(row_bytes);
  return search == searches_.end() || !search->second.tuner->decided() ? ""
                                                                       : candidate_of(search->second).name;
}

}  // namespace groundswell
