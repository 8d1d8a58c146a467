// SPDX-License-Identifier: Apache-2.0
// The program: reads the command line, runs a subcommand, and is the one place that catches errors.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "apps/subcommands.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/version.hpp"
#include "comm/together.hpp"
#include "run/run_end.hpp"

namespace groundswell {

std::string error_line(const std::string& sentence) {
  return emphasised("error: ", Colour::red, STDERR_FILENO) + sentence + "\n";
}

namespace {

// Of a run that should go on and has nothing to go on from.
constexpr int exit_nothing_left = 3;

// Reports what went wrong and ends the program; of several processes all, so that none waits for one that has
// left.
int fail(const Program& program, const std::string& sentence, bool is_said_elsewhere = false,
         int exit_code = 1) {
  const std::string message = error_line(sentence);
  if (program.mpi() != nullptr && program.mpi()->world().size() > 1)
    program.mpi()->abort(message, is_said_elsewhere, exit_code);
  std::fputs(message.c_str(), stderr);
  return exit_code;
}

// What is wrong with the command line, as a sentence; a word that is no subcommand is named.
std::string command_line_sentence(const CLI::App* app, const CLI::Error& error) {
  std::string sentence = error.what();
  const auto words = app->remaining(true);
  if (app->get_subcommands().empty() && !words.empty()) {
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

int run_program(Program& program, int argc, char** argv) {
  CLI::App app("Groundswell: an ocean wave model on Voronoi meshes");
  app.set_version_flag("--version", std::string("groundswell ") + version() + " (" + commit() + ")");
  app.require_subcommand(1);
  app.failure_message(command_line_sentence);
  add_run(app, program);
  add_check(app, program);
  add_config(app);
  add_mesh(app);
  add_new(app);
  add_network(app, program);
  add_bench(app, program);
  add_help(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const NothingLeft& left) {
    return fail(program, left.what(), is_said_elsewhere(left), exit_nothing_left);
  } catch (const std::bad_alloc&) {
    return fail(program, out_of_memory);
  } catch (const std::length_error&) {
    return fail(program, out_of_memory);
  } catch (const std::exception& error) {
    return fail(program, error.what(), is_said_elsewhere(error));
  }
  return program.exit_code;
}

}  // namespace
}  // namespace groundswell

int main(int argc, char** argv) {
  std::signal(SIGXFSZ,
              SIG_IGN);  // where a file reaches the user's limit, writing fails instead, with a sentence
  groundswell::Program program(argc, argv);
  return groundswell::run_program(program, argc, argv);
}
