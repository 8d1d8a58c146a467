// SPDX-License-Identifier: Apache-2.0
#include "coupling/coupling_options.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

// Dates far beyond any run, such that sums of a few are dates, too.
constexpr double longest_duration = double(longest_span) / 8;

void add_regridding(OptionTable& item, RegriddingSettings& regridding) {
  item.add_choice("regridding", regridding.kind, regridding_names,
                  "How the values of the source's points become those of the target's: none needs the same "
                  "points on both sides; matrix reads weights.");
  item.add("matrix", regridding.matrix, "matrix: file with the weights, as SCRIP writes them.");
  item.add_choice("no_source", regridding.no_source, no_source_names,
                  "What a point of the target gets where the source has no value for it: an error before the "
                  "first step, the value of the nearest point of the source in use, or `value`.");
  item.add("value", regridding.value, "no_source value: that value, in the target's unit.");
}

void add_field(OptionTable& item, CoupledFieldSettings& field) {
  item.add("name", field.name, "Name of the exchange in messages, in the ledger and in restarts.").required();
  item.add("source", field.source, "Name of the component that gives it.").required();
  item.add("target", field.target, "Name of the component that takes it.").required();
  item.add("source_field", field.source_field, "What the source calls the field; by default `name`.");
  item.add("target_field", field.target_field, "What the target calls the field; by default `name`.");
  item.add("period", field.period, "Time between the dates at which the target needs a new value.")
      .unit("s")
      .above(0)
      .at_most(longest_duration)
      .required();
  item.add("offset", field.offset, "Time from the start to the first of these dates.")
      .unit("s")
      .at_least(0)
      .at_most(longest_duration);
  item.add("lag", field.lag,
           "How much older the source's value is than the date for which the target uses it; lets the two "
           "components work at the same time.")
      .unit("s")
      .at_least(0)
      .at_most(longest_duration);
  item.add_choice("statistic", field.statistic, coupled_statistics,
                  "What the source gives: its state at the date, or a statistic of its steps over the period "
                  "that ends there.");
  item.add_choice("use", field.use, coupled_uses,
                  "What the target uses between two of these dates: the value due at the first one, that due "
                  "at the next one, or a linear change between the two.");
  add_regridding(item, field.regridding);
  item.add("first", field.first,
           "What the target uses before the source has given a value: one number for all points, in the "
           "target's unit.");
  item.add("first_file", field.first_file,
           "In place of `first`: netCDF file with values at the source's points, such as its output of an "
           "earlier run; of the date of the start if it has dates.");
  item.add("first_variables", field.first_variables,
           "first_file: its variable, or the two of a vector; by default the field's name at the source.");
}

// Collects error messages, one line each.
class Mistakes {
 public:
  explicit Mistakes(const OptionTable& table) : table_(table) {}

  template <class... Args>
  void add_unless(bool condition, const std::string& key, const Args&... sentence) {
    if (!condition) all_ += text(all_.empty() ? "" : "\n", table_.place(key), ": ", sentence...);
  }
  void throw_all() const { require(all_.empty(), all_); }

 private:
  const OptionTable& table_;
  std::string all_;
};

bool is_name(const std::string& name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return c < 128 && (std::isalnum(c) || c == '_' || c == '-');
  });
}

// Checks the names of the items of a list of this key.
template <class Item>
void check_names(const std::string& key, const std::vector<Item>& items, Mistakes& mistakes) {
  std::map<std::string, std::size_t> number_of;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string& name = items[i].name;
    mistakes.add_unless(is_name(name), key, key, "[", i + 1, "].name is '", name,
                        "'; write a name of letters, digits, _ and -");
    const auto [first, is_new] = number_of.emplace(name, i + 1);
    mistakes.add_unless(is_new || !is_name(name), key, key, "[", i + 1, "].name is '", name, "', as is ", key,
                        "[", first->second, "].name; give each its own name");
  }
}

void check_ends(const std::string& item, const CoupledFieldSettings& field, const CouplingSettings& settings,
                Mistakes& mistakes) {
  const std::vector<std::string> known = names_of(settings.components);
  for (const auto& [end, name] : {std::pair("source", field.source), std::pair("target", field.target)})
    mistakes.add_unless(std::ranges::find(known, name) != known.end(), "fields", item, end, " is '", name,
                        "', which is not a component", introduce_known(name, known),
                        listed_names(settings.components));
  mistakes.add_unless(field.source != field.target, "fields", item, "source and ", item, "target are both '",
                      field.source, "'; name two components");
}

