// SPDX-License-Identifier: Apache-2.0
// Moves fields from one decomposition of a grid to another: between two models, or within one. The two sides
// may be disjoint, overlapping or the same processes. All fields of a transfer travel in one message between
// two ranks, which holds cells by ascending global index, so that the local order of cells is free.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer_group.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

// The same list, in the same order, on all processes of both sides.
struct TransferField {
  std::string name;
  std::int64_t row_bytes = 0;  // of one cell: a float is 4, 36 x 35 doubles are 10080
};

struct TransferSettings {
  std::string name = "transfer";    // in sentences
  std::string method = "adaptive";  // transfer_method.hpp
  TunerSettings tuner = {};
  double timeout = 600.0;  // [s] a wait longer than this is an error
  // A file in which save_choice() leaves what `adaptive` has found, for the next run; empty for none. One
  // file per transfer. What was found for other decompositions, fields or machines is not used but timed
  // anew.
  std::string saved_choice = "";
};

class Transfer {
 public:
  // `communicator` has the processes of both sides; `source` and `target` are this process's cells on each
  // side, null where it is not on that side. `group`, where given, must live as long. Throws Error on all
  // processes for decompositions that do not fit (match_cells), for fields that differ between processes, and
  // for an unknown method. Collective on the communicator.
  Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
           std::vector<TransferField> fields, TransferSettings settings = {}, TransferGroup* group = nullptr);
  ~Transfer();
  Transfer(Transfer&&) noexcept;
  Transfer& operator=(Transfer&&) noexcept;

  // Begins the next transfer: `from` has the rows of local source cells, `to` of local target cells, one
  // entry per field; a side on which this process is not is empty. `mask`, where given, says for each field
  // whether it travels this time; it is the same on all processes, and entries of fields that do not travel
  // are not looked at. Until finish() returns, values of `from` must not be changed nor values of `to` used.
  // Throws Error where rows do not fit, or where the transfer before is not finished.
  void start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
             const std::vector<bool>& mask = {});
  // Returns when this process's values have come, and what it had to send or forward has left. Throws Error
  // where the sides name different fields to travel, and where others do not come in time.
  void finish();
  // Goes on with what can be done now; true when finish() would not wait.
  bool test();
  bool under_way() const;

  // start() and finish() at once.
  void move(std::span<const ConstCellRows> from, std::span<const CellRows> to,
            const std::vector<bool>& mask = {}) {
    start(from, to, mask);
    finish();
  }

  // The same for a transfer of one field with one value per cell, between sides that are the same processes.
  template <class T>
  void move(View<const T> from, View<T> to) {
    const ConstCellRows give = make_cell_rows(from.data, std::int64_t(from.size));
    const CellRows take = make_cell_rows(to.data, std::int64_t(to.size));
    move(std::span(&give, 1), std::span(&take, 1));
  }

  // Where several transfers end on the same processes in different orders, each is left first and ends when
  // all have been: leave() begins it and waits as the destructor does while the method is timing; has_left()
  // is true when all processes have come. Nothing else may be called between. The destructor leaves by
  // itself, and waits a moment for the others.
  void leave() noexcept;
  bool has_left() noexcept;

  // Whether the method still times its candidates.
  bool is_timing() const;
  // Whether the choice was read from the file.
  bool has_saved_choice() const;
  // Writes the file, on rank 0; does nothing where no file was named, or while candidates are still timed.
  // Not collective. Throws Error where the file cannot be written.
  void save_choice() const;
  // Which inner links of the route the last transfer kept ("0110"; "" where there are none), for reports.
  std::string links() const;
  // Messages and their bytes of this process in a transfer of all fields, with these links.
  struct Traffic {
    std::int64_t sent_messages = 0, sent_bytes = 0;
    std::int64_t received_messages = 0, received_bytes = 0;
  };
  Traffic traffic() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace groundswell
