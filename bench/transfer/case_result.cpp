// SPDX-License-Identifier: Apache-2.0
#include "bench/transfer/case_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {
namespace {

using Json = nlohmann::ordered_json;

double microseconds(double seconds) {
  return 1e6 * seconds;
}

Json to_json(const Ratio& ratio) {
  return Json::array({ratio.low, ratio.high});
}

Json to_json(const MethodResult& method, const std::vector<MessageTime>& messages, int n_source) {
  Json json;
  json["set_up_seconds"] = method.set_up;
  json["choice_seconds"] = method.choice;
  json["choice_transfers"] = method.n_choice_transfer;
  json["links"] = method.links;
  const auto [fastest, slowest] = std::ranges::minmax(method.seconds);
  json["fastest"] = microseconds(fastest);
  json["slowest"] = microseconds(slowest);
  if (method.messages.total == 0) return json;
  json["messages"] = to_json(method.messages);
  json["bytes"] = to_json(method.bytes);
  const double message_bytes = double(method.bytes.total) / double(method.messages.total);
  json["mean_message_bytes"] = message_bytes;
  json["actual_mb_per_s"] = 1e-6 * double(method.bytes.total) / n_source / method.median();
  if (!messages.empty()) json["ideal_mb_per_s"] = 1e-6 * ideal_bandwidth(messages, message_bytes);
  return json;
}

}  // namespace

Spread spread_of(const Communicator& communicator, std::int64_t sent, std::int64_t received) {
  Spread spread;
  spread.total = communicator.sum(sent);
  spread.least = communicator.min(sent + received);
  spread.most = communicator.max(sent + received);
  spread.mean = double(communicator.sum(sent + received)) / communicator.size();
  return spread;
}

Json to_json(const Spread& spread) {
  return {{"total", spread.total}, {"mean", spread.mean}, {"max", spread.most}, {"min", spread.least}};
}

double MethodResult::median() const {
  return groundswell::median(seconds);
}

std::string links_in_words(const std::string& links) {
  if (links.find('1') == std::string::npos) return "p2p";
  return links.find('0') == std::string::npos ? "butterfly" : links;
}

const MethodResult& CaseResult::method(const std::string& name) const {
  for (const MethodResult& method : methods)
    if (method.name == name) return method;
  throw Error("case '" + which.name() + "' was not timed with method '" + name + "'");
}

double ideal_bandwidth(const std::vector<MessageTime>& messages, double bytes) {
  ensure(messages.size() >= 2, "a bandwidth of ", messages.size(), " sizes");
  std::size_t i = 1;  // upper end of the interval that contains `bytes`
  while (i + 1 < messages.size() && double(messages[i].bytes) < bytes) ++i;
  const MessageTime &low = messages[i - 1], &high = messages[i];
  const double slope = (high.seconds - low.seconds) / double(high.bytes - low.bytes);
  return bytes / std::max(low.seconds + slope * (bytes - double(low.bytes)), 1e-9);
}

Json to_json(const CaseResult& result, const std::vector<MessageTime>& messages) {
  const TransferCase& which = result.which;
  Json json;
  json["name"] = which.name();
  json["experiment"] = which.experiment;
  json["setting"] = which.setting;
  json["ranks"] = which.n_rank();
  json["source"] = which.n_source;
  json["target"] = which.n_target;
  json["fields"] = which.n_field;
  json["repetitions"] = result.methods.front().seconds.size();
  for (const MethodResult& method : result.methods)
    json["medians"][method.name] = microseconds(method.median());
  json["chosen"] = links_in_words(result.method("adaptive").links);
  for (const std::string& links : result.choices) json["choices"].push_back(links_in_words(links));
  json["regret"] = result.regret.value;
  json["interval"] = to_json(result.regret);
  json["p2p_to_plain"] = result.p2p_to_plain.value;
  json["p2p_to_plain_interval"] = to_json(result.p2p_to_plain);
  for (const MethodResult& method : result.methods)
    json["methods"][method.name] = to_json(method, messages, which.n_source);
  for (const RivalFigure& figure : rival_figures(which.name()))
    json["rivals"][figure.library] = figure.microseconds;
  json["seconds"] = result.seconds;
  return json;
}

void print_heading() {
  fmt::print("{:24} {:>9} {:>9} {:>9} {:>9} {:>9}  {:10} {:22} {:22} {:>5}\n", "case (times in us)", "plain",
             "p2p", "butterfly", "adaptive", "greedy", "chosen", "adaptive / best part", "p2p / plain",
             "times");
}

void print_row(const CaseResult& result) {
  const auto time = [&](const char* name) { return microseconds(result.method(name).median()); };
  const auto ratio = [](const Ratio& r) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", r.value, r.low, r.high);
  };
  fmt::print("{:24} {:9.1f} {:9.1f} {:9.1f} {:9.1f} {:9.1f}  {:10} {:22} {:22} {:5}\n", result.which.name(),
             time("plain"), time("p2p"), time("butterfly"), time("adaptive"), time("published_greedy"),
             links_in_words(result.method("adaptive").links), ratio(result.regret),
             ratio(result.p2p_to_plain), result.methods.front().seconds.size());
  for (const RivalFigure& figure : rival_figures(result.which.name()))
    fmt::print("{:24} {:9.1f}  {}, measured on another day\n", "", figure.microseconds, figure.library);
  std::fflush(stdout);
}

}  // namespace groundswell
