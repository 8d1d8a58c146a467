// SPDX-License-Identifier: Apache-2.0
// Several outputs at once on the same servers: of one model, which writes them in any order, and of two
// models that know nothing of each other.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <thread>

#include "comm/mpi_session.hpp"
#include "comm/together.hpp"
#include "parallel/output/output_test_support.hpp"
#include "small_model.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"
#include "support/wrong_cells.hpp"

namespace groundswell::test {
namespace {

constexpr int n_output = 3, last_hour = 4;

class SeveralOutputs : public testing::Test {
 protected:
  SeveralOutputs() : folder_(world(), "several") {
    make_folder("alone");
    run_on_root(world(), 0, [&] { run_model(Communicator::self(), path("alone"), {}); });
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  void make_folder(const std::string& name) {
    run_on_root(world(), 0, [&] { std::filesystem::create_directory(path(name)); });
  }
  void expect_whole(const std::string& name) {
    world().barrier();
    for (const char* file : {"/surface.nc", "/ocean.nc", restart_name})
      EXPECT_TRUE(read_bytes(path("alone") + file) == read_bytes(path(name) + file)) << name << file;
  }

  TestFolder folder_;
  OutputGroup group_;
};

struct Member {
  Member(OutputGroup& group, const Communicator& communicator, const std::string& folder, const Way& way,
         int n_slot, std::int64_t memory)
      : model(communicator.rank(), communicator.size() - way.n_server,
              communicator.rank() < communicator.size() - way.n_server) {
    ArrayOutputSettings settings = model.settings(folder);
    settings.share = way.share;
    settings.servers = {way.n_server, {way.transport, n_slot, 1, way.progress}, memory};
    output = std::make_unique<ArrayOutput>(communicator, settings, model.decomposition(), &group);
  }
  void write() {
    model.set_values(++hour);
    output->write(first_date + hour * 3600);
    if (hour == restart_hour) output->write_restart(first_date + hour * 3600);
    model.spoil_values();
  }

