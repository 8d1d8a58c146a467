// SPDX-License-Identifier: Apache-2.0
#include "output/array_output.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "comm/mpi_session.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"
#include "output/array_checks.hpp"
#include "output/served_messages.hpp"
#include "transport/direct_transport.hpp"
#include "transport/shipment_queue.hpp"

namespace groundswell {
namespace {

TransportSettings transport_of(const ServerSettings& settings) {
  return {settings.transport, settings.slots, settings.primaries, settings.progress};
}

RankRoles make_checked_roles(const Communicator& communicator, const ArrayOutputSettings& settings) {
  require_same_settings(communicator, settings);
  RankRoles roles(communicator, settings.servers.n_server);
  if (roles.n_output_server() == 0) return roles;
  check_transport(roles, transport_of(settings.servers));
  run_together(communicator, [&] {
    require(settings.servers.progress != "thread" || threads_may_share_mpi(),
            "a thread should let messages go on, but MPI was started without MPI_THREAD_MULTIPLE; start it "
            "with that, or choose 'calls'");
  });
  return roles;
}

}  // namespace

ArrayOutput::ArrayOutput(const Communicator& communicator, ArrayOutputSettings settings,
                         const Decomposition& cells)
    : settings_(std::move(settings)),
      roles_(make_checked_roles(communicator, settings_)),
      n_own_(std::int64_t(cells.cells.size())),
      last_(settings_.goes_on_from) {
  run_together(roles_.world(), [&] { check(cells); });
  agree_on_forms();
  make_all_pieces();
  std::vector<std::vector<double>> positions;
  try {
    positions = share_positions(cells);
    open_ways(cells);
  } catch (const Error& error) {  // on all ranks
    throw Error(text("each cell of the output belongs to one process that computes (the source), but: ",
                     error.what()));
  }
  run_together(roles_.world(), [&] {
    for (std::size_t f = 0; f < settings_.files.size() && writes(); ++f)
      files_.push_back(
          std::make_unique<ArrayFile>(writers(), settings_, f, pieces_[f], forms_, schedules_[f], positions));
  });
}

ArrayOutput::~ArrayOutput() = default;

void ArrayOutput::check(const Decomposition& cells) {
  check_settings(settings_);
  for (const ArrayFileSettings& file : settings_.files)
    schedules_.emplace_back(file, settings_.start, settings_.end, text("'", file.path, "'"));
  require(!is_server() || n_own_ == 0, "an output server was given ", n_own_, " cells; the last ",
          roles_.n_output_server(), " processes write and have none");
  require(is_server() || cells.n_global == settings_.n_cell, "a process has cells of a grid of ",
          cells.n_global, ", but the grid of the output has ", settings_.n_cell);
  for (const ArrayPosition& position : settings_.positions)
    require(std::int64_t(position.values.size()) == n_own_, "the position '", position.name, "' has ",
            position.values.size(), " values for ", n_own_, " cells; give one per cell");
  const auto n_level = std::int64_t(settings_.levels.values.size());
  for (const ArrayVariable& variable : settings_.variables) {
    FieldArray array = variable.array;
    array.name = variable.name;
    FieldLayout& layout =
        layouts_.emplace_back(is_server() ? FieldLayout{-1, 0, {}, true} : lay_out(array, n_own_));
    const std::int64_t n = variable.has_levels ? n_level : 1;
    require(layout.n_value < 0 || layout.n_value == n, "the array of '", variable.name, "' has ",
            layout.n_value, " values per cell, where there should be ", n,
            "; give as many as there are levels, or one");
  }
}

// A rank without cells has nothing to say.
void ArrayOutput::agree_on_forms() {
  std::vector<double> in_pieces;
  for (const FieldLayout& layout : layouts_) in_pieces.push_back(n_own_ == 0 || layout.is_whole ? 0.0 : 1.0);
  roles_.world().max_in_place(in_pieces);
  for (std::size_t v = 0; v < in_pieces.size(); ++v) {
    const ArrayVariable& variable = settings_.variables[v];
    const auto n_level = std::int64_t(variable.has_levels ? settings_.levels.values.size() : 0);
    forms_.push_back({variable.name, variable.array.element_bytes, n_level, in_pieces[v] == 0.0});
  }
}

void ArrayOutput::make_all_pieces() {
  int n_kind = 0;
  for (const ArrayFileSettings& file : settings_.files) {
    std::vector<std::size_t> variables;
    for (std::size_t v = 0; v < forms_.size(); ++v)
      if (std::ranges::find(file.variables, forms_[v].name) != file.variables.end()) variables.push_back(v);
    pieces_.push_back(make_pieces(forms_, variables, settings_.share,
                                  std::int64_t(settings_.levels.values.size()), n_writer()));
    first_kind_.push_back(n_kind);
    n_kind += int(pieces_.back().size());
  }
}

// To the blocks of the ranks that write.
std::vector<std::vector<double>> ArrayOutput::share_positions(const Decomposition& cells) const {
  if (settings_.positions.empty()) return {};
  std::vector<TransferField> fields;
  for (const ArrayPosition& position : settings_.positions) fields.push_back({position.name, sizeof(double)});
  Decomposition wanted;
  if (writes()) wanted = make_block_decomposition(settings_.n_cell, writers().rank(), n_writer());
  Transfer transfer(roles_.world(), is_server() ? nullptr : &cells, writes() ? &wanted : nullptr, fields,
                    {.name = "positions", .method = "p2p"});
  std::vector<std::vector<double>> shared(writes() ? fields.size() : 0,
                                          std::vector<double>(wanted.cells.size()));
  std::vector<ConstCellRows> from;
  std::vector<CellRows> to;
  for (const ArrayPosition& position : settings_.positions)
    if (!is_server()) from.push_back(make_cell_rows(position.values));
  for (std::vector<double>& values : shared) to.push_back(make_cell_rows(values));
  transfer.move(from, to);
  return shared;
}

void ArrayOutput::open_ways(const Decomposition& cells) {
  std::vector<ParcelKind> kinds;
  std::vector<Decomposition> own, wanted;
  for (std::size_t f = 0; f < pieces_.size(); ++f)
    for (const ArrayPiece& piece : pieces_[f]) {
      kinds.push_back({settings_.files[f].path, groundswell::fields_of(piece, forms_)});
      own.push_back(cells);
      if (!writes()) continue;
      const Block block = piece.cells(settings_.n_cell, writers().rank(), n_writer());
      std::vector<std::int64_t> numbers(std::size_t(block.size()));
      std::iota(numbers.begin(), numbers.end(), block.begin);
      wanted.push_back({settings_.n_cell, std::move(numbers)});
    }
  const TransportSettings way = transport_of(settings_.servers);
  if (roles_.n_output_server() == 0)
    plan_.emplace(roles_.mine(), std::move(kinds), own, wanted);
  else if (is_server())
    receiver_ = make_receiver(roles_, {std::move(kinds), std::move(wanted)}, way);
  else
    sender_ = make_sender(roles_, {std::move(kinds), std::move(own)}, way);
}

std::vector<std::size_t> ArrayOutput::find_due(const DateTime& now) const {
  std::vector<std::size_t> due;
  for (std::size_t f = 0; f < schedules_.size(); ++f)
    if (schedules_[f].due(now)) due.push_back(f);
  return due;
}

// What a call has thrown is said again by those that follow.
template <class Work>
void ArrayOutput::keep_failure(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    failure_ = error.what();
    throw;
  }
}

