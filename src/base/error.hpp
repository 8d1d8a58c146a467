// SPDX-License-Identifier: Apache-2.0
// Error messages say what is wrong, the value, where it was found, and what to do. Libraries throw; the
// program catches errors in one place, prints the message and exits with a non-zero status.
#pragma once

#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

namespace groundswell {

// A mistake that the user can fix: a bad file, option, value or machine.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A bug in the program: an invariant does not hold.
class LogicError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// The message for std::bad_alloc, and for std::length_error, which a container throws for an impossible size.
inline constexpr const char* out_of_memory =
    "there is not enough memory; use more processes or a smaller mesh or spectrum";

// Joins its arguments into one string: text("depth ", d, " m at cell ", cell).
template <class... Args>
std::string text(const Args&... args) {
  std::ostringstream out;
  out.exceptions(std::ios::badbit);  // throws if memory runs out, rather than cutting off the text
  (out << ... << args);
  return out.str();
}

// Throws Error with the joined arguments unless `condition` holds.
template <class... Args>
void require(bool condition, const Args&... sentence) {
  if (!condition) throw Error(text(sentence...));
}

// The message of the exception being handled; never empty.
inline std::string current_sentence() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return out_of_memory;
  } catch (const std::length_error&) {
    return out_of_memory;
  } catch (const std::exception& error) {
    if (*error.what()) return error.what();
  } catch (...) {
  }
  return "an error without a message";
}

// Throws LogicError with the joined arguments unless `condition` holds.
template <class... Args>
void ensure(bool condition, const Args&... sentence) {
  if (!condition) throw LogicError(text("internal error: ", sentence..., "; please report this"));
}

}  // namespace groundswell