  SmallModel model;
  std::unique_ptr<ArrayOutput> output;
  int hour = -1;
};

// Servers begin with another output than the one that is closed first.
void serve_all(std::vector<Member>& members) {
  for (std::size_t i = members.size(); i-- > 0;) members[i].output->serve();
}

TEST_F(SeveralOutputs, OfOneModelAreWrittenInAnyOrder) {
  const int n = world().size();
  int number = 0;
  for (int n_server = 0; n_server <= n / 2; n_server += std::max(1, n / 2))
    for (const Way& way :
         {Way{n_server, ArrayShare::cells, "direct"}, Way{n_server, ArrayShare::files, "direct"},
          Way{n_server, ArrayShare::cells, "primary"}}) {
      if (n_server >= n || (n_server == 0 && (way.share == ArrayShare::files || way.transport == "primary")))
        continue;
      ++number;
      const auto name = [&](int i) { return text("way", number, "_", i); };
      std::vector<Member> members;
      for (int i = 0; i < n_output; ++i) {
        make_folder(name(i));
        const char* progress = n_server > 0 && i == 1 && threads_may_share_mpi() ? "thread" : "calls";
        const std::int64_t memory = i == 2 ? 1 : 3000;
        members.emplace_back(group_, world(), path(name(i)),
                             Way{n_server, way.share, way.transport, progress}, 1 + i % 2, memory);
      }
      if (members[0].output->is_server()) {
        serve_all(members);
      } else {
        std::mt19937 order(std::uint32_t(100 * n + number)), speed(std::uint32_t(world().rank()));
        for (int n_left = n_output * (last_hour + 1); n_left > 0;) {
          Member& member = members[order() % n_output];
          if (member.hour == last_hour) continue;
          std::this_thread::sleep_for(std::chrono::microseconds(speed() % 500));
          member.write();
          --n_left;
        }
        for (Member& member : members) member.output->close();
      }
      for (int i = 0; i < n_output; ++i) expect_whole(name(i));
    }
}

// Of two models, each with processes of its own, and the same servers for both.
TEST_F(SeveralOutputs, OfTwoModelsHaveTheSameServers) {
  const int n = world().size(), n_server = std::max(1, n / 3), n_compute = n - n_server;
  if (n_compute < 2) return;
  make_folder("first"), make_folder("second");
  const bool serves = world().rank() >= n_compute, is_first = world().rank() % 2 == 0;
  std::vector<Member> members;
  for (const bool of_first : {true, false}) {
    const Communicator its = world().split(serves || of_first == is_first ? 1 : 0, world().rank());
    if (serves || of_first == is_first)
      members.emplace_back(group_, its, path(of_first ? "first" : "second"), Way{n_server}, 2, 3000);
  }
  if (serves) {
    serve_all(members);
  } else {
    for (int hour = 0; hour <= last_hour; ++hour) {
      if (is_first) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      members[0].write();
    }
    members[0].output->close();
  }
  expect_whole("first");
  expect_whole("second");
}

TEST_F(SeveralOutputs, FailAlone) {
  const int n_server = world().size() / 2;
  if (n_server == 0) return;
  make_folder("whole"), make_folder("full");
  std::vector<Member> members;
  members.emplace_back(group_, world(), path("whole"), Way{n_server}, 1, 1);
  members.emplace_back(group_, world(), path("full"), Way{n_server}, 1, 1);
  run_on_root(world(), 0, [&] { std::filesystem::create_directory(path("full/ocean.nc")); });
  if (members[0].output->is_server()) {
    const std::string said = message_of([&] { members[1].output->serve(); });
    expect_words(said, {"full/ocean.nc"});
    members[0].output->serve();
  } else {
    for (int hour = 0; hour <= last_hour; ++hour)
      for (Member& member : members) member.write();
    expect_words(message_of([&] { members[1].output->close(); }), {"full/ocean.nc"});
    members[0].output->close();
  }
  expect_whole("whole");
}

// A restart that has the name of another output's file fails, and that file stays.
TEST_F(SeveralOutputs, DoNotRemoveTheFilesOfOthers) {
  for (const int n_server : {0, world().size() / 2}) {
    const std::string folder = n_server > 0 ? "served" : "unserved";
    make_folder(folder);
    const int n_compute = world().size() - n_server;
    SmallModel model(world().rank(), n_compute, world().rank() < n_compute);
    ArrayOutputSettings settings = model.settings(path(folder)), others = settings;
    settings.servers.n_server = others.servers.n_server = n_server;
    others.restart = {}, others.files.resize(1), others.files[0].path = path(folder) + restart_name;
    {
      ArrayOutput output(world(), settings, model.decomposition(), &group_);
      ArrayOutput other(world(), others, model.decomposition(), &group_);
      const auto end = [](ArrayOutput& ended) {
        return message_of([&] { ended.is_server() ? ended.serve() : ended.close(); });
      };
      if (!output.is_server()) {
        other.write(first_date);
        output.write(first_date);
        output.write(first_date + restart_hour * 3600);
        message_of([&] { output.write_restart(first_date + restart_hour * 3600); });
      }
      expect_words(end(output), {restart_name + 1, "is writing"});
      EXPECT_EQ(end(other), "");
    }
    world().barrier();
    EXPECT_TRUE(std::filesystem::exists(path(folder) + restart_name));
    world().barrier();
  }
}

// While a server is late, restarts of two outputs come, of which the second has more slabs than slots: it
// takes no server away from the first one.
TEST_F(SeveralOutputs, DoNotWaitForRestartsOfOthers) {
  constexpr int n_server = 2;
  const int n_compute = world().size() - n_server;
  if (n_compute < 1) return;
  make_folder("few"), make_folder("many");
  SmallModel model(world().rank(), n_compute, world().rank() < n_compute);
  const auto settings_of = [&](const std::string& name, int n_slot, std::int64_t memory) {
    ArrayOutputSettings settings = model.settings(path(name));
    settings.share = ArrayShare::files;
    settings.servers = {n_server, {"direct", n_slot}, memory};
    return settings;
  };
  ArrayOutputSettings late = settings_of("few", 4, 1 << 20);
  if (world().rank() == n_compute)
    late.after_each_date = [](double) { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
  ArrayOutput few(world(), late, model.decomposition(), &group_);
  ArrayOutput many(world(), settings_of("many", 1, 1), model.decomposition(), &group_);
  if (few.is_server()) {
    few.serve(), many.serve();
    return;
  }
  many.write(first_date);
  many.wait();
  few.write(first_date);
  few.write_restart(first_date);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the server of restarts begins with this one
  many.write_restart(first_date);
  few.close(), many.close();
}

TEST_F(SeveralOutputs, OfOtherServersAreRefusedByAll) {
  if (world().size() < 3) return;
  make_folder("one"), make_folder("two");
  const Member one(group_, world(), path("one"), Way{1}, 1, 1);
  const std::string said = message_of([&] { Member(group_, world(), path("two"), Way{2}, 1, 1); });
  expect_words(said, {"the output to '", "is open", "only others with the same servers"});
  expect_same_sentence(world(), said);
  one.output->is_server() ? one.output->serve() : one.output->close();
}

}  // namespace
}  // namespace groundswell::test
