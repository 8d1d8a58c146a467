// SPDX-License-Identifier: Apache-2.0
// The distance between two words, to suggest the right one for a typing error. Reference: Damerau 1964,
// Communications of the ACM 7 (insert, delete, replace, swap of neighbours), in its restricted form.
#pragma once

#include <string>
#include <vector>

namespace groundswell {

int edit_distance(const std::string& a, const std::string& b);

// The word of `words` that is nearest to `word`, or "" where none is near (within a third of its letters, at
// least two, of which one is right).
std::string nearest_word(const std::string& word, const std::vector<std::string>& words);

// What stands in a sentence between a word that is not known and the list of those that are: "; did you mean
// 'hs'? Known are ", or "; known are " where none is near.
std::string introduce_known(const std::string& word, const std::vector<std::string>& words);

}  // namespace groundswell
