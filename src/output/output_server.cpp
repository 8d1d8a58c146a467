// SPDX-License-Identifier: Apache-2.0
#include "output/output_server.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "exec/cell_rows.hpp"
#include "output/served_messages.hpp"
#include "transport/served_words.hpp"

namespace groundswell {
namespace {

// Unpacks the values of a product from a parcel, which has its fields and, last, its rows if it needs them.
ProductValues make_values(const Product& product, const ReceivedParcel& parcel) {
  ProductValues values{product.fields(), {}, {}};
  for (std::size_t i = 0; i < values.names.size(); ++i) {
    const ByteBuffer& bytes = parcel.fields[i];
    std::vector<float>& field = values.fields.emplace_back(bytes.size() / sizeof(float));
    if (!bytes.empty()) std::memcpy(field.data(), bytes.data(), bytes.size());
  }
  if (product.row_length() == 0) return values;
  const ByteBuffer& bytes = parcel.fields.back();
  const std::size_t row = product.row_length() * sizeof(float);
  values.rows = RowArray<float>(bytes.size() / row, product.row_length());
  for (std::size_t i = 0; i < values.rows.n_row(); ++i)
    std::memcpy(values.rows.row(i), bytes.data() + i * row, row);
  return values;
}

RestartFacts read_facts(WordReader& words) {
  RestartFacts facts;
  while (!words.at_end()) {
    auto& [name, value] = facts.emplace_back();
    words.read(name, value);
  }
  return facts;
}

}  // namespace

OutputServer::OutputServer(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
                           const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
                           const OutputServerSettings& settings)
    : roles_(roles),
      teams_(teams),
      writer_(writer),
      restarts_(restarts),
      state_(state),
      settings_(settings),
      plan_(roles, teams, writer.products(), settings.n_cell, nullptr, state, settings.memory),
      commits_(roles, teams),
      receiver_(make_receiver(roles, plan_.take_side(), settings.transport)) {}

void OutputServer::answer(const std::string& note) {
  if (teams_.ranks().rank() == 0) receiver_->answer(note, ShipmentReceiver::Speaker::any);
}

// After a failure the queue continues to receive, so that nobody waits for this server; the compute ranks end
// the run.
bool OutputServer::serve() {
  ShipmentQueue queue(receiver_, settings_.memory);
  try {
    return serve_all(queue);
  } catch (const Error& error) {
    queue.discard();
    commits_.say_failed(error.what());
    receiver_->answer(make_note(ServedWord::error, error.what()), ShipmentReceiver::Speaker::any);
    return false;
  }
}

bool OutputServer::serve_all(ShipmentQueue& queue) {
  while (true) {
    ReceivedShipment shipment = queue.next();
    const std::string note = std::move(shipment.note);
    WordReader words(note);
    const auto what = words.next<ServedWord>();
    if (shipment.is_last) {
      if (what == ServedWord::finish) writer_.finish();
      answer_end(queue);
      return what == ServedWord::finish;
    }
    if (what == ServedWord::flush) {
      answer_end(queue);
      continue;
    }
    const DateTime now = DateTime::parse(words.next<std::string>(), settings_.start.calendar());
    const Stopwatch stopwatch;
    const bool is_restart = what == ServedWord::restart;
    const WrittenNews news = is_restart ? write_restart(now, read_facts(words), std::move(shipment), queue)
                                        : write_products(now, shipment);
    const double seconds = stopwatch.seconds();
    write_seconds_ += seconds;
    if (is_restart && !teams_.writes_restarts()) continue;
    WordWriter written;
    written.add(is_restart ? ServedWord::restart_written : ServedWord::date_written, teams_.mine(), seconds);
    news.add_to(written);
    answer(written.text());
  }
}

void OutputServer::answer_end(const ShipmentQueue& queue) {
  CollectiveRequest all_here = roles_.mine().start_barrier();
  nap_until([&] { return all_here.test(); });
  const Communicator& servers = roles_.mine();
  const ServerCounts all{servers.max(write_seconds_), servers.sum(writer_.bytes_written() + restart_bytes_),
                         servers.max(queue.highest_bytes())};
  answer(make_note(ServedWord::end, all.write_seconds, all.bytes, all.highest_queue));
}

WrittenNews OutputServer::write_products(const DateTime& now, ReceivedShipment& shipment) {
  const ProductList& products = writer_.products();
  const std::vector<std::size_t> due = find_due(products, now);
  for (const std::size_t i : due) {
    Product& product = *products[i];
    product.cells(now);  // selects the cells of this date, if they move
    const auto parcel = std::ranges::find(shipment.parcels, plan_.kind(i, now), &ReceivedParcel::kind);
    ensure(parcel != shipment.parcels.end(), "'", product.path(), "' is due at ", now.iso(),
           ", but nothing has come for it");
    writer_.write(product, now, make_values(product, std::exchange(*parcel, {})));
  }
  if (due.empty()) return {};
  return {describe_written(products, due, now), find_completed(products, due, now)};
}

WrittenNews OutputServer::write_restart(const DateTime& now, const RestartFacts& facts,
                                        ReceivedShipment first, ShipmentQueue& queue) {
  writer_.commit();
  commits_.say_committed(now);
  if (!teams_.writes_restarts()) {
    for (int slice = 1; slice < plan_.n_slice(); ++slice) queue.next();
    return {};
  }
  const auto write = [&](const std::filesystem::path& path) {
    RestartWriter writer(teams_.ranks(), path, settings_.n_cell, {state_, facts});
    ReceivedShipment shipment = std::move(first);
    for (int slice = 0; slice < plan_.n_slice(); ++slice) {
      if (slice > 0) shipment = queue.next();
      const Block cells = plan_.slice_cells(slice);
      std::vector<CellRows> rows;
      for (std::size_t i = 0; i < state_.size(); ++i)
        rows.push_back(
            make_cell_rows(shipment.parcels.front().fields[i].data(), cells.size(), state_[i].row_bytes()));
      writer.write(cells, rows);
      for (const CellRows& each : rows) restart_bytes_ += each.n_row * each.length;
    }
    commits_.wait_for_others(now);
    writer.finish();
  };
  return {restarts_.save(teams_.ranks(), now, facts, write), {}};
}

}  // namespace groundswell
