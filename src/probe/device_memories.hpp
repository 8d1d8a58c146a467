// SPDX-License-Identifier: Apache-2.0
// The memories of this node's accelerators (NVIDIA GPUs), and copies to, from and between them: the only door
// to their driver.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace groundswell {

class DeviceMemories {
 public:
  // None where there is no driver, or where it finds no device. Throws Error for a device that cannot be
  // used.
  DeviceMemories();

  int count() const;
  const std::string& name(int device) const;  // of its model

  struct Room;
  // Room in the memory of a device, until the pointer is gone. Throws Error where there is not enough.
  std::shared_ptr<const Room> allocate_on(int device, std::size_t bytes) const;
  // Holds host memory in its place until the pointer is gone, for faster copies. Without effect where the
  // driver refuses.
  std::shared_ptr<const void> pin(int device, std::byte* host, std::size_t bytes) const;

  // Copies as many bytes as the room has; done at return. In any thread. Throws Error where the driver does.
  void copy(const std::byte* from_host, const Room& to) const;
  void copy(const Room& from, std::byte* to_host) const;
  void copy(const Room& from, const Room& to) const;

 private:
  struct Driver;
  std::shared_ptr<const Driver> driver_;  // null for no devices
};

}  // namespace groundswell
