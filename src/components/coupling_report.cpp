// SPDX-License-Identifier: Apache-2.0
#include "components/coupling_report.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

double rounded(double seconds) {
  return std::round(seconds * 1000.0) / 1000.0;
}

double finely_rounded(double seconds) {
  return std::round(seconds * 1e5) / 1e5;
}

}  // namespace

CouplingReport report_coupling(const Coupler& coupler, const Communicator& ranks, const Log& log) {
  CouplingReport report{coupler.waits(), coupler.work(), {}};
  for (CouplingWait& wait : report.waits) {
    wait.seconds = ranks.max(wait.seconds);
    wait.n_wait = ranks.max(wait.n_wait);
  }
  for (double* const part : {&report.work.giving, &report.work.messages, &report.work.regridding,
                             &report.work.taking, &report.work.looking})
    *part = ranks.max(*part);
  for (const PairConnection& made : coupler.connections())
    report.pairs.push_back({coupler.name_of_pair(made.number), made.n_timed, ranks.max(made.timing_seconds)});
  for (const CouplingWait& wait : report.waits)
    if (wait.n_wait > 0)
      log.info(text("waited ", rounded(wait.seconds), " s for ", wait.other,
                    wait.field.empty() ? " to take what it was given" : " to give " + wait.field, " (",
                    wait.n_wait, wait.n_wait == 1 ? " time)" : " times)"));
  if (!report.pairs.empty())
    log.info(text("exchanged fields with ", finely_rounded(report.work.giving), " s of CPU time to give, ",
                  finely_rounded(report.work.messages), " s for messages, ",
                  finely_rounded(report.work.regridding), " s to regrid, ",
                  finely_rounded(report.work.taking), " s to take and ", finely_rounded(report.work.looking),
                  " s to look while it waited"));
  for (const CouplingReport::Pair& pair : report.pairs)
    if (pair.n_timed > 0)
      log.info(text("the method of ", pair.name, " was chosen from ", pair.n_timed,
                    " timed transfers before the first step, in ", rounded(pair.seconds), " s"));
  return report;
}

}  // namespace groundswell
