// SPDX-License-Identifier: Apache-2.0
// How a run follows a larger one in the same job: spectra are passed through the boundary file that the
// larger run writes, and messages over this link say up to which date the file can be read. Thus the larger
// run never waits, whatever the nested one does; no data accumulate in memory; and a nested run can be
// resumed from any of its own restarts.
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

// The larger run's end of the links to all runs nested in it (the publisher).
class NestSpeaker {
 public:
  struct Nest {
    std::string file;  // the product's path
    int root = 0;      // first rank of the nested run in the job
    int tag = 0;
  };
  // The job comprises all ranks of this run and of those nested in it. It must outlive this object.
  NestSpeaker(const Communicator& job, std::vector<Nest> nests) : job_(job), nests_(std::move(nests)) {}

  // Called for a product whose file has been opened or, if `until` is given, is complete up to that date: if
  // a nested run reads the file, commits it to disk and sends a message. Collective on the ranks that write.
  // Throws Error on all of them.
  void written(Product& product, const std::optional<DateTime>& until);
  // Announces that no further date will come. Called on the first of the ranks that write these files.
  void end(RunEnd end);

 private:
  void say(const Nest& nest, std::string note);

  const Communicator& job_;
  std::vector<Nest> nests_;
  PostedTexts posted_;
};

// The nested run's end of the link (the subscriber).
class NestListener {
 public:
  // `dates` are those that the boundary file will have. The job must outlive this object.
  NestListener(const Communicator& job, int tag, std::vector<DateTime> dates)
      : job_(job), tag_(tag), dates_(std::move(dates)) {}

  // `over`: the larger run has ended before the requested date. `given_up`: `give_up` returned true.
  enum class Answer { come, over, given_up };
  // Waits until the file can be read up to the first date that is not before `time`. Meanwhile all ranks call
  // `give_up`, which may be collective on them and must return the same on all. Collective on `ranks`, the
  // first of which is the root known to the speaker.
  Answer wait_for(const Communicator& ranks, const DateTime& time, const std::function<bool()>& give_up);
  // Receives messages until the larger run has ended. Called on the root.
  void drain();

 private:
  // State according to the messages received so far.
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
