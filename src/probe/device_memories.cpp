// SPDX-License-Identifier: Apache-2.0
#include "probe/device_memories.hpp"

#include <utility>
#include <vector>

#include "base/error.hpp"
#include "probe/cuda_functions.hpp"

namespace groundswell {

struct DeviceMemories::Driver {
  struct Device {
    CudaDevice handle = 0;
    CudaContext context = nullptr;
    std::string name;
  };
  CudaFunctions cuda;
  std::vector<Device> devices;
  std::vector<std::pair<int, int>> ways;  // pairs with peer access enabled

  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  ~Driver();

  class Current;
  CudaContext context(int device) const { return devices[std::size_t(device)].context; }
  // Calls a driver function that must succeed.
  template <class... Parameters, class... Arguments>
  void call(int device, const CudaFunction<Parameters...>& function, Arguments... arguments) const {
    if (const int error = function.call(arguments...); error != 0) refuse(device, function.name, error);
  }
  // Calls a function that releases a resource of a device; its errors are ignored.
  template <class... Parameters, class... Arguments>
  void give_back(int device, const CudaFunction<Parameters...>& function, Arguments... arguments) const {
    CudaContext context_of = context(device);
    if (cuda.push.call(context_of) != 0) return;
    function.call(arguments...);
    cuda.pop.call(&context_of);
  }
  [[noreturn]] void refuse(int device, const char* function, int error) const;
  void add_device(int number);
  void open_ways();
};

// Makes the device's context current on the calling thread for the lifetime of this object.
class DeviceMemories::Driver::Current {
 public:
  Current(const Driver& driver, int device) : cuda_(driver.cuda) {
    driver.call(device, cuda_.push, driver.context(device));
  }
  ~Current() {
    CudaContext context = nullptr;
    cuda_.pop.call(&context);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  const CudaFunctions& cuda_;
};

struct DeviceMemories::Room {
  std::shared_ptr<const Driver> driver;
  int device;
  std::size_t bytes;
  CudaAddress address = 0;
  Room(std::shared_ptr<const Driver> its_driver, int its_device, std::size_t n_byte)
      : driver(std::move(its_driver)), device(its_device), bytes(n_byte) {}
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() {
    if (address) driver->give_back(device, driver->cuda.free, address);
  }
};

void DeviceMemories::Driver::refuse(int device, const char* function, int error) const {
  const char* words = nullptr;
  cuda.explain.call(error, &words);
  const bool is_known = device >= 0 && std::size_t(device) < devices.size();
  throw Error(text("the CUDA driver refuses ", function, device < 0 ? "" : text(" for device ", device),
                   is_known ? text(" (", devices[std::size_t(device)].name, ")") : "", ": ",
                   words ? words : text("error ", error), "; measure the network without --inside"));
}

void DeviceMemories::Driver::add_device(int number) {
  Device device;
  call(number, cuda.get_device, &device.handle, number);
  char name[256] = "";
  call(number, cuda.get_name, name, int(sizeof(name)), device.handle);
  device.name = name;
  devices.reserve(devices.size() + 1);  // so that a retained context is always recorded
  call(number, cuda.retain, &device.context, device.handle);
  devices.push_back(std::move(device));
}

// Without peer access, device-to-device copies are staged through host memory.
void DeviceMemories::Driver::open_ways() {
  for (int from = 0; from < int(devices.size()); ++from)
    for (int to = 0; to < int(devices.size()); ++to) {
      if (from == to) continue;
      const Current current(*this, from);
      ways.reserve(ways.size() + 1);
      if (cuda.open_way.call(context(to), 0) == 0) ways.emplace_back(from, to);
    }
}

DeviceMemories::Driver::~Driver() {
  for (const auto& [from, to] : ways) give_back(from, cuda.close_way, context(to));
  for (const Device& device : devices) cuda.release.call(device.handle);
}

DeviceMemories::DeviceMemories() {
  const auto driver = std::make_shared<Driver>();
  if (!load_cuda(driver->cuda)) return;
  int n_device = 0;
  driver->call(-1, driver->cuda.count_devices, &n_device);
  for (int number = 0; number < n_device; ++number) driver->add_device(number);
  driver->open_ways();
  driver_ = driver;
}

int DeviceMemories::count() const {
  return driver_ ? int(driver_->devices.size()) : 0;
}

const std::string& DeviceMemories::name(int device) const {
  return driver_->devices[std::size_t(device)].name;
}

std::shared_ptr<const DeviceMemories::Room> DeviceMemories::allocate_on(int device, std::size_t bytes) const {
  const auto room = std::make_shared<Room>(driver_, device, bytes);
  const Driver::Current current(*driver_, device);
  driver_->call(device, driver_->cuda.allocate, &room->address, bytes);
  return room;
}

std::shared_ptr<const void> DeviceMemories::pin(int device, std::byte* host, std::size_t bytes) const {
  const Driver::Current current(*driver_, device);
  if (driver_->cuda.pin.call(host, bytes, 0) != 0) return nullptr;
  return {host,
          [driver = driver_, device](std::byte* at) { driver->give_back(device, driver->cuda.unpin, at); }};
}

// The driver may return before a copy is complete, so each copy is followed by a synchronisation.
void DeviceMemories::copy(const std::byte* from_host, const Room& to) const {
  const Driver::Current current(*driver_, to.device);
  driver_->call(to.device, driver_->cuda.copy_in, to.address, from_host, to.bytes);
  driver_->call(to.device, driver_->cuda.synchronize);
}

void DeviceMemories::copy(const Room& from, std::byte* to_host) const {
  const Driver::Current current(*driver_, from.device);
  driver_->call(from.device, driver_->cuda.copy_out, to_host, from.address, from.bytes);
  driver_->call(from.device, driver_->cuda.synchronize);
}

void DeviceMemories::copy(const Room& from, const Room& to) const {
  const Driver::Current current(*driver_, from.device);
  driver_->call(from.device, driver_->cuda.copy_across, to.address, driver_->context(to.device), from.address,
                driver_->context(from.device), from.bytes);
  driver_->call(from.device, driver_->cuda.synchronize);
}

}  // namespace groundswell
