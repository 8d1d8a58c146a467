// SPDX-License-Identifier: Apache-2.0
// What a run has read of its inputs, as its restarts keep it, and whether the files of one that goes on still
// say the same. Names and places of files do not matter. docs/design/restart.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/input_record.hpp"
#include "model/model.hpp"
#include "output/product_list.hpp"

namespace groundswell {

// Sentences about inputs whose files say something else than what a run has read.
struct ChangedInputs {
  std::string steady;              // about the first without dates; or ""
  std::vector<std::string> dated;  // about each that differs at a date that was used
};

class RunInputs {
 public:
  // The model must live as long, and is at the date from which it reads files. `initial` says from which its
  // sea was made. Throws Error on all ranks. Collective.
  RunInputs(const Model& model, const InitialSettings& initial, const ProductList& products);

  // All that was read up to the model's date, for a restart: the same whichever restarts the run went on
  // from. Throws Error on all ranks. Collective.
  std::string text() const;
  // What the restart says from which the run goes on; "" if it goes on from none.
  std::string text_of_restart() const { return input_text(earlier_, begin_.calendar()); }

  // Of a model that goes on from a restart with this text, and began from `initial`. What a restart does not
  // know is not compared. Throws Error on all ranks. Collective.
  ChangedInputs go_on_from(const std::string& restart, const InitialSettings& initial);

 private:
  std::vector<InputRecord> find(const DateTime& from) const;
  // The files from which the sea was made; nothing where it was made without.
  std::optional<InputRecord> find_initial(const InitialSettings& settings) const;

  const Model& model_;
  DateTime begin_;
  std::vector<InputRecord> earlier_;  // what the restart says
  std::vector<InputRecord> tracks_;   // at all dates of the run
  std::optional<InputRecord> initial_;
};

}  // namespace groundswell
