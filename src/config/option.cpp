// SPDX-License-Identifier: Apache-2.0
// The allowed values of an option: their description and their checks.
#include "config/option.hpp"

#include <algorithm>

#include "base/edit_distance.hpp"

namespace groundswell {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return out;
}

}  // namespace

std::string Option::allowed() const {
  const auto& [least, most, above, below] = limits_;
  if (!choices_.empty()) return (is_list_ ? "any of " : "") + joined(choices_);
  std::string out = is_table_list() ? "list of groups" : is_list_ ? "list of " + type_ : type_;
  if (!unit_.empty()) out += " [" + unit_ + "]";
  if (least && most)
    out += " from " + write_number(*least, "") + " to " + write_number(*most, "");
  else if (least)
    out += " of at least " + write_number(*least, "");
  else if (most)
    out += " of at most " + write_number(*most, "");
  if (above) out += " above " + write_number(*above, "");
  if (below) out += " below " + write_number(*below, "");
  if (may_be_none_) out += ", or " + none_;
  return out;
}

void Option::check_number(double value, const std::string& written) const {
  const auto& [least, most, above, below] = limits_;
  const auto bound = [this](double limit) { return write_number(limit, unit_); };
  require(!least || value >= *least, "is ", written, ", which is less than ", bound(least.value_or(0)),
          ", the least allowed");
  require(!most || value <= *most, "is ", written, ", which is more than ", bound(most.value_or(0)),
          ", the most allowed");
  require(!above || value > *above, "is ", written, "; it must be above ", bound(above.value_or(0)));
  require(!below || value < *below, "is ", written, "; it must be below ", bound(below.value_or(0)));
}

void Option::check_choice(const std::string& word) const {
  if (choices_.empty() || std::find(choices_.begin(), choices_.end(), word) != choices_.end()) return;
  const std::string near = nearest_word(word, choices_);
  throw Error(text("is '", word, "', which is not one of ", joined(choices_),
                   near.empty() ? "" : "; did you mean '" + near + "'?"));
}

}  // namespace groundswell
