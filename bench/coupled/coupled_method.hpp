// SPDX-License-Identifier: Apache-2.0
// Whole runs of two components with one method of transfer.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/coupled/bench_component.hpp"
#include "bench/transfer/case_result.hpp"
#include "comm/communicator.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Where the time of a run goes, if all processes meet after computing and before they exchange. Seconds of a
// run.
struct CoupledParts {
  // Of each component: processor time of computing per coupling step on all its processes together, and how
  // much more than the mean the busiest one in a step has.
  std::array<double, 2> component_computing{}, component_imbalance{};
  double run = 0.0;
  double computing = 0.0;  // mean of the processes
  double slowest = 0.0;    // computing of the slowest process, sum over the steps
  double waiting = 0.0;    // for the slowest one, mean of the processes
  double transfer = 0.0;   // of the slowest process, sum over the steps
  double share() const { return transfer / run; }
};

// One of the two directions.
struct CoupledDirection {
  std::string links;
  Spread messages, bytes;  // of a transfer
};

struct CoupledMethodResult {
  std::string name;
  std::vector<double> seconds;  // of each run
  CoupledParts parts;           // of the fastest of the runs apart
  double set_up = 0.0;          // [s] in the constructors of both transfers
  double choice = 0.0;          // [s] in the transfers that adaptive methods time before the run
  int n_choice_transfer = 0;
  CoupledDirection there, back;
};

class CoupledMethod {
 public:
  // `at_once`: both transfers are started before either is finished; otherwise that back begins after that
  // there, as with calls that wait for its end. Collective on `both`, which, like the component, must outlive
  // this object.
  CoupledMethod(const Communicator& both, BenchComponent& mine, bool is_first, bool at_once,
                std::string name);
  CoupledMethod(const CoupledMethod&) = delete;
  CoupledMethod& operator=(const CoupledMethod&) = delete;

  // `n_step` times computing, then an exchange both ways. Throws Error if a value does not come. Collective.
  void run(int n_step);
  // As above, but all meet before each exchange.
  void run_apart(int n_step);
  // All processes have the same.
  const CoupledMethodResult& result() const { return result_; }

 private:
  std::unique_ptr<Transfer> make(const std::string& direction, bool is_source);
  void choose(Transfer& transfer, bool is_source);
  CoupledDirection describe(const Transfer& transfer) const;
  void move(Transfer& transfer, bool is_source);
  void exchange();
  void finish_run();

  const Communicator& both_;
  BenchComponent& mine_;
  bool is_first_, at_once_;
  CoupledMethodResult result_;
  TransferGroup group_;
  std::unique_ptr<Transfer> there_, back_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
  std::int64_t step_ = 0;
};

}  // namespace groundswell
