// SPDX-License-Identifier: Apache-2.0
// The manual page, in the macros of man(7).
#include "apps/command_line.hpp"
#include "base/error.hpp"
#include "base/version.hpp"

namespace groundswell {
namespace {

// Escapes text so that nothing in it is a roff request or escape; a minus sign stays a minus sign when text
// is copied from the page.
std::string roff(const std::string& words) {
  std::string out;
  bool begins_line = true;
  for (const char c : words) {
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    begins_line = c == '\n';
  }
  return out;
}

std::string bold(const std::string& words) {
  return "\\fB" + roff(words) + "\\fR";
}
std::string italic(const std::string& words) {
  return "\\fI" + roff(words) + "\\fR";
}

void write_argument(const ArgumentText& argument, bool is_option, std::string& out) {
  out += ".TP\n";
  std::string names;
  for (const std::string& name : argument.names)
    names += (names.empty() ? "" : ", ") + (is_option ? bold(name) : italic(name));
  if (is_option && !argument.value.empty()) names += " " + italic(argument.value);
  out += names + "\n" + roff(argument.help);
  if (!argument.default_value.empty()) out += roff(" (default: " + argument.default_value + ")");
  if (is_option && argument.is_required) out += " (required)";
  out += "\n";
}

std::string synopsis(const CommandText& command, const std::string& name) {
  std::string out = bold(name);
  if (command.options.size() > 1) out += " [" + italic("options") + "]";  // there are options besides --help
  for (const ArgumentText& argument : command.positionals)
    for (const std::string& word : argument.names)
      out += text(argument.is_required ? " " : " [", italic(word), argument.is_required ? "" : "]");
  return out;
}

// Writes the command, if it does something itself, and its subcommands.
void write_commands(const CommandText& command, const std::string& name, std::string& out) {
  if (command.commands.empty()) {
    out += ".SS " + synopsis(command, name) + "\n" + roff(command.help) + ".\n";
    for (const ArgumentText& argument : command.positionals) write_argument(argument, false, out);
    for (const ArgumentText& argument : command.options)
      if (argument.names.back() != "--help") write_argument(argument, true, out);
    if (!command.footer.empty()) out += ".PP\n.nf\n" + roff(command.footer) + "\n.fi\n";
  }
  for (const CommandText& inner : command.commands) write_commands(inner, name + " " + inner.name, out);
}

constexpr char tail[] = R"(.SH EXIT STATUS
.TP
0
Success.
.TP
75
A run has stopped before its end and can go on, see \fB\-\-continue\fR.
.TP
other
An error; a message on the standard error says what is wrong and what to do.
.SH ENVIRONMENT
.TP
\fBOMP_NUM_THREADS\fR
Threads of each process, with \fBparallel.backend: openmp\fR.
.TP
\fBNO_COLOR\fR
Messages have no colours.
.SH EXAMPLES
.nf
groundswell new storm
groundswell mesh storm/mesh.yaml
groundswell check storm/case.yaml
mpirun \-n 4 groundswell run storm/case.yaml
.fi
.SH SEE ALSO
\fBmpirun\fR(1). \fBgroundswell config\fR and \fBgroundswell mesh \-\-options\fR list all options of
configuration files.
)";

}  // namespace

std::string write_manual(const CommandText& program) {
  std::string out =
      ".TH GROUNDSWELL 1 \"\" \"groundswell " + std::string(version()) + "\" \"User Commands\"\n.ad l\n";
  out += ".SH NAME\ngroundswell \\- an ocean wave model on Voronoi meshes\n.SH SYNOPSIS\n";
  out += bold("groundswell") + " " + italic("command") + " [" + italic("options") + "]\n";
  out += ".SH OPTIONS\n";
  for (const ArgumentText& argument : program.options) write_argument(argument, true, out);
  out += ".PP\nEach command explains itself with " + bold("--help") + ".\n.SH COMMANDS\n";
  write_commands(program, "groundswell", out);
  return out + tail;
}

}  // namespace groundswell
