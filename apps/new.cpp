// SPDX-License-Identifier: Apache-2.0
// groundswell new NAME: a folder with a commented mesh.yaml and case.yaml that run as they are.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/case_templates.hpp"
#include "apps/subcommands.hpp"
#include "base/constants.hpp"
#include "base/written_file.hpp"
#include "config/option_value.hpp"

namespace groundswell {
namespace {

struct NewCase {
  std::string name;
  std::vector<double> region;  // [degree] west, east, south, north; empty: that of the templates
};

struct CaseFiles {
  std::string mesh = mesh_template, run = case_template;
};

// Replaces the number (with its unit) after the only occurrence of "key: ".
void set_value(std::string& yaml, const std::string& key, const std::string& value) {
  const std::size_t at = yaml.find(key + ": ");
  ensure(at != std::string::npos && yaml.find(key + ": ", at + 1) == std::string::npos,
         "the template does not have ", key, " exactly once");
  const std::size_t begin = at + key.size() + 2;
  std::size_t end = yaml.find_first_of(",}#\n", begin);
  while (yaml[end - 1] == ' ') --end;
  yaml.replace(begin, end - begin, value);
}

// A number rounded to two digits, as a person would write it.
double rounded(double value) {
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::round(value / unit) * unit;
}

void check_region(const NewCase& wanted) {
  const double west = wanted.region[0], east = wanted.region[1], south = wanted.region[2],
               north = wanted.region[3];
  require(west >= -360.0 && west <= 360.0 && east > west && east - west <= 360.0, "a region from ", west,
          " to ", east,
          " degrees east is not possible; the eastern side must be larger than the western, by at most 360 "
          "(170 to "
          "190 lies across the date line)");
  require(south >= -90.0 && north <= 90.0 && north > south, "a region from ", south, " to ", north,
          " degrees north is not possible; both sides lie between -90 and 90, the southern first");
}

void erase_finer(std::string& yaml) {
  for (std::size_t at; (at = yaml.find("; finer: ")) != std::string::npos;)
    yaml.erase(at, yaml.find('\n', at) - at);
}

// Adapts the files to the region: about a thousand cells offshore, more at coasts, and a storm that moves
// from the western side towards the eastern, which it reaches in two days if that takes 1 to 25 m/s.
void put_in_region(const NewCase& wanted, CaseFiles& files) {
  check_region(wanted);
  const double west = wanted.region[0], east = wanted.region[1], south = wanted.region[2],
               north = wanted.region[3];
  const auto in_degree = [](double x) { return write_number(x, "degree"); };
  set_value(files.mesh, "west", in_degree(west));
  set_value(files.mesh, "east", in_degree(east));
  set_value(files.mesh, "south", in_degree(south));
  set_value(files.mesh, "north", in_degree(north));
  const double middle = 0.5 * (south + north);
  const double width = (east - west) * degree * earth_radius * std::cos(middle * degree);
  const double height = (north - south) * degree * earth_radius;
  erase_finer(files.mesh);
  const double spacing = rounded(std::sqrt(width * height / 1000.0));
  set_value(files.mesh, "\nspacing", write_number(spacing, "m"));
  set_value(files.mesh, "coast_spacing", write_number(rounded(spacing / 3.0), "m"));
  set_value(files.run, "lon", in_degree(west));
  set_value(files.run, "lat", in_degree(std::round(10.0 * middle) / 10.0));
  set_value(files.run, "travel_to", "90 degree");
  set_value(files.run, "travel_speed",
            write_number(std::clamp(rounded(width / (2 * 86400.0)), 1.0, 25.0), "m/s"));
  set_value(files.run, "radius",
            write_number(std::clamp(rounded(0.1 * std::min(width, height)), 10e3, 400e3), "m"));
}

// Quotes a word for the shell, if necessary.
std::string quoted(const std::string& word) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-";
  if (word.find_first_not_of(plain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

void write_case(const NewCase& wanted, const std::string& program) {
  namespace fs = std::filesystem;
  CaseFiles files;
  if (!wanted.region.empty()) put_in_region(wanted, files);
  const fs::path folder = parse_path(wanted.name, "");
  require(!folder.empty(), "the folder of a new case needs a name");
  std::error_code error;
  require(!fs::exists(fs::symlink_status(folder, error)), "there is a '", folder.string(),
          "' already; choose another name, or remove it first");
  fs::create_directories(folder, error);
  require(!error, "cannot make the folder '", folder.string(), "': ", error.message());
  const fs::path mesh = folder / "mesh.yaml", run = folder / "case.yaml";
  write_text_file(mesh, files.mesh);
  write_text_file(run, files.run);
  const std::string groundswell = quoted(program);
  std::cout << "'" << mesh.string() << "' and '" << run.string() << "' are written. What comes next:\n"
            << "  " << groundswell << " mesh " << quoted(mesh.string()) << "\n"
            << "  " << groundswell << " check " << quoted(run.string()) << "\n"
            << "  mpirun -n 2 " << groundswell << " run " << quoted(run.string())
            << "      # -n: the number of cores\n"
            << "  groundswell-view map " << quoted((folder / "output/fields.nc").string())
            << " --variable hs\n";
}

}  // namespace

void add_new(CLI::App& app) {
  auto* command = app.add_subcommand(
      "new", "Write a folder with a commented mesh.yaml and case.yaml of a storm, which run as they are");
  auto wanted = std::make_shared<NewCase>();
  command->add_option("name", wanted->name, "Folder to make")->required();
  command
      ->add_option(
          "--region", wanted->region,
          "Sides of the sea in degrees, for example --region 170 190 -50 -20; by default western Europe")
      ->expected(4)
      ->type_name("WEST EAST SOUTH NORTH");
  command->callback([wanted, &app] { write_case(*wanted, app.get_name()); });
}

}  // namespace groundswell
