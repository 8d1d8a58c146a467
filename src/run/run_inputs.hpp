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
  std::string steady;              // about the first input without dates that differs, or ""
  std::vector<std::string> dated;  // about each input that differs at a date that was used
};

class RunInputs {
 public:
  // The model must outlive this object, and be at the date from which it reads files. `initial` describes how
  // its sea was made. Throws Error on all ranks. Collective.
  RunInputs(const Model& model, const InitialSettings& initial, const ProductList& products);

  // All inputs read up to the model's date, for a restart; the result does not depend on the restarts from
  // which the run was resumed. Throws Error on all ranks. Collective.
  std::string text() const;
  // The inputs recorded in the restart from which the run was resumed, as text; "" if there are none.
  std::string text_of_restart() const { return input_text(earlier_, begin_.calendar()); }

  // Compares the inputs of a model that was resumed from a restart with those recorded in the restart;
  // `restart` is the text of this record. Inputs that are not recorded are not compared. `initial` describes
  // how the initial sea of the run was made. Throws Error on all ranks. Collective.
  ChangedInputs go_on_from(const std::string& restart, const InitialSettings& initial);

 private:
  std::vector<InputRecord> find(const DateTime& from) const;
  // The record of the files from which the initial sea was made; empty if none were used.
  std::optional<InputRecord> find_initial(const InitialSettings& settings) const;

  const Model& model_;
  DateTime begin_;
  std::vector<InputRecord> earlier_;  // from the restart
  std::vector<InputRecord> tracks_;   // records of the tracks' files, with all dates of the run
  std::optional<InputRecord> initial_;
};

}  // namespace groundswell
