// SPDX-License-Identifier: Apache-2.0
// The outputs of the C interface, by their numbers, and how its functions find them and return errors.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array_output/array_output.hpp"
#include "base/error.hpp"
#include "groundswell/output.h"
#include "guarded.hpp"

namespace groundswell::output_c {

inline thread_local char last_error[4096] = "";

// The settings until the output is opened, and the output itself afterwards.
struct OutputInstance {
  Communicator communicator;
  ArrayOutputSettings settings = {};
  Decomposition cells = {};
  std::unique_ptr<ArrayOutput> output = {};
  std::vector<WrittenNews> news = {};                           // taken, but not asked for yet
  bool has_run = false, has_served = false, has_tried = false;  // has_tried: open() was called
  int n_refused = 0;                                            // number of rejected settings
  std::string last_refused = {}, served_badly = {};             // error messages

  bool is_server() const { return communicator.rank() >= communicator.size() - settings.servers.n_server; }
};

// Never destroyed, because MPI may already be finalised when static objects are destroyed.
inline std::map<int, OutputInstance>& instances() {
  static auto* const all = new std::map<int, OutputInstance>;
  return *all;
}

template <class Work>
int guarded(Work&& work) noexcept {
  return is_done(last_error, work) ? GROUNDSWELL_OUTPUT_OK : GROUNDSWELL_OUTPUT_ERROR;
}

inline OutputInstance& find(int id) {
  const auto found = instances().find(id);
  require(found != instances().end(), "there is no output ", id,
          "; groundswell_output_create returns a number, which ends with groundswell_output_close");
  return found->second;
}

inline OutputInstance& find_closed(int id) {
  OutputInstance& instance = find(id);
  require(!instance.output, "output ", id, " is open; give settings before");
  return instance;
}

// Changes a setting of an output that is not open. A rejection is recorded, since other processes may not
// know of it.
template <class Work>
int guarded_setting(int id, Work&& work) noexcept {
  return guarded([&] {
    try {
      work();
    } catch (const std::exception& error) {
      if (const auto found = instances().find(id); found != instances().end() && !found->second.output) {
        ++found->second.n_refused;
        found->second.last_refused = error.what();
      }
      throw;
    }
  });
}

inline OutputInstance& find_open(int id) {
  OutputInstance& instance = find(id);
  require(instance.output != nullptr, "output ", id, " is not open; call groundswell_output_open before");
  return instance;
}

inline std::string word(const char* text) {
  return text ? text : "";
}

template <class T>
T* not_null(T* pointer, const char* what) {
  require(pointer != nullptr, what, " is a null pointer");
  return pointer;
}

inline DateTime date_of(const OutputInstance& instance, std::int64_t seconds) {
  require(instance.has_run, "a date was given before the run; call groundswell_output_set_run before");
  return instance.settings.start + seconds;
}

}  // namespace groundswell::output_c
