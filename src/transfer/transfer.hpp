// SPDX-License-Identifier: Apache-2.0
// Moves fields from one decomposition of a grid to another, between two models or within one. The two sides
// may be disjoint, overlapping or the same processes. A message carries the rows of all fields, with the
// cells in ascending order of their global indices, so that the local order of cells is arbitrary.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet.hpp"
#include "transfer/transfer_group.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {

struct TransferSettings {
  std::string name = "transfer";    // in error messages and in the file of the saved choice
  std::string method = "adaptive";  // see transfer_method.hpp
  TunerSettings tuner = {};
  double timeout = 600.0;  // [s] a longer wait is an error
  // A file in which save_choice() stores the links that the method has chosen, for the next run; empty for
  // none. Each transfer needs its own file. A choice for another name or method, or for other decompositions,
  // fields or machines, is ignored, and candidates are timed again.
  std::string saved_choice = "";
};

class Transfer {
 public:
  // `communicator` has the processes of both sides; `source` and `target` are this process's cells on each
  // side, null if it is not on that side. `group`, if given, must outlive the transfer. Throws Error on all
  // processes if decompositions do not fit (match_cells), if the fields, the method or the tuner's settings
  // differ between processes or are invalid, if a time limit is negative, or if the file of the saved choice
  // is damaged or does not fit the route. Collective on the communicator.
  Transfer(const Communicator& communicator, const Decomposition* source, const Decomposition* target,
           std::vector<TransferField> fields, TransferSettings settings = {}, TransferGroup* group = nullptr);
  ~Transfer();
  Transfer(Transfer&&) noexcept;
  Transfer& operator=(Transfer&&) noexcept;

  // Begins the next transfer: `from` has the rows of local source cells, `to` of local target cells, one
  // entry per field; pass an empty span for a side this process does not belong to. `mask`, if given, says
  // for each field whether it is transferred this time; it is the same on all processes, and rows of fields
  // that it leaves out are ignored. Until finish() returns, values of `from` must not be changed and values
  // of `to` must not be used. Throws Error if the rows or the mask do not fit, if the previous transfer is
  // not finished, or after a failure on any process.
  void start(std::span<const ConstCellRows> from, std::span<const CellRows> to,
             const std::vector<bool>& mask = {});
  // Returns when this process's values have arrived and all that it had to send or forward has been sent.
  // Throws Error if the sides select different fields, after waiting for other processes longer than
  // `timeout`, after a failure on any process, or if no transfer was started.
  void finish();
  // Makes progress without blocking; true if finish() would not wait.
  bool test();
  bool under_way() const;

  // start() and finish() in one call.
  void move(std::span<const ConstCellRows> from, std::span<const CellRows> to,
            const std::vector<bool>& mask = {}) {
    start(from, to, mask);
    finish();
  }

  // As above, for one field with one value per cell, between sides with the same processes.
  template <class T>
  void move(View<const T> from, View<T> to) {
    const ConstCellRows give = make_cell_rows(from.data, std::int64_t(from.size));
    const CellRows take = make_cell_rows(to.data, std::int64_t(to.size));
    move(std::span(&give, 1), std::span(&take, 1));
  }

  // Use these if several transfers end on the same processes in different orders: leave each one first, then
  // end it once has_left() is true. leave() waits, as the destructor does, while the method is timing;
  // has_left() is then true once all processes have called leave(), or at once if this one could not complete
  // its part. Nothing else may be called in between. The destructor also leaves, and waits briefly for the
  // others.
  void leave() noexcept;
  bool has_left() noexcept;

  // Whether the method is still timing its candidates.
  bool is_timing() const;
  // Whether the choice was read from the file `saved_choice`.
  bool has_saved_choice() const;
  // Writes the file `saved_choice`, on rank 0; does nothing if none is named, or while candidates are still
  // being timed. Not collective. Throws Error if the file cannot be written.
  void save_choice() const;
  // For reports, the links of the last transfer, such as "0110": 1 for each inner link of the route that was
  // kept, 0 for each that was left out; "" if the route has no inner links.
  std::string links() const;
  // Messages and bytes of this process in a transfer of all fields with the links of the last transfer.
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
