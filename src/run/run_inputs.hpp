// SPDX-License-Identifier: Apache-2.0
// The inputs read by a run, as recorded in its restarts, and whether the files of a resumed run still have
// the same content. Names and locations of files do not matter. See docs/design/restart.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/input_record.hpp"
#include "model/model.hpp"
#include "output/product_list.hpp"

namespace groundswell {

// Sentences about inputs whose files differ from what a run has read.
struct ChangedInputs {
  std::string steady;              // about the first input without dates; or ""
  std::vector<std::string> dated;  // about each input that differs at a date that was used
};

class RunInputs {
 public:
  // The model must outlive this object, and be at the date from which it reads files. `initial` describes how
  // its sea was made. Throws Error on all ranks. Collective.
  RunInputs(const Model& model, const InitialSettings& initial, const ProductList& products);

  // All inputs read up to the model's date, for a restart; independent of the restarts from which the run
  // went on. Throws Error on all ranks. Collective.
  std::string text() const;
  // The inputs that the restart from which the run goes on records, as text; "" if there is none.
  std::string text_of_restart() const { return input_text(earlier_, begin_.calendar()); }

  // Compares the inputs of a model that goes on from a restart with those that the restart records in the
  // text `restart`; inputs that it does not record are not compared. The run began from `initial`. Throws
  // Error on all ranks. Collective.
  ChangedInputs go_on_from(const std::string& restart, const InitialSettings& initial);

 private:
  std::vector<InputRecord> find(const DateTime& from) const;
  // The files from which the initial sea was made; nothing if none were used.
  std::optional<InputRecord> find_initial(const InitialSettings& settings) const;

  const Model& model_;
  DateTime begin_;
  std::vector<InputRecord> earlier_;  // from the restart
  std::vector<InputRecord> tracks_;   // at all dates of the run
  std::optional<InputRecord> initial_;
};

}  // namespace groundswell