void check_regridding(const std::string& item, const RegriddingSettings& regridding, Mistakes& mistakes) {
  const bool by_matrix = regridding.kind == Regridding::matrix;
  mistakes.add_unless(!by_matrix || !regridding.matrix.empty(), "fields", item,
                      "regridding is matrix, but there is no ", item,
                      "matrix; name the file with the weights, or choose another regridding");
  mistakes.add_unless(by_matrix || regridding.matrix.empty(), "fields", item, "matrix is '",
                      regridding.matrix.string(), "', but ", item, "regridding is ",
                      name_of(regridding_names, regridding.kind), "; make it matrix, or leave ", item,
                      "matrix out");
  mistakes.add_unless(regridding.no_source == NoSource::value || regridding.value == 0.0, "fields", item,
                      "value is ", regridding.value, ", but ", item, "no_source is ",
                      name_of(no_source_names, regridding.no_source), "; make it value, or leave ", item,
                      "value out");
}

void check_first(const std::string& item, const CoupledFieldSettings& field, Mistakes& mistakes) {
  mistakes.add_unless(!field.first || field.first_file.empty(), "fields", item, "first is ",
                      field.first.value_or(0.0), ", but there is a ", item, "first_file, too; leave one out");
  mistakes.add_unless(field.first_variables.empty() || !field.first_file.empty(), "fields", item,
                      "first_variables names variables, but there is no ", item,
                      "first_file; name the file, or leave ", item, "first_variables out");
}

void check_target_fields(const std::vector<CoupledFieldSettings>& fields, Mistakes& mistakes) {
  std::map<std::pair<std::string, std::string>, std::size_t> number_of;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const CoupledFieldSettings& field = fields[i];
    const auto [first, is_new] = number_of.emplace(std::pair(field.target, field.name_in_target()), i + 1);
    mistakes.add_unless(is_new, "fields", "fields[", i + 1, "] gives '", field.name_in_target(), "' to ",
                        field.target, ", as does fields[", first->second,
                        "]; a component takes a field from one source only, so delete one of them");
  }
}

}  // namespace

OptionTable make_coupling_table(CouplingSettings& s) {
  OptionTable table;
  table
      .add_list(
          "components", s.components,
          [](OptionTable& item, ComponentSettings& component) {
            item.add("name", component.name, "Name of the component.").required();
            item.add("kind", component.kind, "What it is.").required();
            item.add("file", component.file, "File with its settings.");
            item.add("ranks", component.n_rank, "Number of its ranks, consecutive ones of the job.")
                .at_least(1)
                .may_change();
          },
          "Programs that run side by side, in the order of their ranks.")
      .required();
  table.add_list("fields", s.fields, add_field, "Fields that they exchange, each from one to another.");
  table.section("coupling", "How components exchange fields.");
  table
      .add("coupling.wait_limit", s.wait_limit,
           "A component that waits longer for another ends the job with an error.")
      .unit("s")
      .above(0)
      .may_change();
  table
      .add("coupling.slots", s.n_slot,
           "Number of dates whose values one component may have sent to another that has not received them; "
           "then it waits.")
      .range(1, most_coupling_slots)
      .may_change();
  table.add("coupling.method", s.method, "How values are sent.")
      .choices(transfer_method_names())
      .may_change();
  table
      .add("coupling.ledger", s.ledger,
           "Text file with a line for each value that a component has taken, one file for each that takes "
           "some, with its name: of ledger.txt, ledger_waves.txt; empty = none.")
      .for_output()
      .may_change();
  return table;
}

CouplingSettings read_coupling_settings(const std::filesystem::path& file,
                                        const std::vector<std::string>& overrides) {
  CouplingSettings settings;
  OptionTable table = make_coupling_table(settings);
  table.read_file(file);
  table.read_overrides(overrides);
  check_coupling(table, settings);
  return settings;
}

void check_coupling(const OptionTable& table, const CouplingSettings& settings) {
  Mistakes mistakes(table);
  mistakes.add_unless(!settings.components.empty(), "components",
                      "components is empty; list the programs that run side by side");
  check_names("components", settings.components, mistakes);
  check_names("fields", settings.fields, mistakes);
  for (std::size_t i = 0; i < settings.fields.size(); ++i) {
    const std::string item = text("fields[", i + 1, "].");
    check_ends(item, settings.fields[i], settings, mistakes);
    check_regridding(item, settings.fields[i].regridding, mistakes);
    check_first(item, settings.fields[i], mistakes);
  }
  check_target_fields(settings.fields, mistakes);
  mistakes.throw_all();
}

}  // namespace groundswell
