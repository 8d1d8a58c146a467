// SPDX-License-Identifier: Apache-2.0
// The memories of this node's accelerators (NVIDIA GPUs), and copies to, from and between them. Only this
// class uses their driver.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace groundswell {

class DeviceMemories {
 public:
  // Has no devices if there is no driver or the driver finds none. Throws Error if the driver lacks a
  // function, cannot count the devices, or refuses to use one of them.
  DeviceMemories();

  int count() const;
  const std::string& name(int device) const;  // the device's model

  struct Room;
  // Allocates device memory, which is freed with the last pointer. Throws Error if there is not enough.
  std::shared_ptr<const Room> allocate_on(int device, std::size_t bytes) const;
  // Pins host memory until the pointer is released, for faster copies. No effect if the driver refuses.
  std::shared_ptr<const void> pin(int device, std::byte* host, std::size_t bytes) const;

  // Copies as many bytes as the device buffer holds; the copy is complete when the function returns. Callable
  // from any thread. Throws Error if the driver fails.
  void copy(const std::byte* from_host, const Room& to) const;
  void copy(const Room& from, std::byte* to_host) const;
  void copy(const Room& from, const Room& to) const;

 private:
  struct Driver;
  std::shared_ptr<const Driver> driver_;  // null if there are no devices
};

}  // namespace groundswell
