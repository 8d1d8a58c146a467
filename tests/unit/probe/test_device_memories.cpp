// SPDX-License-Identifier: Apache-2.0
// Accelerator memories, with the stand-in for the driver that is linked into this program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <thread>

#include "base/error.hpp"
#include "probe/device_memories.hpp"
#include "probe/memory_copies.hpp"
#include "support/pretend_cuda.hpp"

namespace groundswell {
namespace {

constexpr const char* nothing_left = "left: 0 rooms, 0 pins, 0 contexts, 0 ways, 0 current; 0 mistakes";

class Devices : public testing::Test {
 protected:
  Devices() { unsetenv("PRETEND_CUDA"); }
  ~Devices() override {
    unsetenv("PRETEND_CUDA");
    const std::string report = test::report_pretend_cuda();
    EXPECT_NE(report.find(nothing_left), std::string::npos) << report;
  }

  static void pretend(const char* wrong) { setenv("PRETEND_CUDA", wrong, 1); }
  // The error message from copies between all memories; empty if there is no error.
  static std::string says(const char* wrong) {
    pretend(wrong);
    try {
      const DeviceMemories devices;
      const MachineCores machine;
      const int n_domain = int(machine.core_of_memory().size());
      for (int from = 0; from < n_domain + devices.count(); ++from)
        for (int to = 0; to < n_domain + devices.count(); ++to)
          if (from != to) time_memory_copies(machine, devices, from, to, {4096, 3, 10.0});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Devices, AreFoundByName) {
  const DeviceMemories devices;
  ASSERT_EQ(devices.count(), 2);
  EXPECT_EQ(devices.name(0), "Pretend GPU A");
  EXPECT_EQ(devices.name(1), "Pretend GPU B");
}

TEST_F(Devices, CopiesBringEveryByteInAnyThread) {
  const DeviceMemories devices;
  std::vector<std::byte> sent(1000), received(1000);
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = std::byte(i * i % 251);
  const auto first = devices.allocate_on(0, sent.size()), second = devices.allocate_on(1, sent.size());
  const auto pinned = devices.pin(0, sent.data(), sent.size());
  EXPECT_NE(pinned, nullptr);
  std::thread([&] { devices.copy(sent.data(), *first); }).join();
  devices.copy(*first, *second);
  std::thread([&] { devices.copy(*second, received.data()); }).join();
  EXPECT_EQ(received, sent);
}

TEST_F(Devices, RoomOutlivesTheListOfDevices) {
  std::shared_ptr<const DeviceMemories::Room> room = DeviceMemories().allocate_on(1, 8);
  EXPECT_NE(test::report_pretend_cuda().find("1 rooms, 0 pins, 2 contexts"), std::string::npos);
}

TEST_F(Devices, AreTimedWithTheMemoriesOfTheNode) {
  const DeviceMemories devices;
  const MachineCores machine;
  const int a = int(machine.core_of_memory().size()), b = a + 1;
  for (const auto& [from, to] : {std::pair{0, b}, std::pair{a, 0}, std::pair{b, a}}) {
    const std::vector<double> samples = time_memory_copies(machine, devices, from, to, {1 << 16, 5, 10.0});
    EXPECT_EQ(samples.size(), 5u);
    for (const double seconds : samples) EXPECT_GT(seconds, 0.0);
  }
}

TEST_F(Devices, AreNoneWithoutOnesThatWork) {
  pretend("none");
  EXPECT_EQ(DeviceMemories().count(), 0);
  EXPECT_EQ(says("none"), "");
}

TEST_F(Devices, NeedNoHostMemoryInItsPlace) {
  EXPECT_EQ(says("pageable"), "");
}

TEST_F(Devices, SayWhichCallFails) {
  const std::string to_do = "; measure the network without --inside";
  EXPECT_EQ(says("busy"),
            "the CUDA driver refuses cuDevicePrimaryCtxRetain for device 1: pretend failure" + to_do);
  EXPECT_EQ(says("full"),
            "the CUDA driver refuses cuMemAlloc_v2 for device 0 (Pretend GPU A): out of memory" + to_do);
  EXPECT_EQ(says("failing"),
            "the CUDA driver refuses cuMemcpyHtoD_v2 for device 0 (Pretend GPU A): pretend failure" + to_do);
  EXPECT_EQ(says("late"),
            "the CUDA driver refuses cuCtxSynchronize for device 0 (Pretend GPU A): pretend failure" + to_do);
}

}  // namespace
}  // namespace groundswell
