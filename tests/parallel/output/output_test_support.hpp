// SPDX-License-Identifier: Apache-2.0
// An output folder for a test, shared by its ranks.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "comm/communicator.hpp"

namespace groundswell::test {

// Created by rank 0 before the test, removed after it. Collective.
class TestFolder {
 public:
  TestFolder(const Communicator& communicator, const std::string& name) : communicator_(communicator) {
    std::string place;
    if (communicator.rank() == 0) {
      place = (std::filesystem::temp_directory_path() / ("groundswell_" + name + "_")).string() +
              std::to_string(::getpid());
      std::filesystem::create_directories(place);
    }
    communicator.broadcast(place, 0);
    path_ = place;
  }
  ~TestFolder() {
    communicator_.barrier();
    if (communicator_.rank() == 0) std::filesystem::remove_all(path_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  const Communicator& communicator_;
  std::string path_;
};

inline std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

}  // namespace groundswell::test
