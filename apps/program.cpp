// SPDX-License-Identifier: Apache-2.0
#include "apps/program.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/version.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Set by fail().
int status_of_error = 1;

extern "C" {
static void leave_after_crash(int) {
  _exit(status_of_error);
}
}

// Reports the error. With several processes it ends all of them, so that none waits for one that has exited;
// otherwise it returns the exit status. What crashes from then on ends the program with that status: the
// netCDF library frees memory twice if it cannot open some damaged files, and MPI_Finalize crashes then.
int fail(const std::string& sentence, bool is_said_elsewhere, int exit_code) {
  const std::string message = error_line(sentence);
  if (MpiSession::is_one_of_several()) MpiSession::abort(message, is_said_elsewhere, exit_code);
  std::fputs(message.c_str(), stderr);
  std::fflush(stdout);
  status_of_error = exit_code;
  for (const int crash : {SIGABRT, SIGSEGV, SIGBUS}) std::signal(crash, leave_after_crash);
  return exit_code;
}

// The message for an error in the command line; if there is an unknown subcommand, the message names it.
std::string command_line_sentence(const CLI::App* app, const CLI::Error& error) {
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();  // the innermost one given
  std::string sentence = error.what();
  const auto words = app->remaining(true);
  const bool has_subcommands = !app->get_subcommands([](const CLI::App*) { return true; }).empty();
  if (has_subcommands && !words.empty()) {
    sentence = "there is no subcommand '" + words.front() + "'; known are";
    const char* comma = " ";
    for (const CLI::App* known :
         app->get_subcommands([](const CLI::App* known) { return !known->get_group().empty(); })) {
      sentence += comma + known->get_name();
      comma = ", ";
    }
  }
  return error_line(sentence + "; --help says more");
}

// Returns the exit status of the program; throws the error that ends it.
int run_subcommand(const CommandLine& line, Program& program, int argc, char** argv) {
  CLI::App app(line.description);
  app.set_version_flag("--version", std::string(line.name) + " " + version() + " (" + commit() + ")");
  line.add_subcommands(app, program);
  app.require_subcommand(1);
  app.failure_message(command_line_sentence);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return program.exit_code;
}

// Called by std::terminate. If memory runs out in a place from which no exception may be thrown, such as the
// destructors of nlohmann's JSON, this reports it as an error.
[[noreturn]] void say_what_ends_the_program() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    std::fputs(error_line(out_of_memory).c_str(), stderr);
    std::_Exit(1);
  } catch (...) {
  }
  std::abort();
}

// Returns the exit status.
int run_until_the_end(const CommandLine& line, int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // writing beyond the file size limit then fails with an error message
  Program program(argc, argv);
  try {
    return run_subcommand(line, program, argc, argv);
  } catch (const std::exception& error) {
    return fail(current_sentence(), is_said_elsewhere(error), line.exit_code_of(error));
  }
}

}  // namespace

std::string error_line(const std::string& sentence) {
  return emphasised("error: ", Colour::red, STDERR_FILENO) + sentence + "\n";
}

void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  command
      .add_option("--set", overrides,
                  "Replace one option of the file, for example --set \"time.step=5 min\"; any number of them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

int run_command_line(const CommandLine& line, int argc, char** argv) {
  std::set_terminate(say_what_ends_the_program);
  const int code = run_until_the_end(line, argc, argv);
  if (code == 0) return 0;
  std::fflush(nullptr);
  std::quick_exit(code);  // after a failed write, HDF5 would crash at the usual exit
}

}  // namespace groundswell
