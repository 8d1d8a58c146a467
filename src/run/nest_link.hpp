// SPDX-License-Identifier: Apache-2.0
// How a run follows a larger one in the same job: spectra go through the boundary file that the larger run
// writes, and these notes say up to which date it can be read. So the larger run never waits, whatever the
// nested one does; nothing piles up in memory; and a nested run goes on from any date of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"
#include "output/product.hpp"
#include "run/run_end.hpp"

namespace groundswell {

// The larger run's end of the links to all runs nested in it.
class NestSpeaker {
 public:
  struct Nest {
    std::string file;  // the product's path
    int root = 0;      // first rank of the nested run in the job
    int tag = 0;
  };
  // The job is all ranks of this run and of those nested in it. It must live as long.
  NestSpeaker(const Communicator& job, std::vector<Nest> nests) : job_(job), nests_(std::move(nests)) {}

  // Of a product whose file is open and has all dates up to one: of a file that a nested run reads, brings
  // them to disk and says so. Collective on the ranks that write. Throws Error on all of them.
  void written(Product& product, const std::optional<DateTime>& until);
  // No further date will come. On the first of the ranks that write these files.
  void end(RunEnd end);

 private:
  void say(const Nest& nest, std::string note);

  const Communicator& job_;
  std::vector<Nest> nests_;
  PostedTexts posted_;
};

// The nested run's end.
class NestListener {
 public:
  // `dates` are those that the boundary file will have. The job must live as long.
  NestListener(const Communicator& job, int tag, std::vector<DateTime> dates)
      : job_(job), tag_(tag), dates_(std::move(dates)) {}

  // `over`: the larger run has ended before. `given_up`: `give_up` said so.
  enum class Answer { come, over, given_up };
  // Waits until the file can be read up to the first date that is not before `time`. All ranks call `give_up`
  // meanwhile, which may be collective on them, and whose answer they must share. Collective on `ranks`, the
  // first of which is the root that the speaker was told of.
  Answer wait_for(const Communicator& ranks, const DateTime& time, const std::function<bool()>& give_up);
  // Takes what comes until the larger run has ended. On the root.
  void drain();

 private:
  // What the notes have said.
  struct Heard {
    bool is_open = false, is_whole = false, has_ended = false;
    std::int64_t until = std::numeric_limits<std::int64_t>::min();  // [s] as DateTime::seconds()
  };
  void listen();
  bool has_come(const DateTime& time) const;

  const Communicator& job_;
  int tag_;
  std::vector<DateTime> dates_;
  Heard heard_;
};

}  // namespace groundswell
