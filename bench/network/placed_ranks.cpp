// SPDX-License-Identifier: Apache-2.0
#include "bench/network/placed_ranks.hpp"

#include <charconv>
#include <fstream>
#include <random>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "bench/measure/turns.hpp"
#include "comm/together.hpp"
#include "network/rank_reorder.hpp"

namespace groundswell {

PlacedRanks::PlacedRanks(const Communicator& world, std::vector<int> new_rank)
    : new_rank_(std::move(new_rank)) {
  communicators_.push_back(world.duplicate());
  if (!new_rank_.empty()) communicators_.push_back(permute_ranks(world, new_rank_));
}

std::vector<int> read_rank_numbers(const Communicator& world, const std::filesystem::path& file,
                                   const char* option, int n) {
  std::vector<int> numbers;
  if (file.empty()) return numbers;
  run_on_root(world, 0, [&] {
    check_input(file, "a text file of whole numbers");
    std::ifstream in(file);
    for (std::string word; in >> word;) {
      int number = 0;
      const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
      require(fault == std::errc() && end == word.data() + word.size(), option, " names ", file,
              ", which has the word '", word, "', but should have whole numbers alone");
      numbers.push_back(number);
    }
    require(int(numbers.size()) == n, option, " names ", file, ", which has ", numbers.size(),
            " numbers, but there are ", n, " ranks; give one number for each of them");
  });
  world.broadcast(numbers, 0);
  return numbers;
}

void time_in_turns(const Communicator& world, std::vector<PlacedWay>& ways, int repetitions) {
  for (PlacedWay& way : ways) {
    world.barrier();
    way.run();
  }
  std::mt19937 random;
  take_turns(ways.size(), repetitions, random, [&](std::size_t k) {
    world.barrier();
    ways[k].mine.push_back(ways[k].run());
  });
  for (PlacedWay& way : ways) {
    way.seconds = way.mine;
    world.max_in_place(std::span(way.seconds));
  }
}

}  // namespace groundswell
