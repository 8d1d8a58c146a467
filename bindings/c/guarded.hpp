// SPDX-License-Identifier: Apache-2.0
// Common to the C interfaces: turns exceptions into a return code and an error message.
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "base/error.hpp"
#include "comm/meeting_place.hpp"

namespace groundswell {

// Calls work() if MPI is running, and returns whether it succeeded; otherwise `sentence` contains the error
// message.
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
