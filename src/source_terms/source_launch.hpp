// SPDX-License-Identifier: Apache-2.0
// What the launches of the source terms share: tables in both precisions and the scratch of each thread.
#pragma once

#include "exec/array.hpp"
#include "source_terms/pack_step.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

struct SourceTerms::Tables {
  Tables(const SpectralGrid& grid, const SourceTermsSettings& settings)
      : single(grid, settings), precise(grid, settings), max_step(settings.max_source_step) {}

  // Scratch of one thread. Precondition: make_scratch for at least thread + 1 threads.
  CellScratch<Pack> scratch_of(int thread) {
    const auto& t = single.tables();
    return cut_scratch(scratch.row(std::size_t(thread)), t.grid, t.quadruplets);
  }
  void make_scratch(int threads) {
    const auto& t = single.tables();
    if (scratch.n_row() < std::size_t(threads))
      scratch = RowArray<Pack>(std::size_t(threads), scratch_size(t.grid, t.quadruplets));
  }

  SourceTableSet<float> single;
  SourceTableSet<double> precise;
  double max_step;
  RowArray<Pack> scratch;  // [thread]
};

}  // namespace groundswell