std::vector<Parcel> ArrayOutput::make_parcels(const std::vector<std::size_t>& due) const {
  std::vector<Parcel> parcels;
  for (const std::size_t f : due)
    for (std::size_t p = 0; p < pieces_[f].size(); ++p)
      parcels.push_back(
          {first_kind_[f] + int(p), rows_of(pieces_[f][p], forms_, settings_.variables, layouts_, n_own_)});
  return parcels;
}

void ArrayOutput::write(const DateTime& now) {
  require(!is_server(), "an output server was asked to write arrays; it calls serve()");
  require(!is_closed_, "output was written after it was closed");
  const std::vector<std::size_t> due = find_due(now);
  if (due.empty()) return;
  keep_failure([&] {
    const std::int64_t seconds = now.seconds();
    const bool is_one_date = roles_.mine().min(seconds) == roles_.mine().max(seconds);
    run_together(roles_.mine(), [&] {
      require_no_failure();
      require(!last_ || now > *last_, "output was written at ", now.iso(), " after ", last_->iso(),
              "; dates must ascend");
      require(is_one_date, "output is written at ", now.iso(),
              " on one process and at another date on another; all must give the same");
    });
    last_ = now;
    if (sender_)
      sender_->send(served::make(served::products, now.iso()), make_parcels(due));
    else
      write_files(now, due, exchange(due));
  });
}

