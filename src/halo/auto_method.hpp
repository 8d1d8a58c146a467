// SPDX-License-Identifier: Apache-2.0
// The method "auto": tries other methods in the first exchanges and keeps the fastest, for each row length
// separately. Of candidates that are about equally fast, the first one is preferred.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.hpp"
#include "halo/halo_method.hpp"
#include "tuner/saved_choice.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

// Decisions that are kept in a folder, in one file per row length. They are valid for the same plan on all
// ranks, the same machine and the same candidates.
class HaloChoices {
 public:
  // If `folder` is empty, nothing is kept. Collective.
  HaloChoices(const HaloContext& context, std::string folder, std::string candidates);
  // The saved candidate, or -1; a note explains why a file is not used. Collective.
  int find(std::int64_t row_bytes);
  void save(std::int64_t row_bytes, int candidate);
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::string path(std::int64_t row_bytes) const;
  SavedChoice describe(std::int64_t row_bytes) const;
  int read(std::int64_t row_bytes);

  const Communicator& communicator_;
  HaloPartners& partners_;
  std::string folder_, candidates_;
  std::string machine_;  // empty if nothing is kept on any rank
  std::uint64_t key_ = 0;
  std::vector<std::string> notes_;
};

class AutoMethod final : public HaloMethod {
 public:
  AutoMethod(const HaloContext& context, const std::string& choice_folder);
  ~AutoMethod() override;
  void start(const HaloRows& rows) override;
  bool is_ready() override { return now_->is_ready(); }
  void finish() override;
  void withdraw() override {
    for (const Candidate& candidate : candidates_) candidate.method->withdraw();
  }
  std::string carrier(std::string_view own_name, std::int64_t row_bytes) const override;
  std::vector<std::string> notes() const override;

 private:
  struct Candidate {
    std::string name;
    std::unique_ptr<HaloMethod> method;
  };
  // The search for the best method for one row length.
  struct Search {
    std::unique_ptr<Tuner> tuner;
    bool is_saved = false;  // chosen by an earlier run
  };
  static std::vector<Candidate> make_candidates(const HaloContext& context);
  const Candidate& candidate_of(const Search& search) const {
    return candidates_[std::size_t(search.tuner->candidate())];
  }
  Search& find_search(std::int64_t row_bytes);

  Communicator votes_;  // used only by the tuners
  std::vector<Candidate> candidates_;
  HaloChoices choices_;
  std::map<std::int64_t, Search> searches_;  // by row_bytes
  HaloMethod* now_ = nullptr;
  Tuner* timed_ = nullptr;
  std::int64_t row_bytes_ = 0;
  double seconds_ = 0.0;  // [s] duration of start()
};

}  // namespace groundswell
