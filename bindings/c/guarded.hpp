// SPDX-License-Identifier: Apache-2.0
// What the C interfaces share: the sentence of what was thrown, behind a code.
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "base/error.hpp"
#include "comm/meeting_place.hpp"

namespace groundswell {

// Calls work() where MPI runs, and returns whether it threw nothing; otherwise the sentence is kept.
template <std::size_t size, class Work>
bool is_done(char (&sentence)[size], Work&& work) noexcept {
  try {
    MeetingPlace::check_mpi_runs();
    work();
    return true;
  } catch (const std::bad_alloc&) {
    std::snprintf(sentence, size, "%s", out_of_memory);
  } catch (const std::length_error&) {
    std::snprintf(sentence, size, "%s", out_of_memory);
  } catch (const std::exception& error) {
    std::snprintf(sentence, size, "%s", error.what());
  } catch (...) {
    std::snprintf(sentence, size, "an error without a message");
  }
  return false;
}

}  // namespace groundswell