// Without servers: each rank sends what others write.
std::vector<ReceivedParcel> ArrayOutput::exchange(const std::vector<std::size_t>& due) {
  std::vector<ByteBuffer> messages;
  return exchange_parcels(roles_.mine(), *plan_, make_parcels(due), messages);
}

void ArrayOutput::write_files(const DateTime& now, const std::vector<std::size_t>& due,
                              std::vector<ReceivedParcel> parcels) {
  auto next = std::make_move_iterator(parcels.begin());
  for (const std::size_t f : due) {
    const auto end = next + std::ptrdiff_t(pieces_[f].size());
    files_[f]->write(now, std::vector<ReceivedParcel>(next, end));
    next = end;
  }
}

void ArrayOutput::progress() {
  if (sender_) sender_->progress();
}

// Takes in what servers have said, on the first rank.
void ArrayOutput::listen() {
  while (const std::optional<std::string> answer = sender_ ? sender_->look_for_answer() : std::nullopt) {
    const auto [what, rest] = served::read(*answer);
    if (what == served::error && server_error_.empty()) server_error_ = rest;
    if (what == served::end) has_ended_ = true;
  }
}

void ArrayOutput::require_no_failure() {
  listen();
  require(failure_.empty(), failure_);
  require(server_error_.empty(), server_error_);
}

void ArrayOutput::close() {
  require(!is_server(), "an output server was asked to close; it calls serve()");
  require(!std::exchange(is_closed_, true), "output was closed twice");
  try {
    run_together(roles_.mine(), [&] { require_no_failure(); });
  } catch (const Error& error) {
    failure_ = error.what();
  }
  if (sender_) {
    sender_->send(served::make(failure_.empty() ? served::finish : served::leave), {}, true);
    nap_until([&] {
      progress();
      listen();
      return roles_.mine().rank() != 0 || has_ended_;
    });
    throw_together(roles_.mine(), server_error_);
  }
  require(failure_.empty(), failure_);
  for (const auto& file : files_) file->finish();
}

// What comes to a server: received meanwhile by a thread, where MPI allows several.
class ArrayOutput::Incoming {
 public:
  Incoming(const std::shared_ptr<ShipmentReceiver>& receiver, std::int64_t memory) : receiver_(receiver) {
    if (threads_may_share_mpi()) queue_.emplace(receiver, memory);
  }
  ReceivedShipment next() {
    if (!queue_) receiver_->await();
    ReceivedShipment shipment = queue_ ? queue_->next() : receiver_->take();
    is_last_ = shipment.is_last;
    return shipment;
  }
  // Throws the rest away, up to the last one, so that no sender waits.
  void drop_rest() {
    if (queue_) return queue_.reset();
    while (!is_last_) next();
  }

 private:
  std::shared_ptr<ShipmentReceiver> receiver_;
  std::optional<ShipmentQueue> queue_;
  bool is_last_ = false;
};

void ArrayOutput::serve() {
  require(is_server(), "a process that computes was asked to serve; the last ", roles_.n_output_server(),
          " processes are servers");
  require(!std::exchange(is_closed_, true), "an output server was asked to serve twice");
  Incoming incoming(receiver_, settings_.servers.memory);
  std::string message;
  try {
    serve_all(incoming);
  } catch (const std::exception& error) {
    message = error.what();
    receiver_->answer(served::make(served::error, message));
  }
  incoming.drop_rest();
  writers().barrier();
  receiver_->answer(served::make(served::end));
  require(message.empty(), message);
}

void ArrayOutput::serve_all(Incoming& incoming) {
  while (true) {
    ReceivedShipment shipment;
    run_together(writers(), [&] { shipment = incoming.next(); });
    const auto [what, date] = served::read(shipment.note);
    if (shipment.is_last) {
      for (const auto& file : files_)
        if (what == served::finish) file->finish();
      return;
    }
    const DateTime now = DateTime::parse(date, settings_.start.calendar());
    write_files(now, find_due(now), std::move(shipment.parcels));
  }
}

}  // namespace groundswell
