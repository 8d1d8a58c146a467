// SPDX-License-Identifier: Apache-2.0
#include "base/edit_distance.hpp"

#include <algorithm>

namespace groundswell {

int edit_distance(const std::string& a, const std::string& b) {
  // distance[i][j] is the distance between the first i letters of a and the first j of b.
  std::vector<std::vector<int>> distance(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) distance[i][0] = int(i);
  for (std::size_t j = 0; j <= b.size(); ++j) distance[0][j] = int(j);
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      int& here = distance[i][j];
      here = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1,
                       distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        here = std::min(here, distance[i - 2][j - 2] + 1);
    }
  return distance[a.size()][b.size()];
}

std::string nearest_word(const std::string& word, const std::vector<std::string>& words) {
  if (word.size() > 100) return "";  // not a typing error
  std::string best;
  int least =
      std::min(std::max(2, int(word.size()) / 3) + 1, int(word.size()));  // at least one letter must be right
  for (const std::string& candidate : words) {
    const int distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string introduce_known(const std::string& word, const std::vector<std::string>& words) {
  const std::string near = nearest_word(word, words);
  return near.empty() ? "; known are " : "; did you mean '" + near + "'? Known are ";
}

}  // namespace groundswell
